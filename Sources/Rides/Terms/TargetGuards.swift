/// The guards that a ride was ordered with: each eases the target while the rider's heart asks for it.
package struct TargetGuards: Hashable, Sendable {
  /// The heart rate, in beats a minute, above which the target is eased; nil for no ceiling.
  package var maximumBeatsPerMinute: Int?
  /// Whether the target is eased while DFA alpha-1 stays below 0.75.
  package var dfa: Bool

  package init(maximumBeatsPerMinute: Int? = nil, dfa: Bool = false) {
    self.maximumBeatsPerMinute = maximumBeatsPerMinute
    self.dfa = dfa
  }

  /// Whether there is none; each needs the heart rate of a strap.
  package var isEmpty: Bool { self == TargetGuards() }
  /// Whether the ride cannot begin without a strap; the ceiling waits for one.
  package var needsStrapAtStart: Bool { dfa }
}

/// What keeps the power asked of the trainer from being the wanted one.
public enum TargetEasing: String, Codable, Hashable, Sendable, CaseIterable {
  /// The trainer cannot hold it.
  case range
  /// The spiral of death guard released the target when cadence collapsed.
  case legs
  /// The heart rate is above its ceiling.
  case heartRate
  /// DFA alpha-1 is low.
  case dfa
  /// The heart rate steers the power, and no heart rate arrives.
  case noHeartRate
  /// The power is on its way up: after the first stroke, which it waits for, a pause, a gap or a release.
  case ramp
  /// The heart rate steers the power, and the zone's limit of the watts keeps it from rising or falling further.
  case zoneLimit
}
