/// The brake of a trainer while the legs alone decide the power.
package enum Brake: Hashable, Sendable, Codable {
  /// The brake of a road that rises by this, in percent; 0 is a flat road, as in free riding.
  case slope(percent: Double)
  /// A constant brake, in percent of the greatest one.
  case resistance(percent: Double)

  package static let flatRoad = Brake.slope(percent: 0)

  /// The slope, in percent; nil for a constant brake.
  package var slopePercent: Double? { if case .slope(let percent) = self { percent } else { nil } }

  /// Whether it is within the limits; false if a stored one is damaged.
  package var isSound: Bool {
    switch self {
    case .slope(let percent): Limits.slopePercent.contains(percent)
    case .resistance(let percent): Limits.resistancePercent.contains(percent)
    }
  }

  /// The constant brake, in percent of the greatest one; nil for a slope.
  package var resistancePercent: Double? { if case .resistance(let percent) = self { percent } else { nil } }
}

/// The ways in which a trainer can brake.
package enum TrainerMode: String, Codable, Hashable, Sendable, CaseIterable {
  /// It holds a target power.
  case erg
  /// jz2 holds a target power by its resistance, slower and less exactly.
  case ergByResistance
  /// It simulates the slope of a road.
  case slope
  /// It brakes with a constant resistance.
  case resistance
}

extension TrainerMode: OpenEnum {
  package static var unrecognized: Self { .resistance }
}
