/// The product's messages in one language.
package struct Translation: Sendable {
  /// The translation of messages for the reader; nil for English.
  ///
  /// A client sets it around its work. The daemons and JSON use only English.
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

  /// Returns the pattern in this language; nil if it has no translation.
  package func pattern(of english: String, form: Int = 0) -> String? { patterns(english, form) }

  /// The decimal separator of numbers in the reader's language.
  package static var decimalSeparator: Character { (current?.language ?? .english).decimalSeparator }
}
