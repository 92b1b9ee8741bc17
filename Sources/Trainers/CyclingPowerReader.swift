import BluetoothLE
import FitnessGATT

/// Turns Cycling Power Measurements into the values of a trainer: power, and from the counts of wheel and crank speed,
/// distance and cadence.
struct CyclingPowerReader: Hashable, Sendable {
  /// The circumference of the wheel that trainers assume, in metres.
  private static let wheelMeters = 2.096

  private var wheel = Self.wheelRate
  private var crank = Self.crankRate
  /// The count of the wheel in the first measurement, so that distances stay small.
  private var firstWheelCount: UInt32?
  /// Whether the last measurement had a count of the crank; nil before the first.
  private(set) var countsCrank: Bool?

  /// Call when a link begins: the counts of the one before say nothing about it.
  mutating func linked() { (wheel, crank) = (Self.wheelRate, Self.crankRate) }

  /// Takes a notification; empty if it does not decode.
  mutating func take(_ value: [UInt8], at now: MonotonicInstant) -> [TrainerNews] {
    guard let measurement = try? CyclingPowerMeasurement(decoding: value) else { return [] }
    var values = TrainerValues(watts: Int(measurement.powerWatts))
    if let wheel = measurement.wheel {
      values.kmh = self.wheel.saw(count: wheel.count, ticks: wheel.eventTicks, at: now)
        .map { $0 * Self.wheelMeters * 60 / 1000 }
      let first = firstWheelCount ?? wheel.count
      firstWheelCount = first
      values.totalMeters = Int(Double(wheel.count &- first) * Self.wheelMeters)
    }
    if let crank = measurement.crank {
      values.rpm = self.crank.saw(count: UInt32(crank.count), ticks: crank.eventTicks, at: now)
      values.turnedAt = self.crank.turnedAt
    }
    countsCrank = measurement.crank != nil
    return [.record(values), .values(values), .calibration(isRequested: measurement.wantsOffsetCompensation)]
  }

  /// Up to 150 km/h.
  private static let wheelRate = RevolutionRate(
    countBits: 32, ticksPerSecond: CyclingPowerMeasurement.wheelTicksPerSecond, greatestRate: 1200)
  /// Nobody turns faster.
  private static let crankRate = RevolutionRate(
    countBits: 16, ticksPerSecond: CrankRevolutions.ticksPerSecond, greatestRate: 254)
}
