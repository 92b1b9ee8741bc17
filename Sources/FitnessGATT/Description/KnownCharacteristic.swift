/// A characteristic that this module decodes, by its SIG number or by the number in the same place of a vendor's UUID.
package enum KnownCharacteristic: UInt16, Hashable, Sendable, CaseIterable {
  case batteryLevel = 0x2A19
  case modelNumberString = 0x2A24
  case serialNumberString = 0x2A25
  case firmwareRevisionString = 0x2A26
  case hardwareRevisionString = 0x2A27
  case softwareRevisionString = 0x2A28
  case manufacturerNameString = 0x2A29
  case heartRateMeasurement = 0x2A37
  case bodySensorLocation = 0x2A38
  case cscMeasurement = 0x2A5B
  case cscFeature = 0x2A5C
  case sensorLocation = 0x2A5D
  case cyclingPowerMeasurement = 0x2A63
  case cyclingPowerFeature = 0x2A65
  case cyclingPowerControlPoint = 0x2A66
  case fitnessMachineFeature = 0x2ACC
  case indoorBikeData = 0x2AD2
  case trainingStatus = 0x2AD3
  case supportedResistanceLevelRange = 0x2AD6
  case supportedPowerRange = 0x2AD8
  case fitnessMachineControlPoint = 0x2AD9
  case fitnessMachineStatus = 0x2ADA
  case wahooControlPoint = 0xE005
  case headwindControlPoint = 0xE038
  case fitnessEquipmentMessages = 0xFEC2
  case fitnessEquipmentRequests = 0xFEC3
}

extension KnownCharacteristic {
  /// The name, from the Assigned Numbers or the vendor, and the decoder for descriptions.
  private struct Row {
    let name: String
    let fields: ([UInt8]) throws(DecodingFailure) -> [GATTField]

    init<Value: CharacteristicValue>(_ name: String, _ type: Value.Type) {
      self.name = name
      fields = { bytes throws(DecodingFailure) in try Value(decoding: bytes).fields }
    }

    /// The specification calls the only field of Manufacturer Name String `Manufacturer Name`.
    init(string field: String) {
      name = field + " String"
      fields = { bytes throws(DecodingFailure) in
        [GATTField(field, .text(try DeviceInformationString(decoding: bytes).text))]
      }
    }

    /// A range as sent, even if it is invalid.
    init(_ name: String, range: SupportedRange.Fields) {
      self.name = name
      fields = { bytes throws(DecodingFailure) in range.described(try SupportedRange(range, decoding: bytes)) }
    }
  }

  private var row: Row {
    switch self {
    case .batteryLevel: Row("Battery Level", BatteryLevel.self)
    case .modelNumberString: Row(string: "Model Number")
    case .serialNumberString: Row(string: "Serial Number")
    case .firmwareRevisionString: Row(string: "Firmware Revision")
    case .hardwareRevisionString: Row(string: "Hardware Revision")
    case .softwareRevisionString: Row(string: "Software Revision")
    case .manufacturerNameString: Row(string: "Manufacturer Name")
    case .heartRateMeasurement: Row("Heart Rate Measurement", HeartRateMeasurement.self)
    case .bodySensorLocation: Row("Body Sensor Location", BodySensorLocation.self)
    case .cscMeasurement: Row("CSC Measurement", CSCMeasurement.self)
    case .cscFeature: Row("CSC Feature", CSCFeature.self)
    case .sensorLocation: Row("Sensor Location", SensorLocation.self)
    case .cyclingPowerMeasurement: Row("Cycling Power Measurement", CyclingPowerMeasurement.self)
    case .cyclingPowerFeature: Row("Cycling Power Feature", CyclingPowerFeature.self)
    case .cyclingPowerControlPoint: Row("Cycling Power Control Point", CyclingPowerControlPoint.self)
    case .fitnessMachineFeature: Row("Fitness Machine Feature", FitnessMachineFeature.self)
    case .indoorBikeData: Row("Indoor Bike Data", IndoorBikeData.self)
    case .trainingStatus: Row("Training Status", TrainingStatus.self)
    case .supportedResistanceLevelRange:
      Row("Supported Resistance Level Range", range: SupportedResistanceLevelRange.rangeFields)
    case .supportedPowerRange: Row("Supported Power Range", range: SupportedPowerRange.rangeFields)
    case .fitnessMachineControlPoint: Row("Fitness Machine Control Point", FitnessMachineControlPoint.self)
    case .fitnessMachineStatus: Row("Fitness Machine Status", FitnessMachineStatus.self)
    case .wahooControlPoint: Row("Wahoo Control Point", WahooControlPoint.self)
    case .headwindControlPoint: Row("Headwind Control Point", HeadwindControlPoint.self)
    case .fitnessEquipmentMessages: Row("FE-C Messages", FitnessEquipmentMessage.self)
    case .fitnessEquipmentRequests: Row("FE-C Requests", FitnessEquipmentMessage.self)
    }
  }

  /// The name in the Assigned Numbers, or the vendor's name.
  package var name: String { row.name }

  /// The parts of the UUID before and after the number; nil for a SIG number.
  private var frame: (before: String, after: String)? {
    Self.frames[self]
  }

  private static let wahoo = (before: "A026", after: "-0A7D-4AB3-97FA-F1500F9FEB8B")
  private static let tacx = (before: "6E40", after: "-B5A3-F393-E0A9-E50E24DCCA9E")
  private static let frames: [Self: (before: String, after: String)] = [
    .wahooControlPoint: wahoo, .headwindControlPoint: wahoo, .fitnessEquipmentMessages: tacx,
    .fitnessEquipmentRequests: tacx,
  ]

  /// The written UUID: `2AD2`, or the complete UUID if the SIG has not assigned one.
  package var uuid: String {
    let number = Self.hexadecimal(rawValue)
    return frame.map { $0.before + number + $0.after } ?? number
  }

  /// Decodes `bytes` as a value of this characteristic.
  func fields(of bytes: [UInt8]) throws(DecodingFailure) -> [GATTField] { try row.fields(bytes) }
}

extension KnownCharacteristic: CustomStringConvertible {
  /// `2AD2 Indoor Bike Data`.
  package var description: String { "\(uuid) \(name)" }

  static func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
