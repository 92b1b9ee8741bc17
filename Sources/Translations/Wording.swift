package import ControlWire

/// The phrases of the product in its four languages, by the room that they are told of.
///
/// A record is four lines: English, German, French, Spanish. An empty line is between two records. The English line is
/// the pattern of a `Phrase`; places such as `{1}` may change their order. Riders are addressed by du, vous and tú.
package enum Wording {
  /// All records, in the order of their files; each has its lines, of which a well-formed one has four.
  package static var records: [[Substring]] {
    rooms.flatMap { room in
      // Every start of a client in another language reads all of it, and bytes are read much faster than characters.
      room.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
        .split(whereSeparator: \.isEmpty).map(Array.init)
    }
  }
}

extension Translation {
  /// The translation into a language; nil for English, which needs none.
  package init?(_ language: Language) {
    guard language != .english, let place = Language.allCases.firstIndex(of: language) else { return nil }
    let records = Wording.records.filter { $0.indices.contains(place) }
    self.init(language, patterns: Dictionary(records.map { ($0[0], $0[place]) }) { first, _ in first })
  }
}

extension Wording {
  /// Every room.
  private static let rooms = [
    answers, body, bodyExplanations, bodyFormulas, bodyRefusals, bodyScores, chartMarks, charts, checks, client,
    deviceFaults, devices, disk, doctor, faults, health, imports, libraryVerbs, lists, live, nights, page,
    pageCertificate, pagePlanner, pageRefusals, pageRides, pageSettings, pageTrends, pageTrim, pageVerbs, plan,
    planFaults, planVerbs, plans, problems, radio, reviews, ride, rideVerbs, services, settings, socket, speech, start,
    status, store, sync, words,
  ]
}
