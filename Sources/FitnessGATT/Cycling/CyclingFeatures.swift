/// Cycling Power Feature (0x2A65): the fields and procedures that a power meter supports (CPS 1.1, §3.1).
package struct CyclingPowerFeature: Hashable, Sendable {
  /// The bits as sent.
  package var bits: UInt32

  package init(bits: UInt32) {
    self.bits = bits
  }

  package var features: FeatureSet<CyclingPowerFeatureBit> { FeatureSet(rawValue: bits) }
}

/// The bits from 0, each with the specification's name (CPS 1.1, §3.1.1).
package enum CyclingPowerFeatureBit: String, CaseIterable, Sendable {
  case pedalPowerBalance = "Pedal Power Balance Supported"
  case accumulatedTorque = "Accumulated Torque Supported"
  case wheelRevolutionData = "Wheel Revolution Data Supported"
  case crankRevolutionData = "Crank Revolution Data Supported"
  case extremeMagnitudes = "Extreme Magnitudes Supported"
  case extremeAngles = "Extreme Angles Supported"
  case deadSpotAngles = "Top and Bottom Dead Spot Angles Supported"
  case accumulatedEnergy = "Accumulated Energy Supported"
  case offsetCompensationIndicator = "Offset Compensation Indicator Supported"
  case offsetCompensation = "Offset Compensation Supported"
  case contentMasking = "Cycling Power Measurement Characteristic Content Masking Supported"
  case multipleSensorLocations = "Multiple Sensor Locations Supported"
  case crankLengthAdjustment = "Crank Length Adjustment Supported"
  case chainLengthAdjustment = "Chain Length Adjustment Supported"
  case chainWeightAdjustment = "Chain Weight Adjustment Supported"
  case spanLengthAdjustment = "Span Length Adjustment Supported"
  /// Clear for force, set for torque.
  case sensorMeasurementContext = "Sensor Measurement Context"
  case instantaneousMeasurementDirection = "Instantaneous Measurement Direction Supported"
  case factoryCalibrationDate = "Factory Calibration Date Supported"
  case enhancedOffsetCompensation = "Enhanced Offset Compensation Supported"
}

extension CyclingPowerFeature: CharacteristicValue {
  /// Decodes the four bytes.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    self.init(bits: try reader.uint32("Cycling Power Feature"))
  }

  /// Returns the four bytes.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(bits)
    return writer.bytes
  }

  /// The names of the features, then the two properties that are not features.
  package var fields: [GATTField] {
    let context = CyclingPowerFeatureBit.sensorMeasurementContext
    let names = features.names.filter { $0 != context.rawValue }
    return [
      GATTField("Cycling Power Feature", .list(names.map { .text($0) })),
      GATTField(context.rawValue, .text(features.contains(context) ? "Torque based" : "Force based")),
      GATTField("Distribute System Support", .text(Self.distribution[Int(bits >> 20 & 3)])),
    ]
  }

  /// The names of bits 20 and 21.
  private static let distribution = [
    "Unspecified (legacy sensor)", "Not for use in a distributed system", "Can be used in a distributed system",
    "Reserved (0x03)",
  ]
}

/// CSC Feature (0x2A5C): the fields and procedures that a speed or cadence sensor supports (CSCS 1.0, §3.2).
package struct CSCFeature: Hashable, Sendable {
  package var features: FeatureSet<CSCFeatureBit>

  package init(features: FeatureSet<CSCFeatureBit>) {
    self.features = features
  }
}

/// The bits from 0, each with the specification's name (CSCS 1.0, §3.2.1).
package enum CSCFeatureBit: String, CaseIterable, Sendable {
  case wheelRevolutionData = "Wheel Revolution Data Supported"
  case crankRevolutionData = "Crank Revolution Data Supported"
  case multipleSensorLocations = "Multiple Sensor Locations Supported"
}

extension CSCFeature: CharacteristicValue {
  /// Decodes the two bytes.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    self.init(features: FeatureSet(rawValue: UInt32(try reader.uint16("CSC Feature"))))
  }

  /// Returns the two bytes.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt16(truncatingIfNeeded: features.rawValue))
    return writer.bytes
  }

  package var fields: [GATTField] { [GATTField("CSC Feature", .list(features.names.map { .text($0) }))] }
}

/// Sensor Location (0x2A5D): where a cycling sensor is mounted (CPS 1.1, §3.4; CSCS 1.0, §3.3).
package struct SensorLocation: ListedCode {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The names of the codes from 0.
  package static let names = [
    "Other", "Top of shoe", "In shoe", "Hip", "Front Wheel", "Left Crank", "Right Crank", "Left Pedal", "Right Pedal",
    "Front Hub", "Rear Dropout", "Chainstay", "Rear Wheel", "Rear Hub", "Chest", "Spider", "Chain Ring",
  ]
}

extension SensorLocation: CharacteristicValue {
  /// Decodes the single byte.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    self.init(rawValue: try reader.uint8("Sensor Location"))
  }

  /// Returns the single byte.
  package func encoded() -> [UInt8] { [rawValue] }

  package var fields: [GATTField] { [GATTField("Sensor Location", self)] }
}
