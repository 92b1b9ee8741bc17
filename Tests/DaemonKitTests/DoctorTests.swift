import BluetoothLE
import ControlWire
import Foundation
import RadioSim
import RideSession
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct DoctorTests {
  private func checks(_ bench: DaemonBench) async throws -> [String: Check] {
    let checks = try await bench.call(Doctor()).checks
    return Dictionary(uniqueKeysWithValues: checks.map { ($0.name, $0) })
  }

  @Test func `the doctor finds no fault in a healthy daemon`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      let checks = try await checks(bench)
      #expect(Set(checks.keys) == ["radio", "state directory", "clock", "devices"])
      for name in ["radio", "state directory", "devices"] { #expect(checks[name]?.outcome == .ok) }
      #expect(checks["state directory"]?.message.contains(bench.statePath) == true)
      #expect(checks["devices"]?.message.contains("KICKR SIM, HRM SIM") == true)
    }
  }

  @Test func `the doctor names a library that was replaced`() async throws {
    let state = try TemporaryDirectory()
    let former = state.path(of: "jz2.sqlite.replaced-3")
    try Data().write(to: URL(filePath: former))
    try await withDaemon(state: state) { bench in
      let check = try await checks(bench)["state directory"]
      #expect(check?.outcome == .ok)
      #expect(check?.message.hasSuffix("; this library replaced `\(former)`.") == true)
      #expect(check?.remedy?.contains("`jz2ctl restore \(former)`") == true)
    }
  }

  @Test func `the doctor reports a ride that lost its trainer`() async throws {
    var world = SimulatedWorld()
    world.faults = [.away(SimulatedWorld.trainerAddress, .seconds(30)..<(.seconds(90)))]
    try await withDaemon(world) { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 2)
      try await bench.advance { $0.phase == .reconnecting }
      let checks = try await checks(bench)
      #expect(checks["ride: trainerLost"]?.outcome == .warning)
      #expect(checks["ride: trainerLost"]?.remedy?.isEmpty == false)
    }
  }

  @Test func `the doctor gives a remedy for an adapter that is off`() async throws {
    var world = SimulatedWorld()
    world.faults = [.radio(LinkError(.adapterOff, operation: "scan"))]
    try await withDaemon(world) { bench in
      let checks = try await checks(bench)
      #expect(checks["radio"]?.outcome == .failed)
      #expect(checks["radio"]?.remedy?.contains("rfkill") == true)
      #expect(checks["devices"]?.outcome == .ok, "a start looks for them")
      #expect(checks["devices"]?.message.contains("jz2ctl start") == true)
    }
  }
}
