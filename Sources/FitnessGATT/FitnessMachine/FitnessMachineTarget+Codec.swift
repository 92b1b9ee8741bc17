extension FitnessMachineTarget {
  /// The parameter that follows the op code of `kind`.
  init(_ kind: Kind, from reader: inout ByteReader) throws(DecodingFailure) {
    switch kind {
    case .speed: self = .speed(Speed(hundredthsKmh: try reader.uint16("Target Speed")))
    case .inclination: self = .inclination(tenthsOfPercent: try reader.sint16("Target Inclination"))
    case .resistanceLevel: self = .resistanceLevel(tenths: try Self.resistanceLevel(from: &reader))
    case .power: self = .power(watts: try reader.sint16("Target Power"))
    case .heartRate: self = .heartRate(bpm: try reader.uint8("Target Heart Rate"))
    case .expendedEnergy: self = .expendedEnergy(kcal: try reader.uint16("Targeted Expended Energy"))
    case .steps: self = .steps(try reader.uint16("Targeted Number of Steps"))
    case .strides: self = .strides(try reader.uint16("Targeted Number of Strides"))
    case .distance: self = .distance(meters: try reader.uint24("Targeted Distance"))
    case .trainingTime: self = .trainingTime(seconds: try reader.uint16("Targeted Training Time"))
    case .timeInTwoZones: self = .timeInHeartRateZones(try HeartRateZoneTimes(twoFrom: &reader))
    case .timeInThreeZones: self = .timeInHeartRateZones(try HeartRateZoneTimes(threeFrom: &reader))
    case .timeInFiveZones: self = .timeInHeartRateZones(try HeartRateZoneTimes(fiveFrom: &reader))
    case .indoorBikeSimulation: self = .indoorBikeSimulation(try IndoorBikeSimulationParameters(from: &reader))
    case .wheelCircumference:
      self = .wheelCircumference(tenthsOfMillimeter: try reader.uint16("Wheel Circumference"))
    case .cadence: self = .cadence(Cadence(halfRpm: try reader.uint16("Targeted Cadence")))
    }
  }

  private static func resistanceLevel(from reader: inout ByteReader) throws(DecodingFailure) -> Int16 {
    let name = "Target Resistance Level"
    return reader.remaining >= 2 ? try reader.sint16(name) : Int16(try reader.uint8(name))
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .speed(let speed): writer.write(speed.hundredthsKmh)
    case .inclination(let tenths), .resistanceLevel(let tenths), .power(let tenths): writer.write(tenths)
    case .heartRate(let bpm): writer.write(bpm)
    case .expendedEnergy(let number), .steps(let number), .strides(let number), .trainingTime(let number),
      .wheelCircumference(let number):
      writer.write(number)
    case .distance(let meters): writer.write24(meters)
    case .timeInHeartRateZones(let times): for seconds in times.seconds { writer.write(seconds) }
    case .indoorBikeSimulation(let parameters): parameters.write(to: &writer)
    case .cadence(let cadence): writer.write(cadence.halfRpm)
    }
  }

  var fields: [GATTField] {
    switch self {
    case .speed(let speed): [GATTField("Target Speed", speed)]
    case .inclination(let tenths): [GATTField("Target Inclination", .number(Double(tenths) / 10), unit: "%")]
    case .resistanceLevel(let tenths): [GATTField("Target Resistance Level", .number(Double(tenths) / 10))]
    case .power(let watts): [GATTField("Target Power", watts, unit: "W")]
    case .heartRate(let bpm): [GATTField("Target Heart Rate", bpm, unit: "bpm")]
    case .expendedEnergy(let kcal): [GATTField("Targeted Expended Energy", kcal, unit: "kcal")]
    case .steps(let steps): [GATTField("Targeted Number of Steps", steps)]
    case .strides(let strides): [GATTField("Targeted Number of Strides", strides)]
    case .distance(let meters): [GATTField("Targeted Distance", meters, unit: "m")]
    case .trainingTime(let seconds): [GATTField("Targeted Training Time", seconds, unit: "s")]
    case .timeInHeartRateZones(let times): times.fields
    case .indoorBikeSimulation(let parameters): parameters.fields
    case .wheelCircumference(let tenths):
      [GATTField("Wheel Circumference", .number(Double(tenths) / 10), unit: "mm")]
    case .cadence(let cadence): [GATTField("Targeted Cadence", cadence)]
    }
  }
}
