import BluetoothLE

extension LinkRecording {
  /// One file of a recording's parts, in their order.
  ///
  /// What stands between the two notes, things known before, is left out where it was said already: a connection that
  /// goes on would look lost and made anew. A part that was cut off counts to its last whole record, and one that is no
  /// part not at all.
  public static func joined(_ parts: [[UInt8]]) -> [UInt8] {
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
