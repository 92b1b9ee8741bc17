internal import RideSession

extension FITField {
  /// `session`.
  enum Session {
    static let event = FITField(0, .enumeration)
    static let eventType = FITField(1, .enumeration)
    static let startTime = FITField(2, .uint32)
    static let sport = FITField(5, .enumeration)
    static let subSport = FITField(6, .enumeration)
    static let firstLapIndex = FITField(25, .uint16)
    static let laps = FITField(26, .uint16)
    static let trigger = FITField(28, .enumeration)
  }

  /// `lap`.
  enum Lap {
    static let event = FITField(0, .enumeration)
    static let eventType = FITField(1, .enumeration)
    static let startTime = FITField(2, .uint32)
    static let intensity = FITField(23, .enumeration)
    static let trigger = FITField(24, .enumeration)
    static let sport = FITField(25, .enumeration)
    /// The `message_index` of its `workout_step`.
    static let stepIndex = FITField(71, .uint16)
  }
}

extension RideLap.Trigger {
  /// `lap_trigger`; FIT has none for a heart rate.
  var fitNumber: Double {
    switch self {
    case .manual, .heartRate: 0
    case .time: 1
    case .distance: 2
    case .location: 4
    case .end: 7
    }
  }

  /// By a `lap_trigger`; one that is unknown, and a fitness equipment's, counts as manual.
  init(fitNumber: Double?) {
    switch fitNumber {
    case 1: self = .time
    case 2: self = .distance
    case 3, 4, 5, 6: self = .location
    case 7: self = .end
    default: self = .manual
    }
  }
}
