/// A message of FE-C over BLE, to or from a trainer (6E40FEC2, 6E40FEC3), for display: a frame and the fields of its
/// page.
///
/// The pages are defined in ANT+ Device Profile Fitness Equipment 5.0, §6, and ANT+ Common Pages.
package struct FitnessEquipmentMessage: Hashable, Sendable {
  private let bytes: [UInt8]
  /// The page's number and name, its fields, and the frame's check.
  package let fields: [GATTField]
}

extension FitnessEquipmentMessage: CharacteristicValue {
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    let frame = try FitnessEquipmentFrame(decoding: bytes)
    self.bytes = bytes
    let number = frame.page.first ?? 0
    let content = frame.page.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let heading = GATTField("Data Page Number", .integer(Int(number)))
    let page: [GATTField]
    if let known = FitnessEquipmentLayout.pages[number] {
      page =
        [GATTField("Data Page", .text(known.name))]
        + (known.parts + FitnessEquipmentLayout.data(ofStatus: content, page: number)).map { $0.field(of: content) }
    } else {
      page = [GATTField("Data", .list(frame.page.dropFirst().map { .integer(Int($0)) }))]
    }
    fields = [heading] + page + [GATTField("Checksum", .text(Self.judgement(of: frame, bytes)))]
  }

  /// Some applications send the sum of the bytes after the first one, following Tacx's document; trainers ignore the
  /// check.
  private static func judgement(of frame: FitnessEquipmentFrame, _ bytes: [UInt8]) -> String {
    if frame.isChecked { return "right" }
    let sum = bytes.prefix(12).dropFirst().reduce(UInt8(0), &+)
    return bytes.dropFirst(12).first == sum ? "right as a sum" : "wrong"
  }

  /// Returns the bytes as sent.
  package func encoded() -> [UInt8] { bytes }
}

/// A part of a page: some of its 64 bits; byte 0, the page number, has the lowest bits.
private struct PagePart: Sendable {
  /// The meaning of the bits.
  private enum Meaning: Sendable {
    /// A number in steps of `step` from `origin`, in `unit`.
    case number(step: Double, origin: Double, unit: String?)
    case whole(unit: String?)
    case names([Int: String])
    /// A name for each set bit, lowest first.
    case flags([String])
  }

  private let name: String
  private let bits: Range<UInt64>
  private let meaning: Meaning
  /// Whether all bits set mean an invalid value.
  private let mayBeInvalid: Bool

  /// Creates a number of whole bytes; byte 0 is the page number.
  static func number(
    _ name: String, byte: UInt64, bytes: UInt64 = 1, _ unit: String? = nil, step: Double? = nil,
    from origin: Double = 0,
    mayBeInvalid: Bool = false
  ) -> PagePart {
    number(
      name, bits: byte * 8..<(byte + bytes) * 8, unit, step: step, from: origin, mayBeInvalid: mayBeInvalid)
  }

  static func number(
    _ name: String, bits: Range<UInt64>, _ unit: String? = nil, step: Double? = nil, from origin: Double = 0,
    mayBeInvalid: Bool = false
  ) -> PagePart {
    let meaning = step.map { Meaning.number(step: $0, origin: origin, unit: unit) } ?? .whole(unit: unit)
    return PagePart(name: name, bits: bits, meaning: meaning, mayBeInvalid: mayBeInvalid)
  }

  static func names(_ name: String, bits: Range<UInt64>, _ names: [Int: String]) -> PagePart {
    PagePart(name: name, bits: bits, meaning: .names(names), mayBeInvalid: false)
  }

  static func flags(_ name: String, bits: Range<UInt64>, _ names: [String]) -> PagePart {
    PagePart(name: name, bits: bits, meaning: .flags(names), mayBeInvalid: false)
  }

  func field(of page: UInt64) -> GATTField {
    let width = bits.upperBound - bits.lowerBound
    let greatest = (UInt64(1) << width) - 1
    let raw = Int(page >> bits.lowerBound & greatest)
    if mayBeInvalid, raw == Int(greatest) { return GATTField(name, .notAvailable) }
    switch meaning {
    case .whole(let unit): return GATTField(name, .integer(raw), unit: unit)
    case .number(let step, let origin, let unit):
      // Five decimals, which hide binary fractions.
      let rounded = Int(saturating: (Double(raw) * step + origin) * 100_000)
      return GATTField(name, .number(Double(rounded) / 100_000), unit: unit)
    case .names(let names): return GATTField(name, .text(names[raw] ?? "Reserved (\(raw))"))
    case .flags(let names):
      let set = names.enumerated().filter { raw >> $0.offset & 1 == 1 }.map { GATTField.Value.text($0.element) }
      return GATTField(name, .list(set))
    }
  }
}

