/// The heart rates of a zone or of a plan's own range, and the power to stay in it.
package struct HeartRateTarget: Hashable, Sendable {
  /// The zone's number, 1…5; nil for heart rates that the workout states.
  package var zone: Int?
  /// The heart rates to stay in, in beats a minute; both bounds are included.
  package var beatsPerMinute: ClosedRange<Int>
  package var start: ZoneStart
  /// The limits of the power, in watts, at any heart rate.
  package var watts: ClosedRange<Int>

  package init(zone: Int?, beatsPerMinute: ClosedRange<Int>, start: ZoneStart, watts: ClosedRange<Int>) {
    self.zone = zone
    self.beatsPerMinute = beatsPerMinute
    self.start = start
    self.watts = watts
  }

  /// Whether all values are in range; false if the stored state was damaged.
  package var isSound: Bool {
    [beatsPerMinute.lowerBound, beatsPerMinute.upperBound, watts.lowerBound, watts.upperBound, start.watts]
      .allSatisfy((0...65_535).contains)
  }
}

/// The power at the start of a zone, in watts.
package enum ZoneStart: Hashable, Sendable {
  /// Stated by the rider or the workout: the zone starts at this power, whatever the power was before.
  case planned(watts: Int)
  /// Not stated: if the heart rate already controls the power, it continues; otherwise the learnt power of the zone is
  /// used first.
  case usual(watts: Int)

  package var watts: Int {
    switch self {
    case .planned(let watts), .usual(let watts): watts
    }
  }
}

extension HeartRateTarget: Codable {
  private enum CodingKeys: CodingKey {
    case zone, beatsPerMinute, startWatts, isStartPlanned, watts
  }

  /// Decodes a stored target; earlier versions stored only `startWatts`, the usual start.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let startWatts = try values.decode(Int.self, forKey: .startWatts)
    let isPlanned = try values.decodeIfPresent(Bool.self, forKey: .isStartPlanned) ?? false
    self.init(
      zone: try values.decodeIfPresent(Int.self, forKey: .zone),
      beatsPerMinute: try values.decode(ClosedRange<Int>.self, forKey: .beatsPerMinute),
      start: isPlanned ? .planned(watts: startWatts) : .usual(watts: startWatts),
      watts: try values.decode(ClosedRange<Int>.self, forKey: .watts))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(zone, forKey: .zone)
    try values.encode(beatsPerMinute, forKey: .beatsPerMinute)
    try values.encode(start.watts, forKey: .startWatts)
    if case .planned = start { try values.encode(true, forKey: .isStartPlanned) }
    try values.encode(watts, forKey: .watts)
  }
}

extension HeartRateTarget {
  /// The key under which a ride stores the learnt power: the zone's number, or the middle of heart rates without a
  /// zone.
  ///
  /// The two never collide: `Limits.heartRate` begins above `Limits.zones`.
  package var learningKey: Int { zone ?? Int(setpoint) }

  /// The heart rate to steer to, in beats a minute: the middle of the zone.
  package var setpoint: Double { (Double(beatsPerMinute.lowerBound) + Double(beatsPerMinute.upperBound)) / 2 }

  /// Returns the allowed power nearest to `watts`.
  package func allowed(_ watts: Int) -> Int { min(max(watts, self.watts.lowerBound), self.watts.upperBound) }
}
