package import Rides

/// Readers for intervals.icu: an empty text counts as missing, and a number may be a text.
extension JSONValue {
  /// A text that is not empty.
  package var word: String? { if case .text(let text) = self, !text.isEmpty { text } else { nil } }

  /// The number, also from a text, `"80"`, or from a zone, `"Z2"`; always finite.
  package var amount: Double? {
    guard case .text(let text) = self else { return number }
    return Double(text.hasPrefix("Z") || text.hasPrefix("z") ? text.dropFirst() : text[...])
      .flatMap { $0.isFinite ? $0 : nil }
  }

  package var isTrue: Bool { self == .flag(true) || self == .text("true") }

  /// The key of an object: a text, or the digits of a whole number.
  package var key: String? { text.flatMap { $0.isEmpty || $0.utf8.count > 100 ? nil : $0 } }
}
