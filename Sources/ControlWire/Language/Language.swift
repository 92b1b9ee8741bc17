/// A language of the clients' messages; the raw values are the codes of ISO 639-1.
package enum Language: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
}

extension Language {
  /// The language of messages that an environment selects (POSIX.1-2017, Base Definitions, 8.2).
  ///
  /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set decides. It is English for the locale C, for languages
  /// without a translation, and for locales whose encoding is not UTF-8.
  package init(environment: [String: String]) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let parts = locale.prefix { $0 != "@" }.split(separator: ".", omittingEmptySubsequences: false)
    let isUTF8 = parts.count == 2 && ["utf-8", "utf8"].contains(parts[1].lowercased())
    let code = parts.first?.prefix { $0 != "_" }
    self = isUTF8 ? code.flatMap { Language(rawValue: String($0)) } ?? .english : .english
  }

  /// The form of a text that counts something: 0 for the singular, 1 for the plural (gettext's `Plural-Forms`).
  package func pluralForm(of count: Int) -> Int {
    switch self {
    case .french: count > 1 ? 1 : 0
    case .english, .german, .spanish: count == 1 ? 0 : 1
    }
  }

  package var decimalSeparator: Character { self == .english ? "." : "," }
}
