import ClientTestKit
import ControlWire
import Rides
import Testing
import TrainerClient

@testable import jz2ctl

@Suite struct WatchLoopTests {
  private let display = NotedDisplay()

  @Test func `the end of a followed ride ends the watch`() throws {
    let daemon = ScriptedDaemon(
      .init(Samples.riding, Status(phase: .idle)), .init(RideList(rides: [Samples.ride])))
    #expect(try loop(daemon, ride: 12).run() == Samples.ride)
    #expect(display.notes == ["riding"])
    #expect(daemon.requests == [Watch(), Rides(limit: 5)])
  }

  @Test func `a restart of the daemon does not end the watch`() throws {
    var suspended = Samples.ride
    suspended.state = .suspended
    let daemon = ScriptedDaemon(
      .init(Samples.riding, error: ControlError(.connectionLost)), .init(error: ControlError(.noDaemon)),
      .init(Status(phase: .idle)), .init(RideList(rides: [suspended])),
      .init(Samples.riding, Status(phase: .idle)), .init(RideList(rides: [Samples.ride])))
    #expect(try loop(daemon, ride: 12).run() == Samples.ride)
    #expect(display.notes == ["riding", "ConnectionLost", "idle", "riding"])
  }

  @Test func `a watch without a daemon fails at once`() {
    let daemon = ScriptedDaemon(.init(error: ControlError(.noDaemon)))
    #expect(throws: ControlError(.noDaemon)) { try loop(daemon, ride: nil).run() }
    #expect(display.notes.isEmpty)
  }

  @Test func `a watch does not retry after a refusal`() {
    let daemon = ScriptedDaemon(
      .init(Samples.riding, error: ControlError(.connectionLost)),
      .init(error: ControlError(.protocolViolated)))
    #expect(throws: ControlError(.protocolViolated)) { try loop(daemon, ride: nil).run() }
  }

  @Test func `a watch without a followed ride continues after a ride ends`() {
    let daemon = ScriptedDaemon(
      .init(Samples.riding, Status(phase: .idle), Samples.riding),
      .init(error: ControlError(.methodNotFound)))
    #expect(throws: ControlError(.methodNotFound)) { try loop(daemon, ride: nil).run() }
    #expect(display.notes == ["riding", "idle", "riding"])
  }

  @Test func `a heartbeat is not shown, and a silent daemon is reported once`() {
    let daemon = ScriptedDaemon(
      .init(Status(phase: .idle), Status(phase: .idle), error: ControlError(.noAnswer)),
      .init(error: ControlError(.noAnswer)), .init(error: ControlError(.methodNotFound)))
    #expect(throws: ControlError(.methodNotFound)) { try loop(daemon, ride: nil).run() }
    #expect(display.notes == ["idle", "NoAnswer"])
  }

  private func loop(_ daemon: ScriptedDaemon, ride: Int?) -> WatchLoop<ScriptedDaemon, NotedDisplay> {
    WatchLoop(daemon: daemon, display: display, ride: ride, wait: {})
  }
}
