import HubTerms
import Hummingbird

extension Request {
  /// Returns a parameter of the query; nil if it is absent.
  ///
  /// - Throws: `validationError` if it has a control character. Identifiers have none, and PostgreSQL does not accept
  ///   NUL.
  func parameter(_ name: String) throws(HubFault) -> String? {
    guard let text = uri.queryParameters[name[...]] else { return nil }
    guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      throw .invalid([HubFault.Field(name, "has a control character")])
    }
    return String(text)
  }

  /// Returns the `cursor` parameter; the beginning if it is absent.
  ///
  /// - Throws: `validationError`.
  func cursor() throws(HubFault) -> Cursor {
    guard let text = try parameter("cursor") else { return .beginning }
    guard let cursor = Cursor(text) else {
      throw .invalid([HubFault.Field("cursor", "must be a cursor from an earlier response")])
    }
    return cursor
  }

  /// Returns a parameter that is a whole number in a range; `usual` if it is absent.
  ///
  /// - Throws: `validationError`.
  func count(_ name: String, in range: ClosedRange<Int>, usual: Int) throws(HubFault) -> Int {
    guard let text = try parameter(name) else { return usual }
    guard let count = Int(text), range.contains(count) else {
      throw .invalid([HubFault.Field(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")])
    }
    return count
  }
}
