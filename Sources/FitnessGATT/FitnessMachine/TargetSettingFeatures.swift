/// What a client may set on a machine: the second half of Fitness Machine Feature.
///
/// FTMS 1.0.1, §4.3.1.2. A bit that has no name here is kept.
public struct TargetSettingFeatures: OptionSet, Hashable, Sendable {
  /// Bit 0: Speed Target Setting Supported.
  public static let speedTarget = TargetSettingFeatures(rawValue: 1 << 0)
  /// Bit 1: Inclination Target Setting Supported.
  public static let inclinationTarget = TargetSettingFeatures(rawValue: 1 << 1)
  /// Bit 2: Resistance Target Setting Supported.
  public static let resistanceTarget = TargetSettingFeatures(rawValue: 1 << 2)
  /// Bit 3: Power Target Setting Supported.
  public static let powerTarget = TargetSettingFeatures(rawValue: 1 << 3)
  /// Bit 4: Heart Rate Target Setting Supported.
  public static let heartRateTarget = TargetSettingFeatures(rawValue: 1 << 4)
  /// Bit 5: Targeted Expended Energy Configuration Supported.
  public static let expendedEnergy = TargetSettingFeatures(rawValue: 1 << 5)
  /// Bit 6: Targeted Step Number Configuration Supported.
  public static let stepNumber = TargetSettingFeatures(rawValue: 1 << 6)
  /// Bit 7: Targeted Stride Number Configuration Supported.
  public static let strideNumber = TargetSettingFeatures(rawValue: 1 << 7)
  /// Bit 8: Targeted Distance Configuration Supported.
  public static let distance = TargetSettingFeatures(rawValue: 1 << 8)
  /// Bit 9: Targeted Training Time Configuration Supported.
  public static let trainingTime = TargetSettingFeatures(rawValue: 1 << 9)
  /// Bit 10: Targeted Time in Two Heart Rate Zones Configuration Supported.
  public static let timeInTwoHeartRateZones = TargetSettingFeatures(rawValue: 1 << 10)
  /// Bit 11: Targeted Time in Three Heart Rate Zones Configuration Supported.
  public static let timeInThreeHeartRateZones = TargetSettingFeatures(rawValue: 1 << 11)
  /// Bit 12: Targeted Time in Five Heart Rate Zones Configuration Supported.
  public static let timeInFiveHeartRateZones = TargetSettingFeatures(rawValue: 1 << 12)
  /// Bit 13: Indoor Bike Simulation Parameters Supported.
  public static let indoorBikeSimulation = TargetSettingFeatures(rawValue: 1 << 13)
  /// Bit 14: Wheel Circumference Configuration Supported.
  public static let wheelCircumference = TargetSettingFeatures(rawValue: 1 << 14)
  /// Bit 15: Spin Down Control Supported.
  public static let spinDownControl = TargetSettingFeatures(rawValue: 1 << 15)
  /// Bit 16: Targeted Cadence Configuration Supported.
  public static let cadence = TargetSettingFeatures(rawValue: 1 << 16)

  /// The bits as they are sent.
  public let rawValue: UInt32

  /// The set of these bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The specification's names of the bits that are set, the lowest first.
  public var names: [String] {
    Self.allNames.enumerated().filter { contains(Self(rawValue: 1 << UInt32($0.offset))) }.map(\.element)
  }

  /// The names of all bits, the lowest first.
  private static let allNames = [
    "Speed Target Setting Supported",
    "Inclination Target Setting Supported",
    "Resistance Target Setting Supported",
    "Power Target Setting Supported",
    "Heart Rate Target Setting Supported",
    "Targeted Expended Energy Configuration Supported",
    "Targeted Step Number Configuration Supported",
    "Targeted Stride Number Configuration Supported",
    "Targeted Distance Configuration Supported",
    "Targeted Training Time Configuration Supported",
    "Targeted Time in Two Heart Rate Zones Configuration Supported",
    "Targeted Time in Three Heart Rate Zones Configuration Supported",
    "Targeted Time in Five Heart Rate Zones Configuration Supported",
    "Indoor Bike Simulation Parameters Supported",
    "Wheel Circumference Configuration Supported",
    "Spin Down Control Supported",
    "Targeted Cadence Configuration Supported",
  ]
}
