import BluetoothLE
import Captures
import Foundation
import TestKit
import Testing

/// Compares sniffer captures with the host's captures of the same traffic.
@Suite struct AirTests {
  typealias Trainer = SampleCapture.Trainer
  static let handle = SampleCapture.trainerHandle

  /// A sniffer's file made from a capture.
  struct File: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: @Sendable (AirCapture) -> [UInt8]
  }

  static let files: [File] =
    AirCapture.Link.allCases.flatMap { link in
      [
        File(testDescription: "pcap \(link)") { $0.pcap(link) },
        File(testDescription: "pcapng \(link)") { $0.pcapng(link) },
      ]
    } + [
      File(testDescription: "a header that says nothing") { $0.pcap(.withHeader, isReported: false) },
      File(testDescription: "nRF Sniffer, version 1") { $0.pcap(.nordic, nordicVersion: 1) },
      File(testDescription: "nRF Sniffer, version 2") { $0.pcap(.nordic, nordicVersion: 2) },
    ]

  static var sample: SampleCapture {
    var sample = SampleCapture()
    sample.add(.advertisingReport(from: SampleCapture.trainer, name: "KICKR", services: [0x1826], rssi: -60))
    sample.connectTrainer()
    sample.wait(milliseconds: 50)
    sample.control([0x00], answer: [0x80, 0x00, 0x01], afterMilliseconds: 40)
    sample.notify(Trainer.bikeData, [0x44, 0x00, 1, 2, 3, 4, 5, 6])
    sample.wait(milliseconds: 10)
    sample.notify(Trainer.bikeData, [UInt8](repeating: 7, count: 60))
    sample.wait(milliseconds: 10)
    return sample
  }

  private static func air(_ sample: SampleCapture) -> AirCapture { AirCapture(sample.packets) }

  private static func kinds(_ capture: Capture) -> [CaptureEvent.Kind] {
    capture.events.map(\.kind).filter(\.isTraffic)
  }

  private static func kinds(_ air: AirCapture) -> [CaptureEvent.Kind] { kinds(Capture(decoding: air.pcap(.plain))) }

  @Test(arguments: files) func `a sniffer's capture has the same events as the host's`(_ file: File) {
    var sample = Self.sample
    sample.disconnect(Self.handle, reason: 0x13)
    let expected = Capture(decoding: sample.btsnoop())
    let capture = Capture(decoding: file.bytes(Self.air(sample)))
    #expect(capture.failure == nil)
    #expect(capture.oddities == [])
    #expect(Self.kinds(capture) == Self.kinds(expected))
    #expect(capture.startUnixMicroseconds == 1_790_000_000_000_000)
    let device = capture.device(SampleCapture.trainer)
    #expect(device?.name == "KICKR" && device?.advertisedServices == [.fitnessMachine])
    #expect(device?.attributes == SampleCapture.trainerTable && device?.wasConnected == true)
  }

  @Test(arguments: files) func `every prefix of a sniffer's capture keeps the events before the cut`(_ file: File) {
    let bytes = file.bytes(Self.air(Self.sample))
    let whole = Capture(decoding: bytes)
    for length in 0..<bytes.count {
      let capture = Capture(decoding: Array(bytes.prefix(length)))
      #expect(whole.events.map(\.kind).starts(with: capture.events.map(\.kind)))
      if let failure = capture.failure { #expect([.truncated, .formatUnknown].contains(failure.code)) }
    }
  }

  @Test(arguments: ["ride-with-drops", "clean-ride", "trainer-refuses"])
  func `a ride recorded by its host is the same in a sniffer's capture`(_ name: String) throws {
    let file = [UInt8](try Data(contentsOf: Self.captures.appending(path: "\(name).btsnoop")))
    let (expected, records) = (Capture(decoding: file), try #require(BTSnoopRecords(file)))
    let air = AirCapture(records)
    for bytes in [air.pcap(.plain), air.pcap(.withHeader), air.pcapng(.nordic)] {
      let capture = Capture(decoding: bytes)
      #expect(capture.failure == nil)
      for device in expected.devices where device.wasConnected {
        let (mine, theirs) = (capture.happenings(of: device.address), expected.happenings(of: device.address))
        let differing = zip(mine, theirs).enumerated().first { $0.element.0 != $0.element.1 }
        let isSame = mine == theirs
        #expect(isSame, "\(device.address): \(String(describing: differing)), \(mine.count), \(theirs.count)")
        #expect(mine.count > 10)
        #expect(capture.device(device.address)?.attributes == device.attributes)
      }
    }
  }

  @Test func `the signal strength is read if the sniffer measured it`() {
    let air = Self.air(Self.sample)
    let strengths = AirCapture.Link.allCases.map { Capture(decoding: air.pcap($0)).devices.first?.rssi }
    #expect(strengths == [nil, -60, -60])
  }

  @Test func `a retransmitted packet counts once`() throws {
    let air = Self.air(Self.sample)
    var noisy = air
    noisy.packets = air.packets.flatMap { packet in
      var (once, again) = (packet, packet)
      once.time *= 10
      again.time = once.time + 1_000
      return packet.isFromCentral == nil ? [once] : [once, again]
    }
    #expect(Self.kinds(noisy) == Self.kinds(air))
    #expect(Capture(decoding: noisy.pcap(.nordic)).events.count == Capture(decoding: air.pcap(.nordic)).events.count)
  }

  @Test func `two values with one sequence number count if a packet between them was missed`() throws {
    var air = Self.air(Self.sample)
    let index = air.packets.count
    for value: UInt8 in [1, 2] {
      air.take(.att(ATTPDU.notification(Trainer.bikeData, [value]), handle: Self.handle, .received), at: 900_000)
      air.exchange(on: Self.handle)
    }
    // Removes the empty exchange between both values.
    air.packets.removeSubrange(index + 2..<index + 4)
    #expect(Self.kinds(air).suffix(2) == [.bikeData([1]), .bikeData([2])])
  }

  @Test(arguments: AirCapture.Link.allCases)
  func `a sniffed packet with a wrong CRC is dropped`(_ link: AirCapture.Link) throws {
    var air = Self.air(Self.sample)
    let whole = Capture(decoding: air.pcap(link))
    let index = try #require(air.packets.lastIndex { $0.pdu.count > 10 })
    air.packets[index].isSound = false
    let capture = Capture(decoding: air.pcap(link))
    #expect(capture.failure == nil)
    #expect(capture.events.count == whole.events.count - 1)
    for index in air.packets.indices { air.packets[index].isSound = false }
    let noise = Capture(decoding: air.pcap(link))
    #expect(noise.events == [] && noise.failure?.code == .malformed)
  }

  @Test func `the sender of a sniffed packet is inferred from sequence numbers`() {
    var air = Self.air(Self.sample)
    for value: UInt8 in 0..<20 {
      if value.isMultiple(of: 5) { air.exchangeWithNoise(on: Self.handle) }
      for _ in 0..<3 { air.exchange(on: Self.handle) }
      let note = ATTPDU.notification(Trainer.bikeData, [value] + [UInt8](repeating: 9, count: 40))
      air.take(.att(note, handle: Self.handle, .received), at: 1_000_000 + Int64(value) * 100_000)
    }
    let exact = Capture(decoding: air.pcap(.withHeader))
    #expect(Self.kinds(air) == Self.kinds(exact))
    #expect(Self.kinds(air).count { $0.isBikeData } == 22)
  }

  @Test func `the sender is inferred although every seventh packet was missed`() {
    var air = Self.air(Self.sample)
    for value: UInt8 in 0..<100 {
      for _ in 0..<3 { air.exchange(on: Self.handle) }
      let note = ATTPDU.notification(Trainer.bikeData, [value])
      air.take(.att(note, handle: Self.handle, .received), at: 1_000_000 + Int64(value) * 100_000)
    }
    let begun = Self.air(Self.sample).packets.count
    air.packets = air.packets.enumerated().filter { $0.offset < begun || $0.offset % 7 != 0 }.map(\.element)
    let exact = Capture(decoding: air.pcap(.withHeader))
    #expect(Self.kinds(air) == Self.kinds(exact))
    #expect(Self.kinds(air).count { $0.isBikeData } > 80)
  }

  @Test(arguments: AirCapture.Link.allCases)
  func `an encrypted sniffed link ends and is reported`(_ link: AirCapture.Link) throws {
    var air = Self.air(Self.sample)
    let before = Capture(decoding: air.pcap(link))
    air.control([0x03] + [UInt8](repeating: 1, count: 22), on: Self.handle, isFromCentral: true)
    air.control([0x04] + [UInt8](repeating: 2, count: 12), on: Self.handle, isFromCentral: false)
    air.control([0x05], on: Self.handle, isFromCentral: false)
    air.control([0x6A, 1, 2, 3, 4], on: Self.handle, isFromCentral: true)
    air.take(.att(ATTPDU.notification(Trainer.bikeData, [1]), handle: Self.handle, .received), at: 900_000)
    let capture = Capture(decoding: air.pcap(link))
    #expect(capture.failure?.code == .encrypted)
    #expect(capture.failure?.detail.contains("encrypted") == true)
    #expect(capture.events.map(\.kind) == before.events.map(\.kind) + [.disconnected(reason: nil)])
  }

  @Test func `a link decrypted by the sniffer is still read`() throws {
    var air = Self.air(Self.sample)
    air.control([0x05], on: Self.handle, isFromCentral: false)
    let index = air.packets.count
    air.take(.att(ATTPDU.notification(Trainer.bikeData, [1]), handle: Self.handle, .received), at: 900_000)
    for index in index..<air.packets.count { air.packets[index].isDecrypted = true }
    for link in [AirCapture.Link.withHeader, .nordic] {
      let capture = Capture(decoding: air.pcap(link))
      #expect(capture.failure == nil)
      #expect(capture.events.last?.kind == .bikeData([1]))
    }
  }

  @Test func `a sniffed link whose encryption was refused is still read`() throws {
    var air = Self.air(Self.sample)
    air.control([0x03] + [UInt8](repeating: 1, count: 22), on: Self.handle, isFromCentral: true)
    air.control([0x04] + [UInt8](repeating: 2, count: 12), on: Self.handle, isFromCentral: false)
    air.control([0x11, 0x03, 0x06], on: Self.handle, isFromCentral: false)
    air.take(.att(ATTPDU.notification(Trainer.bikeData, [1]), handle: Self.handle, .received), at: 900_000)
    let capture = Capture(decoding: air.pcap(.nordic))
    #expect(capture.failure == nil)
    #expect(capture.events.last?.kind == .bikeData([1]))
  }

  /// The central's host gets 0x16 if it ended the link, and 0x13 if the peripheral did.
  @Test(arguments: [0x16, 0x13] as [UInt8]) func `a sniffed disconnection has the reason that the host gets`(
    _ reason: UInt8
  ) {
    var sample = Self.sample
    sample.disconnect(Self.handle, reason: reason)
    #expect(Self.kinds(Self.air(sample)).last == .disconnected(reason: reason))
  }

  @Test(arguments: AirCapture.Link.allCases)
  func `a silent sniffed link is lost by supervision timeout`(_ link: AirCapture.Link) throws {
    var air = Self.air(Self.sample)
    let last = try #require(air.packets.last).time
    var late = SampleCapture()
    late.add(.advertisingReport(from: SampleCapture.strap, name: "TICKR", services: [], rssi: -61))
    air.take(try #require(late.packets.first).packet, at: last + 10_000_000)
    let events = Capture(decoding: air.pcap(link)).events
    #expect(events.suffix(2).map(\.device) == [SampleCapture.trainer, SampleCapture.strap])
    let end = try #require(events.dropLast().last)
    #expect(end.kind == .disconnected(reason: 0x08))
    #expect(end.time == .microseconds(last) + .milliseconds(420))
  }

  @Test func `the supervision timeout follows the last connection update`() throws {
    var air = Self.air(Self.sample)
    air.control([0x00, 2, 0, 0, 16, 0, 0, 0, 0x90, 0x01, 9, 0], on: Self.handle, isFromCentral: true)
    air.take(.att(ATTPDU.notification(Trainer.bikeData, [1]), handle: Self.handle, .received), at: 3_900_000)
    #expect(Self.kinds(air).last == .bikeData([1]))
  }

  @Test func `a shorter supervision timeout begins with its update, so that times never go back`() throws {
    var air = Self.air(Self.sample)
    air.control([0x00, 2, 0, 0, 16, 0, 0, 0, 0x90, 0x01, 9, 0], on: Self.handle, isFromCentral: true)
    let heard = try #require(air.packets.last).time
    var other = SampleCapture()
    other.add(.advertisingReport(from: SampleCapture.strap, name: "TICKR", services: [], rssi: -61))
    let advertising = try #require(other.packets.first).packet
    air.take(advertising, at: heard + 2_000_000)
    air.control([0x00, 2, 0, 0, 16, 0, 0, 0, 0x32, 0x00, 9, 0], on: Self.handle, isFromCentral: true)
    air.packets.removeLast()
    let update = try #require(air.packets.last)
    #expect(update.isFromCentral == true && update.time > heard + 1_900_000)
    air.take(advertising, at: heard + 9_000_000)
    let events = Capture(decoding: air.pcap(.withHeader)).events
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    let end = try #require(events.last { $0.kind == .disconnected(reason: 0x08) })
    #expect(end.time == .microseconds(update.time) + .milliseconds(500))
  }

  @Test func `a connection request without an answer is not a connection`() throws {
    var air = Self.air(Self.sample)
    let request = try #require(air.packets.firstIndex { $0.pdu[0] & 0x0F == 5 })
    air.packets.removeSubrange((request + 1)...)
    let capture = Capture(decoding: air.pcap(.withHeader))
    #expect(capture.devices.map(\.wasConnected) == [false])
    #expect(Self.kinds(capture) == [])
  }

  @Test func `an earlier connection is followed if the sniffer verifies its packets`() throws {
    var air = Self.air(Self.sample)
    air.packets.removeAll { $0.isFromCentral == nil }
    let capture = Capture(decoding: air.pcap(.nordic))
    #expect(capture.devices.map(\.address.description) == ["00:00:A0:B1:C2:01"])
    #expect(capture.events.last?.kind == .bikeData([UInt8](repeating: 7, count: 60)))
    #expect(Capture(decoding: air.pcap(.plain)).events == [])
  }

  @Test func `a device with extended advertising is named`() throws {
    // Extended header: flags AdvA and ADI, the address, the identifier; then the data.
    let header: [UInt8] = [0x09, 6, 5, 4, 3, 2, 0xC1, 0x01, 0x00]
    let payload = [UInt8(header.count)] + header + [5, 0x09] + Array("BIKE".utf8)
    var air = AirCapture()
    air.packets = [AirCapture.Packet(time: 0, pdu: [0x47, UInt8(payload.count)] + payload)]
    let capture = Capture(decoding: air.pcap(.plain))
    #expect(capture.devices.map(\.name) == ["BIKE"] && capture.oddities == [])
    #expect(capture.devices.first?.address == DeviceAddress(0xC102_0304_0506))
  }

  @Test func `messages between a sniffer and its host are skipped`() {
    var bytes = PacketFile.pcapHeader(order: .little, isNano: false, network: 272)
    for record: [UInt8] in [[7, 0, 0, 3, 1, 0, 0x0E], [7, 4, 0, 3, 2, 0, 0x0D, 1, 2, 3, 4]] {
      bytes += PacketFile.pcapRecord(record, atMicroseconds: 0)
    }
    let capture = Capture(decoding: bytes)
    #expect(capture.failure == nil && capture.oddities == [] && capture.events == [])
  }
}

extension AirTests {
  private static let tshark = "/usr/bin/tshark"
  private static let captures = URL(filePath: #filePath).appending(path: "../../../captures").standardizedFileURL

  private static func exists(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

  /// Checks the test captures against Wireshark, so that the reader is also tested with another implementation of the
  /// link layer.
  @Test(.enabled(if: exists(tshark)), arguments: AirCapture.Link.allCases)
  func `Wireshark reads the same packets in the test captures`(_ link: AirCapture.Link) async throws {
    let file = [UInt8](try Data(contentsOf: Self.captures.appending(path: "ride-with-drops.btsnoop")))
    let air = AirCapture(try #require(BTSnoopRecords(file)))
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "air.pcap")
    try Data(air.pcap(link)).write(to: URL(filePath: path))
    let fields = ["frame.protocols", "btle.advertising_header.pdu_type", "btatt.opcode", "btle.crc.incorrect"]
    let read = try await Program(
      Self.tshark, ["-r", path, "-T", "fields"] + fields.flatMap { ["-e", $0] }, environment: ["HOME": "/tmp"]
    ).outcome()
    #expect(read.status == 0, "\(read.error)")
    let rows = read.output.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(rows.count == air.packets.count && rows.allSatisfy { $0.count == 4 && $0[0].contains("btle") })
    #expect(rows.allSatisfy { $0.last == "" }, "the CRCs fit")
    #expect(rows.count { $0[1] == "0x05" } == 4, "connections are asked for")
    let notified = Capture(decoding: file).events.count { if case .notified = $0.kind { true } else { false } }
    #expect(rows.count { $0[2] == "0x1b" } == notified)
  }
}

extension CaptureEvent.Kind {
  fileprivate static func bikeData(_ value: [UInt8]) -> Self {
    .notified(.characteristic(.indoorBikeData), value: value)
  }

  fileprivate var isBikeData: Bool {
    if case .notified(.characteristic(.indoorBikeData), _) = self { true } else { false }
  }

  /// Whether the event belongs to a connection.
  fileprivate var isTraffic: Bool { if case .advertised = self { false } else { true } }
}

extension Capture {
  fileprivate func happenings(of device: DeviceAddress) -> [CaptureEvent.Kind] {
    events.filter { $0.device == device && $0.kind.isTraffic }.map(\.kind)
  }
}
