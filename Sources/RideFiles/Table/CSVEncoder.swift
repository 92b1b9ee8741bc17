package import Rides

/// Writes the rows of a ride as a table: comma-separated values by RFC 4180, with the units in the header.
package struct CSVEncoder: Sendable {
  package init() {}

  /// Writes the table in UTF-8: a header and every row, including those with the timer stopped.
  ///
  /// Unknown values are empty, times are as in RFC 3339, numbers have all their digits, and the RR intervals of a row
  /// are one field, separated by spaces. An imported ride has the rows of its file, with positions, altitudes and
  /// temperatures; a ride recorded here has DFA alpha-1, and whether speed and distance are computed from power.
  /// - Parameter record: The ride.
  /// - Returns: The bytes of the file, about 80 per second of the ride.
  package func encode(_ record: RideRecord) -> [UInt8] {
    let columns = RideSample.columns.filter { $0.isOf(record) }
    var text = TextBuffer(capacity: 256 + record.samples.count * 128)
    for (index, column) in columns.enumerated() {
      if index > 0 { text.append(",") }
      text.append(column.heading)
      if index == 0 { text.append(",time") }
    }
    text.append("\r\n")
    let fields = columns.map { Field($0.member) }
    for row in record.samples where record.exports(row) {
      for index in fields.indices {
        if index > 0 { text.append(",") }
        text.append(fields[index], row)
        if index == 0 {
          text.append(",")
          text.append(record.time(ofSecond: row.second))
        }
      }
      text.append("\r\n")
    }
    return text.bytes
  }
}

/// How to get a value of a row; without the rest of its member, whose copies would take a fifth of the time.
private enum Field {
  case integer(Member<RideSample>.Get<Int>)
  case number(Member<RideSample>.Get<Double>)
  case flag(Member<RideSample>.Get<Bool>)
  case numbers(Member<RideSample>.Get<[Double]>)
  case empty

  init(_ member: Member<RideSample>) {
    self =
      switch member.content {
      case .integer(_, let get, _): .integer(get)
      case .number(_, let get, _): .number(get)
      case .flag(let get, _): .flag(get)
      case .numbers(_, _, let get, _): .numbers(get)
      case .text, .part: .empty
      }
  }
}

extension TextBuffer {
  fileprivate mutating func append(_ field: Field, _ row: RideSample) {
    switch field {
    case .integer(let get): if let value = get(row) { append(value) }
    case .number(let get): if let value = get(row), value.isFinite { append(exactly: value) }
    case .flag(let get): append(get(row) ?? false ? "true" : "false")
    case .numbers(let get):
      for (index, value) in (get(row) ?? []).enumerated() {
        if index > 0 { append(" ") }
        append(exactly: value)
      }
    case .empty: break
    }
  }
}
