/// A client's position in the changes of a rider.
///
/// Changes are numbered consecutively.
package struct Cursor: Hashable, Sendable, Encodable {
  package let sequence: Int64

  /// The position before the first change.
  package static let beginning = Cursor(sequence: 0)

  package init(sequence: Int64) { self.sequence = sequence }

  /// Parses the form of `text`; nil for anything else.
  package init?(_ text: String) {
    guard text.first == "c", let sequence = Int64(text.dropFirst()), sequence >= 0,
      text == Cursor(sequence: sequence).text
    else { return nil }
    self.sequence = sequence
  }

  /// The cursor as text, opaque to clients.
  package var text: String { "c\(sequence)" }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }
}
