import ClientTestKit
import ControlWire
import Testing

@testable import jz2ctl

@Suite struct StartCancellationTests {
  private let cancellation = StartCancellation(pause: {})

  @Test(arguments: [Status.Phase.connecting, .ready])
  func takesTheStartBack(phase: Status.Phase) {
    let daemon = ScriptedDaemon(.init(Status(phase: phase)), .init(EndedRide(ride: nil)))
    cancellation.cancel(with: daemon)
    #expect(cancellation.over() == .cancelled)
    #expect(daemon.requests == [GetStatus(), Stop()])
  }

  @Test func waitsUntilTheStartHasReachedTheDaemon() {
    let daemon = ScriptedDaemon(
      .init(Status(phase: .idle)), .init(Status(phase: .idle)),
      .init(Status(phase: .connecting)), .init(EndedRide(ride: nil)))
    cancellation.cancel(with: daemon)
    #expect(cancellation.over() == .cancelled)
  }

  @Test(arguments: [Status.Phase.riding, .paused, .reconnecting, .finishing])
  func leavesARideAlone(phase: Status.Phase) {
    let daemon = ScriptedDaemon(.init(Status(phase: phase)))
    cancellation.cancel(with: daemon)
    #expect(cancellation.over() == .none)
    #expect(daemon.requests == [GetStatus()])
  }

  @Test func asksForNothingOnceTheStartIsOver() {
    let daemon = ScriptedDaemon()
    #expect(cancellation.over() == .none)
    cancellation.cancel(with: daemon)
    #expect(daemon.requests.isEmpty)
  }

  @Test func aStrokeThatCameFirstIsARide() {
    let daemon = ScriptedDaemon(.init(Status(phase: .ready)), .init(EndedRide(ride: Samples.ride)))
    cancellation.cancel(with: daemon)
    #expect(cancellation.over() == .ended(Samples.ride))
  }

  @Test func endsWhereTheDaemonIsGone() {
    let daemon = ScriptedDaemon(.init(error: ControlError(.noDaemon)))
    cancellation.cancel(with: daemon)
    #expect(cancellation.over() == .none)
  }
}
