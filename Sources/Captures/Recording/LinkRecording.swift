package import BluetoothLE

/// Records the radio traffic of a ride's devices as btsnoop, incrementally and with bounded size.
///
/// The recording consists of parts, each a complete file. A part begins with the facts that the host already knew, so
/// that it can be read without earlier parts. The caller may drop old parts and combines the rest with ``joined(_:)``.
package struct LinkRecording: Sendable {
  /// Bytes to write, in order.
  package struct Chunk: Hashable, Sendable {
    /// Whether they begin a new part or continue the last one.
    package var beginsPart: Bool
    package var bytes: [UInt8]
  }

  /// Limits of size.
  package struct Limits: Hashable, Sendable {
    /// The size at which a part ends, in bytes.
    package var part = 4 << 20
    /// The most bytes that may wait to be written; beyond this limit they are dropped and a new part begins.
    package var waiting = 1 << 20

    /// With the defaults, a part covers hours of riding, and several rides fit on an SD card.
    package init() {}
  }

  private let limits: Limits
  /// The known names of the devices.
  private let names: [DeviceAddress: String]
  private var tables: [DeviceAddress: AttributeTable] = [:]

  private var chunks: [Chunk] = []
  private var writer = BTSnoopWriter(.monitor)
  private var partSize = 0

  // Facts that the current part already contains.
  private var announced: Set<UInt16> = []
  private var introduced: Set<DeviceAddress> = []
  private var discovered: Set<DeviceAddress> = []

  /// Begins a recording with a part that describes the current connections.
  ///
  /// - Parameters:
  ///   - names: The names of the devices, for use in a replay.
  ///   - traffic: The current connections.
  ///   - time: The wall time in microseconds since 1970.
  ///   - limits: The limits of size.
  package init(
    names: [DeviceAddress: String], _ traffic: DeviceTraffic, atUnixMicroseconds time: Int64, limits: Limits = Limits()
  ) {
    self.names = names
    self.limits = limits
    beginPart(traffic, time)
  }

  /// The number of bytes waiting to be written.
  package var waitingCount: Int { chunks.reduce(writer.bytes.count) { $0 + $1.bytes.count } }

  /// Returns the bytes waiting to be written.
  package mutating func takeChunks() -> [Chunk] {
    collect()
    defer { chunks = [] }
    return chunks.filter { !$0.bytes.isEmpty }
  }

  /// Adds a record that passed the filter.
  ///
  /// - Parameters:
  ///   - opcode: The record's kind (BlueZ, `doc/btsnoop.txt`).
  ///   - adapter: The adapter's number.
  ///   - payload: The record's content.
  ///   - passage: The result of the filter.
  ///   - traffic: The connections after the record.
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

  /// Adds a connection made before the channel was opened.
  package mutating func append(
    _ connection: DeviceTraffic.Connection, _ traffic: DeviceTraffic, atUnixMicroseconds time: Int64
  ) {
    makeRoom(traffic, time, before: connection.device)
    append(note: Self.openingNote, time)
    append(connection, traffic, time)
    append(note: Self.closingNote, time)
  }

  /// Adds a device's attributes.
  ///
  /// The traffic does not contain them if the host has cached them.
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
  /// The notes that enclose previously known facts, mostly at the beginning of a part.
  static let openingNote = note("jz2d: known before")
  static let closingNote = note("jz2d: recorded from here on")

  private static func note(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  /// Ends a full part, and drops the waiting bytes if they exceed the limit.
  ///
  /// A connection with `beginner` is about to be recorded, so the new part does not repeat it.
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

  /// Records that a connection is open, as if it had just been established.
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

  /// Moves the written bytes into the last chunk.
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

  /// Records the device's name as an advertising report.
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
  /// Joins the parts of a recording, in order.
  ///
  /// Previously known facts, between the two notes, are left out if the file already contains them: otherwise a
  /// continuing connection would appear lost and re-established. A truncated part counts up to its last complete
  /// record; an invalid part is ignored.
  package static func joined(_ parts: [[UInt8]]) -> [UInt8] {
    var joining = Joining()
    for part in parts { joining.append(part) }
    return joining.file
  }
}

/// A file being joined from parts.
private struct Joining {
  private(set) var file = BTSnoopWriter(.monitor).bytes
  /// Whether the current records are previously known facts.
  private var isRepeating = false

  // The facts that the file contains so far.
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

  /// Returns whether a record contains facts that are new to the file.
  ///
  /// Attributes may be repeated, because the part that contained them first may be missing.
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
