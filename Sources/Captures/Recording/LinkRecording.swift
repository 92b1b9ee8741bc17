package import BluetoothLE

/// The radio traffic of a ride's devices as btsnoop, to be written as it grows and bounded in size.
///
/// It comes in parts, each a file of its own: what a host learnt before stands at the beginning, so that the part can be
/// read without those before it. Whoever stores them drops an old part for a new one, and joins what is left with
/// ``joined(_:)``.
package struct LinkRecording: Sendable {
  /// Bytes to be written, in order.
  package struct Chunk: Hashable, Sendable {
    /// Whether they are the beginning of a part, or go on with the last.
    package var beginsPart: Bool
    /// The bytes.
    package var bytes: [UInt8]
  }

  /// How much is kept.
  package struct Limits: Hashable, Sendable {
    /// The size at which a part is ended, in bytes.
    package var part = 4 << 20
    /// How much may wait to be written, in bytes; beyond that it is dropped for a part that begins anew.
    package var waiting = 1 << 20

    /// As much as an SD card bears for each of some rides: hours of riding.
    package init() {}
  }

  private let limits: Limits
  /// The names of the devices, as far as they are known.
  private let names: [DeviceAddress: String]
  private var tables: [DeviceAddress: AttributeTable] = [:]

  private var chunks: [Chunk] = []
  private var writer = BTSnoopWriter(.monitor)
  private var partSize = 0

  // What the present part says already.
  private var announced: Set<UInt16> = []
  private var introduced: Set<DeviceAddress> = []
  private var discovered: Set<DeviceAddress> = []

  /// A recording that begins now, with a part that says what is there.
  ///
  /// - Parameters:
  ///   - names: The devices' names, by which a replay will know them.
  ///   - traffic: The connections that there are.
  ///   - time: The wall time in microseconds since 1970.
  ///   - limits: How much is kept.
  package init(
    names: [DeviceAddress: String], _ traffic: DeviceTraffic, atUnixMicroseconds time: Int64, limits: Limits = Limits()
  ) {
    self.names = names
    self.limits = limits
    beginPart(traffic, time)
  }

  /// How many bytes wait to be written.
  package var waitingCount: Int { chunks.reduce(writer.bytes.count) { $0 + $1.bytes.count } }

  /// Hands over what waits to be written.
  package mutating func takeChunks() -> [Chunk] {
    collect()
    defer { chunks = [] }
    return chunks.filter { !$0.bytes.isEmpty }
  }

  /// Adds a record that was let through.
  ///
  /// - Parameters:
  ///   - opcode: What the record is (BlueZ, `doc/btsnoop.txt`).
  ///   - adapter: The adapter's number.
  ///   - payload: The record's content.
  ///   - passage: What `traffic` said of it.
  ///   - traffic: The connections as they are after the record.
  ///   - time: The wall time in microseconds since 1970.
  package mutating func append(
    opcode: UInt16, adapter: UInt16, payload: [UInt8], _ passage: DeviceTraffic.Passage, _ traffic: DeviceTraffic,
    atUnixMicroseconds time: Int64
  ) {
    if passage == .withheld { return }
    let beginner: DeviceAddress? = if case .begins(let device) = passage { device } else { nil }
    makeRoom(traffic, time, before: beginner)
    if let beginner { introduce(beginner, adapter, traffic, time) }
    announce(adapter, traffic, time)
    writer.append(monitorOpcode: opcode, adapter: adapter, payload: payload, atUnixMicroseconds: time)
    if opcode == MonitorOpcode.deleteIndex.rawValue { announced.remove(adapter) }
    if let beginner { discover(beginner, traffic, time) }
  }

  /// Adds a connection that was made before the channel was read.
  package mutating func append(
    _ connection: DeviceTraffic.Connection, _ traffic: DeviceTraffic, atUnixMicroseconds time: Int64
  ) {
    makeRoom(traffic, time, before: connection.device)
    append(note: Self.openingNote, time)
    append(connection, traffic, time)
    append(note: Self.closingNote, time)
  }

  /// Takes a device's attributes, which the traffic itself does not tell where the host remembers them.
  package mutating func learn(
    _ table: AttributeTable, of device: DeviceAddress, _ traffic: DeviceTraffic, atUnixMicroseconds time: Int64
  ) {
    guard tables[device] != table else { return }
    tables[device] = table
    discovered.remove(device)
    discover(device, traffic, time)
  }
}

// MARK: Parts

extension LinkRecording {
  /// They stand around what was known before, at the beginning of a part above all.
  static let openingNote = note("jz2d: known before")
  static let closingNote = note("jz2d: recorded from here on")

