/// The guards of a ride: each reduces the target while the rider's heart requires it.
package struct TargetGuards: Hashable, Sendable {
  /// The heart rate above which the target is reduced, in beats a minute; nil without a ceiling.
  package var maximumBeatsPerMinute: Int?
  /// Whether the target is reduced while DFA alpha-1 stays below 0.75.
  package var dfa: Bool

  package init(maximumBeatsPerMinute: Int? = nil, dfa: Bool = false) {
    self.maximumBeatsPerMinute = maximumBeatsPerMinute
    self.dfa = dfa
  }

  /// Whether there are no guards; each guard needs the heart rate of a strap.
  package var isEmpty: Bool { self == TargetGuards() }
  /// Whether the ride cannot start without a strap; the ceiling alone waits for one.
  package var needsStrapAtStart: Bool { dfa }
}

/// The reason why the target power of the trainer differs from the wanted power.
public enum TargetEasing: String, Codable, Hashable, Sendable, CaseIterable {
  /// The trainer cannot hold the power.
  case range
  /// The spiral of death guard released the target when cadence collapsed.
  case legs
  /// The heart rate is above its ceiling.
  case heartRate
  /// DFA alpha-1 is low.
  case dfa
  /// The heart rate controls the power, but does not arrive.
  case noHeartRate
  /// The power is rising: after the first stroke, for which it waits, a pause, a gap or a release.
  case ramp
  /// The heart rate controls the power, and the zone's power limit stops it from rising or falling further.
  case zoneLimit
}
