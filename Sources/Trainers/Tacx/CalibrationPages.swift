import FitnessGATT

extension FitnessEquipmentPage {
  /// The content of page 1, in the order of GoldenCheetah's `ANTMessage.cpp`.
  package struct CalibrationResult: Hashable, Sendable {
    /// Whether a spin-down succeeded.
    package var isSpinDownDone: Bool
    /// In degrees Celsius; nil if it is unknown.
    package var celsius: Double?
    /// The time for which the wheel ran down, in seconds; nil if it is unknown.
    package var spinDownSeconds: Double?
  }

  /// The content of page 2.
  package struct CalibrationProgress: Hashable, Sendable {
    /// How the present value compares with the one that a calibration needs.
    package enum Condition: UInt8, Hashable, Sendable, CaseIterable {
      /// Not applicable.
      case unknown
      case low
      case right
      case high
    }

    package var isSpinDownPending: Bool
    package var temperature: Condition
    package var speed: Condition
    /// In degrees Celsius; nil if it is unknown.
    package var celsius: Double?
    /// The speed to reach, in km/h; nil if it is unknown.
    package var targetKmh: Double?
    /// The time for which the wheel should run down, in seconds; nil if it is unknown.
    package var targetSeconds: Double?
  }
}

/// The bit of a spin-down in the flags of pages 1 and 2.
private let spinDownBit: UInt8 = 0x80

extension FitnessEquipmentPage.CalibrationResult {
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    isSpinDownDone = try reader.uint8("Calibration") & spinDownBit != 0
    _ = try reader.uint8("Reserved")
    celsius = .init(temperature: try reader.uint8("Temperature"))
    _ = try reader.uint16("Zero Offset")
    spinDownSeconds = .init(thousandths: try reader.uint16("Spin-Down Time"))
  }
}

extension FitnessEquipmentPage.CalibrationProgress {
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    isSpinDownPending = try reader.uint8("Calibration Status") & spinDownBit != 0
    let conditions = try reader.uint8("Calibration Conditions")
    temperature = Condition(rawValue: conditions >> 4 & 0x03) ?? .unknown
    speed = Condition(rawValue: conditions >> 6) ?? .unknown
    celsius = .init(temperature: try reader.uint8("Current Temperature"))
    targetKmh = Double(thousandths: try reader.uint16("Target Speed")).map { $0 * 3.6 }
    targetSeconds = .init(thousandths: try reader.uint16("Target Spin-Down Time"))
  }
}

extension Double {
  /// Creates a temperature in degrees Celsius from halves of a degree above −25; nil for the mark of a missing value.
  fileprivate init?(temperature: UInt8) {
    guard temperature != .max else { return nil }
    self = Double(temperature) / 2 - 25
  }

  /// Creates a number from its thousandths; nil for the mark of a missing value.
  fileprivate init?(thousandths: UInt16) {
    guard thousandths != .max else { return nil }
    self = Double(thousandths) / 1000
  }
}
