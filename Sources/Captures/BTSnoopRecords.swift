/// The records of a btsnoop file of the Linux monitor channel, one after the other, to the end or to where the file is
/// cut off.
public struct BTSnoopRecords: Sequence, IteratorProtocol {
  /// One record.
  public struct Record: Sendable {
    /// What it is: 2 a command, 3 an event, 4 and 5 data sent and received (BlueZ, `doc/btsnoop.txt`).
    public let opcode: UInt16
    /// The adapter's number; 0xFFFF for none.
    public let adapter: UInt16
    /// The wall time in microseconds since 1970.
    public let unixMicroseconds: Int64
    /// Its content.
    public let payload: ArraySlice<UInt8>
    /// The record as it stands in the file, its header included.
    public let bytes: ArraySlice<UInt8>
  }

  private let bytes: ArraySlice<UInt8>
  private var cursor: ByteCursor

  /// The records of a file; nil where it is no such file.
  public init?(_ file: [UInt8]) {
    let header = BTSnoopWriter(.monitor).bytes
    guard file.starts(with: header) else { return nil }
    bytes = file[header.count...]
    cursor = ByteCursor(bytes)
  }

  /// The next record; nil where no whole one is left.
  public mutating func next() -> Record? {
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
