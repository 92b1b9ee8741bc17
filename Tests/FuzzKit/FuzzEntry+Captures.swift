import Captures
import TestKit

extension FuzzEntry {
  /// The bytes of a capture file of any format.
  package static let captures = FuzzEntry(
    name: "captures",
    seeds: {
      let sample = SampleCapture.short
      let pcaps = [PacketFile.ByteOrder.big, .little].flatMap { order in
        [
          PacketFile.pcap(sample, order: order, isNano: order == .big, link: .uartWithDirection),
          PacketFile.pcap(sample, order: order, isNano: order == .little, link: .monitor),
          PacketFile.pcapng(sample, order: order, resolution: 9),
        ]
      }
      let lines = #"""
        {"t": 1.5, "dir": "notify", "uuid": "1826/2AD2", "hex": "44001B0A", "x": ["\u00e9", {"y": null}]}
        {"t": -2e0, "dir": "write", "uuid": "2AD9", "hex": "00"}

        """#
      return [sample.btsnoop(.monitor), sample.btsnoop(.uart), PacketFile.btsnoopUnencapsulated(sample)] + pcaps
        + [PacketFile.pcapng(sample, order: .little, resolution: nil, simple: true), Array(lines.utf8)] + airFiles
    },
    run: { try check(Capture(decoding: $0), length: $0.count) })

  /// Files in the formats of sniffers.
  private static var airFiles: [[UInt8]] {
    let air = AirCapture(SampleCapture.short.packets)
    return AirCapture.Link.allCases.map { air.pcap($0) } + [
      air.pcapng(.withHeader), air.pcap(.nordic, nordicVersion: 1),
    ]
  }

  /// A valid sniffer file of packets with arbitrary contents: link type, then the sender and the PDU of each.
  package static let air = FuzzEntry(
    name: "air",
    seeds: {
      let air = AirCapture(SampleCapture.short.packets)
      return [0, 1, 2].map { link in
        [link]
          + air.packets.flatMap { packet in
            [packet.isFromCentral.map { $0 ? 1 : 2 } ?? 0, UInt8(packet.pdu.count)] + packet.pdu
          }
      }
    },
    run: { input in
      var choices = Choices(input)
      let link = AirCapture.Link.allCases[Int(choices.byte()) % 3]
      var air = AirCapture()
      while !choices.isAtEnd {
        let head = choices.byte()
        let pdu = choices.run()
        guard pdu.count >= 2 else { continue }
        let isAdvertising = head % 4 == 0
        var packet = AirCapture.Packet(
          time: Int64(air.packets.count) * (head & 0x40 == 0 ? 300 : 40_000),
          accessAddress: isAdvertising ? 0x8E89_BED6 : 0xA0B1_C201, pdu: pdu,
          crcInit: isAdvertising ? 0x55_5555 : 0x13_5701, isFromCentral: isAdvertising ? nil : head % 2 == 1)
        packet.isDecrypted = head & 0x80 != 0
        air.packets.append(packet)
      }
      try check(Capture(decoding: air.pcap(link)), length: .max)
    })

  /// A valid file of packets with arbitrary contents: kind, direction and payload of each.
  package static let packets = FuzzEntry(
    name: "packets",
    seeds: {
      [SampleCapture.short, SampleCapture.ride(seconds: 2)].map { sample in
        sample.packets.flatMap { packet, _ in
          [packet.kind.rawValue << 1 | (packet.direction == .received ? 1 : 0), UInt8(min(packet.payload.count, 255))]
            + packet.payload.prefix(255)
        }
      }
    },
    run: { input in
      var choices = Choices(input)
      var sample = SampleCapture()
      while !choices.isAtEnd {
        let head = choices.byte()
        let kind = HCIPacket.Kind(rawValue: head >> 1) ?? .acl
        sample.add(HCIPacket(kind, head & 1 == 1 ? .received : .sent, payload: choices.run()))
        sample.wait(milliseconds: 10)
      }
      let capture = Capture(decoding: sample.btsnoop(.uart))
      try promise("the file is read to its end: \(capture.failure.map(\.description) ?? "")", capture.failure == nil)
      try check(capture, length: .max)
    })

  /// The text of a map of handles.
  package static let attributeMaps = FuzzEntry(
    name: "maps",
    seeds: {
      let map = "# handles\n0x0014 1826/2AD2\nC0:FF:EE:00:00:12 34 180D/2a37 # strap\n25 1826/2AD9\n"
      return [Array(map.utf8), Array("\n\n0xffff 1826/00002AD2-0000-1000-8000-00805F9B34FB".utf8)]
    },
    run: { input in
      let map: AttributeMap
      do throws(CaptureFailure) {
        map = try AttributeMap(parsing: String(decoding: input, as: UTF8.self))
      } catch {
        // A byte that is not UTF-8 becomes three bytes in the text.
        return try promise("\(error) lies in the text", 0...input.count * 3 ~= error.offset && error.line ?? 0 > 0)
      }
      try check(Capture(decoding: SampleCapture.short.btsnoop(), map: map), length: .max)
    })

  private static func check(_ capture: Capture, length: Int) throws(BrokenPromise) {
    let times = capture.events.map(\.time)
    try promise("times run on: \(times)", zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    try promise("the last event is not past the end", times.last ?? .zero <= capture.duration)
    if let failure = capture.failure { try promise("\(failure) lies in the file", 0...length ~= failure.offset) }
    try promise("\(capture.oddities.count) oddities", capture.oddities.count <= 100)
    let devices = Set(capture.devices.map(\.address))
    try promise("each device is there once", devices.count == capture.devices.count)
    try promise("every event is of a device", capture.events.allSatisfy { devices.contains($0.device) })
    for device in capture.devices {
      try promise("a table has whole packets", device.attributes.discovery(handle: 1).count.isMultiple(of: 2))
    }
  }
}

extension SampleCapture {
  /// A connection, a procedure, a value and a disconnection.
  fileprivate static var short: SampleCapture {
    var sample = SampleCapture()
    sample.connectTrainer()
    sample.control([0x00], answer: [0x80, 0x00, 0x01], afterMilliseconds: 40)
    sample.notify(Trainer.bikeData, [0x44, 0x00, 1, 2, 3, 4, 5, 6])
    sample.connectStrap()
    sample.beat(120)
    sample.disconnect(trainerHandle, reason: 0x08)
    return sample
  }
}
