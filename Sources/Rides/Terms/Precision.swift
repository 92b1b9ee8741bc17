/// The precision of a quantity: a number for output has no digits beyond it.
public enum Precision: Sendable {
  /// A power in watts, or its mean.
  case power
  /// In beats a minute, or its mean.
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
  /// A share of a whole, in percent.
  case percent
  /// A slope or a resistance, in percent.
  case slope
  /// A share of a whole, 0…1.
  case share
  /// The ratio of two measured quantities.
  case ratio
  /// In hours.
  case hours

  /// Number of digits after the decimal point.
  public var decimals: Int {
    switch self {
    case .energy: 0
    case .power, .heartRate, .cadence, .distance, .work, .percent: 1
    case .speed, .hours, .slope: 2
    case .share, .ratio: 3
    }
  }

  /// Rounds a number to these digits; a number that is not finite, or too large for them, stays as it is.
  public func rounded(_ value: Double) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = value * scale
    // Adding 0 removes the sign of a negative zero.
    return scaled.isFinite ? scaled.rounded() / scale + 0 : value
  }
}
