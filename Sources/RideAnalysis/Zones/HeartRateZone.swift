/// A band of heart rates.
package struct HeartRateZone: Hashable, Sendable {
  /// Its number, from 1.
  package let number: Int
  /// Where it begins, in beats a minute; nil where it has no lower bound.
  package let from: Double?
  /// Where the next begins, in beats a minute; nil where it has no upper bound.
  package let below: Double?

  package init(number: Int, from: Double?, below: Double?) {
    self.number = number
    self.from = from
    self.below = below
  }

  package func contains(_ beatsPerMinute: Double) -> Bool {
    beatsPerMinute >= from ?? -.infinity && beatsPerMinute < below ?? .infinity
  }
}
