extension FitnessMachineTarget {
  /// What is set, without the value.
  enum Kind: UInt8, CaseIterable {
    case speed = 0x02
    case inclination = 0x03
    case resistanceLevel = 0x04
    case power = 0x05
    case heartRate = 0x06
    case expendedEnergy = 0x09
    case steps = 0x0A
    case strides = 0x0B
    case distance = 0x0C
    case trainingTime = 0x0D
    case timeInTwoZones = 0x0E
    case timeInThreeZones = 0x0F
    case timeInFiveZones = 0x10
    case indoorBikeSimulation = 0x11
    case wheelCircumference = 0x12
    case cadence = 0x14

    /// The op code of the control point.
    var requestOpCode: UInt8 { rawValue }

    /// The op code of the status: the same list, with three events before it and Start and Stop left out.
    var statusOpCode: UInt8 { rawValue <= Kind.heartRate.rawValue ? rawValue + 3 : rawValue + 1 }

    init?(statusOpCode: UInt8) {
      guard let kind = Self.allCases.first(where: { $0.statusOpCode == statusOpCode }) else { return nil }
      self = kind
    }

    /// The procedure's name in the control point.
    var requestName: String {
      switch self {
      case .speed: "Set Target Speed"
      case .inclination: "Set Target Inclination"
      case .resistanceLevel: "Set Target Resistance Level"
      case .power: "Set Target Power"
      case .heartRate: "Set Target Heart Rate"
      case .expendedEnergy: "Set Targeted Expended Energy"
      case .steps: "Set Targeted Number of Steps"
      case .strides: "Set Targeted Number of Strides"
      case .distance: "Set Targeted Distance"
      case .trainingTime: "Set Targeted Training Time"
      case .timeInTwoZones: "Set Targeted Time in Two Heart Rate Zones"
      case .timeInThreeZones: "Set Targeted Time in Three Heart Rate Zones"
      case .timeInFiveZones: "Set Targeted Time in Five Heart Rate Zones"
      case .indoorBikeSimulation: "Set Indoor Bike Simulation Parameters"
      case .wheelCircumference: "Set Wheel Circumference"
      case .cadence: "Set Targeted Cadence"
      }
    }

    /// The event's name in the status.
    var statusName: String {
      let subject = self == .inclination ? "Target Incline" : String(requestName.dropFirst("Set ".count))
      return subject + " Changed"
    }
  }

  var kind: Kind {
    switch self {
    case .speed: .speed
    case .inclination: .inclination
    case .resistanceLevel: .resistanceLevel
    case .power: .power
    case .heartRate: .heartRate
    case .expendedEnergy: .expendedEnergy
    case .steps: .steps
    case .strides: .strides
    case .distance: .distance
    case .trainingTime: .trainingTime
    case .timeInHeartRateZones(.two): .timeInTwoZones
    case .timeInHeartRateZones(.three): .timeInThreeZones
    case .timeInHeartRateZones(.five): .timeInFiveZones
    case .indoorBikeSimulation: .indoorBikeSimulation
    case .wheelCircumference: .wheelCircumference
    case .cadence: .cadence
    }
  }
}
