/// A characteristic that this module reads, by the number that the SIG assigned.
public enum KnownCharacteristic: UInt16, Hashable, Sendable, CaseIterable {
  /// Battery Level.
  case batteryLevel = 0x2A19
  /// Model Number String.
  case modelNumberString = 0x2A24
  /// Serial Number String.
  case serialNumberString = 0x2A25
  /// Firmware Revision String.
  case firmwareRevisionString = 0x2A26
  /// Hardware Revision String.
  case hardwareRevisionString = 0x2A27
  /// Software Revision String.
  case softwareRevisionString = 0x2A28
  /// Manufacturer Name String.
  case manufacturerNameString = 0x2A29
  /// Heart Rate Measurement.
  case heartRateMeasurement = 0x2A37
  /// Body Sensor Location.
  case bodySensorLocation = 0x2A38
  /// Fitness Machine Feature.
  case fitnessMachineFeature = 0x2ACC
  /// Indoor Bike Data.
  case indoorBikeData = 0x2AD2
  /// Training Status.
  case trainingStatus = 0x2AD3
  /// Supported Resistance Level Range.
  case supportedResistanceLevelRange = 0x2AD6
  /// Supported Power Range.
  case supportedPowerRange = 0x2AD8
  /// Fitness Machine Control Point.
  case fitnessMachineControlPoint = 0x2AD9
  /// Fitness Machine Status.
  case fitnessMachineStatus = 0x2ADA

  /// The name in the Assigned Numbers.
  public var name: String {
    switch self {
    case .batteryLevel: "Battery Level"
    case .modelNumberString: "Model Number String"
    case .serialNumberString: "Serial Number String"
    case .firmwareRevisionString: "Firmware Revision String"
    case .hardwareRevisionString: "Hardware Revision String"
    case .softwareRevisionString: "Software Revision String"
    case .manufacturerNameString: "Manufacturer Name String"
    case .heartRateMeasurement: "Heart Rate Measurement"
    case .bodySensorLocation: "Body Sensor Location"
    case .fitnessMachineFeature: "Fitness Machine Feature"
    case .indoorBikeData: "Indoor Bike Data"
    case .trainingStatus: "Training Status"
    case .supportedResistanceLevelRange: "Supported Resistance Level Range"
    case .supportedPowerRange: "Supported Power Range"
    case .fitnessMachineControlPoint: "Fitness Machine Control Point"
    case .fitnessMachineStatus: "Fitness Machine Status"
    }
  }
}

extension KnownCharacteristic: CustomStringConvertible {
  /// `2AD2 Indoor Bike Data`.
  public var description: String { "\(Self.hexadecimal(rawValue)) \(name)" }

  static func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension KnownCharacteristic {
  /// The fields that `bytes` hold as a value of this characteristic.
  func fields(of bytes: [UInt8]) throws(DecodingFailure) -> [GATTField] {
    switch self {
    case .batteryLevel: try BatteryLevel(decoding: bytes).fields
    case .modelNumberString, .serialNumberString, .firmwareRevisionString, .hardwareRevisionString,
      .softwareRevisionString, .manufacturerNameString:
      [GATTField(stringFieldName, .text(try DeviceInformationString(decoding: bytes).text))]
    case .heartRateMeasurement: try HeartRateMeasurement(decoding: bytes).fields
    case .bodySensorLocation: try BodySensorLocation(decoding: bytes).fields
    case .fitnessMachineFeature: try FitnessMachineFeature(decoding: bytes).fields
    case .indoorBikeData: try IndoorBikeData(decoding: bytes).fields
    case .trainingStatus: try TrainingStatus(decoding: bytes).fields
    case .supportedResistanceLevelRange:
      SupportedResistanceLevelRange.fields(
        of: try SupportedRange(decoding: bytes, SupportedResistanceLevelRange.quantity))
    case .supportedPowerRange:
      SupportedPowerRange.fields(of: try SupportedRange(decoding: bytes, SupportedPowerRange.quantity))
    case .fitnessMachineControlPoint: try FitnessMachineControlPoint(decoding: bytes).fields
    case .fitnessMachineStatus: try FitnessMachineStatus(decoding: bytes).fields
    }
  }

  /// `Manufacturer Name` of Manufacturer Name String, as the specification calls its one field.
  private var stringFieldName: String { String(name.dropLast(" String".count)) }
}
