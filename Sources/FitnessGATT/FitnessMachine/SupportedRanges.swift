/// Supported Power Range (0x2AD8): the power targets that the machine accepts (FTMS 1.0.1, §4.14).
package struct SupportedPowerRange: Hashable, Sendable {
  /// A target adjusted to the range.
  package struct Clamped: Hashable, Sendable {
    /// The target to request from the machine, in watts.
    package var watts: Int16
    /// Whether it differs from the requested target.
    package var isChanged: Bool
  }

  private let range: SupportedRange

  /// The minimum target, in watts.
  package var minimumWatts: Int16 { range.minimum }
  /// The maximum target, in watts; never below the minimum.
  package var maximumWatts: Int16 { range.maximum }
  /// The increment between targets, in watts; never 0.
  package var incrementWatts: UInt16 { range.increment }

  /// Creates a range between two bounds, in either order; an increment of 0 becomes 1.
  package init(minimumWatts: Int16, maximumWatts: Int16, incrementWatts: UInt16) {
    range = SupportedRange(between: minimumWatts, and: maximumWatts, increment: incrementWatts)
  }

  /// Returns the target nearest to `watts` that the machine accepts.
  ///
  /// Targets are whole increments above the minimum, so the maximum itself is not a target if the increment does not
  /// divide the range. Half an increment is rounded up.
  package func clamp(watts: Int) -> Clamped {
    let fitted = range.clamp(watts)
    return Clamped(watts: fitted, isChanged: Int(fitted) != watts)
  }
}

extension SupportedPowerRange: CharacteristicValue {
  static let rangeFields = SupportedRange.Fields(
    minimum: NumberField("Minimum Power", .sint16, "W"), maximum: NumberField("Maximum Power", .sint16, "W"),
    increment: NumberField("Minimum Increment", .uint16, "W"))

  /// Decodes the six bytes; an increment of 0 becomes 1, and a minimum above the maximum is not allowed.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    range = try SupportedRange(Self.rangeFields, decoding: bytes).validated(Self.rangeFields, in: bytes)
  }

  /// Returns the six bytes.
  package func encoded() -> [UInt8] { Self.rangeFields.encoded(range) }

  /// The bounds and the increment.
  package var fields: [GATTField] { Self.rangeFields.described(range) }
}

/// Supported Resistance Level Range (0x2AD6): the resistance levels that the machine accepts (FTMS 1.0.1, §4.13).
///
/// Levels have no unit; they are encoded, and stored here, in tenths.
package struct SupportedResistanceLevelRange: Hashable, Sendable {
  /// A level adjusted to the range.
  package struct Clamped: Hashable, Sendable {
    /// The level to request from the machine, in tenths.
    package var tenths: Int16
    /// Whether it differs from the requested level.
    package var isChanged: Bool
  }

  private let range: SupportedRange

  /// The minimum level, in tenths.
  package var minimumTenths: Int16 { range.minimum }
  /// The maximum level, in tenths; never below the minimum.
  package var maximumTenths: Int16 { range.maximum }
  /// The increment between levels, in tenths; never 0.
  package var incrementTenths: UInt16 { range.increment }

  /// Creates a range between two bounds, in either order; an increment of 0 becomes 1.
  package init(minimumTenths: Int16, maximumTenths: Int16, incrementTenths: UInt16) {
    range = SupportedRange(between: minimumTenths, and: maximumTenths, increment: incrementTenths)
  }

  /// Returns the level nearest to `tenths` that the machine accepts: whole increments above the minimum, half of one
  /// rounded up.
  package func clamp(tenths: Int) -> Clamped {
    let fitted = range.clamp(tenths)
    return Clamped(tenths: fitted, isChanged: Int(fitted) != tenths)
  }
}

