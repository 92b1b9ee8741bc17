/// Why the database did not do what it was asked.
package struct DatabaseFault: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable {
    /// The address of the database is not one.
    case badAddress
    /// It cannot be reached, or went away meanwhile: what was asked may be done or not.
    case unreachable
    /// Another transaction was in the way; the same again may succeed.
    case contended
    /// The value is there already.
    case duplicate
    /// A later version of the program made it.
    case tooNew
    /// A column has a type that nobody wrote.
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
