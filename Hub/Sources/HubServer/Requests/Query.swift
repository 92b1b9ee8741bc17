import HubTerms
import Hummingbird

extension Request {
  /// A parameter of the address's query; nil without it.
  func parameter(_ name: String) -> String? { uri.queryParameters[name[...]].map { String($0) } }

  /// Where a list goes on, by `cursor`; its beginning without.
  ///
  /// - Throws: `validationError`.
  func cursor() throws(HubFault) -> Cursor {
    guard let text = parameter("cursor") else { return .beginning }
    guard let cursor = Cursor(text) else {
      throw .invalid([HubFault.Field("cursor", "has to be one of an answer before")])
    }
    return cursor
  }

  /// A whole number of the query within a range.
  ///
  /// - Throws: `validationError`.
  func count(_ name: String, in range: ClosedRange<Int>, usual: Int) throws(HubFault) -> Int {
    guard let text = parameter(name) else { return usual }
    guard let count = Int(text), range.contains(count) else {
      throw .invalid([HubFault.Field(name, "has to be a whole number from \(range.lowerBound) to \(range.upperBound)")])
    }
    return count
  }
}
