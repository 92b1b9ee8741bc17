package import Rides

/// A rider's best value in one comparison.
package struct PersonalRecord: Codable, Hashable, Sendable {
  /// The compared value.
  @OpenValue package var kind: RecordKind
  /// The length of time, in seconds; for `power`.
  package var overSeconds: Int?
  /// The ride that holds the record.
  package var best: RecordMark
  /// The best of the other rides; absent if they have no value.
  package var before: RecordMark?

  package init(_ kind: RecordKind, overSeconds: Int? = nil, best: RecordMark, before: RecordMark? = nil) {
    self.overSeconds = overSeconds
    self.best = best
    self.before = before
    self.kind = kind
  }
}

/// A ride's value in one comparison; exactly one of the four values is set.
package struct RecordMark: Codable, Hashable, Sendable {
  /// The ride's number.
  package var ride: Int
  /// The ride's start, RFC 3339 in UTC.
  package var start: String
  /// The ride's title; absent without a name and a plan.
  package var title: String?
  /// Mean power, in watts; for `power` and `zone2Power`.
  package var watts: Double?
  /// Seconds that the timer ran; for `time`.
  package var timerSeconds: Int?
  /// In metres; for `distance`.
  package var distanceMeters: Double?
  /// In kilojoules; for `work`.
  package var kilojoules: Double?

  package init(
    ride: Int, start: String, title: String? = nil, watts: Double? = nil, timerSeconds: Int? = nil,
    distanceMeters: Double? = nil, kilojoules: Double? = nil
  ) {
    self.ride = ride
    self.start = start
    self.title = title
    self.watts = watts
    self.timerSeconds = timerSeconds
    self.distanceMeters = distanceMeters
    self.kilojoules = kilojoules
  }
}

/// The best power over a length of time.
package struct PowerPoint: Codable, Hashable, Sendable {
  /// The length of time, in seconds.
  package var overSeconds: Int
  /// Mean power, in watts.
  package var watts: Double
  /// The ride's number.
  package var ride: Int
  /// The ride's start, RFC 3339 in UTC.
  package var start: String
  /// The ride's title; absent without a name and a plan.
  package var title: String?

  package init(overSeconds: Int, watts: Double, ride: Int, start: String, title: String? = nil) {
    self.overSeconds = overSeconds
    self.watts = watts
    self.ride = ride
    self.start = start
    self.title = title
  }
}
