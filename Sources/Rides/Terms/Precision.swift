/// How finely a quantity is measured: a number that is told has no digits beyond that.
public enum Precision: CaseIterable, Sendable {
  /// A power in watts, or a mean of them.
  case power
  /// In beats a minute, or a mean of them.
  case heartRate
  /// In revolutions a minute.
  case cadence
  /// In km/h, as trainers send it.
  case speed
  /// In metres.
  case distance
  /// In kilojoules.
  case work
  /// In kilocalories, which are only estimated.
  case energy
  /// Of a whole, in percent.
  case percent
  /// Of a whole, 0…1.
  case share
  /// One measured quantity over another.
  case ratio
  /// In seconds.
  case duration
  /// In hours.
  case hours
  /// Between two beats, in milliseconds: a strap counts 1024 a second, so that hundredths would lose the count.
  case interval
  /// Of heart rates, in milliseconds, of which the formula can be followed: made of the intervals of a minute or more.
  case variability
  /// Of a place, in degrees: about a centimetre.
  case angle
  /// In degrees Celsius.
  case temperature
  /// Of a body, in kilograms.
  case weight
  /// A score or its part, of which the formula can be followed.
  case score
  /// What a person typed or a plan's file says, in minutes or percent.
  case entry

  /// The digits after the point.
  public var decimals: Int {
    switch self {
    case .energy: 0
    case .power, .heartRate, .cadence, .distance, .work, .percent, .temperature: 1
    case .speed, .hours, .weight: 2
    case .share, .ratio, .duration: 3
    case .interval, .variability, .score, .entry: 4
    case .angle: 7
    }
  }

  /// The number with these digits; what is not finite, or too large to have any, stays.
  public func rounded(_ value: Double) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = value * scale
    // Zero has no sign.
    return scaled.isFinite ? scaled.rounded() / scale + 0 : value
  }
}

// MARK: - Keys

extension Precision {
  /// The precision of what a key of an answer names, by the unit at its end or by its whole name.
  ///
  /// - Returns: Nil for a key that names no measured quantity.
  public init?(ofKey key: String) {
    if let precision = Self.names[key] {
      self = precision
      return
    }
    let lowercased = key.lowercased()
    guard let precision = Self.units.first(where: { lowercased.hasSuffix($0.ending) })?.precision else { return nil }
    self = precision
  }

  private static let units: [(ending: String, precision: Precision)] = [
    ("wattsperbpm", .ratio), ("thresholdpercent", .entry), ("watts", .power), ("beatsperminute", .heartRate),
    ("heartrate", .heartRate), ("bpm", .heartRate), ("bpmperhour", .heartRate), ("rpm", .cadence),
    ("cadence", .cadence), ("kmh", .speed), ("meters", .distance), ("kilojoules", .work), ("kilocalories", .energy),
    ("percent", .percent), ("share", .share), ("seconds", .duration), ("secondsleft", .duration),
    ("milliseconds", .interval), ("hours", .hours),
    ("minutes", .entry), ("degrees", .angle), ("celsius", .temperature), ("kilograms", .weight),
  ].sorted { $0.0.utf8.count > $1.0.utf8.count }

  private static let names: [String: Precision] = {
    let named: [(Precision, [String])] = [
      (.share, ["progress"]),
      (.ratio, ["variabilityIndex", "workVariabilityIndex", "intensityFactor", "efficiencyFactor", "alpha1"]),
      (.interval, ["intervals"]),
      (.variability, ["rmssd", "sdnn", "rmssdMilliseconds", "sdnnMilliseconds"]),
      (
        .score,
        [
          "score", "subScore", "points", "raw", "strain", "strainRaw", "recovery", "sleep", "duration", "efficiency",
          "stages", "deviationPercent", "lnRmssd", "lnHRV", "today", "mean7", "low", "high", "baseline",
          "value", "values", "average", "lowest", "highest", "ticks", "weight", "trainingStressScore", "trimp",
          "fitness", "fatigue", "form",
        ]
      ),
    ]
    return Dictionary(
      named.flatMap { precision, keys in keys.map { ($0, precision) } }, uniquingKeysWith: { first, _ in first })
  }()
}
