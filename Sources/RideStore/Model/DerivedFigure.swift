/// A figure derived from a ride's rows; the raw value is its name in the table `figure`.
package enum DerivedFigure: String, Hashable, Sendable, CaseIterable {
  /// Timer time in Zone 2, in seconds.
  case zone2Seconds
  /// Mean power in Zone 2, in watts; absent if the ride has no power there.
  case zone2Watts
  /// Rise of the heart rate relative to the power, in percent; absent if the ride is too short or too uneven.
  case decouplingPercent
  /// Minutes in the zones of strain; absent if the ride has no heart rate.
  case strainZone1, strainZone2, strainZone3, strainZone4, strainZone5
  /// Banister's training impulse; absent if the ride has no heart rate.
  case trimp
  /// Normalized Power, in watts; absent without power.
  case normalizedWatts
  /// Timer time in the power zones, in seconds; absent without power.
  case powerZone1, powerZone2, powerZone3, powerZone4, powerZone5, powerZone6, powerZone7

  /// The minutes in the zones of strain, the lowest zone first.
  package static let strainZones = [strainZone1, strainZone2, strainZone3, strainZone4, strainZone5]

  /// The time in the power zones, the lowest zone first.
  package static let powerZones = [
    powerZone1, powerZone2, powerZone3, powerZone4, powerZone5, powerZone6, powerZone7,
  ]
}

/// The derivation of figures; a stored figure is valid as long as both members are the same.
package struct Derivation: Hashable, Sendable {
  /// The formula and its version.
  package var method: String
  /// The settings that it used.
  package var basis: String

  package init(method: String, basis: String) {
    self.method = method
    self.basis = basis
  }
}
