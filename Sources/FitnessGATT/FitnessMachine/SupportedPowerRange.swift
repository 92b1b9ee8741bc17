/// Supported Power Range (0x2AD8): which power targets the machine takes (FTMS 1.0.1, §4.14).
public struct SupportedPowerRange: Hashable, Sendable {
  /// A target fitted into the range.
  public struct Clamped: Hashable, Sendable {
    /// What to ask the machine for, in watts.
    public var watts: Int16
    /// Whether that differs from what was wanted.
    public var isChanged: Bool
  }

  private let range: SupportedRange

  /// The least target, in watts.
  public var minimumWatts: Int16 { range.minimum }
  /// The greatest target, in watts; never below the least.
  public var maximumWatts: Int16 { range.maximum }
  /// The distance between two targets, in watts; never 0.
  public var incrementWatts: UInt16 { range.increment }

  /// The range between two bounds, in either order; an increment of 0 becomes 1.
  public init(minimumWatts: Int16, maximumWatts: Int16, incrementWatts: UInt16) {
    range = SupportedRange(
      minimum: min(minimumWatts, maximumWatts), maximum: max(minimumWatts, maximumWatts),
      increment: max(1, incrementWatts))
  }

  /// The target nearest to `watts` that the machine takes.
  ///
  /// Targets are whole increments above the minimum, so that the maximum itself is none where the increment does not
  /// divide the range. Half an increment goes up.
  public func clamp(watts: Int) -> Clamped {
    let fitted = range.clamp(watts)
    return Clamped(watts: fitted, isChanged: Int(fitted) != watts)
  }
}

extension SupportedPowerRange: CharacteristicValue {
  static let quantity = "Power"

  /// Reads the six bytes; an increment of 0 is read as 1, and a minimum above the maximum is not allowed.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    range = try SupportedRange(decoding: bytes, Self.quantity).validated(Self.quantity)
  }

  /// The six bytes.
  public func encoded() -> [UInt8] { range.encoded() }

  /// The bounds and the increment.
  public var fields: [GATTField] { Self.fields(of: range) }

  static func fields(of range: SupportedRange) -> [GATTField] {
    [
      GATTField("Minimum Power", range.minimum, unit: "W"),
      GATTField("Maximum Power", range.maximum, unit: "W"),
      GATTField("Minimum Increment", range.increment, unit: "W"),
    ]
  }
}
