import ControlWire
import Foundation
import Testing
import Translations

/// The embedded files of gettext.
///
/// `Scripts/po` checks that they have every message of the sources.
@Suite struct TranslationTests {
  /// The messages of the template, each with whether it has a plural.
  private static func messages() throws -> [(english: String, hasPlural: Bool)] {
    try Checkout.text(of: "po/jz2.pot").components(separatedBy: "\n\n").dropFirst().compactMap { entry in
      let lines = entry.split(separator: "\n").filter { !$0.hasPrefix("#") }
      guard let first = lines.first, first.hasPrefix("msgid ") else { return nil }
      let english = try JSONDecoder().decode(String.self, from: Data(first.dropFirst("msgid ".count).utf8))
      return (english, lines.contains { $0.hasPrefix("msgid_plural ") })
    }
  }

  @Test(arguments: Language.allCases.filter { $0 != .english })
  func `every message of the template has all its forms in every language`(language: Language) throws {
    let (messages, translation) = (try Self.messages(), try #require(Translation(language)))
    #expect(messages.count > 1500)
    let missing = messages.filter { message in
      (0...(message.hasPlural ? 1 : 0)).contains { translation.pattern(of: message.english, form: $0) == nil }
    }
    #expect(missing.map(\.english) == [])
  }

  @Test(arguments: Language.allCases.filter { $0 != .english })
  func `a text that is not a message has no translation`(language: Language) throws {
    let translation = try #require(Translation(language))
    for text in ["", " ", "\"", "A", "zzz", "{9}", "This is no message of the product."] {
      #expect(translation.pattern(of: text) == nil)
    }
  }

  @Test func `English has no translation`() { #expect(Translation(.english) == nil) }
}

/// How a file of gettext is read.
@Suite struct CatalogueTests {
  private static let file = #"""
    msgid ""
    msgstr ""
    "Plural-Forms: nplurals=2; plural=(n != 1);\n"

    # A translator's note.
    msgid "A \"quoted\" \\ text"
    msgstr "Ein \"Zitat\" \\"

    msgid "Long "
    "text\n"
    msgstr ""
    "Langer "
    "Text\n"

    #, fuzzy
    msgid "{1} ride"
    msgid_plural "{1} rides"
    msgstr[0] "{1} Fahrt"
    msgstr[1] "{1} Fahrten"

    msgid "ärger"
    msgstr ""

    #~ msgid "zone"
    #~ msgstr "Zone"

    """#

  private func message(_ english: String, _ form: Int = 0, in file: String = file) -> String? {
    Catalogue.message(Array(english.utf8), form, in: Array(file.utf8).span).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `quotes, line breaks, continued lines and plural forms are read`() {
    #expect(message(#"A "quoted" \ text"#) == #"Ein "Zitat" \"#)
    #expect(message("Long text\n") == "Langer Text\n")
    #expect(message("{1} ride") == "{1} Fahrt")
    #expect(message("{1} ride", 1) == "{1} Fahrten")
  }

  @Test func `untranslated, plural and obsolete messages are not found`() {
    for english in ["ärger", "{1} rides", "zone", "", "A"] { #expect(message(english) == nil) }
    #expect(message("{1} ride", 2) == nil)
    #expect(message("A", in: "") == nil)
  }

  @Test func `a file that is cut off anywhere yields a message or none`() {
    let bytes = Array(Self.file.utf8)
    for end in bytes.indices {
      let found = Catalogue.message(Array("{1} ride".utf8), 0, in: Array(bytes[..<end]).span)
      #expect(found.map { "{1} Fahrt".utf8.starts(with: $0) } ?? true)
    }
  }
}

@Suite struct PluralTests {
  @Test(arguments: [
    (Language.english, [1, 0, 1, 1]), (.german, [1, 0, 1, 1]), (.spanish, [1, 0, 1, 1]), (.french, [0, 0, 1, 1]),
  ])
  func `each language has its plural rule for 0, 1, 2 and 21`(language: Language, forms: [Int]) {
    #expect([0, 1, 2, 21].map(language.pluralForm) == forms)
  }

  @Test func `a message with a count uses the language's plural rule`() {
    func rides(_ count: Int) -> String { String(counting: count, one: "\(count) ride", other: "\(count) rides") }
    #expect([0, 1, 2].map(rides) == ["0 rides", "1 ride", "2 rides"])
    let french = Translation.$current.withValue(Translation(.french)) { [0, 1, 2].map(rides) }
    #expect(french == ["0 sortie", "1 sortie", "2 sorties"])
  }
}
