package import FitnessGATT

/// A page that a trainer sends (ANT+ Device Profile Fitness Equipment 5.0, §6).
package enum FitnessEquipmentPage: Hashable, Sendable {
  /// Page 16, general data: distance, speed and heart rate, if the trainer sends them.
  case general(GeneralData)
  /// Page 25, data of a trainer.
  case trainer(TrainerData)
  /// Page 54, the trainer's capabilities.
  case capabilities(takesPowerTargets: Bool)
  /// Page 71, the result of the last command.
  case commandStatus(CommandStatus)
  /// Page 1, the end of a calibration.
  case calibrationResult(CalibrationResult)
  /// Page 2, repeated while a calibration is in progress.
  case calibrationProgress(CalibrationProgress)
  /// Any other page, by its number.
  case other(UInt8)

  package struct GeneralData: Hashable, Sendable {
    /// The distance in metres, which wraps at 256; nil if the trainer does not send it.
    package var meters: UInt8?
    /// The speed in thousandths of a metre a second; nil if it is unknown.
    package var millimetersPerSecond: UInt16?
    /// The heart rate in beats a minute; nil if it is unknown.
    package var beatsPerMinute: UInt8?

    package init(meters: UInt8?, millimetersPerSecond: UInt16?, beatsPerMinute: UInt8? = nil) {
      self.meters = meters
      self.millimetersPerSecond = millimetersPerSecond
      self.beatsPerMinute = beatsPerMinute
    }
  }

  package struct TrainerData: Hashable, Sendable {
    /// The cadence in revolutions a minute; nil if it is unknown.
    package var rpm: UInt8?
    /// The power in watts, 0 to 4094; nil if it is unknown.
    package var watts: UInt16?
    /// Whether the trainer requests the user configuration (page 55).
    package var wantsUserConfiguration: Bool
    /// Whether the trainer's power or resistance needs a calibration.
    package var wantsCalibration: Bool
    /// 0 at the target, 1 too slow, 2 too fast, 3 limit.
    package var targetState: UInt8
    package var isInUse: Bool

    package init(
      rpm: UInt8?, watts: UInt16?, wantsUserConfiguration: Bool = false, wantsCalibration: Bool = false,
      targetState: UInt8 = 0, isInUse: Bool = false
    ) {
      self.rpm = rpm
      self.watts = watts
      self.wantsUserConfiguration = wantsUserConfiguration
      self.wantsCalibration = wantsCalibration
      self.targetState = targetState
      self.isInUse = isInUse
    }
  }

  package struct CommandStatus: Hashable, Sendable {
    /// The page of the last command; 255 for none.
    package var command: UInt8
    package var sequence: UInt8
    /// 0 pass, 1 fail, 2 not supported, 3 rejected, 4 pending, 255 none.
    package var status: UInt8
    /// The target of page 49 in quarters of a watt.
    ///
    /// For other commands it is meaningless.
    package var quarterWatts: UInt16

    package init(command: UInt8, sequence: UInt8, status: UInt8, quarterWatts: UInt16) {
      self.command = command
      self.sequence = sequence
      self.status = status
      self.quarterWatts = quarterWatts
    }

    package static let passed: UInt8 = 0
    package static let pending: UInt8 = 4
    package static let none: UInt8 = 255
  }
}

extension FitnessEquipmentPage {
  /// Decodes the eight bytes of a page.
  package init(decoding page: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(page)
    let number = try reader.uint8("Page Number")
    switch number {
    case 0x01: self = .calibrationResult(try CalibrationResult(from: &reader))
    case 0x02: self = .calibrationProgress(try CalibrationProgress(from: &reader))
    case 0x10: self = .general(try GeneralData(from: &reader))
    case 0x19: self = .trainer(try TrainerData(from: &reader))
    case 0x36:
      _ = try reader.number(6, "Reserved")
      self = .capabilities(takesPowerTargets: try reader.uint8("Capabilities") & 0x02 != 0)
    case 0x47: self = .commandStatus(try CommandStatus(from: &reader))
    default: self = .other(number)
    }
  }
}

