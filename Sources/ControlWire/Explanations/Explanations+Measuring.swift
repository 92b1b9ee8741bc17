// Messages about devices that are connected and do not measure as they should.

extension ProblemCode {
  /// Returns the explanation; `name` is the device's, if it is known.
  func measuringExplanation(_ name: String?) -> Explanation {
    let trainer = name ?? String(localized: "The trainer")
    let meter = name ?? String(localized: "The power meter")
    let sensor = name ?? String(localized: "The cadence sensor")
    return switch self {
    case .powerMissing:
      Explanation(
        "\(trainer) sends no power, so the target cannot be checked.",
        remedy: "Switch the trainer off and on; if that does not help, update its firmware in its maker's app.")
    case .calibrationRequested:
      Explanation(
        "\(trainer) asks for a spin-down.",
        remedy: "Calibrate it: `jz2ctl calibrate`. Until then its power may be wrong.")
    case .meterPowerless:
      Explanation(
        "\(meter) reports no power; the ride uses the trainer's power.",
        remedy: "Calibrate it and check its battery; the ride uses it again as soon as it reports power.")
    case .meterCalibrationRequested:
      Explanation(
        "\(meter) asks to be calibrated.",
        remedy: "Set its zero offset: `jz2ctl calibrate --as power`. Until then its power may be wrong.")
    case .cadenceSensorMeasuresSpeed:
      Explanation(
        "\(sensor) measures speed, not cadence; the ride uses the trainer's cadence.",
        remedy:
          "If the sensor can do both, switch it to cadence; otherwise choose another one: `jz2ctl use ADDRESS --as "
          + "cadence`.")
    default:
      Explanation(
        "\(sensor) reports no cadence; the ride uses the trainer's cadence.",
        remedy: "Check that it sits on the crank and next to its magnet, if it has one.")
    }
  }
}
