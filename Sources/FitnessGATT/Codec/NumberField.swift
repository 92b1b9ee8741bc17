/// A number in the value of a characteristic: its name, its encoding, and its display.
///
/// This module's tables consist of such fields. Reading, writing and describing a number use the same row, so each fact
/// of the specification is in one place.
struct NumberField: Sendable {
  /// The width and sign of a number; all are little-endian.
  enum Format: Sendable {
    case uint8
    case uint16
    case uint24
    case uint32
    case sint16
    /// Two bytes, signed; or the last remaining byte, unsigned.
    case sint16OrUInt8

    /// The number of bytes; for two possible widths the greater one.
    var byteCount: Int {
      switch self {
      case .uint8: 1
      case .uint16, .sint16, .sint16OrUInt8: 2
      case .uint24: 3
      case .uint32: 4
      }
    }
  }

  /// The specification's name: `Instantaneous Power`.
  let name: String
  let format: Format
  /// The unit for display; nil for a number without a unit.
  let unit: String?
  /// How many steps of the encoded number make one unit: 100 for a resolution of 0.01; nil for a number that is shown
  /// unscaled.
  let stepsPerUnit: Double?
  /// The encoded number that means "Data Not Available"; nil if the field has no such number.
  let unavailable: Int?

  init(
    _ name: String, _ format: Format, _ unit: String? = nil, stepsPerUnit: Double? = nil, unavailable: Int? = nil
  ) {
    self.name = name
    self.format = format
    self.unit = unit
    self.stepsPerUnit = stepsPerUnit
    self.unavailable = unavailable
  }

  /// Returns a speed field in 0.01 km/h.
  static func speed(_ name: String) -> NumberField { NumberField(name, .uint16, "km/h", stepsPerUnit: 100) }

  /// Returns a cadence field in 0.5 rpm.
  static func cadence(_ name: String) -> NumberField { NumberField(name, .uint16, "rpm", stepsPerUnit: 2) }

  /// Reads the encoded number.
  func read(from reader: inout ByteReader) throws(DecodingFailure) -> Int {
    switch format {
    case .uint8: try reader.number(1, name)
    case .uint16: try reader.number(2, name)
    case .uint24: try reader.number(3, name)
    case .uint32: try reader.number(4, name)
    case .sint16OrUInt8 where reader.remaining < 2: try reader.number(1, name)
    case .sint16, .sint16OrUInt8: Int(Int16(truncatingIfNeeded: try reader.number(2, name)))
    }
  }

  /// Writes a number; a number that does not fit 24 bits becomes the greatest that does.
  func write(_ number: Int, to writer: inout ByteWriter) {
    switch format {
    case .uint8: writer.write(number, bytes: 1)
    case .uint16, .sint16, .sint16OrUInt8: writer.write(number, bytes: 2)
    case .uint24: writer.write(min(number, 0xFF_FFFF), bytes: 3)
    case .uint32: writer.write(number, bytes: 4)
    }
  }

  /// Returns the number in its unit.
  func described(_ number: Int) -> GATTField {
    if number == unavailable { return GATTField(name, .notAvailable, unit: unit) }
    return GATTField(name, stepsPerUnit.map { .number(Double(number) / $0) } ?? .integer(number), unit: unit)
  }
}

/// A value that is encoded as one number.
protocol SentNumber: Sendable {
  init(sent number: Int)

  /// The encoded number.
  var sent: Int { get }
}

extension SentNumber where Self: FixedWidthInteger {
  init(sent number: Int) { self.init(truncatingIfNeeded: number) }

  var sent: Int { Int(self) }
}

extension UInt8: SentNumber {}
extension UInt16: SentNumber {}
extension UInt32: SentNumber {}
extension Int16: SentNumber {}
