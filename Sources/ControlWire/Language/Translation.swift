/// The phrases of the product in one language.
package struct Translation: Sendable {
  /// The translation that texts for a person are made in; nil for English.
  ///
  /// A client sets it around its work. The daemons write English alone, and so does JSON.
  @TaskLocal package static var current: Translation?

  package let language: Language
  private let patterns: [Substring: Substring]

  /// - Parameters:
  ///   - language: The language.
  ///   - patterns: The patterns in that language, by the English ones.
  package init(_ language: Language, patterns: [Substring: Substring]) {
    self.language = language
    self.patterns = patterns
  }

  /// The pattern in this language; nil if it has no translation.
  package func pattern(of english: String) -> String? { patterns[english[...]].map(String.init) }

  /// The character between the whole and the tenths of a number for the reader.
  package static var decimalSeparator: Character { (current?.language ?? .english).decimalSeparator }
}
