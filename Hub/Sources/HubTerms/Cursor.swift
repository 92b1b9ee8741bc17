/// How far a client has read what changed of a rider: every change has a number, one more than the one before.
package struct Cursor: Hashable, Sendable, Encodable {
  package let sequence: Int64

  /// Before everything.
  package static let beginning = Cursor(sequence: 0)

  package init(sequence: Int64) { self.sequence = sequence }

  /// Reads what `text` writes; nil for anything else.
  package init?(_ text: String) {
    guard text.first == "c", let sequence = Int64(text.dropFirst()), sequence >= 0,
      text == Cursor(sequence: sequence).text
    else { return nil }
    self.sequence = sequence
  }

  /// Means nothing to a client.
  package var text: String { "c\(sequence)" }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }
}
