/// A target or setting that a client sets through the control point, and whose changes the machine's status reports.
///
/// The control point and the status each have an op code for it (FTMS 1.0.1, §4.16.1 and §4.17), with the same
/// parameter.
package enum FitnessMachineTarget: Hashable, Sendable {
  case speed(Speed)
  /// In 0.1 %.
  case inclination(tenthsOfPercent: Int16)
  /// In 0.1.
  ///
  /// FTMS 1.0 uses one unsigned byte, while the range (0x2AD6) has two signed bytes, as do many machines. Decoding
  /// accepts both, by the length; encoding uses two bytes.
  case resistanceLevel(tenths: Int16)
  /// The power of ERG mode, in watts.
  case power(watts: Int16)
  /// In beats per minute.
  case heartRate(bpm: UInt8)
  /// The energy to expend, in kcal.
  case expendedEnergy(kcal: UInt16)
  case steps(UInt16)
  case strides(UInt16)
  /// In metres; encoded in 24 bits, and a greater number as 16777215.
  case distance(meters: UInt32)
  /// The duration of the training, in seconds.
  case trainingTime(seconds: UInt16)
  case timeInHeartRateZones(HeartRateZoneTimes)
  /// The road to simulate.
  case indoorBikeSimulation(IndoorBikeSimulationParameters)
  /// In 0.1 mm.
  case wheelCircumference(tenthsOfMillimeter: UInt16)
  case cadence(Cadence)
}

/// The time in each heart rate zone, in seconds, for FTMS's three divisions into zones.
///
/// Source: FTMS 1.0.1, §4.16.2.15 to §4.16.2.17.
package enum HeartRateZoneTimes: Hashable, Sendable {
  case two(fatBurn: UInt16, fitness: UInt16)
  case three(light: UInt16, moderate: UInt16, hard: UInt16)
  case five(veryLight: UInt16, light: UInt16, moderate: UInt16, hard: UInt16, maximum: UInt16)
}

/// The road that a trainer simulates (FTMS 1.0.1, §4.16.2.18).
package struct IndoorBikeSimulationParameters: Hashable, Sendable {
  /// Wind in 0.001 m/s; a positive value is a headwind.
  package var windSpeedThousandths: Int16
  /// Grade in 0.01 %, positive uphill.
  package var gradeHundredths: Int16
  /// Coefficient of rolling resistance in 0.0001.
  package var rollingResistanceTenThousandths: UInt8
  /// Wind resistance coefficient in 0.01 kg/m.
  package var windResistanceHundredths: UInt8

  package init(
    windSpeedThousandths: Int16, gradeHundredths: Int16, rollingResistanceTenThousandths: UInt8,
    windResistanceHundredths: UInt8
  ) {
    self.windSpeedThousandths = windSpeedThousandths
    self.gradeHundredths = gradeHundredths
    self.rollingResistanceTenThousandths = rollingResistanceTenThousandths
    self.windResistanceHundredths = windResistanceHundredths
  }

  /// A flat road in still air.
  package static let flatRoad = road(slopePercent: 0)

  /// A road in still air.
  ///
  /// Rolling resistance 0.004, wind resistance 0.39 kg/m: a drag area of 0.32 m² in air of 1.225 kg/m³.
  package static func road(slopePercent: Double) -> IndoorBikeSimulationParameters {
    IndoorBikeSimulationParameters(
      windSpeedThousandths: 0, gradeHundredths: Int16(clamping: Int(saturating: slopePercent * 100)),
      rollingResistanceTenThousandths: 40, windResistanceHundredths: 39)
  }
}

// MARK: The table

extension FitnessMachineTarget {
  typealias OpCode = FitnessMachineControlPoint.OpCode

  /// A procedure that sets a target.
  struct Procedure: Sendable {
    let opCode: OpCode
    /// The specification's name.
    let name: String
    /// The numbers after the op code, here and in the status.
    let fields: [NumberField]
    /// Creates the target from as many numbers as there are `fields`.
    fileprivate let target: @Sendable ([Int]) -> FitnessMachineTarget

    fileprivate init(
      _ opCode: OpCode, _ name: String, _ fields: [NumberField],
      _ target: @escaping @Sendable ([Int]) -> FitnessMachineTarget
    ) {
      self.opCode = opCode
      self.name = name
      self.fields = fields
      self.target = target
    }

