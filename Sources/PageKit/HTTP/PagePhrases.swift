/// Finds the phrases of the page in its scripts.
package enum PagePhrases {
  /// The literals that a script hands to `t(`, also on the next line.
  package static func inScript(_ text: String) -> [String] {
    var phrases: [String] = []
    var rest = text[...]
    while let call = rest.firstRange(of: "t(") {
      let before = rest[..<call.lowerBound].last
      rest = rest[call.upperBound...]
      guard before.map({ !$0.isLetter && !$0.isNumber && !"_$.".contains($0) }) ?? true else { continue }
      if let phrase = joinedLiterals(rest) { phrases.append(phrase) }
    }
    return phrases
  }

  /// The literal that a text begins with, and those that are joined to it by `+`; nil if it begins with none.
  private static func joinedLiterals(_ text: Substring) -> String? {
    var phrase: String?
    var rest = text
    while true {
      let literal = rest.drop(while: \.isWhitespace)
      guard literal.first == "\"", let (content, after) = self.literal(literal.dropFirst()) else { return phrase }
      phrase = (phrase ?? "") + content
      let next = after.drop(while: \.isWhitespace)
      guard next.first == "+" else { return phrase }
      rest = next.dropFirst()
    }
  }

  /// The content of a literal up to its quotation mark, and what follows; nil for one that does not end.
  private static func literal(_ text: Substring) -> (String, Substring)? {
    var phrase = ""
    var isEscaped = false
    for (index, character) in zip(text.indices, text) {
      if isEscaped {
        phrase.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return (phrase, text[text.index(after: index)...])
      } else {
        phrase.append(character)
      }
    }
    return nil
  }
}
