import BluetoothLE
import Captures
import ControlWire
import Foundation
import HCI
import Logging
import Loop
import RadioSim
import RideSession
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import RideRuntime

/// A ride on the simulated radio, with the packets that a monitor channel would have delivered at the same time.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct BlackBoxTests {
  private static let denied = HCIError(.notPermitted, detail: "bind: Operation not permitted")
  private static let trainer = SimulatedWorld.trainerAddress
  private static let notification = ATTPDU.notification(0x14, [0x44, 0x00, 0x10, 0x0B, 0xB4, 0x00, 0x96, 0x00])

  private static let places = [
    CharacteristicPlace(
      .indoorBikeData, service: 0x10, declaration: 0x13, value: 0x14, configuration: 0x15, properties: 0x10)
  ]

  private static func packet(_ packet: HCIPacket) -> MonitorPacket {
    let opcode: UInt16 = packet.kind == .event ? 3 : packet.direction == .sent ? 4 : 5
    return MonitorPacket(opcode: opcode, index: 0, payload: packet.payload)
  }

  private func take(_ packets: HCIPacket..., on bench: DaemonBench) async {
    for packet in packets { await bench.parts.blackBox?.take(Self.packet(packet)) }
  }

  private func export(_ bench: DaemonBench) async throws -> (name: String, capture: Capture) {
    var (name, bytes) = ("", Data())
    for try await piece in bench.stream(Export(ride: "last", format: "btsnoop")) {
      name = piece.fileName
      bytes += try #require(Data(base64Encoded: piece.data))
    }
    return (name, Capture(decoding: [UInt8](bytes)))
  }

  private func check(_ bench: DaemonBench) async throws -> Check? {
    let checks = try await bench.call(Doctor()).checks
    return checks.first { $0.name == "black box" }
  }

  private func withBlackBox(_ body: (DaemonBench) async throws -> Void) async throws {
    try await withDaemon(SimulatedWorld(), monitorObstacle: Self.denied, body)
  }

  /// Traffic before the ride has a number is kept; traffic after its end is not.
  @Test func `the black box records a ride's traffic from its start to its end`() async throws {
    try await withBlackBox { bench in
      try await bench.useDevices(strap: false)
      await take(.att(Self.notification, handle: 0x40, .received), on: bench)
      let starting = await bench.begin(Start(watts: 150, minutes: 0.1)) { $0.phase == .connecting }
      await take(
        .connectionComplete(handle: 0x40, peer: Self.trainer),
        .connectionComplete(handle: 0x41, peer: DeviceAddress(7)),
        .att(Self.notification, handle: 0x40, .received), .att(Self.notification, handle: 0x41, .received), on: bench)
      await bench.parts.blackBox?.linked(to: Self.trainer, Self.places)
      try await bench.advance { $0.figures?.id != nil }
      _ = try await starting.value
      await take(.disconnectionComplete(handle: 0x40, reason: 8), on: bench)
      try await bench.finish()
      await take(.connectionComplete(handle: 0x40, peer: Self.trainer), on: bench)
      let (name, capture) = try await export(bench)
      #expect(capture.failure == nil)
      #expect(capture.devices.map(\.address) == [Self.trainer])
      #expect(capture.device(Self.trainer)?.name == "KICKR SIM")
      #expect(capture.device(Self.trainer)?.characteristics == [.indoorBikeData])
      let kinds = capture.events.map(\.kind).filter { if case .advertised = $0 { false } else { true } }
      #expect(kinds.count == 3)
      #expect(kinds.first == .connected && kinds.last == .disconnected(reason: 8))
      let file = try #require(try bench.files.keys.first)
      #expect(name == file.replacing(".tcx", with: ".btsnoop"))
    }
  }

  /// The recording is written when a link is lost during the ride.
  @Test func `the black box writes a lost link at once and exports a running ride`() async throws {
    try await withBlackBox { bench in
      try await bench.useDevices(strap: false)
      try await bench.start(minutes: 1)
      await take(
        .connectionComplete(handle: 0x40, peer: Self.trainer), .disconnectionComplete(handle: 0x40, reason: 8),
        on: bench)
      await bench.parts.blackBox?.writing?.value
      let parts = try await bench.parts.store.linkParts(of: 1)
      #expect(Capture(decoding: LinkRecording.joined(parts)).events.last?.kind == .disconnected(reason: 8))
      await take(.connectionComplete(handle: 0x42, peer: Self.trainer), on: bench)
      #expect(try await export(bench).capture.events.last?.kind == .connected)
      try await bench.finish()
    }
  }

  @Test func `the black box waits half a minute before it writes to disk`() async throws {
    try await withBlackBox { bench in
      try await bench.useDevices(strap: false)
      try await bench.start(minutes: 2)
      await take(.connectionComplete(handle: 0x40, peer: Self.trainer), on: bench)
      await bench.parts.blackBox?.catchUp()
      let before = try await bench.parts.store.linkParts(of: 1)
      await take(.att(Self.notification, handle: 0x40, .received), on: bench)
      try await bench.advance(by: BlackBox.patience - .seconds(1))
      #expect(try await bench.parts.store.linkParts(of: 1) == before)
      try await bench.advance(by: .seconds(2))
      await bench.parts.blackBox?.writing?.value
      #expect(try await bench.parts.store.linkParts(of: 1) != before)
      try await bench.finish()
    }
  }

  /// The folder cannot be created; the ride is complete, and the next ride is recorded.
  @Test func `a black box that cannot be written does not harm the ride`() async throws {
    try await withBlackBox { bench in
      try await bench.useDevices(strap: false)
      let folder = bench.statePath + "/links"
      try Data().write(to: URL(filePath: folder))
      try await bench.start(minutes: 0.1)
      await take(.connectionComplete(handle: 0x40, peer: Self.trainer), on: bench)
      try await bench.finish()
      #expect(try await bench.rides.first?.timerSeconds == 6)
      await bench.parts.blackBox?.catchUp()
      #expect(await bench.parts.blackBox?.failure?.cause == .notADirectory)
      await bench.expectRefusal(.noRecording, of: Export(ride: "last", format: "btsnoop"), "1")
      try FileManager.default.removeItem(atPath: folder)
      try await bench.start(minutes: 0.1)
      await take(.connectionComplete(handle: 0x40, peer: Self.trainer), on: bench)
      try await bench.finish()
      #expect(try await export(bench).capture.devices.map(\.address) == [Self.trainer])
      #expect(await bench.parts.blackBox?.failure == nil)
    }
  }

  /// `bluetoothd` keeps the links of a daemon that was killed; the next daemon resumes its ride.
  @Test func `the black box records a resumed ride on the links that stayed connected`() async throws {
    let (state, loop) = (try TemporaryDirectory(), EventLoop(name: "test-ride", pace: .real))
    let storeLoop = EventLoop(name: "test-store", pace: .real)
    let store = try RideDatabase(directory: state.path, executor: storeLoop.serialExecutor)
    let order = RideOrder(
      askedWatts: 150, plannedSeconds: 60, trainer: RideDevice(address: Self.trainer), heartRate: nil)
    for value in UInt8(1)...2 {
      let box = BlackBox(
        .closed(on: loop, Self.denied), store: store, loop: loop, wallClock: SystemWallClock(),
        connections: { [.init(adapter: 0, handle: 0x45, device: Self.trainer)] },
        log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      await box.attend(RideInHand(id: 7, order: order))
      await box.catchUp()
      await box.linked(to: Self.trainer, Self.places)
      await box.take(Self.packet(.att(ATTPDU.notification(0x14, [value]), handle: 0x45, .received)))
      await box.catchUp()
    }
    let parts = try await store.linkParts(of: 7)
    #expect(parts.count == 2)
    let kinds = Capture(decoding: LinkRecording.joined(parts)).events.map(\.kind)
    let values = (UInt8(1)...2).map { CaptureEvent.Kind.notified(.characteristic(.indoorBikeData), value: [$0]) }
    #expect(kinds.filter { values.contains($0) } == values)
    #expect(kinds.count { $0 == .connected } == 1, "the link never was lost")
    await loop.stop()
    await storeLoop.stop()
  }

  @Test func `the doctor reports a black box without permission`() async throws {
    try await withBlackBox { bench in
      let check = try await check(bench)
      #expect(check?.outcome == .warning)
      #expect(check?.message.contains("Operation not permitted") == true)
      #expect(check?.remedy?.contains("CAP_NET_RAW") == true)
    }
  }

  @Test func `a radio without a controller has no black box`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices(strap: false)
      try await bench.start(minutes: 0.1)
      try await bench.finish()
      #expect(try await check(bench) == nil)
      let call = Export(ride: "last", format: "btsnoop")
      let error = await #expect(throws: ControlError.self) { try await bench.call(call) }
      #expect(error == .noRecording(.noController, ofRide: 1))
    }
  }

  @Test func `the links call lists a ride's incidents and notification intervals`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 0.1)
      try await bench.finish()
      let event = RideEvent(at: .seconds(2), kind: .strapLost(.supervisionTimeout))
      try await bench.parts.store.append(to: 1, samples: [], events: [event])
      let links = try await bench.call(Links(ride: "last"))
      #expect(links.ride.id == 1)
      #expect(
        links.incidents == [.init(kind: .drop, device: .heartRate, atSeconds: 2, reason: "supervisionTimeout")])
      #expect(links.intervals.map(\.device) == [.trainer, .heartRate])
      let trainer = try #require(links.intervals.first)
      #expect(trainer.count > 15 && trainer.shortestSeconds > 0.2 && trainer.longestSeconds < 0.3)
      await bench.expectRefusal(.unknownRide, of: Links(ride: "9"), "9")
    }
  }
}
