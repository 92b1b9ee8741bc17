// Calls that compare rides with each other; only rides on a bicycle of a minute or more count.

extension TrainerCalls {
  static let comparing: [any TrainerCall.Type] = [Records.self, BestPower.self]
}

/// The records of all rides.
package struct Records: TrainerCall {
  package static let method = "Records"
  package static let access = AccessLevel.look
  package typealias Reply = RecordList

  /// Whether no records are told, rather than many rides analysed first; absent for no.
  package var quick: Bool?

  package init(quick: Bool? = nil) { self.quick = quick }

  /// Every ride may have to be analysed.
  package var patience: Duration { .seconds(600) }
}

/// The best power over some lengths of time: of a ride, of a period, or of all rides.
package struct BestPower: TrainerCall {
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

  /// Every ride may have to be analysed.
  package var patience: Duration { .seconds(600) }
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