  private static func note(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  /// Ends the part that is full, and drops what nobody writes; a connection with `beginner` is only about to be told.
  private mutating func makeRoom(_ traffic: DeviceTraffic, _ time: Int64, before beginner: DeviceAddress?) {
    let isOverdue = waitingCount > limits.waiting
    guard isOverdue || partSize + writer.bytes.count >= limits.part else { return }
    collect()
    if isOverdue { chunks = [] }
    beginPart(traffic, time, before: beginner)
  }

  private mutating func beginPart(_ traffic: DeviceTraffic, _ time: Int64, before beginner: DeviceAddress? = nil) {
    chunks.append(Chunk(beginsPart: true, bytes: []))
    writer = BTSnoopWriter(.monitor)
    partSize = 0
    announced = []
    introduced = []
    discovered = []
    append(note: Self.openingNote, time)
    for connection in traffic.connections where connection.device != beginner { append(connection, traffic, time) }
    append(note: Self.closingNote, time)
  }

  /// Says that a connection is up, as if it had just been made.
  private mutating func append(
    _ connection: DeviceTraffic.Connection, _ traffic: DeviceTraffic, _ time: Int64
  ) {
    introduce(connection.device, connection.adapter, traffic, time)
    announce(connection.adapter, traffic, time)
    writer.append(
      .connectionComplete(handle: connection.handle, peer: connection.device), adapter: connection.adapter,
      atUnixMicroseconds: time)
    discover(connection.device, traffic, time)
  }

  /// Moves what was written into the last chunk.
  private mutating func collect() {
    let bytes = writer.takeBytes()
    partSize += bytes.count
    if chunks.isEmpty { chunks.append(Chunk(beginsPart: false, bytes: [])) }
    chunks[chunks.count - 1].bytes += bytes
  }

  private mutating func append(note: [UInt8], _ time: Int64) {
    writer.append(
      monitorOpcode: MonitorOpcode.systemNote.rawValue, adapter: 0xFFFF, payload: note, atUnixMicroseconds: time)
  }

  private mutating func announce(_ adapter: UInt16, _ traffic: DeviceTraffic, _ time: Int64) {
    guard announced.insert(adapter).inserted else { return }
    if let payload = traffic.announcement(of: adapter) {
      writer.append(
        monitorOpcode: MonitorOpcode.newIndex.rawValue, adapter: adapter, payload: payload, atUnixMicroseconds: time)
    } else {
      writer.appendNewIndex(adapter: adapter, address: DeviceAddress(0), atUnixMicroseconds: time)
    }
  }

  /// Says the device's name, in the way in which devices say it.
  private mutating func introduce(
    _ device: DeviceAddress, _ adapter: UInt16, _ traffic: DeviceTraffic, _ time: Int64
  ) {
    guard let name = names[device], introduced.insert(device).inserted else { return }
    announce(adapter, traffic, time)
    writer.append(
      .advertisingReport(from: device, name: name, services: [], rssi: 127), adapter: adapter, atUnixMicroseconds: time)
  }

  private mutating func discover(_ device: DeviceAddress, _ traffic: DeviceTraffic, _ time: Int64) {
    guard let table = tables[device], let connection = traffic.connections.first(where: { $0.device == device }),
      discovered.insert(device).inserted
    else { return }
    announce(connection.adapter, traffic, time)
    for packet in table.discovery(handle: connection.handle) {
      writer.append(packet, adapter: connection.adapter, atUnixMicroseconds: time)
    }
  }
}

extension LinkRecording {
  /// One file of a recording's parts, in their order.
  ///
  /// What stands between the two notes, things known before, is left out where it was said already: a connection that
  /// goes on would look lost and made anew. A part that was cut off counts to its last whole record, and one that is no
  /// part not at all.
  package static func joined(_ parts: [[UInt8]]) -> [UInt8] {
    var joining = Joining()
    for part in parts { joining.append(part) }
    return joining.file
  }
}

/// A file that is being put together of parts.
private struct Joining {
  private(set) var file = BTSnoopWriter(.monitor).bytes
  /// Whether the records that come now were known before.
  private var isRepeating = false

  // What the file says so far.
  private var notes: Set<[UInt8]> = []
  private var traffic = DeviceTraffic()
  private var adapters: Set<UInt16> = []
  private var introduced: Set<DeviceAddress> = []

  mutating func append(_ part: [UInt8]) {
    guard let records = BTSnoopRecords(part) else { return }
    isRepeating = false
    for record in records { append(record) }
  }

  private mutating func append(_ record: BTSnoopRecords.Record) {
    let payload = Array(record.payload)
    let opcode = MonitorOpcode(rawValue: record.opcode)
    if opcode == .systemNote { isRepeating = payload == LinkRecording.openingNote }
    guard isNews(record, opcode, payload) else { return }
    switch opcode {
    case .systemNote: notes.insert(payload)
    case .newIndex: adapters.insert(record.adapter)
    case .deleteIndex: adapters.remove(record.adapter)
    case .event:
      if case .advertised(let reports)? = HCIEvent(decoding: record.payload) {
        introduced.formUnion(reports.map(\.address))
      }
    default: break
    }
    _ = traffic.take(opcode: record.opcode, adapter: record.adapter, payload: payload)
    file += record.bytes
  }

  /// Whether a record says what the file does not say yet.
  ///
  /// Attributes may be said twice; the part that said them first may be gone.
  private func isNews(_ record: BTSnoopRecords.Record, _ opcode: MonitorOpcode?, _ payload: [UInt8]) -> Bool {
    if opcode == .systemNote { return !notes.contains(payload) }
    guard isRepeating else { return true }
    if opcode == .newIndex { return !adapters.contains(record.adapter) }
    guard opcode == .event else { return true }
    switch HCIEvent(decoding: record.payload) {
    case .connected(let handle, let peer, _): return traffic.device(adapter: record.adapter, handle: handle) != peer
    case .advertised(let reports): return !introduced.isSuperset(of: reports.map(\.address))
    default: return true
    }
  }
}
