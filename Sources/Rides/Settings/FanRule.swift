/// The rule for a fan's speed.
package enum FanRule: Codable, Hashable, Sendable {
  /// jz2 does not control the fan.
  case off
  /// One speed, in percent of the greatest one.
  case percent(Int)
  /// The rider's power: 0 % at half of the functional threshold power, 100 % at one and a half of it.
  case power(ftpWatts: Int)
  /// The rider's heart rate in beats a minute: 0 % at the lower bound, 100 % at the upper one.
  case heart(beatsPerMinute: ClosedRange<Int>)
}