extension FitnessEquipmentPage.GeneralData {
  /// The flag for a distance, in the low half of the last byte.
  private static let sendsDistance: UInt8 = 1 << 2

  fileprivate init(from reader: inout ByteReader) throws(DecodingFailure) {
    _ = try reader.uint16("Equipment Type and Elapsed Time")
    let meters = try reader.uint8("Distance Traveled")
    let speed = try reader.uint16("Speed")
    let beats = try reader.uint8("Heart Rate")
    self.meters = try reader.uint8("Capabilities and State") & Self.sendsDistance == 0 ? nil : meters
    millimetersPerSecond = speed == .max ? nil : speed
    beatsPerMinute = beats == 0 || beats == .max ? nil : beats
  }
}

extension FitnessEquipmentPage.TrainerData {
  fileprivate init(from reader: inout ByteReader) throws(DecodingFailure) {
    _ = try reader.uint8("Update Event Count")
    let rpm = try reader.uint8("Instantaneous Cadence")
    _ = try reader.uint16("Accumulated Power")
    let power = try reader.uint16("Instantaneous Power and Trainer Status")
    let flags = try reader.uint8("Flags and State")
    self.rpm = rpm == .max ? nil : rpm
    watts = power & 0xFFF == 0xFFF ? nil : power & 0xFFF
    wantsCalibration = power >> 12 & 0x03 != 0
    wantsUserConfiguration = power >> 12 & 0x04 != 0
    targetState = flags & 0x03
    isInUse = flags >> 4 & 0x07 == 3
  }
}

extension FitnessEquipmentPage.CommandStatus {
  fileprivate init(from reader: inout ByteReader) throws(DecodingFailure) {
    command = try reader.uint8("Last Received Command")
    sequence = try reader.uint8("Sequence Number")
    status = try reader.uint8("Command Status")
    _ = try reader.uint16("Data")
    quarterWatts = try reader.uint16("Target Power")
  }
}

/// A page that is sent to a trainer.
package enum FitnessEquipmentCommand: Hashable, Sendable {
  /// Page 1: starts a spin-down.
  case spinDown
  /// Page 48: a constant resistance, in halves of a percent of the maximum.
  case resistance(halfPercent: UInt8)
  /// Page 49: a target power, in quarters of a watt.
  case targetPower(quarterWatts: UInt16)
  /// Page 51: a road with this grade in hundredths of a percent. The trainer chooses the rolling resistance, unless it
  /// is given.
  case track(gradeHundredths: Int, rollingStep: UInt8 = .max)
  /// Page 55: data of the rider and the bicycle.
  case userConfiguration(riderHundredthsKilogram: UInt16, bicycleTwentiethsKilogram: UInt16, wheelCentimeters: UInt8)
  /// Page 70: requests a page.
  case request(page: UInt8)

  /// The page number, which page 71 repeats.
  package var number: UInt8 { page[0] }

  /// The eight bytes of the page.
  package var page: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .spinDown: writer.write([0x01, 0x80, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    case .resistance(let halfPercent):
      writer.write([0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, halfPercent])
    case .targetPower(let quarterWatts):
      writer.write([0x31, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
      writer.write(quarterWatts)
    case .track(let gradeHundredths, let rollingStep):
      writer.write([0x33, 0xFF, 0xFF, 0xFF, 0xFF])
      writer.write(UInt16(clamping: gradeHundredths + 20000))
      writer.write(rollingStep)
    case .userConfiguration(let rider, let bicycle, let wheel):
      writer.write([0x37])
      writer.write(rider)
      let low = UInt8(truncatingIfNeeded: bicycle << 4)
      writer.write([0xFF, low | 0x0F, UInt8(truncatingIfNeeded: bicycle >> 4), wheel, 0])
    case .request(let page):
      writer.write([0x46, 0xFF, 0xFF, 0xFF, 0xFF, 0x80, page, 0x01])
    }
    return writer.bytes
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ bytes: [UInt8]) { for byte in bytes { write(byte) } }
}
