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

  /// `xsd:unsignedShort`, as of `Watts` and `Steps`: 0…65 535.
  static func short(_ value: Double?) -> Int? { rounded(value, to: 0...65_535) }

  /// `xsd:unsignedShort` of what is counted; 0 for nil.
  static func short(_ number: Int?) -> Int { min(max(0, number ?? 0), 65_535) }

  /// `Calories`, in kilocalories, 0…65 535: one for each kilojoule at the crank.
  ///
  /// A gross efficiency of 0.24 makes that 0.996.
  static func calories(_ kilocalories: Double) -> Int { short(kilocalories) ?? 0 }

  /// `MaximumSpeed`, `Speed`: metres a second.
  static func speed(kmh: Double?) -> Double? { positive(kmh).map { $0 / 3.6 } }

  /// `xsd:double` of what is never below 0, as `DistanceMeters`.
  static func positive(_ value: Double?) -> Double? { finite(value).map { max(0, $0) } }

  /// `xsd:double`.
  static func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }

  /// The nearest whole number, halves up.
  private static func rounded(_ value: Double?, to range: ClosedRange<Int>) -> Int? {
    guard let value = finite(value) else { return nil }
    let nearest = (value + 0.5).rounded(.down)
    return Int(min(max(nearest, Double(range.lowerBound)), Double(range.upperBound)))
  }
}
