package import Rides

// Calls that compare rides with each other; only bicycle rides of a minute or more count.

extension TrainerCalls {
  static let comparing: [any TrainerCall.Type] = [Analyse.self, Records.self, BestPower.self]
}

/// A call that compares rides: its reply may need figures of rides that are not analysed yet, which takes longer.
package protocol ComparingCall: VarlinkCall {
  /// Whether the reply needs the figures of many rides.
  var needsAnalysis: Bool { get }
}

extension ComparingCall {
  package var needsAnalysis: Bool { true }
  /// Every ride may have to be analysed.
  package var patience: Duration { .seconds(600) }
}

/// Analyses the rides that lack figures, so that the calls that compare rides are answered at once.
///
/// With `more`, a reply after every few rides has the number of analysed rides.
package struct Analyse: TrainerCall, StreamedCall {
  package static let method = "Analyse"
  package static let access = AccessLevel.look
  package typealias Reply = AnalysisProgress

  package init() {}

  /// Without `more`, every ride may have to be analysed first.
  package var patience: Duration { .seconds(600) }
  package var patienceBetween: Duration? { .seconds(60) }
}

/// The reply to `Analyse`.
package struct AnalysisProgress: Codable, Hashable, Sendable {
  /// The number of rides analysed so far.
  package var analysed: Int
  /// The number of rides that lacked a figure at the beginning.
  package var of: Int

  package init(analysed: Int, of: Int) {
    self.analysed = analysed
    self.of = of
  }
}

/// The personal records of all rides.
package struct Records: TrainerCall, ComparingCall {
  package static let method = "Records"
  package static let access = AccessLevel.look
  package typealias Reply = RecordList

  /// Whether the reply is empty if many rides would have to be analysed first; absent for no.
  package var quick: Bool?

  package init(quick: Bool? = nil) { self.quick = quick }

  package var needsAnalysis: Bool { quick != true }
}

/// The best power over some lengths of time: of a ride, of a period, or of all rides.
package struct BestPower: TrainerCall, ComparingCall {
  package static let method = "BestPower"
  package static let access = AccessLevel.look
  package typealias Reply = PowerPoints

  /// The ride; absent for the best of several rides.
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

/// The reply to `Records`.
package struct RecordList: Codable, Hashable, Sendable {
  package var records: [PersonalRecord]

  package init(records: [PersonalRecord]) { self.records = records }
}

/// The reply to `BestPower`, the shortest time first.
package struct PowerPoints: Codable, Hashable, Sendable {
  package var points: [PowerPoint]
  /// The threshold power that the points suggest; absent if the longest rides are too short.
  package var estimate: ThresholdEstimate?

  package init(points: [PowerPoint]) { self.points = points }
}
