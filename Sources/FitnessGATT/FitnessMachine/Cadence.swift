/// A cadence as FTMS sends it: an unsigned number of half revolutions per minute.
public struct Cadence: Hashable, Sendable, Comparable {
  /// 0.5 rpm; 0 to 32767.5 rpm.
  public var halfRpm: UInt16

  /// The cadence in revolutions per minute, in steps of a half.
  public var rpm: Double { Double(halfRpm) / 2 }

  /// The cadence of a number of half revolutions per minute.
  public init(halfRpm: UInt16) {
    self.halfRpm = halfRpm
  }

  /// The cadence nearest to `rpm` that can be sent; 0 for what is negative or not a number.
  public init(rpm: Double) {
    halfRpm = UInt16(saturating: rpm * 2)
  }

  /// Slower comes first.
  public static func < (left: Cadence, right: Cadence) -> Bool { left.halfRpm < right.halfRpm }
}
