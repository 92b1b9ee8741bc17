/// Fitness Machine Feature (0x2ACC): the quantities that a machine measures and the targets that it accepts (FTMS
/// 1.0.1, §4.3).
package struct FitnessMachineFeature: Hashable, Sendable {
  package var machine: FitnessMachineFeatures
  /// ERG rides need `powerTarget`.
  package var targetSetting: TargetSettingFeatures

  package init(machine: FitnessMachineFeatures, targetSetting: TargetSettingFeatures) {
    self.machine = machine
    self.targetSetting = targetSetting
  }
}

/// The quantities that a machine measures: the first half of Fitness Machine Feature.
package typealias FitnessMachineFeatures = FeatureSet<MachineFeature>

/// The targets and settings that a machine accepts: the second half of Fitness Machine Feature.
package typealias TargetSettingFeatures = FeatureSet<TargetSettingFeature>

/// The bits of the first half, from bit 0, each with the specification's name (FTMS 1.0.1, §4.3.1.1).
package enum MachineFeature: String, CaseIterable, Sendable {
  case averageSpeed = "Average Speed Supported"
  case cadence = "Cadence Supported"
  case totalDistance = "Total Distance Supported"
  case inclination = "Inclination Supported"
  case elevationGain = "Elevation Gain Supported"
  case pace = "Pace Supported"
  case stepCount = "Step Count Supported"
  case resistanceLevel = "Resistance Level Supported"
  case strideCount = "Stride Count Supported"
  case expendedEnergy = "Expended Energy Supported"
  case heartRateMeasurement = "Heart Rate Measurement Supported"
  case metabolicEquivalent = "Metabolic Equivalent Supported"
  case elapsedTime = "Elapsed Time Supported"
  case remainingTime = "Remaining Time Supported"
  case powerMeasurement = "Power Measurement Supported"
  case forceOnBeltAndPowerOutput = "Force on Belt and Power Output Supported"
  case userDataRetention = "User Data Retention Supported"
}

/// The bits of the second half, from bit 0, each with the specification's name (FTMS 1.0.1, §4.3.1.2).
package enum TargetSettingFeature: String, CaseIterable, Sendable {
  case speedTarget = "Speed Target Setting Supported"
  case inclinationTarget = "Inclination Target Setting Supported"
  case resistanceTarget = "Resistance Target Setting Supported"
  case powerTarget = "Power Target Setting Supported"
  case heartRateTarget = "Heart Rate Target Setting Supported"
  case expendedEnergy = "Targeted Expended Energy Configuration Supported"
  case stepNumber = "Targeted Step Number Configuration Supported"
  case strideNumber = "Targeted Stride Number Configuration Supported"
  case distance = "Targeted Distance Configuration Supported"
  case trainingTime = "Targeted Training Time Configuration Supported"
  case timeInTwoHeartRateZones = "Targeted Time in Two Heart Rate Zones Configuration Supported"
  case timeInThreeHeartRateZones = "Targeted Time in Three Heart Rate Zones Configuration Supported"
  case timeInFiveHeartRateZones = "Targeted Time in Five Heart Rate Zones Configuration Supported"
  case indoorBikeSimulation = "Indoor Bike Simulation Parameters Supported"
  case wheelCircumference = "Wheel Circumference Configuration Supported"
  case spinDownControl = "Spin Down Control Supported"
  case cadence = "Targeted Cadence Configuration Supported"
}

/// A set of features, one bit each in the order of `Feature.allCases`; unnamed bits are kept.
package struct FeatureSet<Feature: CaseIterable & Hashable & RawRepresentable<String> & Sendable>: Hashable, Sendable {
  /// The bits as sent.
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package func contains(_ feature: Feature) -> Bool { rawValue & Self.bit(of: feature) != 0 }

  /// The specification's names of the set bits, lowest first.
  package var names: [String] { Feature.allCases.filter(contains).map(\.rawValue) }

  private static func bit(of feature: Feature) -> UInt32 {
    Feature.allCases.enumerated().first { $0.element == feature }.map { 1 << UInt32($0.offset) } ?? 0
  }
}

extension FeatureSet: ExpressibleByArrayLiteral {
  package init(arrayLiteral features: Feature...) {
    rawValue = features.reduce(0) { $0 | Self.bit(of: $1) }
  }
}

extension FitnessMachineFeature: CharacteristicValue {
  /// Decodes the eight bytes.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    machine = FitnessMachineFeatures(rawValue: try reader.uint32("Fitness Machine Features"))
    targetSetting = TargetSettingFeatures(rawValue: try reader.uint32("Target Setting Features"))
  }

  /// Returns the eight bytes.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(machine.rawValue)
    writer.write(targetSetting.rawValue)
    return writer.bytes
  }

  /// Both halves as lists of names.
  package var fields: [GATTField] {
    [
      GATTField("Fitness Machine Features", .list(machine.names.map { .text($0) })),
      GATTField("Target Setting Features", .list(targetSetting.names.map { .text($0) })),
    ]
  }
}
