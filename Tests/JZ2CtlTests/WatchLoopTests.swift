import ClientTestKit
import ControlWire
import Testing

@testable import jz2ctl

@Suite struct WatchLoopTests {
  private let display = NotedDisplay()

  @Test func aFollowedRideEndsTheView() throws {
    let daemon = ScriptedDaemon(
      .init(Samples.riding, Status(phase: .idle)), .init(RideList(rides: [Samples.ride])))
    #expect(try loop(daemon, ride: 12).run() == Samples.ride)
    #expect(display.notes == ["riding"])
    #expect(daemon.requests == [Watch(), Rides(limit: 5)])
  }

  @Test func aRestartOfTheDaemonDoesNot() throws {
    var suspended = Samples.ride
    suspended.state = .suspended
    let daemon = ScriptedDaemon(
      .init(Samples.riding, error: ControlError(.connectionLost)), .init(error: ControlError(.noDaemon)),
      .init(Status(phase: .idle)), .init(RideList(rides: [suspended])),
      .init(Samples.riding, Status(phase: .idle)), .init(RideList(rides: [Samples.ride])))
    #expect(try loop(daemon, ride: 12).run() == Samples.ride)
    #expect(display.notes == ["riding", "ConnectionLost", "idle", "riding"])
  }

  @Test func withoutADaemonThereIsNoView() {
    let daemon = ScriptedDaemon(.init(error: ControlError(.noDaemon)))
    #expect(throws: ControlError(.noDaemon)) { try loop(daemon, ride: nil).run() }
    #expect(display.notes.isEmpty)
  }

  @Test func aRefusalIsNotTriedAgain() {
    let daemon = ScriptedDaemon(
      .init(Samples.riding, error: ControlError(.connectionLost)),
      .init(error: ControlError(.protocolViolated)))
    #expect(throws: ControlError(.protocolViolated)) { try loop(daemon, ride: nil).run() }
  }

  @Test func withoutARideToFollowItGoesOn() {
    let daemon = ScriptedDaemon(
      .init(Samples.riding, Status(phase: .idle), Samples.riding),
      .init(error: ControlError(.methodNotFound)))
    #expect(throws: ControlError(.methodNotFound)) { try loop(daemon, ride: nil).run() }
    #expect(display.notes == ["riding", "idle", "riding"])
  }

  private func loop(_ daemon: ScriptedDaemon, ride: Int?) -> WatchLoop<ScriptedDaemon, NotedDisplay> {
    WatchLoop(daemon: daemon, display: display, ride: ride, wait: {})
  }
}
