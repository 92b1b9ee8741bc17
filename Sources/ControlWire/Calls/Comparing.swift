// Calls that compare rides with each other; only rides on a bicycle of a minute or more count.

extension TrainerCalls {
  static let comparing: [any TrainerCall.Type] = [Analyse.self, Records.self, BestPower.self]
}

/// A call that compares rides: the answer may need figures of rides that are not analysed yet, which takes longer.
package protocol ComparingCall: VarlinkCall {
  /// Whether the answer needs the figures of many rides.
  var needsAnalysis: Bool { get }
}

extension ComparingCall {
  package var needsAnalysis: Bool { true }
  /// Every ride may have to be analysed.
  package var patience: Duration { .seconds(600) }
}

/// Analyses the rides that lack figures, so that the calls that compare rides are answered at once.
///
/// With `more`, a part says after each few rides how many are done.
package struct Analyse: TrainerCall, StreamedCall {
  package static let method = "Analyse"
  package static let access = AccessLevel.look
  package typealias Reply = AnalysisProgress

  package init() {}

  /// Without `more`, every ride may have to be analysed first.
  package var patience: Duration { .seconds(600) }
  package var patienceBetween: Duration? { .seconds(60) }
}

/// The answer to `Analyse`.
package struct AnalysisProgress: Codable, Hashable, Sendable {
  /// How many rides are analysed by now.
  package var analysed: Int
  /// How many rides lacked a figure at the beginning.
  package var of: Int

  package init(analysed: Int, of: Int) {
    self.analysed = analysed
    self.of = of
  }
}

/// The records of all rides.
package struct Records: TrainerCall, ComparingCall {
  package static let method = "Records"
  package static let access = AccessLevel.look
  package typealias Reply = RecordList

  /// Whether no records are told, rather than many rides analysed first; absent for no.
  package var quick: Bool?

  package init(quick: Bool? = nil) { self.quick = quick }

  package var needsAnalysis: Bool { quick != true }
}

/// The best power over some lengths of time: of a ride, of a period, or of all rides.
package struct BestPower: TrainerCall, ComparingCall {
  package static let method = "BestPower"
  package static let access = AccessLevel.look
  package typealias Reply = PowerPoints

  /// The ride; absent for the best of many.
  package var ride: String?
  /// RFC 3339: only rides that began then or later.
  package var since: String?
  /// RFC 3339: only rides that began earlier.
  package var before: String?

  package init(ride: String? = nil, since: String? = nil, before: String? = nil) {
    self.ride = ride
    self.since = since
    self.before = before
  }

  package var needsAnalysis: Bool { ride == nil }
}

/// The answer to `Records`.
package struct RecordList: Codable, Hashable, Sendable {
  package var records: [PersonalRecord]

  package init(records: [PersonalRecord]) { self.records = records }
}

/// The answer to `BestPower`, the shortest time first.
package struct PowerPoints: Codable, Hashable, Sendable {
  package var points: [PowerPoint]

  package init(points: [PowerPoint]) { self.points = points }
}
