package import BluetoothLE

extension CaptureDecoder {
  /// The kinds of btsnoop file that are read (BlueZ, `doc/btsnoop.txt`).
  private enum DataLink: UInt32 {
    case unencapsulated = 1001
    case uart = 1002
    case monitor = 2001
  }

  /// Reads a whole btsnoop file.
  ///
  /// - Throws: `.truncated` at the record in which the file ends; `.linkTypeUnsupported`, `.versionUnsupported`.
  mutating func readBTSnoop(_ bytes: [UInt8]) throws(CaptureFailure) {
    var cursor = ByteCursor(bytes[...])
    let dataLink = try btsnoopHeader(&cursor)
    while cursor.remaining > 0 {
      let offset = cursor.position
      guard cursor.integer(UInt32.self, order: .big) != nil,
        let length = cursor.integer(UInt32.self, order: .big), let flags = cursor.integer(UInt32.self, order: .big),
        cursor.integer(UInt32.self, order: .big) != nil, let time = cursor.integer(UInt64.self, order: .big)
      else { throw CaptureFailure(.truncated, offset: offset, detail: "the file ends inside a record header") }
      guard let data = cursor.take(Int(length)) else {
        throw CaptureFailure(
          .truncated, offset: offset, detail: "the record has \(length) bytes, the file \(cursor.remaining) more")
      }
      let microseconds = Int64(bitPattern: time)
      started(atUnixMicroseconds: microseconds.subtractingReportingOverflow(BTSnoopWriter.unixEpoch).partialValue)
      stamp(microseconds, ticksPerSecond: 1_000_000, offset: offset)
      take(btsnoopRecord(data, flags: flags, dataLink: dataLink))
    }
  }

  private func btsnoopHeader(_ cursor: inout ByteCursor) throws(CaptureFailure) -> DataLink {
    guard cursor.take(CaptureFormat.btsnoopMagic.count) != nil,
      let version = cursor.integer(UInt32.self, order: .big), let type = cursor.integer(UInt32.self, order: .big)
    else { throw CaptureFailure(.truncated, offset: 0, detail: "the file ends inside its header") }
    guard version == 1 else {
      throw CaptureFailure(.versionUnsupported, offset: 8, detail: "btsnoop version \(version); jz2 reads version 1")
    }
    guard let dataLink = DataLink(rawValue: type) else {
      throw CaptureFailure(
        .linkTypeUnsupported, offset: 12,
        detail: "btsnoop data link \(type); jz2 reads 1001 (HCI), 1002 (HCI UART) and 2001 (Linux monitor)")
    }
    return dataLink
  }

  private func btsnoopRecord(_ data: ArraySlice<UInt8>, flags: UInt32, dataLink: DataLink) -> HCIRecord? {
    switch dataLink {
    case .unencapsulated:
      HCIRecord(unencapsulated: data, flags: flags)
    case .uart:
      HCIRecord(uart: data, direction: flags & 1 == 0 ? .sent : .received)
    case .monitor:
      HCIRecord(
        monitor: data, opcode: UInt16(truncatingIfNeeded: flags), adapter: UInt16(truncatingIfNeeded: flags >> 16))
    }
  }
}

/// The records of a btsnoop file of the Linux monitor channel, up to the end or to an incomplete record.
package struct BTSnoopRecords: Sequence, IteratorProtocol {
  /// A record.
  package struct Record: Sendable {
    /// 2 is a command, 3 an event, 4 and 5 are data sent and received (BlueZ, `doc/btsnoop.txt`).
    package let opcode: UInt16
    /// The adapter's number; 0xFFFF if the record does not belong to one.
    package let adapter: UInt16
    /// The wall time in microseconds since 1970.
    package let unixMicroseconds: Int64
    package let payload: ArraySlice<UInt8>
    /// The record in the file, including its header.
    package let bytes: ArraySlice<UInt8>
  }

  private let bytes: ArraySlice<UInt8>
  private var cursor: ByteCursor

  /// Returns nil if `file` is not such a file.
  package init?(_ file: [UInt8]) {
    let header = BTSnoopWriter(.monitor).bytes
    guard file.starts(with: header) else { return nil }
    bytes = file[header.count...]
    cursor = ByteCursor(bytes)
  }

  package mutating func next() -> Record? {
    let start = cursor.position
    guard cursor.integer(UInt32.self, order: .big) != nil, let length = cursor.integer(UInt32.self, order: .big),
      let flags = cursor.integer(UInt32.self, order: .big), cursor.integer(UInt32.self, order: .big) != nil,
      let time = cursor.integer(UInt64.self, order: .big), let payload = cursor.take(Int(length))
    else {
      _ = cursor.rest()
      return nil
    }
    return Record(
      opcode: UInt16(truncatingIfNeeded: flags), adapter: UInt16(truncatingIfNeeded: flags >> 16),
      unixMicroseconds: Int64(bitPattern: time) &- BTSnoopWriter.unixEpoch, payload: payload,
      bytes: bytes[start..<cursor.position])
  }
}

