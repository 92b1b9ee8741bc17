/// The reason that a database operation failed.
package struct DatabaseFault: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable {
    /// The address of the database is invalid.
    case badAddress
    /// The database cannot be reached, or the connection was lost: the transaction may or may not have been committed.
    case unreachable
    /// Another transaction conflicted. The same transaction may succeed later.
    case contended
    /// The value already exists.
    case duplicate
    /// A later version of the program created the database.
    case tooNew
    /// A column has an unexpected type.
    case unexpectedValue
    case failed
  }

  package let code: Code
  package let detail: String

  package init(_ code: Code, detail: String) {
    self.code = code
    self.detail = detail
  }

  package var description: String { "\(code.rawValue): \(detail)" }
}
