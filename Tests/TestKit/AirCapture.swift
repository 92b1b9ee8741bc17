package import Captures

/// The link-layer packets, with times, that a sniffer would have written while a host recorded.
///
/// It models the air from the specification alone (Bluetooth Core 5.4, Vol 6, Part B), independently of the product's
/// code.
package struct AirCapture {
  /// The information that a sniffer adds to a packet, by link type.
  package enum Link: UInt32, Sendable, CaseIterable {
    /// No information.
    case plain = 251
    /// Signal strength, direction, and whether the CRC is correct.
    case withHeader = 256
    /// The same, in messages of the nRF Sniffer.
    case nordic = 272
  }

  /// A packet on the air.
  package struct Packet: Sendable {
    /// Microseconds since the capture began.
    package var time: Int64
    /// The address that all receivers of the packet listen for.
    package var accessAddress: UInt32
    /// Header and payload.
    package var pdu: [UInt8]
    /// The initial value of the CRC.
    package var crcInit: UInt32
    /// Whether the central sent it; nil for advertising.
    package var isFromCentral: Bool?
    /// Whether it was received without errors.
    package var isSound = true
    /// Whether the sniffer decrypted it.
    package var isDecrypted = false

    /// Creates a packet that was received without errors.
    package init(
      time: Int64, accessAddress: UInt32 = 0x8E89_BED6, pdu: [UInt8], crcInit: UInt32 = 0x55_5555,
      isFromCentral: Bool? = nil
    ) {
      self.time = time
      self.accessAddress = accessAddress
      self.pdu = pdu
      self.crcInit = crcInit
      self.isFromCentral = isFromCentral
    }
  }

  /// A connection from the view of both ends.
  private struct Connection {
    let accessAddress: UInt32
    let crcInit: UInt32
    /// The sequence numbers: sent, and expected next.
    var central = (sent: false, expected: false)
    var peripheral = (sent: false, expected: false)
    /// The time of the last packets of both ends, in microseconds.
    var latest: Int64 = 0
  }

  /// The packets on the air, in order of time.
  package var packets: [Packet] = []
  /// How long a connection survives without a packet, in tens of milliseconds.
  package var supervisionTimeout: UInt16 = 42
  /// The maximum number of bytes in a packet's payload: 27 until a higher one is negotiated.
  package var mostBytes = 27
  private var connections: [UInt16: Connection] = [:]
  private var count: UInt32 = 0
  private var busyUntil: Int64 = 0

  /// Creates a capture without packets.
  package init() {}

  /// Reconstructs the air traffic from the packets that a host recorded, with times in microseconds.
  package init(_ packets: some Sequence<(packet: HCIPacket, time: Int64)>) {
    for (packet, time) in packets { take(packet, at: time) }
  }

  /// Reconstructs the air traffic from a recording of the monitor channel.
  package init(_ records: BTSnoopRecords) {
    var first: Int64?
    for record in records {
      let kind: HCIPacket.Kind? = [3: .event, 4: .acl, 5: .acl][record.opcode]
      guard let kind else { continue }
      first = first ?? record.unixMicroseconds
      let packet = HCIPacket(kind, record.opcode == 4 ? .sent : .received, payload: Array(record.payload))
      take(packet, at: record.unixMicroseconds - (first ?? 0))
    }
  }

  /// Adds the air packets of a host's packet.
  package mutating func take(_ packet: HCIPacket, at time: Int64) {
    busyUntil = max(busyUntil, time)
    let payload = packet.payload
    switch (packet.kind, payload.first) {
    case (.event, 0x3E): takeMeta(Array(payload.dropFirst(2)))
    case (.event, 0x05) where payload.count >= 6: end(number(payload[3...4]) & 0x0FFF, reason: payload[5])
    case (.acl, _) where payload.count > 4:
      let head = number(payload[0...1])
      send(
        Array(payload.dropFirst(4)), on: head & 0x0FFF, isFromCentral: packet.direction == .sent,
        isFirst: head >> 12 & 3 != 1)
    default: break
    }
  }

  private mutating func takeMeta(_ event: [UInt8]) {
    switch event.first {
    case 0x01 where event.count >= 12, 0x0A where event.count >= 12:
      if event[1] == 0 { connect(number(event[2...3]), to: Array(event[6...11])) }
    case 0x02 where event.count > 11:
      advertise(Array(event[4...9]), kind: event[2], Array(event[11...].dropLast()))
    default: break
    }
  }

  private var timeout: Int64 { Int64(supervisionTimeout) * 10_000 }

  /// Exchanges empty packets until `time`, every third of the supervision timeout; the last exchange is at `time`
  /// itself.
  private mutating func keepAlive(_ handle: UInt16, until time: Int64) {
    let (now, step) = (busyUntil, timeout / 3)
    while let latest = connections[handle]?.latest, latest < time {
      // The peripheral responds 230 µs later.
      busyUntil = min(latest + step, time) - 230
      exchange(on: handle)
      connections[handle]?.latest = busyUntil + 230
    }
    busyUntil = max(busyUntil, now)
  }

  // MARK: Actions of a device

  /// Advertises, or sends a scan response (kind 4).
  private mutating func advertise(_ address: [UInt8], kind: UInt8, _ data: [UInt8]) {
    let type: UInt8 = [0: 0, 1: 1, 2: 6, 3: 2, 4: 4][kind] ?? 0
    appendAdvertising([type | 0x40, UInt8(6 + data.count)] + address + data)
  }

  /// Sends the central's connection request and starts the connection.
  private mutating func connect(_ handle: UInt16, to peripheral: [UInt8]) {
    count += 1
    let connection = Connection(accessAddress: 0xA0B1_C200 + count, crcInit: 0x13_5700 + count)
    let access = (0..<4).map { UInt8(truncatingIfNeeded: connection.accessAddress >> ($0 * 8)) }
    let crc = (0..<3).map { UInt8(truncatingIfNeeded: connection.crcInit >> ($0 * 8)) }
    let timeout = [UInt8(supervisionTimeout & 0xFF), UInt8(supervisionTimeout >> 8)]
    // Window, interval 50 ms, latency, timeout; then the channel map and the hop increment.
    let link = access + crc + [2, 0, 0, 40, 0, 0, 0] + timeout + [0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 5]
    appendAdvertising([0xC5, 34, 1, 2, 3, 4, 5, 0xC6] + peripheral + link)
    connections[handle] = connection
    connections[handle]?.latest = busyUntil
    exchange(on: handle)
  }

  /// Sends a fragment of a frame, in packets that fit the payload limit.
  package mutating func send(_ data: [UInt8], on handle: UInt16, isFromCentral: Bool, isFirst: Bool) {
    if let latest = connections[handle]?.latest, busyUntil - latest > timeout / 2 {
      keepAlive(handle, until: busyUntil - timeout / 4)
    }
    for start in stride(from: 0, to: data.count, by: mostBytes) {
      let piece = Array(data[start..<min(start + mostBytes, data.count)])
      let kind: UInt8 = isFirst && start == 0 ? 2 : 1
      exchange(
        on: handle, central: isFromCentral ? (kind, piece) : (1, []),
        peripheral: isFromCentral ? (1, []) : (kind, piece))
    }
  }

  /// Sends a control PDU.
  package mutating func control(_ payload: [UInt8], on handle: UInt16, isFromCentral: Bool) {
    exchange(
      on: handle, central: isFromCentral ? (3, payload) : (1, []), peripheral: isFromCentral ? (1, []) : (3, payload))
  }

  /// Ends a connection: with a PDU, or by silence for the supervision timeout.
  private mutating func end(_ handle: UInt16, reason: UInt8) {
    keepAlive(handle, until: reason == 0x08 ? busyUntil - timeout : busyUntil)
    if reason == 0x16 || reason == 0x13 {
      control([0x02, 0x13], on: handle, isFromCentral: reason == 0x16)
    }
    connections[handle] = nil
  }

  /// One connection event: the central sends, and the peripheral responds.
  package mutating func exchange(
    on handle: UInt16, central: (UInt8, [UInt8]) = (1, []), peripheral: (UInt8, [UInt8]) = (1, [])
  ) {
    guard var connection = connections[handle] else { return }
    append(central, connection, connection.central, isFromCentral: true)
    connection.peripheral.expected.toggle()
    append(peripheral, connection, connection.peripheral, isFromCentral: false)
    connection.central.expected.toggle()
    connection.central.sent.toggle()
    connection.peripheral.sent.toggle()
    connection.latest = busyUntil
    connections[handle] = connection
  }

  /// Simulates noise: the peripheral cannot read the central's packet and says so, and both repeat their packets.
  package mutating func exchangeWithNoise(on handle: UInt16, peripheral: (UInt8, [UInt8]) = (1, [])) {
    guard var connection = connections[handle] else { return }
    append((1, []), connection, connection.central, isFromCentral: true)
    append(peripheral, connection, connection.peripheral, isFromCentral: false)
    connection.central.expected.toggle()
    append((1, []), connection, connection.central, isFromCentral: true)
    connection.peripheral.expected.toggle()
    connection.peripheral.sent.toggle()
    append((1, []), connection, connection.peripheral, isFromCentral: false)
    connection.central.expected.toggle()
    connection.central.sent.toggle()
    connection.peripheral.sent.toggle()
    connections[handle] = connection
  }

  // MARK: The air

  private mutating func appendAdvertising(_ pdu: [UInt8]) {
    append(Packet(time: 0, pdu: pdu))
  }

  private mutating func append(
    _ content: (kind: UInt8, payload: [UInt8]), _ connection: Connection, _ numbers: (sent: Bool, expected: Bool),
    isFromCentral: Bool
  ) {
    let header = content.kind | (numbers.expected ? 4 : 0) | (numbers.sent ? 8 : 0)
    append(
      Packet(
        time: 0, accessAddress: connection.accessAddress,
        pdu: [header, UInt8(content.payload.count)] + content.payload,
        crcInit: connection.crcInit, isFromCentral: isFromCentral))
  }

  /// Appends a packet when the air is free: a byte takes 8 µs, and packets are 150 µs apart.
  private mutating func append(_ packet: Packet) {
    var packet = packet
    packet.time = busyUntil
    let place = packets.lastIndex { $0.time <= packet.time } ?? -1
    packets.insert(packet, at: place + 1)
    busyUntil += Int64(8 * (packet.pdu.count + 8)) + 150
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt16($1) }
  }
}

