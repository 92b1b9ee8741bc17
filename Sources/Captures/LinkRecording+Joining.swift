extension LinkRecording {
  /// One file of a recording's parts, in their order.
  ///
  /// What a later part says at its beginning is left out where it was said before: a connection that goes on would look
  /// lost and made anew. A part that was cut off counts to its last whole record, and one that is no part not at all.
  public static func joined(_ parts: [[UInt8]]) -> [UInt8] {
    var joining = Joining()
    for part in parts { joining.append(part) }
    return joining.file
  }

  private struct Joining {
    private(set) var file = BTSnoopWriter(.monitor).bytes
    private var traffic = DeviceTraffic()
    private var adapters: Set<UInt16> = []
    private var isFirst = true

    mutating func append(_ part: [UInt8]) {
      guard let records = BTSnoopRecords(part) else { return }
      var isKnownBefore = !isFirst
      isFirst = false
      for record in records {
        guard isKnownBefore else {
          append(record)
          continue
        }
        if record.opcode == MonitorOpcode.systemNote.rawValue, Array(record.payload) == closingNote {
          isKnownBefore = false
        } else if isNews(record) {
          append(record)
        }
      }
    }

    private mutating func append(_ record: BTSnoopRecords.Record) {
      _ = traffic.take(opcode: record.opcode, adapter: record.adapter, payload: Array(record.payload))
      switch MonitorOpcode(rawValue: record.opcode) {
      case .newIndex: adapters.insert(record.adapter)
      case .deleteIndex: adapters.remove(record.adapter)
      default: break
      }
      file += record.bytes
    }

    /// Whether a record from the beginning of a later part says what is not known yet: an adapter, a connection.
    ///
    /// Attributes may be said twice; the part that said them first may be gone.
    private func isNews(_ record: BTSnoopRecords.Record) -> Bool {
      switch MonitorOpcode(rawValue: record.opcode) {
      case .newIndex:
        return !adapters.contains(record.adapter)
      case .event:
        guard case .connected(let handle, let peer, _)? = HCIEvent(decoding: record.payload) else { return false }
        return traffic.device(adapter: record.adapter, handle: handle) != peer
      case .aclSent, .aclReceived:
        return true
      default:
        return false
      }
    }
  }
}
