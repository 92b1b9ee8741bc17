/// Something that a client sets through the control point, and of whose change the machine's status tells.
///
/// Each has an op code in both (FTMS 1.0.1, §4.16.1 and §4.17) and the same parameter.
public enum FitnessMachineTarget: Hashable, Sendable {
  /// The speed.
  case speed(Speed)
  /// The inclination, in 0.1 %.
  case inclination(tenthsOfPercent: Int16)
  /// The resistance level, in 0.1.
  ///
  /// FTMS 1.0 sends one unsigned byte, while the range (0x2AD6) is signed and of two, and so do many machines. Both
  /// are read, by the length; two bytes are written.
  case resistanceLevel(tenths: Int16)
  /// The power of ERG mode, in watts.
  case power(watts: Int16)
  /// The heart rate, in beats per minute.
  case heartRate(bpm: UInt8)
  /// The energy to use, in kcal.
  case expendedEnergy(kcal: UInt16)
  /// The number of steps.
  case steps(UInt16)
  /// The number of strides.
  case strides(UInt16)
  /// The distance, in metres; 24 bits are sent, a greater number as 16777215.
  case distance(meters: UInt32)
  /// The length of the training, in seconds.
  case trainingTime(seconds: UInt16)
  /// The time in each heart-rate zone.
  case timeInHeartRateZones(HeartRateZoneTimes)
  /// The road to imitate.
  case indoorBikeSimulation(IndoorBikeSimulationParameters)
  /// The circumference of the wheel, in 0.1 mm.
  case wheelCircumference(tenthsOfMillimeter: UInt16)
  /// The cadence.
  case cadence(Cadence)
}
