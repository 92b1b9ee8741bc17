import BluetoothLE
import ControlWire
import Testing

@testable import DaemonKit
@testable import RideSession

/// What is wrong beside the ride itself.
@Suite(.timeLimit(.minutes(1))) struct StatusProblemTests {
  private func device(_ name: String?, _ percent: Int?) -> RideSnapshot.Device {
    RideSnapshot.Device(
      device: RideDevice(address: DeviceAddress(0xC0FF_EE00_0002), name: name), link: .connected,
      batteryPercent: percent)
  }

  @Test func theEmptiestBatteryIsTold() {
    #expect(Problem(ofBatteries: []) == nil)
    #expect(Problem(ofBatteries: [device("KICKR", nil), device("TICKR", 15)]) == nil)
    #expect(
      Problem(ofBatteries: [device("KICKR", 14), device("TICKR", 9)])
        == Problem(.batteryLow, subject: "TICKR", detail: "9 %"))
    #expect(Problem(ofBatteries: [device(nil, 3)])?.message.contains("C0:FF:EE:00:00:02") == true)
  }

  @Test func aClockThatIsNotSetIsToldForAsLongAsARideIsOn() async throws {
    let machine = TestMachine(isSynchronised: false)
    try await withDaemon(machine: machine) { bench in
      #expect(try await bench.status.problems == [])
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 10)
      #expect(try await bench.status.problems == [Problem(.clockUnsynchronised)])
      bench.clock.step(by: .seconds(60), isSynchronised: true)
      #expect(try await bench.status.problems == [])
    }
  }

  @Test func aRideThatEndedNamesItsFile() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 10)
      let stopping = Task { try await bench.call(.stop) }
      await bench.wait { $0.phase == .finishing || $0.phase == .idle }
      try await bench.finish()
      guard case .stopped(let ride?) = try await stopping.value else { throw NeverCame() }
      let name = try #require(ride.fileName)
      let isThere = try bench.files.keys.contains { $0.hasSuffix(name) }
      #expect(isThere)
    }
  }
}
