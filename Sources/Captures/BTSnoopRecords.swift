/// The records of a btsnoop file of the Linux monitor channel, one after the other, to the end or to where the file is
/// cut off.
struct BTSnoopRecords: Sequence, IteratorProtocol {
  struct Record {
    let opcode: UInt16
    let adapter: UInt16
    let payload: ArraySlice<UInt8>
    /// The record as it stands in the file, its header included.
    let bytes: ArraySlice<UInt8>
  }

  private let bytes: ArraySlice<UInt8>
  private var cursor: ByteCursor

  /// The records of a file; nil where it is no such file.
  init?(_ file: [UInt8]) {
    let header = BTSnoopWriter(.monitor).bytes
    guard file.starts(with: header) else { return nil }
    bytes = file[header.count...]
    cursor = ByteCursor(bytes)
  }

  mutating func next() -> Record? {
    let start = cursor.position
    guard cursor.integer(UInt32.self, order: .big) != nil, let length = cursor.integer(UInt32.self, order: .big),
      let flags = cursor.integer(UInt32.self, order: .big), cursor.take(12) != nil,
      let payload = cursor.take(Int(length))
    else {
      _ = cursor.rest()
      return nil
    }
    return Record(
      opcode: UInt16(truncatingIfNeeded: flags), adapter: UInt16(truncatingIfNeeded: flags >> 16), payload: payload,
      bytes: bytes[start..<cursor.position])
  }
}
