/// Wahoo's own control point A026E005: a client's requests and the trainer's responses.
///
/// A client knows the direction of a value and decodes a `WahooRequest` or a `WahooAnswer`. This type is for bytes with
/// an unknown direction, such as a line of a log.
package struct WahooControlPoint: Hashable, Sendable {
  private let bytes: [UInt8]
  package let fields: [GATTField]

  /// The lowest op code; response statuses are below it.
  private static let leastOpCode: UInt8 = 0x20
}

extension WahooControlPoint: CharacteristicValue {
  /// Decodes a value by its first byte: an op code marks a request, a status marks a response.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let first = try reader.uint8("Op Code")
    if first < Self.leastOpCode {
      fields = try WahooAnswer(decoding: bytes).fields
    } else if let field = Self.unridden[first] {
      let number = try field.map { field throws(DecodingFailure) in field.described(try field.read(from: &reader)) }
      fields = [GATTField("Op Code", WahooOpCode(rawValue: first))] + [number].compactMap(\.self)
    } else {
      fields = try WahooRequest(decoding: bytes).fields
    }
    self.bytes = bytes
  }

  /// Returns the bytes as sent.
  package func encoded() -> [UInt8] { bytes }

  /// The requests that rides do not use, with their parameter.
  private static let unridden: [UInt8: NumberField?] = [
    0x44: NumberField("Rolling Resistance", .uint16, stepsPerUnit: 1000),
    0x45: NumberField("Wind Resistance", .uint16, stepsPerUnit: 1000), 0x49: nil, 0x4A: nil, 0x4B: nil,
  ]
}

/// The op code of a request, with its name in Wahoo's SDK, as used by SST.
private struct WahooOpCode: NamedCode {
  let rawValue: UInt8

  var name: String? { Self.names[rawValue] }

  private static let names: [UInt8: String] = [
    0x20: "Unlock", 0x40: "Set Resistance Mode", 0x41: "Set Standard Mode", 0x42: "Set ERG Mode", 0x43: "Set Sim Mode",
    0x44: "Set Sim Rolling Resistance", 0x45: "Set Sim Wind Resistance", 0x46: "Set Sim Grade",
    0x47: "Set Sim Wind Speed", 0x48: "Set Wheel Circumference", 0x49: "Init Spin Down", 0x4A: "Read Mode",
    0x4B: "Set FTP Mode",
  ]
}

/// A request to A026E005, written with response; Wahoo's "WCPS" protocol has no public specification.
///
/// Sources: SST (codeinversion/sensors-swift-trainers, MIT), which was written with access to Wahoo's SDK; Auuki;
/// Incyclist.
package enum WahooRequest: Hashable, Sendable {
  /// Unlocks the control point; without it the trainer does not respond.
  case unlock
  /// Holds a power.
  case erg(watts: UInt16)
  /// A constant brake, as a share of the maximum, 0…1.
  case resistance(share: Double)
  /// One of ten levels, 0…9.
  case level(UInt8)
  /// Simulates a road: weight in hundredths of a kilogram, Crr and Cw in thousandths.
  case simulation(weightHundredths: UInt16, crrThousandths: UInt16, cwThousandths: UInt16)
  /// The grade of the simulated road, in percent.
  case grade(percent: Double)
  /// The headwind, in metres per second.
  case headwind(metersPerSecond: Double)
  /// The circumference of the wheel, in tenths of a millimetre.
  case wheel(tenthsMillimeter: UInt16)

  /// The first byte of the request; the response repeats it.
  package var opCode: UInt8 {
    switch self {
    case .unlock: 0x20
    case .resistance: 0x40
    case .level: 0x41
    case .erg: 0x42
    case .simulation: 0x43
    case .grade: 0x46
    case .headwind: 0x47
    case .wheel: 0x48
    }
  }

  /// The maximum number in `resistance`, which means no brake.
  private static let noBrake = 16383.0

  /// Returns the bytes to write.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(opCode)
    switch self {
    case .unlock: writer.write(UInt16(0xFCEE))
    case .erg(let watts): writer.write(watts)
    case .resistance(let share): writer.write(UInt16(saturating: (1 - share) * Self.noBrake))
    case .level(let level): writer.write(level)
    case .simulation(let weight, let crr, let cw):
      writer.write(weight)
      writer.write(crr)
      writer.write(cw)
    case .grade(let percent): writer.write(UInt16(saturating: (percent / 100 + 1) * 32768))
    case .headwind(let metersPerSecond): writer.write(UInt16(saturating: (metersPerSecond + 32.768) * 1000))
    case .wheel(let tenthsMillimeter): writer.write(tenthsMillimeter)
    }
    return writer.bytes
  }
}

