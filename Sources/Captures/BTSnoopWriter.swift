public import BluetoothLE

/// Writes a btsnoop file, piece by piece.
///
/// Format: BlueZ, `doc/btsnoop.txt`.
public struct BTSnoopWriter: Sendable {
  /// The kinds of file that are written.
  public enum DataLink: UInt32, Hashable, Sendable {
    /// Packets as on a UART, which every tool reads.
    case uart = 1002
    /// Packets of the Linux monitor channel, which `btmon` writes.
    case monitor = 2001
  }

  /// What is written and not yet taken; begins with the file's header.
  public private(set) var bytes: [UInt8]
  private let dataLink: DataLink

  /// 1970 in microseconds since the year 0, from which btsnoop counts.
  static let unixEpoch: Int64 = 0x00DC_DDB3_0F2F_8000

  /// A file without records.
  public init(_ dataLink: DataLink) {
    self.dataLink = dataLink
    bytes = CaptureFormat.btsnoopMagic + UInt32(1).bigEndianBytes + dataLink.rawValue.bigEndianBytes
  }

  /// Hands over what was written since the last time, for a file that grows.
  public mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Adds a packet.
  ///
  /// - Parameters:
  ///   - packet: The packet, one that a monitor would show as a command, an event or data.
  ///   - adapter: The adapter's number, which only a monitor file keeps.
  ///   - time: The wall time in microseconds since 1970.
  public mutating func append(_ packet: HCIPacket, adapter: UInt16 = 0, atUnixMicroseconds time: Int64) {
    switch dataLink {
    case .uart:
      let direction: UInt32 = packet.direction == .received ? 1 : 0
      let isControl: UInt32 = packet.kind == .command || packet.kind == .event ? 2 : 0
      append([packet.kind.rawValue] + packet.payload, flags: direction | isControl, at: time)
    case .monitor:
      append(monitorOpcode: packet.monitorOpcode, adapter: adapter, payload: packet.payload, atUnixMicroseconds: time)
    }
  }

  /// Adds a record of the Linux monitor channel as the kernel gave it; a UART file has no place for it and drops it.
  ///
  /// - Parameters:
  ///   - monitorOpcode: What the record is: 2 a command, 3 an event, 4 and 5 data sent and received, 0 a new adapter…
  ///   - adapter: The adapter's number; 0xFFFF for none.
  ///   - payload: The record's content.
  ///   - time: The wall time in microseconds since 1970.
  public mutating func append(
    monitorOpcode: UInt16, adapter: UInt16, payload: some Collection<UInt8>, atUnixMicroseconds time: Int64
  ) {
    guard dataLink == .monitor else { return }
    append(payload, flags: UInt32(adapter) << 16 | UInt32(monitorOpcode), at: time)
  }

  /// Adds the record of an adapter, which a monitor file must hold before the adapter's first packet.
  ///
  /// `btmon` 5.66 crashes without it.
  ///
  /// - Parameters:
  ///   - adapter: The adapter's number.
  ///   - address: The adapter's address.
  ///   - time: The wall time in microseconds since 1970.
  public mutating func appendNewIndex(adapter: UInt16, address: DeviceAddress, atUnixMicroseconds time: Int64) {
    let name = Array("hci\(adapter)".utf8)
    let padding = [UInt8](repeating: 0, count: 8 - name.count)
    // A primary controller on a virtual bus, both 0.
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
