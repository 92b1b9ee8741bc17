/// A FIT file being written: FIT Protocol 1.0, little-endian.
struct FITWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
    bytes.append(contentsOf: repeatElement(0, count: FITHeader.size))
  }

  /// Defines local message type `local` (0…15) with the columns for which any row has a value.
  ///
  /// Without such columns, no definition is written.
  mutating func define<Row>(
    _ message: FITMessageNumber, as local: UInt8, _ columns: [FITColumn<Row>], for rows: some Collection<Row>
  ) -> FITTable<Row> {
    let present = columns.filter { column in rows.contains { column.hasValue($0) } }
    guard !present.isEmpty else { return FITTable(local: local, columns: present) }
    bytes += [FITRecordHeader.definition | local, 0, 0]
    append(UInt64(message.rawValue), bytes: 2)
    bytes.append(UInt8(truncatingIfNeeded: present.count))
    for column in present {
      bytes += [column.field.number, UInt8(truncatingIfNeeded: column.size), column.field.type.rawValue]
    }
    return FITTable(local: local, columns: present)
  }

  /// Writes a row with the latest definition of the table's local type.
  mutating func write<Row>(_ row: Row, in table: FITTable<Row>) {
    bytes.append(table.local)
    for column in table.columns {
      switch column.content {
      case .number(let value): append(column.field.bits(of: value(row)), bytes: column.field.type.size)
      case .elements(let count, let elements): append(elements(row), count: count, as: column.field)
      }
    }
  }

  /// Returns the finished file: the header with its size, and the checksum at the end.
  consuming func finished() -> [UInt8] {
    let header = FITHeader(dataSize: UInt32(clamping: bytes.count - FITHeader.size))
    bytes.replaceSubrange(..<FITHeader.size, with: header.encoded())
    append(UInt64(FITChecksum(of: bytes).value), bytes: 2)
    return bytes
  }

  private mutating func append(_ elements: [Double], count: Int, as field: FITField) {
    for element in elements.prefix(count) { append(field.bits(of: element), bytes: field.type.size) }
    for _ in min(elements.count, count)..<count { append(field.type.invalid, bytes: field.type.size) }
  }

  private mutating func append(_ bits: UInt64, bytes count: Int) {
    for place in 0..<UInt64(count) { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * place))) }
  }
}

/// A field and its value in a row.
struct FITColumn<Row>: Sendable {
  enum Content: Sendable {
    case number(@Sendable (Row) -> Double?)
    /// An array of `count` elements; missing ones are filled with the invalid value.
    case elements(count: Int, @Sendable (Row) -> [Double])
  }

  let field: FITField
  let content: Content

  init(_ field: FITField, _ value: @escaping @Sendable (Row) -> Double?) {
    self.field = field
    content = .number(value)
  }

  init(_ field: FITField, count: Int, _ elements: @escaping @Sendable (Row) -> [Double]) {
    self.field = field
    content = .elements(count: count, elements)
  }

  /// The size in bytes.
  var size: Int {
    switch content {
    case .number: field.type.size
    case .elements(let count, _): count * field.type.size
    }
  }

  func hasValue(_ row: Row) -> Bool {
    switch content {
    case .number(let value): value(row)?.isFinite ?? false
    case .elements(_, let elements): !elements(row).isEmpty
    }
  }
}

/// The columns of a definition.
struct FITTable<Row>: Sendable {
  let local: UInt8
  let columns: [FITColumn<Row>]
}

enum FITText {
  private static let longest = 63

  /// Returns the text in UTF-8 with a terminating 0, cut between characters to the longest accepted length; empty for
  /// nil.
  static func characters(of text: String?) -> [Double] {
    guard var text = text?.filter({ $0 != "\0" }), !text.isEmpty else { return [] }
    while text.utf8.count > longest { text.removeLast() }
    return (Array(text.utf8) + [0]).map(Double.init)
  }
}
