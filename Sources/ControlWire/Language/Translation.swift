/// The phrases of the product in one language.
package struct Translation: Sendable {
  /// The translation that texts for a person are made in; nil for English.
  ///
  /// A client sets it around its work. The daemons write English alone, and so does JSON.
  @TaskLocal package static var current: Translation?

  package let language: Language
  private let patterns: @Sendable (_ english: String, _ form: Int) -> String?

  /// - Parameters:
  ///   - language: The language.
  ///   - patterns: Returns the pattern in that language for an English one; nil if it has no translation. The second
  ///     parameter is the plural form, from 0, of a pattern that depends on a number.
  package init(_ language: Language, patterns: @escaping @Sendable (_ english: String, _ form: Int) -> String?) {
    self.language = language
    self.patterns = patterns
  }

  /// The pattern in this language; nil if it has no translation.
  package func pattern(of english: String, form: Int = 0) -> String? { patterns(english, form) }

  /// The character between the whole and the tenths of a number for the reader.
  package static var decimalSeparator: Character { (current?.language ?? .english).decimalSeparator }
}
