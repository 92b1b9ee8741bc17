/// The product's messages in one language.
package struct Translation: Sendable {
  /// The translation of messages for the reader; nil for English.
  ///
  /// A client sets it around its work. The daemons and JSON use only English.
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

  /// Returns the pattern in this language; nil if it has no translation.
  package func pattern(of english: String) -> String? { patterns[english[...]].map(String.init) }

  /// The decimal separator of numbers in the reader's language.
  package static var decimalSeparator: Character { (current?.language ?? .english).decimalSeparator }
}