/// The pages that trainers and applications send.
private enum FitnessEquipmentLayout {
  static let pages: [UInt8: (name: String, parts: [PagePart])] = [
    0x01: (
      "Calibration Request and Response",
      [
        .flags("Calibration", bits: 14..<16, ["Zero Offset", "Spin-Down"]),
        .number("Temperature", byte: 3, "°C", step: 0.5, from: -25, mayBeInvalid: true),
        .number("Zero Offset", byte: 4, bytes: 2, mayBeInvalid: true),
        .number("Spin-Down Time", byte: 6, bytes: 2, "ms", mayBeInvalid: true),
      ]
    ),
    0x02: (
      "Calibration in Progress",
      [
        .flags("Calibration Status", bits: 14..<16, ["Zero Offset Pending", "Spin-Down Pending"]),
        .names("Temperature Condition", bits: 20..<22, conditions),
        .names("Speed Condition", bits: 22..<24, conditions),
        .number("Current Temperature", byte: 3, "°C", step: 0.5, from: -25, mayBeInvalid: true),
        .number("Target Speed", byte: 4, bytes: 2, "m/s", step: 0.001, mayBeInvalid: true),
        .number("Target Spin-Down Time", byte: 6, bytes: 2, "ms", mayBeInvalid: true),
      ]
    ),
    0x10: (
      "General FE Data",
      [
        .names(
          "Equipment Type", bits: 8..<13,
          [
            16: "General", 19: "Treadmill", 20: "Elliptical", 21: "Stationary Bike", 22: "Rower", 23: "Climber",
            24: "Nordic Skier", 25: "Trainer",
          ]),
        .number("Elapsed Time", byte: 2, "s", step: 0.25), .number("Distance Traveled", byte: 3, "m"),
        .number("Speed", byte: 4, bytes: 2, "m/s", step: 0.001, mayBeInvalid: true),
        .number("Heart Rate", byte: 6, "bpm", mayBeInvalid: true),
        .names(
          "Heart Rate Data Source", bits: 56..<58,
          [0: "Invalid", 1: "ANT+ Heart Rate Monitor", 2: "EM Heart Rate Monitor", 3: "Hand Contact Sensors"]),
        .flags("Capabilities", bits: 58..<60, ["Distance Traveled", "Virtual Speed"]), state,
      ]
    ),
    0x11: (
      "General Settings",
      [
        .number("Cycle Length", byte: 3, "m", step: 0.01, mayBeInvalid: true),
        .number("Resistance Level", byte: 6, "%", step: 0.5, mayBeInvalid: true), state,
      ]
    ),
    0x12: (
      "General FE Metabolic Data",
      [
        .number("Instantaneous MET", byte: 2, bytes: 2, "MET", step: 0.01, mayBeInvalid: true),
        .number("Caloric Burn Rate", byte: 4, bytes: 2, "kcal/h", step: 0.1, mayBeInvalid: true),
        .number("Calories", byte: 6, "kcal"), state,
      ]
    ),
    0x19: (
      "Specific Trainer Data",
      [
        .number("Update Event Count", byte: 1),
        .number("Instantaneous Cadence", byte: 2, "rpm", mayBeInvalid: true),
        .number("Accumulated Power", byte: 3, bytes: 2, "W"),
        .number("Instantaneous Power", bits: 40..<52, "W", mayBeInvalid: true),
        .flags(
          "Trainer Status", bits: 52..<56,
          [
            "Bicycle Power Calibration Required", "Resistance Calibration Required", "User Configuration Required",
          ]),
        .names(
          "Target Power Limits", bits: 56..<58,
          [
            0: "At the target power, or no target power set", 1: "Speed too low for the target power",
            2: "Speed too high for the target power", 3: "Target power limit reached",
          ]), state,
      ]
    ),
    0x1A: (
      "Specific Trainer Torque Data",
      [
        .number("Update Event Count", byte: 1), .number("Wheel Revolutions", byte: 2),
        .number("Accumulated Wheel Period", byte: 3, bytes: 2, "s", step: 1 / 2048),
        .number("Accumulated Torque", byte: 5, bytes: 2, "Nm", step: 1 / 32), state,
      ]
    ),
    0x30: ("Basic Resistance", [resistance]),
    0x31: ("Target Power", [targetPower]),
    0x32: ("Wind Resistance", wind),
    0x33: ("Track Resistance", track),
    0x36: (
      "FE Capabilities",
      [
        .number("Maximum Resistance", byte: 5, bytes: 2, "N", mayBeInvalid: true),
        .flags("Capabilities", bits: 56..<59, ["Basic Resistance Mode", "Target Power Mode", "Simulation Mode"]),
      ]
    ),
    0x37: (
      "User Configuration",
      [
        .number("User Weight", byte: 1, bytes: 2, "kg", step: 0.01, mayBeInvalid: true),
        .number("Bicycle Wheel Diameter Offset", bits: 32..<36, "mm", mayBeInvalid: true),
        .number("Bicycle Weight", bits: 36..<48, "kg", step: 0.05, mayBeInvalid: true),
        .number("Bicycle Wheel Diameter", byte: 6, "m", step: 0.01, mayBeInvalid: true),
        .number("Gear Ratio", byte: 7, step: 0.03),
      ]
    ),
    0x46: (
      "Request Data Page",
      [
        .number("Requested Transmission Response", byte: 5), .number("Requested Page Number", byte: 6),
        .names("Command Type", bits: 56..<64, [1: "Request Data Page", 2: "Request ANT-FS Session"]),
      ]
    ),
    0x47: (
      "Command Status",
      [
        .number("Last Received Command ID", byte: 1, mayBeInvalid: true),
        .number("Sequence Number", byte: 2, mayBeInvalid: true),
        .names(
          "Command Status", bits: 24..<32,
          [0: "Pass", 1: "Fail", 2: "Not Supported", 3: "Rejected", 4: "Pending", 255: "Uninitialized"]),
      ]
    ),
    0x50: (
      "Manufacturer's Information",
      [
        .number("HW Revision", byte: 3), .number("Manufacturer ID", byte: 4, bytes: 2),
        .number("Model Number", byte: 6, bytes: 2),
      ]
    ),
    0x51: (
      "Product Information",
      [
        .number("SW Revision (Supplemental)", byte: 2, mayBeInvalid: true), .number("SW Revision (Main)", byte: 3),
        .number("Serial Number", byte: 4, bytes: 4, mayBeInvalid: true),
      ]
    ),
  ]

