/// Supported Resistance Level Range (0x2AD6): which resistance levels the machine takes (FTMS 1.0.1, §4.13).
///
/// Levels have no unit; they are sent, and kept here, in tenths.
public struct SupportedResistanceLevelRange: Hashable, Sendable {
  /// A level fitted into the range.
  public struct Clamped: Hashable, Sendable {
    /// What to ask the machine for, in tenths.
    public var tenths: Int16
    /// Whether that differs from what was wanted.
    public var isChanged: Bool
  }

  private let range: SupportedRange

  /// The least level, in tenths.
  public var minimumTenths: Int16 { range.minimum }
  /// The greatest level, in tenths; never below the least.
  public var maximumTenths: Int16 { range.maximum }
  /// The distance between two levels, in tenths; never 0.
  public var incrementTenths: UInt16 { range.increment }

  /// The range between two bounds, in either order; an increment of 0 becomes 1.
  public init(minimumTenths: Int16, maximumTenths: Int16, incrementTenths: UInt16) {
    range = SupportedRange(
      minimum: min(minimumTenths, maximumTenths), maximum: max(minimumTenths, maximumTenths),
      increment: max(1, incrementTenths))
  }

  /// The level nearest to `tenths` that the machine takes: whole increments above the minimum, half of one goes up.
  public func clamp(tenths: Int) -> Clamped {
    let fitted = range.clamp(tenths)
    return Clamped(tenths: fitted, isChanged: Int(fitted) != tenths)
  }
}

extension SupportedResistanceLevelRange: CharacteristicValue {
  static let quantity = "Resistance Level"

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
      GATTField("Minimum Resistance Level", .number(Double(range.minimum) / 10)),
      GATTField("Maximum Resistance Level", .number(Double(range.maximum) / 10)),
      GATTField("Minimum Increment", .number(Double(range.increment) / 10)),
    ]
  }
}
