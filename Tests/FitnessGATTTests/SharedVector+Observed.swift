import FitnessGATT

extension SharedVector.Expected {
  fileprivate init(_ number: (some BinaryInteger)?) {
    self = number.map { .number(Double($0)) } ?? .absent
  }

  fileprivate init(_ number: Double?) {
    self = number.map { .number($0) } ?? .absent
  }

  /// Creates the collector's form of a specification name: `Set Target Speed` becomes `set_target_speed`.
  fileprivate init(name: String) {
    self = .text(name.lowercased().split(whereSeparator: { " -".contains($0) }).joined(separator: "_"))
  }
}

extension IndoorBikeData {
  var observed: [String: SharedVector.Expected] {
    [
      "speed_kmh": .init(instantaneousSpeed?.kmh), "avg_speed_kmh": .init(averageSpeed?.kmh),
      "cadence_rpm": .init(instantaneousCadence?.rpm), "avg_cadence_rpm": .init(averageCadence?.rpm),
      "distance_m": .init(totalDistanceMeters), "resistance": .init(resistanceLevel),
      "power_w": .init(instantaneousPowerWatts), "avg_power_w": .init(averagePowerWatts),
      "energy_kcal": .init(expendedEnergy?.totalKcal), "energy_per_hour": .init(expendedEnergy?.perHourKcal),
      "energy_per_min": .init(expendedEnergy?.perMinuteKcal), "hr_bpm": .init(heartRateBpm),
      "elapsed_s": .init(elapsedTimeSeconds), "remaining_s": .init(remainingTimeSeconds),
    ]
  }
}

extension HeartRateMeasurement {
  var observed: [String: SharedVector.Expected] {
    let contacts: [SensorContact: String] = [
      .notSupported: "not_supported", .notDetected: "not_detected", .detected: "detected",
    ]
    return [
      "hr_bpm": .init(heartRateBpm), "energy_kj": .init(energyExpendedKilojoules),
      "contact": contacts[sensorContact].map { .text($0) } ?? .absent,
      "rr_1024": .list(rrIntervalTicks.map { .init($0) }),
    ]
  }
}

extension FitnessMachineControlPoint {
  var observed: [String: SharedVector.Expected] {
    switch self {
    case .request(let request): request.observed
    case .response(let response): response.observed
    }
  }
}

extension FitnessMachineControlPoint.Request {
  fileprivate var observed: [String: SharedVector.Expected] {
    let shortNames: [FitnessMachineControlPoint.OpCode: String] = [
      .setTargetResistanceLevel: "Set Target Resistance", .setTargetHeartRate: "Set Target HR",
      .setIndoorBikeSimulationParameters: "Set Indoor Bike Simulation", .spinDownControl: "Spin Down",
    ]
    let op = SharedVector.Expected(name: shortNames[opCode] ?? opCode.description)
    switch self {
    case .requestControl, .reset, .startOrResume: return ["op": op]
    case .set(let target): return target.observed.merging(["op": op]) { $1 }
    case .stopOrPause(let information): return ["op": op, "param": .init(name: information.description)]
    case .spinDown(let control): return ["op": op, "param": .init(name: control.description)]
    }
  }
}

extension FitnessMachineControlPoint.Response {
  fileprivate var observed: [String: SharedVector.Expected] {
    let reserved = "reserved_0x0\(resultCode.rawValue)"
    let result: SharedVector.Expected =
      switch resultCode {
      case .opCodeNotSupported: .text("not_supported")
      default: resultCode.name.map { .init(name: $0) } ?? .text(reserved)
      }
    return [
      "result": result, "request": requestOpCode.map { .init(name: $0.description) } ?? .absent,
      "speed_low_kmh": .init(spinDownTargetSpeeds?.low.kmh), "speed_high_kmh": .init(spinDownTargetSpeeds?.high.kmh),
    ]
  }
}

extension FitnessMachineTarget {
  fileprivate var observed: [String: SharedVector.Expected] {
    switch self {
    case .speed(let speed): ["speed_kmh": .init(speed.kmh)]
    case .inclination(let tenths): ["inclination_pct": .number(Double(tenths) / 10)]
    case .resistanceLevel(let tenths): ["resistance_tenths": .init(tenths)]
    case .power(let watts): ["power_w": .init(watts)]
    case .heartRate(let bpm): ["hr_bpm": .init(bpm)]
    case .distance(let meters): ["distance_m": .init(meters)]
    case .trainingTime(let seconds): ["seconds": .init(seconds)]
    case .indoorBikeSimulation(let parameters): parameters.observed
    case .wheelCircumference(let tenths): ["circumference_mm": .number(Double(tenths) / 10)]
    case .cadence(let cadence): ["cadence_rpm": .init(cadence.rpm)]
    default: [:]
    }
  }
}

extension IndoorBikeSimulationParameters {
  fileprivate var observed: [String: SharedVector.Expected] {
    [
      "wind_mps": .number(Double(windSpeedThousandths) / 1000), "grade_pct": .number(Double(gradeHundredths) / 100),
      "crr": .number(Double(rollingResistanceTenThousandths) / 10_000),
      "cw_kg_m": .number(Double(windResistanceHundredths) / 100),
    ]
  }
}

extension FitnessMachineStatus {
  var observed: [String: SharedVector.Expected] {
    switch self {
    case .reset: ["event": .text("reset")]
    case .stoppedOrPausedByUser(let information):
      [
        "event": .text("stopped_or_paused_by_user"),
        "param": information.map { code in code.name.map { .init(name: $0) } ?? .init(code.rawValue) } ?? .absent,
      ]
    case .startedOrResumedByUser: ["event": .text("started_or_resumed_by_user")]
    case .targetChanged(.indoorBikeSimulation(let parameters)):
      parameters.observed.merging(["event": .text("indoor_bike_simulation_changed")]) { $1 }
    case .targetChanged(let target): target.observed.merging(["event": .init(name: name)]) { $1 }
    case .controlPermissionLost: ["event": .text("control_permission_lost")]
    case .stoppedBySafetyKey, .spinDown: [:]
    }
  }
}

extension FitnessMachineFeature {
  private static let machineKeys = [
    "average_speed", "cadence", "total_distance", "inclination", "elevation_gain", "pace", "step_count",
    "resistance_level", "stride_count", "expended_energy", "heart_rate", "metabolic_equivalent", "elapsed_time",
    "remaining_time", "power_measurement", "force_on_belt", "user_data_retention",
  ]
  private static let targetKeys = [
    "speed_target", "inclination_target", "resistance_target", "power_target", "hr_target", "expended_energy_target",
    "steps_target", "strides_target", "distance_target", "training_time_target", "time_2hr", "time_3hr", "time_5hr",
    "indoor_bike_simulation", "wheel_circumference", "spin_down", "targeted_cadence",
  ]

  var observed: [String: SharedVector.Expected] {
    [
      "machine": Self.list(machine.rawValue, Self.machineKeys),
      "target": Self.list(targetSetting.rawValue, Self.targetKeys),
    ]
  }

  private static func list(_ bits: UInt32, _ keys: [String]) -> SharedVector.Expected {
    .list(keys.enumerated().filter { bits >> UInt32($0.offset) & 1 == 1 }.map { .text($0.element) })
  }
}

extension TrainingStatus {
  var observed: [String: SharedVector.Expected] {
    let status: SharedVector.Expected = code.rawValue == 0x0D ? .text("manual_mode") : .init(name: code.description)
    return ["status": status, "string": string.map { .text($0) } ?? .absent]
  }
}
