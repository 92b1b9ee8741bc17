/// Cycling Power Control Point (0x2A66): a client's requests and the sensor's responses (CPS 1.1, §3.5).
///
/// It keeps the bytes as sent. Rides write only `OffsetCompensation`.
package struct CyclingPowerControlPoint: Hashable, Sendable {
  private let bytes: [UInt8]
  /// The op code and the parameter; for a response the request, the result and the parameter.
  package let fields: [GATTField]

  /// A procedure, or the response to a procedure (CPS 1.1, §3.5.1).
  private struct OpCode: NamedCode {
    let rawValue: UInt8

    var name: String? { CyclingPowerControlPoint.procedures[rawValue]?.name }

    static let startEnhancedOffsetCompensation = OpCode(rawValue: 0x10)
    static let response = OpCode(rawValue: 0x20)
  }

  /// The result of a procedure (CPS 1.1, §3.5.1).
  private struct ResponseValue: NamedCode {
    let rawValue: UInt8

    var name: String? {
      switch rawValue {
      case 1: "Success"
      case 2: "Op Code not Supported"
      case 3: "Invalid Parameter"
      case 4: "Operation Failed"
      default: nil
      }
    }

    static let success = ResponseValue(rawValue: 1)
    static let operationFailed = ResponseValue(rawValue: 4)
  }

  /// The parameter of a request or of a successful response.
  private enum Parameter: Sendable {
    case none
    case number(NumberField)
    case location
    /// Any number of locations.
    case locations
    /// The omitted fields of the measurement.
    case mask
    /// A Date Time (0x2A08).
    case date
    /// The offset, the company ID and the company's own bytes.
    case enhancedOffset
  }

  private struct Procedure: Sendable {
    let name: String
    var request = Parameter.none
    var response = Parameter.none
  }

  private static let crankLength = NumberField("Crank Length", .uint16, "mm", stepsPerUnit: 2)
  private static let chainLength = NumberField("Chain Length", .uint16, "mm")
  private static let chainWeight = NumberField("Chain Weight", .uint16, "g")
  private static let spanLength = NumberField("Span Length", .uint16, "mm")
  /// In newtons or 1/32 Nm, depending on Cycling Power Feature.
  private static let offset = NumberField("Raw Offset", .sint16, unavailable: -1)

  private static let procedures: [UInt8: Procedure] = [
    0x01: Procedure(name: "Set Cumulative Value", request: .number(NumberField("Cumulative Value", .uint32))),
    0x02: Procedure(name: "Update Sensor Location", request: .location),
    0x03: Procedure(name: "Request Supported Sensor Locations", response: .locations),
    0x04: Procedure(name: "Set Crank Length", request: .number(crankLength)),
    0x05: Procedure(name: "Request Crank Length", response: .number(crankLength)),
    0x06: Procedure(name: "Set Chain Length", request: .number(chainLength)),
    0x07: Procedure(name: "Request Chain Length", response: .number(chainLength)),
    0x08: Procedure(name: "Set Chain Weight", request: .number(chainWeight)),
    0x09: Procedure(name: "Request Chain Weight", response: .number(chainWeight)),
    0x0A: Procedure(name: "Set Span Length", request: .number(spanLength)),
    0x0B: Procedure(name: "Request Span Length", response: .number(spanLength)),
    0x0C: Procedure(name: "Start Offset Compensation", response: .number(offset)),
    0x0D: Procedure(name: "Mask Cycling Power Measurement Characteristic Content", request: .mask),
    0x0E: Procedure(
      name: "Request Sampling Rate", response: .number(NumberField("Sampling Rate", .uint8, "Hz"))),
    0x0F: Procedure(name: "Request Factory Calibration Date", response: .date),
    0x10: Procedure(name: "Start Enhanced Offset Compensation", response: .enhancedOffset),
    0x20: Procedure(name: "Response Code"),
  ]
}

