package import Rides

/// The best that a rider has done.
package struct PersonalRecord: Codable, Hashable, Sendable {
  /// What is compared.
  @Word package var kind: RecordKind
  /// Of `power`: the length of time, in seconds.
  package var overSeconds: Int?
  /// The ride that holds it.
  package var best: RecordMark
  /// The best of the other rides; absent if there is none.
  package var before: RecordMark?

  package init(_ kind: RecordKind, overSeconds: Int? = nil, best: RecordMark, before: RecordMark? = nil) {
    self.overSeconds = overSeconds
    self.best = best
    self.before = before
    self.kind = kind
  }
}

/// What a ride has of that which is compared; it is one of the four.
package struct RecordMark: Codable, Hashable, Sendable {
  /// The ride's number.
  package var ride: Int
  /// When it began: RFC 3339 in UTC.
  package var start: String
  /// What it is called; absent without a name and a plan.
  package var title: String?
  /// Mean power, in watts: of `power` and `zone2Power`.
  package var watts: Double?
  /// Seconds that the timer ran: of `time`.
  package var timerSeconds: Int?
  /// In metres: of `distance`.
  package var distanceMeters: Double?
  /// In kilojoules: of `work`.
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
  /// The number of the ride that has it.
  package var ride: Int
  /// When that began: RFC 3339 in UTC.
  package var start: String
  /// What it is called; absent without a name and a plan.
  package var title: String?

  package init(overSeconds: Int, watts: Double, ride: Int, start: String, title: String? = nil) {
    self.overSeconds = overSeconds
    self.watts = watts
    self.ride = ride
    self.start = start
    self.title = title
  }
}