// MARK: - Files

extension AirCapture {
  /// Returns a pcap file; if `isReported` is false, the sniffer's headers contain no information.
  package func pcap(_ link: Link, isReported: Bool = true, nordicVersion: UInt8 = 3) -> [UInt8] {
    var bytes = PacketFile.pcapHeader(order: .little, isNano: false, network: link.rawValue)
    for (index, packet) in packets.enumerated() {
      let record = Self.record(packet, link, isReported: isReported, nordicVersion, UInt16(truncatingIfNeeded: index))
      bytes += PacketFile.pcapRecord(record, atMicroseconds: packet.time)
    }
    return bytes
  }

  /// Returns a pcapng file with one interface.
  package func pcapng(_ link: Link) -> [UInt8] {
    PacketFile.pcapng(
      link: UInt16(link.rawValue),
      packets.enumerated().map { index, packet in
        (Self.record(packet, link, isReported: true, 3, UInt16(truncatingIfNeeded: index)), packet.time)
      })
  }

  private static func record(
    _ packet: Packet, _ link: Link, isReported: Bool, _ version: UInt8, _ counter: UInt16
  ) -> [UInt8] {
    let access = (0..<4).map { UInt8(truncatingIfNeeded: packet.accessAddress >> ($0 * 8)) }
    var crc = Self.crc(of: packet.pdu, from: packet.crcInit)
    if !packet.isSound { crc[1] ^= 0x10 }
    let air = access + packet.pdu + crc
    switch link {
    case .plain: return air
    case .withHeader:
      let kind: UInt16 = packet.isFromCentral.map { $0 ? 2 : 3 } ?? 0
      let packetFlags: UInt16 = 0x0413 | kind << 7 | (packet.isSound ? 0x0800 : 0) | (packet.isDecrypted ? 0x0008 : 0)
      let flags = isReported ? packetFlags : 0x0001
      return [12, 0xC4, 0, 0] + access + [UInt8(flags & 0xFF), UInt8(flags >> 8)] + air
    case .nordic:
      let flags: UInt8 =
        (packet.isSound ? 1 : 0) | (packet.isFromCentral == true ? 2 : 0) | (packet.isDecrypted ? 0x0C : 0)
      let payload =
        [10, flags, 12, 60, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: packet.time >> ($0 * 8)) } + air
      let lengths: [UInt8] =
        version == 1 ? [6, UInt8(payload.count)] : [UInt8(payload.count & 0xFF), UInt8(payload.count >> 8)]
      let kind: UInt8 = packet.isFromCentral == nil && version == 3 ? 2 : 6
      return [7] + lengths + [version, UInt8(counter & 0xFF), UInt8(counter >> 8), kind] + payload
    }
  }

  /// Computes the CRC with the register as drawn in the specification (§3.1.1): position 23 is sent first.
  static func crc(of pdu: [UInt8], from crcInit: UInt32) -> [UInt8] {
    var register = crcInit
    for byte in pdu {
      for bit in 0..<8 {
        let feedback = register >> 23 ^ UInt32(byte >> UInt8(bit) & 1)
        register = (register << 1 ^ (feedback == 1 ? 0x65B : 0)) & 0xFF_FFFF
      }
    }
    var bytes: [UInt8] = [0, 0, 0]
    for place in 0..<24 where register >> UInt32(23 - place) & 1 == 1 { bytes[place / 8] |= 1 << UInt8(place % 8) }
    return bytes
  }
}