extension CyclingPowerControlPoint: CharacteristicValue {
  /// Decodes a value by its first byte: 0x20 marks a response.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let opCode: OpCode = try reader.namedCode("Op Code")
    var fields = [GATTField("Op Code", opCode)]
    if opCode == .response {
      let request = OpCode(rawValue: try reader.uint8("Request Op Code"))
      let value = ResponseValue(rawValue: try reader.uint8("Response Value"))
      fields += [GATTField("Request Op Code", request), GATTField("Response Value", value)]
      switch value {
      // Some sensors omit the parameter.
      case .success where reader.remaining > 0:
        fields += try Self.fields(Self.procedures[request.rawValue]?.response ?? .none, from: &reader)
      case .operationFailed where request == .startEnhancedOffsetCompensation && reader.remaining > 0:
        fields += try Self.failureFields(from: &reader)
      default: break
      }
    } else {
      fields += try Self.fields(Self.procedures[opCode.rawValue]?.request ?? .none, from: &reader)
    }
    self.bytes = bytes
    self.fields = fields
  }

  /// Returns the bytes as sent.
  package func encoded() -> [UInt8] { bytes }

  private static func fields(
    _ parameter: Parameter, from reader: inout ByteReader
  ) throws(DecodingFailure) -> [GATTField] {
    switch parameter {
    case .none: return []
    case .number(let field): return [field.described(try field.read(from: &reader))]
    case .location: return [GATTField("Sensor Location", SensorLocation(rawValue: try reader.uint8("Sensor Location")))]
    case .locations:
      let locations = reader.rest().map { SensorLocation(rawValue: $0).description }
      return [GATTField("Supported Sensor Locations", .list(locations.map { .text($0) }))]
    case .mask:
      let mask = try reader.uint16("Content Mask")
      let names = masked.enumerated().filter { mask >> UInt16($0.offset) & 1 == 1 }.map {
        GATTField.Value.text($0.element)
      }
      return [GATTField("Content Mask", .list(names))]
    case .date: return [GATTField("Factory Calibration Date", .text(try date(from: &reader)))]
    case .enhancedOffset:
      return [offset.described(try offset.read(from: &reader))] + (try companyFields(from: &reader))
    }
  }

  /// Returns the reason why Start Enhanced Offset Compensation failed (CPS 1.1, §3.5.2.16).
  private static func failureFields(from reader: inout ByteReader) throws(DecodingFailure) -> [GATTField] {
    let code = try reader.uint8("Response Parameter")
    switch code {
    case 1: return [GATTField("Response Parameter", .text("Incorrect Calibration Position"))]
    case 0xFF:
      let reason = GATTField("Response Parameter", .text("Manufacturer Specific Error"))
      return [reason] + (try companyFields(from: &reader))
    default: return [GATTField("Response Parameter", .integer(Int(code)))]
    }
  }

  private static func companyFields(from reader: inout ByteReader) throws(DecodingFailure) -> [GATTField] {
    let company = try reader.uint16("Manufacturer Company ID")
    _ = try reader.uint8("Number of Manufacturer Specific Octets")
    return [
      GATTField("Manufacturer Company ID", .integer(Int(company))),
      GATTField("Manufacturer Specific Data", .list(reader.rest().map { .integer(Int($0)) })),
    ]
  }

  /// Returns a date such as `2020-03-31 12:05:00`, with the numbers as sent; 0 means unknown.
  private static func date(from reader: inout ByteReader) throws(DecodingFailure) -> String {
    let year = try reader.uint16("Year")
    var numbers: [String] = []
    for name in ["Month", "Day", "Hours", "Minutes", "Seconds"] {
      let number = String(try reader.uint8(name))
      numbers.append(number.count < 2 ? "0" + number : number)
    }
    return "\(year)-" + numbers[..<2].joined(separator: "-") + " " + numbers[2...].joined(separator: ":")
  }

  /// The fields that a mask omits, from bit 0 (CPS 1.1, §3.5.2.13).
  private static let masked = [
    "Pedal Power Balance", "Accumulated Torque", "Wheel Revolution Data", "Crank Revolution Data",
    "Extreme Magnitudes", "Extreme Angles", "Top Dead Spot Angle", "Bottom Dead Spot Angle", "Accumulated Energy",
  ]
}
