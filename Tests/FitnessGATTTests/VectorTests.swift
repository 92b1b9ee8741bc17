import FitnessGATT
import Testing

/// Tests properties of every vector in the tables.
struct VectorTests {
  @Test(arguments: Vector.all)
  func `a vector decodes to its listed fields`(_ vector: Vector) throws {
    let description = try GATTValueDescription(
      assignedNumber: vector.characteristic.rawValue, decoding: vector.bytes)
    #expect(description.fields.map(\.description) == vector.fields)
    #expect(description.characteristic == vector.characteristic)
  }

  @Test(arguments: Vector.all)
  func `every truncated vector is a shorter value or names the missing field`(_ vector: Vector) throws {
    for length in 0..<vector.bytes.count {
      let cut = Array(vector.bytes.prefix(length))
      do throws(GATTDescriptionError) {
        _ = try GATTValueDescription(assignedNumber: vector.characteristic.rawValue, decoding: cut)
        #expect(vector.shorterValues.contains(length), "\(cut.hex) decodes")
      } catch {
        guard case .undecodable(_, let failure) = error else { throw error }
        #expect(!vector.shorterValues.contains(length), "\(cut.hex) is \(failure)")
        #expect(failure.code == .truncated)
        #expect(failure.available == length - failure.offset)
        #expect(failure.needed > failure.available)
      }
    }
  }

  @Test(arguments: Vector.all)
  func `encoding a decoded vector gives its original bytes`(_ vector: Vector) throws {
    let encoded = try vector.characteristic.recode(vector.bytes)
    #expect((encoded == vector.bytes) == vector.isCanonical)
    #expect(try vector.characteristic.recode(encoded) == encoded)
  }

  @Test(arguments: Vector.all)
  func `a vector of more bytes than an attribute holds is too long`(_ vector: Vector) {
    let bytes = vector.bytes + [UInt8](repeating: 0, count: 513 - vector.bytes.count)
    #expect {
      try vector.characteristic.recode(bytes)
    } throws: {
      ($0 as? DecodingFailure)?.code == .tooLong
    }
  }

  @Test func `every characteristic has a vector`() {
    #expect(Set(Vector.all.map(\.characteristic)) == Set(KnownCharacteristic.allCases))
  }
}

extension KnownCharacteristic {
  /// Decodes with the type of the characteristic and encodes again.
  func recode(_ bytes: [UInt8]) throws -> [UInt8] {
    try type.init(decoding: bytes).encoded()
  }

  var type: any CharacteristicValue.Type {
    switch self {
    case .batteryLevel: BatteryLevel.self
    case .modelNumberString, .serialNumberString, .firmwareRevisionString, .hardwareRevisionString,
      .softwareRevisionString, .manufacturerNameString:
      DeviceInformationString.self
    case .heartRateMeasurement: HeartRateMeasurement.self
    case .bodySensorLocation: BodySensorLocation.self
    case .cscMeasurement: CSCMeasurement.self
    case .cscFeature: CSCFeature.self
    case .sensorLocation: SensorLocation.self
    case .cyclingPowerMeasurement: CyclingPowerMeasurement.self
    case .cyclingPowerFeature: CyclingPowerFeature.self
    case .cyclingPowerControlPoint: CyclingPowerControlPoint.self
    case .fitnessMachineFeature: FitnessMachineFeature.self
    case .indoorBikeData: IndoorBikeData.self
    case .trainingStatus: TrainingStatus.self
    case .supportedResistanceLevelRange: SupportedResistanceLevelRange.self
    case .supportedPowerRange: SupportedPowerRange.self
    case .fitnessMachineControlPoint: FitnessMachineControlPoint.self
    case .fitnessMachineStatus: FitnessMachineStatus.self
    case .wahooControlPoint: WahooControlPoint.self
    case .headwindControlPoint: HeadwindControlPoint.self
    case .fitnessEquipmentMessages, .fitnessEquipmentRequests: FitnessEquipmentMessage.self
    }
  }
}
