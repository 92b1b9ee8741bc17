/// What the schema's types take: a value brought into their range, or nil where the element is to be left out.
///
/// TrainingCenterDatabasev2.xsd and ActivityExtensionv2.xsd; a number that is not finite counts as absent.
enum TCXValue {
  /// `HeartRateInBeatsPerMinute_t`: 1…255; 0 stands for no reading.
  static func beats(_ beatsPerMinute: Double?) -> Int? {
    guard let rounded = rounded(beatsPerMinute, to: 0...255), rounded > 0 else { return nil }
    return rounded
  }

  /// `CadenceValue_t`: 0…254 revolutions a minute.
  static func cadence(_ rpm: Double?) -> Int? { rounded(rpm, to: 0...254) }

  /// `Watts`, `AvgWatts`, `MaxWatts`: 0…65 535.
  static func watts(_ watts: Double?) -> Int? { rounded(watts, to: 0...65_535) }

  /// `Calories`, in kilocalories, 0…65 535: one for each kilojoule at the crank.
  ///
  /// A gross efficiency of 0.24 makes that 0.996.
  static func calories(joules: Double) -> Int { rounded(joules / 1000, to: 0...65_535) ?? 0 }

  /// `MaximumSpeed`, `Speed`: metres a second.
  static func speed(kmh: Double?) -> Double? { positive(kmh).map { $0 / 3.6 } }

  /// `DistanceMeters`.
  static func distance(_ metres: Double?) -> Double? { positive(metres) }

  private static func positive(_ value: Double?) -> Double? {
    guard let value, value.isFinite else { return nil }
    return max(0, value)
  }

  /// The nearest whole number, halves up.
  private static func rounded(_ value: Double?, to range: ClosedRange<Int>) -> Int? {
    guard let value, value.isFinite else { return nil }
    let nearest = (value + 0.5).rounded(.down)
    return Int(min(max(nearest, Double(range.lowerBound)), Double(range.upperBound)))
  }
}
