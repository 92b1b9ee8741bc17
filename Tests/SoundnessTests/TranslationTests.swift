import ControlWire
import PageKit
import RideText
import Rides
import Testing
import Translations

/// Every text that riders read has a translation in every language.
@Suite struct TranslationTests {
  private static let phrases = Checkout.sources.filter { $0.module != "Translations" }.flatMap { source in
    PhraseScanner.literals(of: source.lines.joined(separator: "\n")).map { (source: source, literal: $0) }
  }
  private static let patterns = Set(phrases.filter(\.literal.isPhrase).map(\.literal.pattern)).union(words)
  /// The raw values that are English words.
  private static let words =
    words(of: Check.Outcome.self) + words(of: MeasurementPosition.self) + words(of: PlannedDay.self)
    + words(of: RecoveryCategory.self) + words(of: RideState.self) + words(of: Sport.self)

  private static func words<Word: EnglishWord>(of type: Word.Type) -> [String] { type.allCases.map(\.rawValue) }

  @Test func `every phrase has a record`() {
    let known = Set(Wording.records.compactMap(\.first))
    let missing = Self.phrases.filter { $0.literal.isPhrase && !known.contains($0.literal.pattern[...]) }
    #expect(PageFiles.own.phrases.filter { !known.contains($0[...]) } == [], "on the page")
    #expect(Self.words.filter { !known.contains($0[...]) } == [], "raw values")
    #expect(missing.map { "\($0.source.path):\($0.literal.line): \($0.literal.pattern)" } == [])
    #expect(Self.patterns.count > 500, "the scanner finds them")
  }

  @Test func `every record is of a phrase`() {
    let patterns = Self.patterns.union(PageFiles.own.phrases)
    #expect(Wording.records.compactMap(\.first).filter { !patterns.contains(String($0)) } == [])
  }

  @Test func `no phrase has two records`() {
    let records = Dictionary(grouping: Wording.records, by: \.first)
    #expect(records.values.filter { $0.count > 1 } == [])
  }

  @Test func `a record has a line for each language`() {
    #expect(Wording.records.filter { $0.count != Language.allCases.count } == [])
    let lines = Wording.records.flatMap(\.self)
    #expect(lines.filter { $0.isEmpty || $0.hasPrefix(" ") || $0.hasSuffix(" ") } == [])
  }

  @Test func `a translation has the values of the English phrase, each once`() {
    #expect(Self.lines(differingIn: /\{\d+\}/) == [])
  }

  @Test func `a command to type is the same in every language`() {
    #expect(Self.lines(differingIn: /`[^`]*`/) == [])
  }

  private static func lines(differingIn piece: Regex<Substring>) -> [Substring] {
    Wording.records.flatMap { record in
      let pieces = record.map { line in line.matches(of: piece).map(\.output).sorted() }
      return zip(record, pieces).filter { $0.1 != pieces.first }.map(\.0)
    }
  }

  @Test func `every file of records is among the rooms`() throws {
    let rooms = Checkout.sources.filter { $0.module == "Translations" }.flatMap(\.code)
      .compactMap { $0.firstMatch(of: /static let (\w+) = #/)?.output.1 }
    let words = try Checkout.text(of: "Sources/Translations/Wording.swift").split { !$0.isLetter }
    #expect(rooms.filter { !words.contains($0) } == [])
  }
}

/// Tests how phrases are found in a source.
@Suite struct PhraseScannerTests {
  @Test(arguments: [
    (#"String(localized: "Ride \(id) has \(name ?? "no name").")"#, ["Ride {1} has {2}."]),
    (#"Sentence("One.", remedy: isLast ? "Two." : "Three \(x).")"#, ["One.", "Two.", "Three {1}."]),
    ("String(\n  localized: \"One \\(x) \"\n  + \"and \\(y).\")", ["One {1} and {2}."]),
    (#"print("\(String(localized: "Inside.")) outside")"#, ["Inside."]),
    (#"String(localized: "Set \(list("a b")).")"#, ["Set {1}."]),
    (#"log("A line.") // String(localized: "A comment.")"#, []),
    (##"String(localized: #"A "quote"."#)"##, [#"A "quote"."#]),
    (#"String(localized: "Quiet\u{2009}%") + "more""#, ["Quiet\u{2009}%"]),
  ])
  func `a phrase stands directly in its call`(source: String, patterns: [String]) {
    #expect(PhraseScanner.literals(of: source).filter(\.isPhrase).map(\.pattern) == patterns)
  }
}
