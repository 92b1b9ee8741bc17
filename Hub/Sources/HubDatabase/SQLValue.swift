/// A value of a column, or an argument of a statement.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension SQLValue {
  package static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
  package static func real(_ value: Double?) -> SQLValue { value.map { .real($0) } ?? .null }
  package static func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
  package static func blob(_ value: [UInt8]?) -> SQLValue { value.map { .blob($0) } ?? .null }
}

/// A row of a result, with its values by column name.
package struct SQLRow: Sendable {
  /// The positions of the columns, shared by all rows of a result.
  let columns: [String: Int]
  let values: [SQLValue]

  /// - Throws: `unexpectedValue` if there is no such column, or if it has another type.
  package func integer(_ column: String) throws(DatabaseFault) -> Int64 {
    guard let value = try optionalInteger(column) else { throw unexpected(column) }
    return value
  }

  /// Returns nil if the column is null.
  package func optionalInteger(_ column: String) throws(DatabaseFault) -> Int64? {
    switch try value(column) {
    case .null: return nil
    case .integer(let value): return value
    default: throw unexpected(column)
    }
  }

  package func real(_ column: String) throws(DatabaseFault) -> Double {
    guard let value = try optionalReal(column) else { throw unexpected(column) }
    return value
  }

  package func optionalReal(_ column: String) throws(DatabaseFault) -> Double? {
    switch try value(column) {
    case .null: return nil
    case .real(let value): return value
    case .integer(let value): return Double(value)
    default: throw unexpected(column)
    }
  }

  package func text(_ column: String) throws(DatabaseFault) -> String {
    guard let value = try optionalText(column) else { throw unexpected(column) }
    return value
  }

  package func optionalText(_ column: String) throws(DatabaseFault) -> String? {
    switch try value(column) {
    case .null: return nil
    case .text(let value): return value
    default: throw unexpected(column)
    }
  }

  package func blob(_ column: String) throws(DatabaseFault) -> [UInt8] {
    guard case .blob(let value) = try value(column) else { throw unexpected(column) }
    return value
  }

  private func value(_ column: String) throws(DatabaseFault) -> SQLValue {
    guard let place = columns[column], values.indices.contains(place) else { throw unexpected(column) }
    return values[place]
  }

  private func unexpected(_ column: String) -> DatabaseFault {
    DatabaseFault(.unexpectedValue, detail: "column \(column)")
  }
}