  /// Returns the last four bytes of Command Status: the parameters of the reported command.
  static func data(ofStatus page: UInt64, page number: UInt8) -> [PagePart] {
    guard number == 0x47 else { return [] }
    switch page >> 8 & 0xFF {
    case 0x30: return [resistance]
    case 0x31: return [targetPower]
    case 0x32: return wind
    case 0x33: return track
    default: return []
    }
  }

  private static let state = PagePart.names(
    "FE State", bits: 60..<63, [0: "Reserved", 1: "Asleep", 2: "Ready", 3: "In Use", 4: "Finished"])
  private static let conditions = [0: "Not Applicable", 1: "Too Low", 2: "OK", 3: "Too High"]
  private static let resistance = PagePart.number("Total Resistance", byte: 7, "%", step: 0.5)
  private static let targetPower = PagePart.number("Target Power", byte: 6, bytes: 2, "W", step: 0.25)
  private static let wind: [PagePart] = [
    .number("Wind Resistance Coefficient", byte: 5, "kg/m", step: 0.01, mayBeInvalid: true),
    .number("Wind Speed", byte: 6, "km/h", step: 1, from: -127, mayBeInvalid: true),
    .number("Drafting Factor", byte: 7, step: 0.01, mayBeInvalid: true),
  ]
  private static let track: [PagePart] = [
    .number("Grade", byte: 5, bytes: 2, "%", step: 0.01, from: -200, mayBeInvalid: true),
    .number("Coefficient of Rolling Resistance", byte: 7, step: 0.00005, mayBeInvalid: true),
  ]
}
