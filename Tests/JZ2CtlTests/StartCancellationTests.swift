import ClientTestKit
import ControlWire
import Rides
import Testing
import TrainerClient

@testable import jz2ctl

@Suite struct StartCancellationTests {
  private let cancellation = StartCancellation(pause: {})

  @Test(arguments: [RidePhase.connecting, .ready])
  func `Ctrl-C cancels a waiting start`(phase: RidePhase) {
    let daemon = ScriptedDaemon(.init(Status(phase: phase)), .init(EndedRide(ride: nil)))
    cancellation.cancel(with: daemon)
    #expect(cancellation.over() == .cancelled)
    #expect(daemon.requests == [GetStatus(), Stop()])
  }

  @Test func `Ctrl-C waits until the start has reached the daemon`() {
    let daemon = ScriptedDaemon(
      .init(Status(phase: .idle)), .init(Status(phase: .idle)),
      .init(Status(phase: .connecting)), .init(EndedRide(ride: nil)))
    cancellation.cancel(with: daemon)
    #expect(cancellation.over() == .cancelled)
  }

  @Test(arguments: [RidePhase.riding, .paused, .reconnecting, .finishing])
  func `Ctrl-C during a start does not end another ride`(phase: RidePhase) {
    let daemon = ScriptedDaemon(.init(Status(phase: phase)))
    cancellation.cancel(with: daemon)
    #expect(cancellation.over() == .none)
    #expect(daemon.requests == [GetStatus()])
  }

  @Test func `Ctrl-C after the end of the start sends no request`() {
    let daemon = ScriptedDaemon()
    #expect(cancellation.over() == .none)
    cancellation.cancel(with: daemon)
    #expect(daemon.requests.isEmpty)
  }

  @Test func `Ctrl-C after the first pedal stroke ends the ride`() {
    let daemon = ScriptedDaemon(.init(Status(phase: .ready)), .init(EndedRide(ride: Samples.ride)))
    cancellation.cancel(with: daemon)
    #expect(cancellation.over() == .ended(Samples.ride, folder: nil))
  }

  @Test func `Ctrl-C during a start without a daemon has no effect`() {
    let daemon = ScriptedDaemon(.init(error: ControlError(.noDaemon)))
    cancellation.cancel(with: daemon)
    #expect(cancellation.over() == .none)
  }
}
