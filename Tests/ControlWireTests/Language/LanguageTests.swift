import ControlWire
import Testing

/// The language of a client's messages.
@Suite struct LanguageTests {
  @Test(arguments: [
    (["LANG": "de_AT.UTF-8"], Language.german),
    (["LANG": "fr_FR.utf8"], .french),
    (["LANG": "es_ES.UTF-8@euro"], .spanish),
    (["LANG": "en_GB.UTF-8"], .english),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"], .french),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "es_ES.UTF-8"], .spanish),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "", "LC_ALL": ""], .german),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], .english),
    (["LC_ALL": "C.UTF-8"], .english),
  ])
  func `the first of LC_ALL, LC_MESSAGES and LANG decides`(environment: [String: String], language: Language) {
    #expect(Language(environment: environment) == language)
  }

  @Test(arguments: ["de_DE", "de_DE.ISO-8859-1", "de_DE@euro", "pl_PL.UTF-8", "POSIX", "", ".UTF-8", "deutsch.UTF-8"])
  func `the language is English without UTF-8 or for an unknown language`(locale: String) {
    #expect(Language(environment: ["LANG": locale]) == .english)
    #expect(Language(environment: [:]) == .english)
  }
}
