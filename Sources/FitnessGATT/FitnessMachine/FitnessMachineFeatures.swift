/// What a machine measures: the first half of Fitness Machine Feature.
///
/// FTMS 1.0.1, §4.3.1.1. A bit that has no name here is kept.
public struct FitnessMachineFeatures: OptionSet, Hashable, Sendable {
  /// Bit 0: Average Speed Supported.
  public static let averageSpeed = FitnessMachineFeatures(rawValue: 1 << 0)
  /// Bit 1: Cadence Supported.
  public static let cadence = FitnessMachineFeatures(rawValue: 1 << 1)
  /// Bit 2: Total Distance Supported.
  public static let totalDistance = FitnessMachineFeatures(rawValue: 1 << 2)
  /// Bit 3: Inclination Supported.
  public static let inclination = FitnessMachineFeatures(rawValue: 1 << 3)
  /// Bit 4: Elevation Gain Supported.
  public static let elevationGain = FitnessMachineFeatures(rawValue: 1 << 4)
  /// Bit 5: Pace Supported.
  public static let pace = FitnessMachineFeatures(rawValue: 1 << 5)
  /// Bit 6: Step Count Supported.
  public static let stepCount = FitnessMachineFeatures(rawValue: 1 << 6)
  /// Bit 7: Resistance Level Supported.
  public static let resistanceLevel = FitnessMachineFeatures(rawValue: 1 << 7)
  /// Bit 8: Stride Count Supported.
  public static let strideCount = FitnessMachineFeatures(rawValue: 1 << 8)
  /// Bit 9: Expended Energy Supported.
  public static let expendedEnergy = FitnessMachineFeatures(rawValue: 1 << 9)
  /// Bit 10: Heart Rate Measurement Supported.
  public static let heartRateMeasurement = FitnessMachineFeatures(rawValue: 1 << 10)
  /// Bit 11: Metabolic Equivalent Supported.
  public static let metabolicEquivalent = FitnessMachineFeatures(rawValue: 1 << 11)
  /// Bit 12: Elapsed Time Supported.
  public static let elapsedTime = FitnessMachineFeatures(rawValue: 1 << 12)
  /// Bit 13: Remaining Time Supported.
  public static let remainingTime = FitnessMachineFeatures(rawValue: 1 << 13)
  /// Bit 14: Power Measurement Supported.
  public static let powerMeasurement = FitnessMachineFeatures(rawValue: 1 << 14)
  /// Bit 15: Force on Belt and Power Output Supported.
  public static let forceOnBeltAndPowerOutput = FitnessMachineFeatures(rawValue: 1 << 15)
  /// Bit 16: User Data Retention Supported.
  public static let userDataRetention = FitnessMachineFeatures(rawValue: 1 << 16)

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
    "Average Speed Supported",
    "Cadence Supported",
    "Total Distance Supported",
    "Inclination Supported",
    "Elevation Gain Supported",
    "Pace Supported",
    "Step Count Supported",
    "Resistance Level Supported",
    "Stride Count Supported",
    "Expended Energy Supported",
    "Heart Rate Measurement Supported",
    "Metabolic Equivalent Supported",
    "Elapsed Time Supported",
    "Remaining Time Supported",
    "Power Measurement Supported",
    "Force on Belt and Power Output Supported",
    "User Data Retention Supported",
  ]
}
