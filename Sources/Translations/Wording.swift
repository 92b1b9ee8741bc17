package import ControlWire

/// The phrases of the product in its four languages, by the room that they are told of.
///
/// A record is four lines: English, German, French, Spanish. An empty line is between two records. The English line is
/// the pattern of a `Phrase`; places such as `{1}` may change their order. Riders are addressed by du, vous and tú.
package enum Wording {
  /// All records, in the order of their files.
  package static var records: [Record] {
    rooms.flatMap { room in
      room.split(separator: "\n\n").map { Record($0.split(separator: "\n").map(String.init)) }
    }
  }

  /// One phrase in all languages.
  package struct Record: Hashable, Sendable {
    /// The lines: English, German, French, Spanish; a record that is well-formed has four.
    package let lines: [String]

    init(_ lines: [String]) { self.lines = lines }

    /// The phrase in a language; nil if that line is missing.
    package subscript(_ language: Language) -> String? {
      guard let place = Language.allCases.firstIndex(of: language), lines.indices.contains(place) else { return nil }
      return lines[place]
    }
  }
}

extension Translation {
  /// The translation into a language; nil for English, which needs none.
  package init?(_ language: Language) {
    guard language != .english else { return nil }
    let pairs = Wording.records.compactMap { record -> (String, String)? in
      guard let english = record[.english], let other = record[language] else { return nil }
      return (english, other)
    }
    self.init(language, patterns: Dictionary(pairs) { first, _ in first })
  }
}

extension Wording {
  /// Every room.
  private static let rooms = [
    answers, body, bodyExplanations, bodyFormulas, bodyRefusals, bodyScores, chartMarks, charts, checks, client,
    devices, disk, doctor, faults, health, imports, libraryVerbs, lists, live, plan, planFaults, planVerbs, plans,
    problems, radio, reviews, ride, rideVerbs, serviceVerbs, services, settings, socket, speech, start, status,
    store, sync, words,
  ]
}