    fileprivate init<Value: SentNumber>(
      _ opCode: OpCode, _ name: String, _ field: NumberField,
      _ target: @escaping @Sendable (Value) -> FitnessMachineTarget
    ) {
      self.init(opCode, name, [field]) { target(Value(sent: $0[0])) }
    }
  }

  /// All procedures, in the specification's order (FTMS 1.0.1, §4.16.2.3 to §4.16.2.21).
  static let procedures = [
    Procedure(.setTargetSpeed, "Set Target Speed", .speed("Target Speed"), Self.speed),
    Procedure(
      .setTargetInclination, "Set Target Inclination",
      NumberField("Target Inclination", .sint16, "%", stepsPerUnit: 10), Self.inclination),
    Procedure(
      .setTargetResistanceLevel, "Set Target Resistance Level",
      NumberField("Target Resistance Level", .sint16OrUInt8, stepsPerUnit: 10), Self.resistanceLevel),
    Procedure(.setTargetPower, "Set Target Power", NumberField("Target Power", .sint16, "W"), Self.power),
    Procedure(
      .setTargetHeartRate, "Set Target Heart Rate", NumberField("Target Heart Rate", .uint8, "bpm"), Self.heartRate),
    Procedure(
      .setTargetedExpendedEnergy, "Set Targeted Expended Energy",
      NumberField("Targeted Expended Energy", .uint16, "kcal"), Self.expendedEnergy),
    Procedure(
      .setTargetedNumberOfSteps, "Set Targeted Number of Steps", NumberField("Targeted Number of Steps", .uint16),
      Self.steps),
    Procedure(
      .setTargetedNumberOfStrides, "Set Targeted Number of Strides",
      NumberField("Targeted Number of Strides", .uint16), Self.strides),
    Procedure(
      .setTargetedDistance, "Set Targeted Distance", NumberField("Targeted Distance", .uint24, "m"), Self.distance),
    Procedure(
      .setTargetedTrainingTime, "Set Targeted Training Time", NumberField("Targeted Training Time", .uint16, "s"),
      Self.trainingTime),
    Procedure(
      .setTargetedTimeInTwoHeartRateZones, "Set Targeted Time in Two Heart Rate Zones", zones("Fat Burn", "Fitness")
    ) { .timeInHeartRateZones(.two(fatBurn: UInt16(sent: $0[0]), fitness: UInt16(sent: $0[1]))) },
    Procedure(
      .setTargetedTimeInThreeHeartRateZones, "Set Targeted Time in Three Heart Rate Zones",
      zones("Light", "Moderate", "Hard")
    ) {
      .timeInHeartRateZones(
        .three(light: UInt16(sent: $0[0]), moderate: UInt16(sent: $0[1]), hard: UInt16(sent: $0[2])))
    },
    Procedure(
      .setTargetedTimeInFiveHeartRateZones, "Set Targeted Time in Five Heart Rate Zones",
      zones("Very Light", "Light", "Moderate", "Hard", "Maximum")
    ) {
      .timeInHeartRateZones(
        .five(
          veryLight: UInt16(sent: $0[0]), light: UInt16(sent: $0[1]), moderate: UInt16(sent: $0[2]),
          hard: UInt16(sent: $0[3]), maximum: UInt16(sent: $0[4])))
    },
    Procedure(
      .setIndoorBikeSimulationParameters, "Set Indoor Bike Simulation Parameters",
      [
        NumberField("Wind Speed", .sint16, "m/s", stepsPerUnit: 1000),
        NumberField("Grade", .sint16, "%", stepsPerUnit: 100),
        NumberField("Coefficient of Rolling Resistance", .uint8, stepsPerUnit: 10_000),
        NumberField("Wind Resistance Coefficient", .uint8, "kg/m", stepsPerUnit: 100),
      ]
    ) {
      .indoorBikeSimulation(
        IndoorBikeSimulationParameters(
          windSpeedThousandths: Int16(sent: $0[0]), gradeHundredths: Int16(sent: $0[1]),
          rollingResistanceTenThousandths: UInt8(sent: $0[2]), windResistanceHundredths: UInt8(sent: $0[3])))
    },
    Procedure(
      .setWheelCircumference, "Set Wheel Circumference",
      NumberField("Wheel Circumference", .uint16, "mm", stepsPerUnit: 10), Self.wheelCircumference),
    Procedure(.setTargetedCadence, "Set Targeted Cadence", .cadence("Targeted Cadence"), Self.cadence),
  ]

