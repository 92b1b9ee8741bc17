/// What a ride is to be; `watts` with `minutes`, or a `plan`, or `zone2` with `minutes`.
public struct RideStart: Codable, Hashable, Sendable {
  /// The power to hold, in watts; with `zone2` the one to begin at, absent for what the last such ride took.
  public var watts: Int?
  /// How long to ride, in minutes of timer time.
  public var minutes: Double?
  /// The plan to ride, by name.
  public var plan: String?
  /// Whether the heart rate steers the watts, within Zone 2.
  public var zone2: Bool?
  /// Whether the target is eased while DFA alpha-1 stays under 0.75.
  public var dfa: Bool?
  /// A heart rate above which the target is eased, in beats a minute.
  public var maximumHeartRate: Int?
  /// Whether a strap is used; absent for yes.
  public var heartRate: Bool?

  /// A ride to begin.
  public init(
    watts: Int? = nil, minutes: Double? = nil, plan: String? = nil, zone2: Bool? = nil, dfa: Bool? = nil,
    maximumHeartRate: Int? = nil, heartRate: Bool? = nil
  ) {
    self.watts = watts
    self.minutes = minutes
    self.plan = plan
    self.zone2 = zone2
    self.dfa = dfa
    self.maximumHeartRate = maximumHeartRate
    self.heartRate = heartRate
  }
}

/// What the rider changes in the plan while riding it.
public enum PlanStep: Hashable, Sendable {
  /// The activity is done: the interval that waits for that is over.
  case done
  /// On to the next interval.
  case skip
  /// To the beginning of the interval, or of the one before where it has only just begun.
  case back
  /// So much more of the interval, as it is measured.
  case extend(seconds: Int?, meters: Double?)
  /// All watts higher by so many percent, or so much higher than now.
  case bias(percent: Int?, change: Int?)
  /// Another label for the interval.
  case label(String)
}
