import BluetoothLE
import Captures
import Foundation
import TestKit
import Testing

@Suite struct LinkRecordingTests {
  private static let names = [SampleCapture.trainer: "KICKR", SampleCapture.strap: "HRM"]
  private static let captures = URL(filePath: #filePath).appending(path: "../../../captures").standardizedFileURL

  /// Returns a ride on the monitor channel with two connections.
  private static func ride(seconds: Int = 60) throws -> [BTSnoopRecords.Record] {
    Array(try #require(BTSnoopRecords(SampleCapture.ride(seconds: seconds).btsnoop(.monitor))))
  }

  private func parts(
    _ records: [BTSnoopRecords.Record], from beginning: Int = 0, limits: LinkRecording.Limits = .init(),
    of names: [DeviceAddress: String] = names
  ) -> [[UInt8]] {
    var links = RecordedLinks(of: names, limits: limits)
    for (index, record) in records.enumerated() {
      if index == beginning { links.begin(atUnixMicroseconds: record.unixMicroseconds) }
      links.take(record)
      if index == beginning + 5 {
        links.learn(
          SampleCapture.trainerTable, of: SampleCapture.trainer, atUnixMicroseconds: record.unixMicroseconds)
        links.learn(SampleCapture.strapTable, of: SampleCapture.strap, atUnixMicroseconds: record.unixMicroseconds)
      }
      links.write()
    }
    return links.parts
  }

  /// Returns the connections and values of a device, without its advertising and discovery.
  private func happenings(_ capture: Capture, of device: DeviceAddress) -> [CaptureEvent.Kind] {
    capture.events.filter { $0.device == device && !$0.isDiscovered }.map(\.kind).filter { kind in
      if case .advertised = kind { false } else { true }
    }
  }

  /// BlueZ caches services, so the traffic of a known device contains no discovery.
  @Test(arguments: ["ride-with-drops", "clean-ride", "trainer-refuses"])
  func `a recorded ride has the names of its devices although the host skips discovery`(_ name: String) throws {
    let file = [UInt8](try Data(contentsOf: Self.captures.appending(path: "\(name).btsnoop")))
    let whole = Capture(decoding: file)
    let devices = whole.devices.filter(\.wasConnected)
    #expect(!devices.isEmpty)
    let records = try #require(BTSnoopRecords(file)).filter { !$0.isDiscovery }
    var links = RecordedLinks(of: Dictionary(uniqueKeysWithValues: devices.map { ($0.address, $0.name ?? "") }))
    links.begin(atUnixMicroseconds: try #require(records.first).unixMicroseconds)
    for device in devices { links.learn(device.attributes, of: device.address, atUnixMicroseconds: 0) }
    records.forEach { links.take($0) }
    links.write()
    let recorded = Capture(decoding: LinkRecording.joined(links.parts))
    #expect(recorded.failure == nil && recorded.oddities.isEmpty)
    #expect(Set(recorded.devices.map(\.address)) == Set(devices.map(\.address)))
    for device in devices {
      let known = try #require(recorded.device(device.address))
      #expect(known.name == device.name)
      #expect(known.characteristics == device.characteristics)
      let isSame = happenings(recorded, of: device.address) == happenings(whole, of: device.address)
      #expect(isSame, "\(device.address)")
    }
  }

  @Test func `a recording of one device contains no traffic of the other`() throws {
    let parts = parts(try Self.ride(), of: [SampleCapture.strap: "HRM"])
    let capture = Capture(decoding: LinkRecording.joined(parts))
    #expect(capture.devices.map(\.address) == [SampleCapture.strap])
    let air = SampleCapture.trainer.description.split(separator: ":").compactMap { UInt8($0, radix: 16) }.reversed()
    #expect(parts.joined().firstRange(of: Array(air)) == nil)
  }

  @Test func `a recording begun on an open link is complete from its beginning`() throws {
    let records = try Self.ride()
    let middle = records.count / 2
    let capture = Capture(decoding: LinkRecording.joined(parts(records, from: middle)))
    for device in [SampleCapture.trainer, SampleCapture.strap] {
      let known = try #require(capture.device(device))
      #expect(known.wasConnected && known.unresolvedHandles.isEmpty)
      #expect(known.name == Self.names[device])
    }
    #expect(capture.events.prefix(4).contains { $0.kind == .connected && $0.time == .zero })
  }

  @Test func `each part of a recording can be read alone, and the joined parts equal the whole`() throws {
    let records = try Self.ride(seconds: 300)
    var limits = LinkRecording.Limits()
    limits.part = 8192
    let (whole, parts) = (self.parts(records), self.parts(records, limits: limits))
    #expect(whole.count == 1)
    #expect(parts.count > 5)
    for part in parts {
      #expect(part.count < limits.part + 2048)
      let capture = Capture(decoding: part)
      #expect(capture.failure == nil)
      let trainer = try #require(capture.device(SampleCapture.trainer))
      #expect(trainer.characteristics.contains(.indoorBikeData) && trainer.unresolvedHandles.isEmpty)
    }
    let (joined, single) = (Capture(decoding: LinkRecording.joined(parts)), Capture(decoding: whole[0]))
    let isSame = joined.events.filter { !$0.isDiscovered } == single.events.filter { !$0.isDiscovered }
    #expect(isSame)
    #expect(joined.devices == single.devices)
  }

  /// Including the beginning and end of a connection.
  @Test func `a part of a recording may begin at any record`() throws {
    let file = [UInt8](try Data(contentsOf: Self.captures.appending(path: "ride-with-drops.btsnoop")))
    let devices = Capture(decoding: file).devices.map(\.address)
    let names = Dictionary(uniqueKeysWithValues: devices.map { ($0, "") })
    let records = Array(try #require(BTSnoopRecords(file)))
    var limits = LinkRecording.Limits()
    limits.part = 1
    let (whole, parts) = (self.parts(records, of: names), self.parts(records, limits: limits, of: names))
    #expect(parts.count > 900)
    let (joined, single) = (Capture(decoding: LinkRecording.joined(parts)), Capture(decoding: whole[0]))
    for device in devices {
      #expect(single.events.count { $0.device == device && $0.kind == .connected } == 2)
      let isSame = happenings(joined, of: device) == happenings(single, of: device)
      #expect(isSame, "\(device)")
    }
  }

  /// Old parts were dropped, and the process was killed while it wrote the last part.
  @Test func `the parts left after a power cut are joined`() throws {
    var limits = LinkRecording.Limits()
    limits.part = 8192
    let parts = parts(try Self.ride(seconds: 300), limits: limits).suffix(2).map { Array($0.dropLast(5)) }
    let capture = Capture(decoding: LinkRecording.joined(parts + [[1, 2, 3], []]))
    #expect(capture.failure == nil)
    #expect(capture.events.count { $0.kind == .connected } == 2)
    #expect(capture.events.count { if case .disconnected = $0.kind { true } else { false } } <= 2)
    #expect(capture.events.count { if case .notified = $0.kind { true } else { false } } > 100)
  }

  @Test func `bytes that are not written in time are dropped, and the rest can be read`() throws {
    var limits = LinkRecording.Limits()
    limits.waiting = 4096
    var links = RecordedLinks(of: Self.names, limits: limits)
    let records = try Self.ride()
    links.begin(atUnixMicroseconds: 0)
    records.forEach { links.take($0) }
    links.write()
    #expect(links.parts.count == 1)
    #expect(links.parts[0].count < 2 * limits.waiting)
    #expect(Capture(decoding: links.parts[0]).failure == nil)
  }

  /// The file is joined from parts and begins on open links, so it contains notes and synthetic events.
  @Test(.enabled(if: exists(tshark))) func `Wireshark reads every record of a recording`() async throws {
    let file = try Self.file()
    let fields = ["-T", "fields", "-e", "frame.number"]
    let all = try await Program(Self.tshark, ["-r", file.path] + fields, environment: ["HOME": "/tmp"]).outcome()
    #expect(all.status == 0, "\(all.error)")
    #expect(all.output.split(separator: "\n").count == file.count)
    let malformed = try await Program(
      Self.tshark, ["-r", file.path, "-Y", "_ws.malformed"] + fields, environment: ["HOME": "/tmp"]
    ).outcome()
    #expect(malformed.output.isEmpty)
    let values = try await Program(
      Self.tshark, ["-r", file.path, "-Y", "btatt.opcode == 0x1b && btatt.uuid16 == 0x2ad2"] + fields,
      environment: ["HOME": "/tmp"]
    ).outcome()
    #expect(values.output.split(separator: "\n").count > 100, "the values have names")
  }

  @Test(.enabled(if: exists(btmon))) func `btmon reads a recording to its end`() async throws {
    let file = try Self.file()
    let read = try await Program(Self.btmon, ["-r", file.path]).outcome()
    #expect(read.status == 0, "\(read.error)")
    #expect(read.output.contains("Note: jz2d: recorded from here on"))
    #expect(read.output.contains("LE Connection Complete (0x01)"))
    #expect(read.output.components(separatedBy: "ATT: Handle Value Notification (0x1b)").count > 100)
  }
}

extension LinkRecordingTests {
  private static let tshark = "/usr/bin/tshark"
  private static let btmon = "/usr/bin/btmon"

  private static func exists(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

  private struct WrittenFile {
    let directory: TemporaryDirectory
    let path: String
    /// The number of records.
    let count: Int
  }

  private static func file() throws -> WrittenFile {
    var limits = LinkRecording.Limits()
    limits.part = 8192
    let records = try ride(seconds: 300)
    let parts = LinkRecordingTests().parts(records, from: records.count / 4, limits: limits)
    let bytes = LinkRecording.joined(parts)
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "box.btsnoop")
    try Data(bytes).write(to: URL(filePath: path))
    return WrittenFile(directory: directory, path: path, count: Array(try #require(BTSnoopRecords(bytes))).count)
  }
}

extension CaptureEvent {
  /// Whether a declaration or the Database Hash (2B2A) is read, which only discovery does.
  fileprivate var isDiscovered: Bool {
    guard case .read(let attribute, _) = kind else { return false }
    return attribute.characteristic.map { $0.characteristic == BluetoothUUID(0x2B2A) } ?? true
  }
}
