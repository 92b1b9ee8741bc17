/// How finely a quantity is measured: a number that is told has no digits beyond that.
public enum Precision: Sendable {
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
  /// In hours.
  case hours

  /// The digits after the point.
  public var decimals: Int {
    switch self {
    case .energy: 0
    case .power, .heartRate, .cadence, .distance, .work, .percent: 1
    case .speed, .hours: 2
    case .share, .ratio: 3
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