/// Writes a btsnoop file incrementally.
///
/// Format: BlueZ, `doc/btsnoop.txt`.
package struct BTSnoopWriter: Sendable {
  /// The kinds of file that are written.
  package enum DataLink: UInt32, Hashable, Sendable {
    /// Packets as on a UART, which all tools read.
    case uart = 1002
    /// Packets of the Linux monitor channel, as written by `btmon`.
    case monitor = 2001
  }

  /// The bytes not yet returned by `takeBytes()`; the first bytes are the file header.
  package private(set) var bytes: [UInt8]
  private let dataLink: DataLink

  /// 1970 in microseconds since the year 0, the epoch of btsnoop.
  static let unixEpoch: Int64 = 0x00DC_DDB3_0F2F_8000

  package init(_ dataLink: DataLink) {
    self.dataLink = dataLink
    bytes = CaptureFormat.btsnoopMagic + UInt32(1).bigEndianBytes + dataLink.rawValue.bigEndianBytes
  }

  /// Returns the bytes written since the last call.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Adds a packet.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - adapter: The adapter's number, which only a monitor file stores.
  ///   - time: The wall time in microseconds since 1970.
  package mutating func append(_ packet: HCIPacket, adapter: UInt16 = 0, atUnixMicroseconds time: Int64) {
    switch dataLink {
    case .uart:
      let direction: UInt32 = packet.direction == .received ? 1 : 0
      let isControl: UInt32 = packet.kind == .command || packet.kind == .event ? 2 : 0
      append([packet.kind.rawValue] + packet.payload, flags: direction | isControl, at: time)
    case .monitor:
      append(monitorOpcode: packet.monitorOpcode, adapter: adapter, payload: packet.payload, atUnixMicroseconds: time)
    }
  }

  /// Adds a record of the Linux monitor channel.
  ///
  /// A UART file cannot store it and ignores it.
  ///
  /// - Parameters:
  ///   - monitorOpcode: 0 is a new adapter, 2 a command, 3 an event, 4 and 5 are data sent and received.
  ///   - adapter: The adapter's number; 0xFFFF if the record does not belong to one.
  ///   - payload: The record's content.
  ///   - time: The wall time in microseconds since 1970.
  package mutating func append(
    monitorOpcode: UInt16, adapter: UInt16, payload: some Collection<UInt8>, atUnixMicroseconds time: Int64
  ) {
    guard dataLink == .monitor else { return }
    append(payload, flags: UInt32(adapter) << 16 | UInt32(monitorOpcode), at: time)
  }

  /// Adds the record of an adapter.
  ///
  /// A monitor file needs it before the adapter's first packet.
  ///
  /// `btmon` 5.66 crashes without it.
  ///
  /// - Parameters:
  ///   - adapter: The adapter's number.
  ///   - address: The adapter's address.
  ///   - time: The wall time in microseconds since 1970.
  package mutating func appendNewIndex(adapter: UInt16, address: DeviceAddress, atUnixMicroseconds time: Int64) {
    let name = Array("hci\(adapter)".utf8)
    let padding = [UInt8](repeating: 0, count: 8 - name.count)
    // The zeros mean a primary controller on a virtual bus.
    append(
      monitorOpcode: 0, adapter: adapter, payload: [0, 0] + address.littleEndianBytes + name + padding,
      atUnixMicroseconds: time)
  }

  private mutating func append(_ payload: some Collection<UInt8>, flags: UInt32, at time: Int64) {
    let length = UInt32(truncatingIfNeeded: payload.count).bigEndianBytes
    bytes += length + length + flags.bigEndianBytes + UInt32(0).bigEndianBytes
    bytes += (time &+ Self.unixEpoch).bigEndianBytes
    bytes += payload
  }
}

extension HCIPacket {
  fileprivate var monitorOpcode: UInt16 {
    switch (kind, direction) {
    case (.command, _): 2
    case (.event, _): 3
    case (.acl, .sent): 4
    case (.acl, .received): 5
    case (.synchronous, .sent): 6
    case (.synchronous, .received): 7
    case (.isochronous, .sent): 18
    case (.isochronous, .received): 19
    }
  }
}