extension SupportedResistanceLevelRange: CharacteristicValue {
  static let rangeFields = SupportedRange.Fields(
    minimum: NumberField("Minimum Resistance Level", .sint16, stepsPerUnit: 10),
    maximum: NumberField("Maximum Resistance Level", .sint16, stepsPerUnit: 10),
    increment: NumberField("Minimum Increment", .uint16, stepsPerUnit: 10), shortScale: 10)

  /// Decodes six bytes, or three of whole levels (`SupportedRange.Fields.shortScale`).
  ///
  /// An increment of 0 becomes the smallest one, and a minimum above the maximum is not allowed.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    range = try SupportedRange(Self.rangeFields, decoding: bytes).validated(Self.rangeFields, in: bytes)
  }

  /// Returns the six bytes.
  package func encoded() -> [UInt8] { Self.rangeFields.encoded(range) }

  /// The bounds and the increment.
  package var fields: [GATTField] { Self.rangeFields.described(range) }
}

/// Minimum, maximum and increment as sent by the range characteristics, even if they are invalid.
struct SupportedRange: Hashable, Sendable {
  /// The three fields of a range characteristic.
  struct Fields: Sendable {
    let minimum: NumberField
    let maximum: NumberField
    let increment: NumberField
    /// The factor for the numbers of a three-byte value, one unsigned byte each; nil if the characteristic has no such
    /// form.
    ///
    /// FTMS 1.0.1 encodes levels in two bytes, in tenths; the GATT Specification Supplement of 2023 in one byte, as
    /// whole levels.
    var shortScale: Int?

    func encoded(_ range: SupportedRange) -> [UInt8] {
      var writer = ByteWriter()
      minimum.write(range.minimum.sent, to: &writer)
      maximum.write(range.maximum.sent, to: &writer)
      increment.write(range.increment.sent, to: &writer)
      return writer.bytes
    }

    func described(_ range: SupportedRange) -> [GATTField] {
      [
        minimum.described(range.minimum.sent), maximum.described(range.maximum.sent),
        increment.described(range.increment.sent),
      ]
    }
  }

  let minimum: Int16
  let maximum: Int16
  let increment: UInt16

  /// Decodes the six bytes, or three.
  init(_ fields: Fields, decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    if bytes.count == 3, let scale = fields.shortScale {
      let numbers = bytes.map { Int($0) * scale }
      (minimum, maximum) = (Int16(sent: numbers[0]), Int16(sent: numbers[1]))
      increment = UInt16(sent: numbers[2])
      return
    }
    minimum = Int16(sent: try fields.minimum.read(from: &reader))
    maximum = Int16(sent: try fields.maximum.read(from: &reader))
    increment = UInt16(sent: try fields.increment.read(from: &reader))
  }

  /// Creates a valid range: the bounds in order, and an increment of at least 1.
  init(between first: Int16, and second: Int16, increment: UInt16) {
    minimum = min(first, second)
    maximum = max(first, second)
    self.increment = max(1, increment)
  }

  /// Returns the range made valid: an increment of 0 becomes 1; a minimum above the maximum is not allowed.
  func validated(_ fields: Fields, in bytes: [UInt8]) throws(DecodingFailure) -> SupportedRange {
    guard minimum <= maximum else {
      let width = bytes.count == 3 ? 1 : 2
      throw DecodingFailure(
        .notAllowed, field: fields.maximum.name, offset: width, needed: width, available: bytes.count - width,
        rawValue: Int(maximum))
    }
    return SupportedRange(between: minimum, and: maximum, increment: increment)
  }

  /// Returns the value nearest to `value` that is a whole number of increments above the minimum and not above the
  /// maximum.
  ///
  /// Half an increment is rounded up. The range must be valid.
  func clamp(_ value: Int) -> Int16 {
    let (low, high, step) = (Int(minimum), Int(maximum), Int(increment))
    let above = min(max(value, low), high) - low
    let steps = min((above + step / 2) / step, (high - low) / step)
    return Int16(truncatingIfNeeded: low + steps * step)
  }
}
