extension FitnessMachineControlPoint {
  /// Which procedure a request starts and a response answers (FTMS 1.0.1, §4.16.1).
  public struct OpCode: NamedCode {
    /// Request Control.
    public static let requestControl = OpCode(rawValue: 0x00)
    /// Reset.
    public static let reset = OpCode(rawValue: 0x01)
    /// Set Target Speed.
    public static let setTargetSpeed = OpCode(rawValue: 0x02)
    /// Set Target Inclination.
    public static let setTargetInclination = OpCode(rawValue: 0x03)
    /// Set Target Resistance Level.
    public static let setTargetResistanceLevel = OpCode(rawValue: 0x04)
    /// Set Target Power.
    public static let setTargetPower = OpCode(rawValue: 0x05)
    /// Set Target Heart Rate.
    public static let setTargetHeartRate = OpCode(rawValue: 0x06)
    /// Start or Resume.
    public static let startOrResume = OpCode(rawValue: 0x07)
    /// Stop or Pause.
    public static let stopOrPause = OpCode(rawValue: 0x08)
    /// Set Targeted Expended Energy.
    public static let setTargetedExpendedEnergy = OpCode(rawValue: 0x09)
    /// Set Targeted Number of Steps.
    public static let setTargetedNumberOfSteps = OpCode(rawValue: 0x0A)
    /// Set Targeted Number of Strides.
    public static let setTargetedNumberOfStrides = OpCode(rawValue: 0x0B)
    /// Set Targeted Distance.
    public static let setTargetedDistance = OpCode(rawValue: 0x0C)
    /// Set Targeted Training Time.
    public static let setTargetedTrainingTime = OpCode(rawValue: 0x0D)
    /// Set Targeted Time in Two Heart Rate Zones.
    public static let setTargetedTimeInTwoHeartRateZones = OpCode(rawValue: 0x0E)
    /// Set Targeted Time in Three Heart Rate Zones.
    public static let setTargetedTimeInThreeHeartRateZones = OpCode(rawValue: 0x0F)
    /// Set Targeted Time in Five Heart Rate Zones.
    public static let setTargetedTimeInFiveHeartRateZones = OpCode(rawValue: 0x10)
    /// Set Indoor Bike Simulation Parameters.
    public static let setIndoorBikeSimulationParameters = OpCode(rawValue: 0x11)
    /// Set Wheel Circumference.
    public static let setWheelCircumference = OpCode(rawValue: 0x12)
    /// Spin Down Control.
    public static let spinDownControl = OpCode(rawValue: 0x13)
    /// Set Targeted Cadence.
    public static let setTargetedCadence = OpCode(rawValue: 0x14)
    /// Response Code, with which every response begins.
    public static let responseCode = OpCode(rawValue: 0x80)

    /// The number on the air.
    public let rawValue: UInt8

    /// The code with this number, named or reserved.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The specification's name; nil for a reserved code.
    public var name: String? {
      switch self {
      case .requestControl: "Request Control"
      case .reset: "Reset"
      case .startOrResume: "Start or Resume"
      case .stopOrPause: "Stop or Pause"
      case .spinDownControl: "Spin Down Control"
      case .responseCode: "Response Code"
      default: FitnessMachineTarget.Kind(rawValue: rawValue)?.requestName
      }
    }
  }
}
