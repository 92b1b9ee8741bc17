extension TrainingStatus {
  /// The phases that the specification names (FTMS 1.0.1, §4.10.1.2).
  public struct Code: NamedCode {
    /// Other.
    public static let other = Code(rawValue: 0x00)
    /// Idle.
    public static let idle = Code(rawValue: 0x01)
    /// Warming up.
    public static let warmingUp = Code(rawValue: 0x02)
    /// Low intensity interval.
    public static let lowIntensityInterval = Code(rawValue: 0x03)
    /// High intensity interval.
    public static let highIntensityInterval = Code(rawValue: 0x04)
    /// Recovery interval.
    public static let recoveryInterval = Code(rawValue: 0x05)
    /// Isometric.
    public static let isometric = Code(rawValue: 0x06)
    /// Heart rate control.
    public static let heartRateControl = Code(rawValue: 0x07)
    /// Fitness test.
    public static let fitnessTest = Code(rawValue: 0x08)
    /// Speed outside of the control region, too low.
    public static let speedTooLow = Code(rawValue: 0x09)
    /// Speed outside of the control region, too high.
    public static let speedTooHigh = Code(rawValue: 0x0A)
    /// Cool down.
    public static let coolDown = Code(rawValue: 0x0B)
    /// Watt control: ERG mode.
    public static let wattControl = Code(rawValue: 0x0C)
    /// Manual mode, also called quick start.
    public static let manualMode = Code(rawValue: 0x0D)
    /// Before the workout.
    public static let preWorkout = Code(rawValue: 0x0E)
    /// After the workout.
    public static let postWorkout = Code(rawValue: 0x0F)

    /// The number on the air.
    public let rawValue: UInt8

    /// The code with this number, named or reserved.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The specification's name; nil for a reserved code.
    public var name: String? {
      Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : nil
    }

    private static let names = [
      "Other",
      "Idle",
      "Warming Up",
      "Low Intensity Interval",
      "High Intensity Interval",
      "Recovery Interval",
      "Isometric",
      "Heart Rate Control",
      "Fitness Test",
      "Speed Outside of Control Region - Low",
      "Speed Outside of Control Region - High",
      "Cool Down",
      "Watt Control",
      "Manual Mode (Quick Start)",
      "Pre-Workout",
      "Post-Workout",
    ]
  }
}