extension WahooRequest {
  /// Decodes a client's request.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let opCode = try reader.uint8("Op Code")
    switch opCode {
    case 0x20: self = .unlock
    case 0x40: self = .resistance(share: 1 - Double(try reader.uint16("Resistance")) / Self.noBrake)
    case 0x41: self = .level(try reader.uint8("Level"))
    case 0x42: self = .erg(watts: try reader.uint16("Power"))
    case 0x43:
      self = .simulation(
        weightHundredths: try reader.uint16("Weight"), crrThousandths: try reader.uint16("Rolling Resistance"),
        cwThousandths: try reader.uint16("Wind Resistance"))
    case 0x46: self = .grade(percent: (Double(try reader.uint16("Grade")) / 32768 - 1) * 100)
    case 0x47: self = .headwind(metersPerSecond: Double(try reader.uint16("Wind Speed")) / 1000 - 32.768)
    case 0x48: self = .wheel(tenthsMillimeter: try reader.uint16("Wheel Circumference"))
    default:
      throw DecodingFailure(
        .notAllowed, field: "Op Code", offset: 0, needed: 1, available: bytes.count, rawValue: Int(opCode))
    }
  }
}

extension WahooRequest {
  /// The op code and the numbers of the request.
  package var fields: [GATTField] {
    [GATTField("Op Code", WahooOpCode(rawValue: opCode))] + numbers
  }

  fileprivate var numbers: [GATTField] {
    switch self {
    case .unlock: []
    case .resistance(let share): [Self.field("Resistance", share * 100, "%")]
    case .level(let level): [GATTField("Level", .integer(Int(level)))]
    case .erg(let watts): [GATTField("Power", watts, unit: "W")]
    case .simulation(let weight, let crr, let cw):
      [
        Self.field("Weight", Double(weight) / 100, "kg"), Self.field("Rolling Resistance", Double(crr) / 1000),
        Self.field("Wind Resistance", Double(cw) / 1000),
      ]
    case .grade(let percent): [Self.field("Grade", percent, "%")]
    case .headwind(let metersPerSecond): [Self.field("Wind Speed", metersPerSecond, "m/s")]
    case .wheel(let tenths): [Self.field("Wheel Circumference", Double(tenths) / 10, "mm")]
    }
  }

  /// Returns a number with three decimals; the protocol's steps are not round numbers.
  private static func field(_ name: String, _ number: Double, _ unit: String? = nil) -> GATTField {
    GATTField(name, .number(Double(Int(saturating: number * 1000)) / 1000), unit: unit)
  }
}

/// The indication that A026E005 sends as a response: status, op code, a byte of unknown meaning, and sometimes the set
/// number.
package struct WahooAnswer: Hashable, Sendable {
  /// 1 for success; all other values mean that no setting changed.
  package var status: UInt8
  package var opCode: UInt8
  /// The number that was set, as sent; nil if the response does not repeat it.
  package var echo: UInt16?

  package init(status: UInt8 = Self.success, opCode: UInt8, echo: UInt16? = nil) {
    self.status = status
    self.opCode = opCode
    self.echo = echo
  }

  package static let success: UInt8 = 1

  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    status = try reader.uint8("Status")
    opCode = try reader.uint8("Op Code")
    guard reader.remaining >= 4 else {
      echo = nil
      return
    }
    _ = try reader.uint16("Reserved")
    echo = try reader.uint16("Value")
  }

  /// Returns the bytes to indicate, as sent by a KICKR: with 1 in the third byte and 0 in the fourth; for Unlock only
  /// three bytes, the last one 2.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(status)
    writer.write(opCode)
    writer.write(UInt16(opCode == WahooRequest.unlock.opCode ? 2 : 1))
    guard let echo else { return Array(writer.bytes.prefix(opCode == WahooRequest.unlock.opCode ? 3 : 4)) }
    writer.write(echo)
    return writer.bytes
  }
}

extension WahooAnswer {
  /// The status, the request, and the number that was set.
  package var fields: [GATTField] {
    [
      GATTField("Status", .text(status == Self.success ? "Success" : "Failure (\(status))")),
      GATTField("Request Op Code", WahooOpCode(rawValue: opCode)),
    ] + echoFields
  }

  /// The set number, with its name in the request if the request has only one.
  private var echoFields: [GATTField] {
    guard let echo else { return [] }
    var writer = ByteWriter()
    writer.write(opCode)
    writer.write(echo)
    let numbers = (try? WahooRequest(decoding: writer.bytes))?.numbers ?? []
    return numbers.isEmpty ? [GATTField("Value", .integer(Int(echo)))] : numbers
  }
}
