/// An English text for users, with numbered placeholders for its values, so that it can be translated.
///
/// Write it as a string literal: `"Ride \(id) has no name."` has the pattern `Ride {1} has no name.`.
package struct Message: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The English text, with the placeholders `{1}`, `{2}`, and so on.
  package let pattern: String
  /// The values, in the order of their placeholders.
  package let values: [String]

  private init(pattern: String, values: [String]) { (self.pattern, self.values) = (pattern, values) }

  package init(stringLiteral value: String) { self.init(pattern: value, values: []) }

  package init(stringInterpolation: StringInterpolation) {
    self.init(pattern: stringInterpolation.pattern, values: stringInterpolation.values)
  }

  /// Joins two parts of a text that is too long for a line; they are translated as one.
  package static func + (left: Message, right: Message) -> Message {
    Message(
      pattern: left.pattern + Self.filled(right.pattern) { "{\($0 + left.values.count)}" },
      values: left.values + right.values)
  }

  /// Returns the text with its values, from a pattern that may be in another language.
  func text(_ pattern: String) -> String {
    Self.filled(pattern) { place in values.indices.contains(place - 1) ? values[place - 1] : "" }
  }

  /// Replaces each placeholder of a pattern.
  private static func filled(_ pattern: String, _ value: (Int) -> String) -> String {
    var rest = Substring(pattern)
    var text = ""
    while let brace = rest.firstIndex(of: "{") {
      text += rest[..<brace]
      rest = rest[brace...]
      let digits = rest.dropFirst().prefix(while: \.isNumber)
      if let place = Int(digits), rest.dropFirst(digits.count + 1).first == "}" {
        text += value(place)
        rest = rest.dropFirst(digits.count + 2)
      } else {
        text += "{"
        rest = rest.dropFirst()
      }
    }
    return text + rest
  }
}

extension Message {
  /// Collects the literal parts and values of a message.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pattern = ""
    fileprivate var values: [String] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      pattern.reserveCapacity(literalCapacity + 3 * interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { pattern += literal }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      values.append(value.description)
      pattern += "{\(values.count)}"
    }
  }
}

extension String {
  /// The message in the reader's language, or in English without a translation.
  package init(localized message: Message) {
    self = message.text(Translation.current?.pattern(of: message.pattern) ?? message.pattern)
  }

  /// The message for a number in the reader's language, by that language's rule for plurals.
  package init(counting count: Int, one: Message, other: Message) {
    let form = (Translation.current?.language ?? .english).pluralForm(of: count)
    let message = form == 0 ? one : other
    self = message.text(Translation.current?.pattern(of: one.pattern, form: form) ?? message.pattern)
  }
}
