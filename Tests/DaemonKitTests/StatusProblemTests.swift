import BluetoothLE
import ControlWire
import Foundation
import GRDB
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import RideSession
@testable import TrainerAPI

/// Problems outside the ride itself.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct StatusProblemTests {
  private func device(_ name: String?, _ percent: Int?) -> RideSnapshot.Device {
    RideSnapshot.Device(
      device: RideDevice(address: DeviceAddress(0xC0FF_EE00_0002), name: name), link: .connected,
      batteryPercent: percent)
  }

  @Test func `the emptiest battery below 15 percent is reported`() {
    #expect(Problem(ofBatteries: []) == nil)
    #expect(Problem(ofBatteries: [device("KICKR", nil), device("TICKR", 15)]) == nil)
    #expect(
      Problem(ofBatteries: [device("KICKR", 14), device("TICKR", 9)])
        == Problem(.batteryLow, subject: "TICKR", detail: .charge(percent: 9)))
    #expect(Problem(ofBatteries: [device(nil, 3)])?.message.contains("C0:FF:EE:00:00:02") == true)
  }

  @Test func `an unsynchronised clock is reported during a ride until it is set`() async throws {
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

  /// Removing it earlier would remove rides that exist nowhere else.
  @Test func `a damaged library is offered for removal only after its rides are recovered`() async throws {
    let state = try TemporaryDirectory()
    try await withDaemon(state: state) { bench in try await bench.keep(LibraryRide.rows(work: 100)) }
    let path = state.path(of: "jz2.sqlite")
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "DROP TABLE grdb_migrations") }
    try await withDaemon(state: state) { bench in
      let early = try #require(try await bench.status.problems.first)
      #expect(early.code == "libraryReplaced")
      #expect(early.message.contains("are being copied into a new one"))
      #expect(!early.remedy.contains("rm ") && early.remedy.contains("\(path).broken-1"))
      _ = try await bench.parts.store.takeOver()
      let late = try #require(try await bench.status.problems.first)
      #expect(late.message.contains("1 ride was recovered"))
      #expect(late.remedy.contains("`sudo rm \(path).broken-1*`"))
      let checks = try await bench.call(Doctor()).checks
      let check = checks.first { $0.name == "state directory" }
      #expect((check?.outcome, check?.message, check?.remedy) == (.warning, late.message, late.remedy))
      try FileManager.default.removeItem(atPath: path + ".broken-1")
      await bench.parts.store.lookForDamagedFiles()
      #expect(try await bench.status.problems == [])
    }
  }

  @Test func `a damaged library that is not a database is reported with 0 recovered rides`() async throws {
    let state = try TemporaryDirectory()
    try Data("no database".utf8).write(to: URL(filePath: state.path(of: "jz2.sqlite.broken-1")))
    try await withDaemon(state: state) { bench in
      _ = try await bench.parts.store.takeOver()
      #expect(try await bench.status.problems.map(\.message).first?.contains("0 rides were recovered") == true)
    }
  }

  @Test func `the reply to a stop names the ride's file`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 10)
      let stopping = Task { try await bench.call(Stop()) }
      await bench.wait { $0.phase == .finishing || $0.phase == .idle }
      try await bench.finish()
      guard let ride = try await stopping.value.ride else { throw NeverCame() }
      let name = try #require(ride.fileName)
      let isThere = try bench.files.keys.contains { $0.hasSuffix(name) }
      #expect(isThere)
    }
  }
}
