/// A speed as FTMS sends it: an unsigned number of hundredths of a kilometre per hour.
public struct Speed: Hashable, Sendable, Comparable {
  /// 0.01 km/h; 0 to 655.35 km/h.
  public var hundredthsKmh: UInt16

  /// The speed in kilometres per hour.
  public var kmh: Double { Double(hundredthsKmh) / 100 }

  /// The speed of a number of hundredths of a kilometre per hour.
  public init(hundredthsKmh: UInt16) {
    self.hundredthsKmh = hundredthsKmh
  }

  /// The speed nearest to `kmh` that can be sent; 0 for what is negative or not a number.
  public init(kmh: Double) {
    hundredthsKmh = UInt16(saturating: kmh * 100)
  }

  /// Slower comes first.
  public static func < (left: Speed, right: Speed) -> Bool { left.hundredthsKmh < right.hundredthsKmh }
}
