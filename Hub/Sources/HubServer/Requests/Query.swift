import HubTerms
import Hummingbird

extension Request {
  /// A parameter of the address's query; nil without it.
  ///
  /// - Throws: `validationError` if it has a control character, as no identifier has; PostgreSQL takes no NUL.
  func parameter(_ name: String) throws(HubFault) -> String? {
    guard let text = uri.queryParameters[name[...]] else { return nil }
    guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      throw .invalid([HubFault.Field(name, "has a control character")])
    }
    return String(text)
  }

  /// Where a list goes on, by `cursor`; its beginning without.
  ///
  /// - Throws: `validationError`.
  func cursor() throws(HubFault) -> Cursor {
    guard let text = try parameter("cursor") else { return .beginning }
    guard let cursor = Cursor(text) else {
      throw .invalid([HubFault.Field("cursor", "has to be one of an answer before")])
    }
    return cursor
  }

  /// A whole number of the query within a range.
  ///
  /// - Throws: `validationError`.
  func count(_ name: String, in range: ClosedRange<Int>, usual: Int) throws(HubFault) -> Int {
    guard let text = try parameter(name) else { return usual }
    guard let count = Int(text), range.contains(count) else {
      throw .invalid([HubFault.Field(name, "has to be a whole number from \(range.lowerBound) to \(range.upperBound)")])
    }
    return count
  }
}
