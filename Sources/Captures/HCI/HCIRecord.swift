/// A record of a capture file, classified by the file's framing.
struct HCIRecord {
  /// The contents that are read.
  enum Content {
    case event(ArraySlice<UInt8>)
    /// The direction is nil for link types that do not store it.
    case acl(ArraySlice<UInt8>, direction: HCIPacket.Direction?)
    /// The adapter vanished or was closed, which ends its connections.
    case adapterGone
    /// Commands, voice, and notes of the recorder.
    case other
  }

  /// The adapter's number; 0 if the format has only one.
  var adapter: UInt16
  var content: Content

  private init(adapter: UInt16 = 0, kind: HCIPacket.Kind, direction: HCIPacket.Direction?, data: ArraySlice<UInt8>) {
    self.adapter = adapter
    content =
      switch kind {
      case .event: .event(data)
      case .acl: .acl(data, direction: direction)
      case .command, .synchronous, .isochronous: .other
      }
  }

  /// Reads a packet after an octet for its kind; nil if the octet is invalid.
  init?(uart data: ArraySlice<UInt8>, direction: HCIPacket.Direction?) {
    guard let first = data.first, let kind = HCIPacket.Kind(rawValue: first) else { return nil }
    self.init(kind: kind, direction: direction, data: data.dropFirst())
  }

  /// Reads a packet whose kind is in the flags of its btsnoop record.
  init(unencapsulated data: ArraySlice<UInt8>, flags: UInt32) {
    let isReceived = flags & 1 != 0
    let kind: HCIPacket.Kind = flags & 2 == 0 ? .acl : isReceived ? .event : .command
    self.init(kind: kind, direction: isReceived ? .received : .sent, data: data)
  }

  /// Reads a packet of the Linux monitor channel (BlueZ, `doc/btsnoop.txt`).
  init(monitor data: ArraySlice<UInt8>, opcode: UInt16, adapter: UInt16) {
    self.adapter = adapter
    content =
      switch MonitorOpcode(rawValue: opcode) {
      case .event: .event(data)
      case .aclSent: .acl(data, direction: .sent)
      case .aclReceived: .acl(data, direction: .received)
      case .deleteIndex, .closeIndex: .adapterGone
      case .newIndex, .command, .systemNote, nil: .other
      }
  }
}

/// The packets of the Linux monitor channel that are read or written (BlueZ, `doc/btsnoop.txt`).
package enum MonitorOpcode: UInt16 {
  case newIndex = 0
  case deleteIndex = 1
  case command = 2
  case event = 3
  case aclSent = 4
  case aclReceived = 5
  case closeIndex = 9
  /// A text for human readers.
  case systemNote = 12
}

/// Identifies a connection: each adapter has its own handles.
package struct ConnectionKey: Hashable, Sendable {
  package var adapter: UInt16
  package var handle: UInt16

  package init(adapter: UInt16, handle: UInt16) {
    self.adapter = adapter
    self.handle = handle
  }
}
