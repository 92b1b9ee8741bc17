/// Heart rates to stay in, and the power to do it with.
package struct HeartRateTarget: Hashable, Sendable {
  /// The zone's number, 1…5.
  package var zone: Int
  /// The heart rates of the zone, in beats a minute, both bounds within.
  package var beatsPerMinute: ClosedRange<Int>
  package var start: ZoneStart
  /// What the watts may be, whatever the heart says.
  package var watts: ClosedRange<Int>

  package init(zone: Int, beatsPerMinute: ClosedRange<Int>, start: ZoneStart, watts: ClosedRange<Int>) {
    self.zone = zone
    self.beatsPerMinute = beatsPerMinute
    self.start = start
    self.watts = watts
  }

  /// Whether its numbers are of those that anybody could have meant, whatever became of the file that it was kept in.
  package var isSound: Bool {
    [beatsPerMinute.lowerBound, beatsPerMinute.upperBound, watts.lowerBound, watts.upperBound, start.watts]
      .allSatisfy((0...65_535).contains)
  }
}

/// The power to begin a zone at, in watts.
package enum ZoneStart: Hashable, Sendable {
  /// The rider or the plan says it: it is begun at, whatever was held before.
  case planned(watts: Int)
  /// Nobody says it: where the heart steers already it steers on, and what it has learnt of the zone goes before.
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

  /// Of a target that says only `startWatts`, as all did that were kept by earlier versions, the start is the usual one.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let startWatts = try values.decode(Int.self, forKey: .startWatts)
    let isPlanned = try values.decodeIfPresent(Bool.self, forKey: .isStartPlanned) ?? false
    self.init(
      zone: try values.decode(Int.self, forKey: .zone),
      beatsPerMinute: try values.decode(ClosedRange<Int>.self, forKey: .beatsPerMinute),
      start: isPlanned ? .planned(watts: startWatts) : .usual(watts: startWatts),
      watts: try values.decode(ClosedRange<Int>.self, forKey: .watts))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(zone, forKey: .zone)
    try values.encode(beatsPerMinute, forKey: .beatsPerMinute)
    try values.encode(start.watts, forKey: .startWatts)
    if case .planned = start { try values.encode(true, forKey: .isStartPlanned) }
    try values.encode(watts, forKey: .watts)
  }
}

extension HeartRateTarget {
  /// The heart rate to steer for, in beats a minute: the middle of the zone.
  package var setpoint: Double { (Double(beatsPerMinute.lowerBound) + Double(beatsPerMinute.upperBound)) / 2 }

  /// What is nearest to `watts` among the watts that are allowed.
  package func allowed(_ watts: Int) -> Int { min(max(watts, self.watts.lowerBound), self.watts.upperBound) }
}
