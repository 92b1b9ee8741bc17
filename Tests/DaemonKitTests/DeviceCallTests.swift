import BluetoothLE
import ControlSocket
import ControlWire
import Loop
import RadioSim
import RideSession
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import TrainerAPI

/// Scans for an hour, and returns the result.
func callScan(_ path: String) throws -> DeviceList {
  var client = try ControlClient(connectingTo: [path])
  return try client.call(Scan(seconds: 3600))
}

extension DaemonBench {
  /// Returns once this many scans are running.
  func waitForScans(_ count: Int) async {
    await loop.untilItHolds { [devices = parts.api.devices] in devices.assumeIsolated { $0.scans.count >= count } }
  }
}

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct DeviceCallTests {
  private static let trainer = Device(
    address: "C0:FF:EE:00:00:01", name: "KICKR SIM", kinds: [.trainer], rssi: -52, known: false)
  private static let strap = Device(
    address: "C0:FF:EE:00:00:02", name: "HRM SIM", kinds: [.heartRate], rssi: -61, known: false)

  private func known(_ device: Device) -> Device {
    var device = device
    device.known = true
    return device
  }

  @Test func `a scan lists all devices at its end`() async throws {
    try await withDaemon { bench async throws in
      bench.loop.release()
      #expect(try await bench.call(Scan(seconds: 5)) == DeviceList(devices: [Self.trainer, Self.strap]))
      bench.loop.hold()
      #expect(bench.loop.now.sinceOrigin == .seconds(5))
    }
  }

  @Test func `a streamed scan lists each device at once`() async throws {
    try await withDaemon { bench async throws in
      var replies = bench.stream(Scan(seconds: 3600)).makeAsyncIterator()
      #expect(try await replies.next() == DeviceList(devices: [Self.trainer]))
      #expect(try await replies.next() == DeviceList(devices: [Self.strap]))
      bench.loop.release()
      #expect(try await replies.next() == DeviceList(devices: []))
      #expect(try await replies.next() == nil)
      bench.loop.hold()
    }
  }

  @Test func `a scan during a ride is refused`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 1)
      await bench.expectRefusal(.scanDuringRide, of: Scan(seconds: 5))
      await bench.expectRefusal(.scanDuringRide, of: Use(address: "C0:FF:EE:00:00:09"))
    }
  }

  @Test func `a trainer chosen for its heart rate stays the trainer, and the ride uses no strap`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      let chosen = try await bench.call(Use(address: Self.trainer.address, as: .heartRate))
      #expect(chosen.device.kinds == [.trainer, .heartRate])
      #expect(try await bench.call(Devices()).devices.filter(\.known).map(\.address) == [Self.trainer.address])
      let started = try await bench.start(minutes: 1)
      #expect(started.devices.map(\.kind) == [.trainer])
      #expect(try await bench.status.heartRate == nil)
    }
  }

  @Test func `a trainer that an older version stored as a strap is used as the trainer`() async throws {
    try await withDaemon { bench in
      let now = UnixTime(milliseconds: 0)
      try await bench.parts.store.choose(SimulatedWorld.trainerAddress, name: nil, as: .heartRate, at: now)
      let starting = Task { try await bench.call(Start(watts: 150, minutes: 1)) }
      try await bench.advance { $0.phase == .ready && $0.figures?.id != nil }
      #expect(try await starting.value.devices.map(\.kind) == [.trainer])
      #expect(try await bench.status.problems.isEmpty)
    }
  }

  @Test func `a start ends a scan`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      let path = bench.socketPath
      async let scanning = blocking { try callScan(path) }
      await bench.waitForScans(1)
      try await bench.start(minutes: 0.1)
      #expect(try await scanning == DeviceList(devices: [known(Self.trainer), known(Self.strap)]))
      #expect(bench.loop.now.sinceOrigin < .seconds(5))
      try await bench.finish()
      #expect(try await bench.rides.first?.timerSeconds == 6)
    }
  }

  @Test func `a device can be found, chosen and forgotten`() async throws {
    try await withDaemon { bench async throws in
      #expect(try await bench.call(Devices()) == DeviceList(devices: []))
      #expect(try await bench.call(Use(address: "c0:ff:ee:00:00:01")) == ChosenDevice(device: known(Self.trainer)))
      #expect(try await bench.call(Devices()) == DeviceList(devices: [known(Self.trainer)]))
      #expect(try await bench.status.trainer?.state == .away)
      #expect(try await bench.call(Forget(address: Self.trainer.address)) == EmptyReply())
      await bench.expectRefusal(.unknownDevice, of: Forget(address: Self.trainer.address), Self.trainer.address)
    }
  }

  @Test func `a device that does not advertise cannot be chosen`() async throws {
    try await withDaemon { bench async throws in
      bench.loop.release()
      await bench.expectRefusal(.deviceNotFound, of: Use(address: "C0:FF:EE:00:00:09"), "C0:FF:EE:00:00:09")
      bench.loop.hold()
      #expect(try await bench.call(Devices()) == DeviceList(devices: []))
    }
  }

  @Test func `a scan with a failing radio is refused, and the status reports the problem`() async throws {
    var world = SimulatedWorld()
    world.faults = [.radio(.init(.adapterMissing, operation: "scan"))]
    try await withDaemon(world) { bench async throws in
      await bench.expectRefusal(.radioUnavailable, of: Scan(seconds: 5), "scan")
      #expect(try await bench.status.problems.map(\.code) == ["adapterMissing"])
    }
  }
}