  private static func zones(_ names: String...) -> [NumberField] {
    names.map { NumberField("Targeted Time in \($0) Zone", .uint16, "s") }
  }

  /// The op code of the procedure for this target, and the numbers of its fields.
  private var parts: (opCode: OpCode, numbers: [Int]) {
    switch self {
    case .speed(let speed): (.setTargetSpeed, [speed.sent])
    case .inclination(let tenths): (.setTargetInclination, [tenths.sent])
    case .resistanceLevel(let tenths): (.setTargetResistanceLevel, [tenths.sent])
    case .power(let watts): (.setTargetPower, [watts.sent])
    case .heartRate(let bpm): (.setTargetHeartRate, [bpm.sent])
    case .expendedEnergy(let kcal): (.setTargetedExpendedEnergy, [kcal.sent])
    case .steps(let steps): (.setTargetedNumberOfSteps, [steps.sent])
    case .strides(let strides): (.setTargetedNumberOfStrides, [strides.sent])
    case .distance(let meters): (.setTargetedDistance, [meters.sent])
    case .trainingTime(let seconds): (.setTargetedTrainingTime, [seconds.sent])
    case .timeInHeartRateZones(.two(let fatBurn, let fitness)):
      (.setTargetedTimeInTwoHeartRateZones, [fatBurn.sent, fitness.sent])
    case .timeInHeartRateZones(.three(let light, let moderate, let hard)):
      (.setTargetedTimeInThreeHeartRateZones, [light.sent, moderate.sent, hard.sent])
    case .timeInHeartRateZones(.five(let veryLight, let light, let moderate, let hard, let maximum)):
      (
        .setTargetedTimeInFiveHeartRateZones,
        [veryLight.sent, light.sent, moderate.sent, hard.sent, maximum.sent]
      )
    case .indoorBikeSimulation(let road):
      (
        .setIndoorBikeSimulationParameters,
        [
          road.windSpeedThousandths.sent, road.gradeHundredths.sent, road.rollingResistanceTenThousandths.sent,
          road.windResistanceHundredths.sent,
        ]
      )
    case .wheelCircumference(let tenths): (.setWheelCircumference, [tenths.sent])
    case .cadence(let cadence): (.setTargetedCadence, [cadence.sent])
    }
  }
}

// MARK: In the control point and in the status

extension FitnessMachineTarget {
  /// The op code of the procedure for this target.
  var opCode: OpCode { parts.opCode }

  /// The parameter in the procedure and the status.
  var parameter: NamedParameter {
    let (opCode, numbers) = parts
    var writer = ByteWriter()
    var fields: [GATTField] = []
    for (field, number) in zip(Procedure.setting(opCode)?.fields ?? [], numbers) {
      field.write(number, to: &writer)
      fields.append(field.described(number))
    }
    return (writer.bytes, fields)
  }
}

extension FitnessMachineTarget.Procedure {
  /// Returns the procedure with this op code; nil if it does not set a target.
  static func setting(_ opCode: FitnessMachineControlPoint.OpCode) -> Self? {
    FitnessMachineTarget.procedures.first { $0.opCode == opCode }
  }

  /// Returns the procedure whose effect the status reports with this op code; nil if the op code reports no target.
  static func reported(by statusOpCode: UInt8) -> Self? {
    FitnessMachineTarget.procedures.first { $0.opCode.statusOpCode == statusOpCode }
  }

  /// Reads the parameter after the op code.
  func readTarget(from reader: inout ByteReader) throws(DecodingFailure) -> FitnessMachineTarget {
    var numbers: [Int] = []
    for field in fields { numbers.append(try field.read(from: &reader)) }
    return target(numbers)
  }
}

extension FitnessMachineControlPoint.OpCode {
  /// The op code that the status uses to report a change of this procedure's target.
  ///
  /// The status has the same list, after three other events and without Start and Stop.
  var statusOpCode: UInt8 { rawValue <= Self.setTargetHeartRate.rawValue ? rawValue + 3 : rawValue + 1 }

  /// The specification's name of that event.
  var statusName: String {
    let subject = self == .setTargetInclination ? "Target Incline" : String(description.dropFirst("Set ".count))
    return subject + " Changed"
  }
}
