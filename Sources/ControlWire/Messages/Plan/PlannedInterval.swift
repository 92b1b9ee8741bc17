/// A part of a plan, as it is made.
///
/// A target is `watts` or `thresholdPercent`; with its `to…`, a ramp; `zone` with either of the first two as the power to
/// begin at; none of them is free riding.
public struct PlannedInterval: Codable, Hashable, Sendable {
  /// What the rider calls it.
  public var label: String?
  /// What ends it.
  public var end: IntervalEndKind
  /// Of a `timer`.
  public var seconds: Int?
  /// Of a `distance`.
  public var meters: Double?
  /// Of a `location`.
  public var latitudeDegrees: Double?
  /// Of a `location`.
  public var longitudeDegrees: Double?
  /// The power to hold, or to begin at.
  public var watts: Int?
  /// The power at the end of a ramp.
  public var toWatts: Int?
  /// The power to hold, or to begin at, in percent of the functional threshold power.
  public var thresholdPercent: Double?
  /// The power at the end of a ramp, in percent of the functional threshold power.
  public var toThresholdPercent: Double?
  /// The heart-rate zone to stay in, 1…5.
  public var zone: Int?
  /// The least cadence to turn, in revolutions a minute.
  public var cadenceFrom: Int?
  /// The greatest cadence to turn, in revolutions a minute.
  public var cadenceTo: Int?
  /// What the rider is told on the way.
  public var cues: [PlannedCue]?

  /// A part of a plan.
  public init(
    label: String? = nil, end: IntervalEndKind, seconds: Int? = nil, meters: Double? = nil,
    latitudeDegrees: Double? = nil,
    longitudeDegrees: Double? = nil, watts: Int? = nil, toWatts: Int? = nil, thresholdPercent: Double? = nil,
    toThresholdPercent: Double? = nil, zone: Int? = nil, cadenceFrom: Int? = nil, cadenceTo: Int? = nil,
    cues: [PlannedCue]? = nil
  ) {
    self.label = label
    self.end = end
    self.seconds = seconds
    self.meters = meters
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
    self.watts = watts
    self.toWatts = toWatts
    self.thresholdPercent = thresholdPercent
    self.toThresholdPercent = toThresholdPercent
    self.zone = zone
    self.cadenceFrom = cadenceFrom
    self.cadenceTo = cadenceTo
    self.cues = cues
  }
}

/// Something that the rider is told.
public struct PlannedCue: Codable, Hashable, Sendable {
  /// When, in seconds from the interval's beginning.
  public var atSeconds: Int
  /// For how long it is shown.
  public var seconds: Int
  /// The words.
  public var text: String

  /// A cue.
  public init(atSeconds: Int, seconds: Int, text: String) {
    self.atSeconds = atSeconds
    self.seconds = seconds
    self.text = text
  }
}

/// Intervals that are ridden one after the other, so many times.
public struct PlannedGroup: Codable, Hashable, Sendable {
  /// How often; 1 of a lone interval.
  public var repeats: Int
  /// The intervals.
  public var intervals: [PlannedInterval]

  /// A group.
  public init(repeats: Int, intervals: [PlannedInterval]) {
    self.repeats = repeats
    self.intervals = intervals
  }
}
