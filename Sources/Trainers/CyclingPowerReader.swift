import BluetoothLE
import FitnessGATT

/// Turns Cycling Power Measurements into the values of a trainer: power, and speed, distance and cadence from the
/// counts of wheel and crank revolutions.
struct CyclingPowerReader: Hashable, Sendable {
  /// The wheel circumference that trainers assume, in metres.
  private static let wheelMeters = 2.096

  private var wheel = Self.wheelRate
  private var crank = Self.crankRate
  /// The wheel count in the first measurement.
  ///
  /// Subtracting it keeps distances small.
  private var firstWheelCount: UInt32?
  /// Whether the last measurement had a crank count; nil before the first.
  private(set) var countsCrank: Bool?

  /// Begins a link.
  ///
  /// The counts of the previous link do not apply to it.
  mutating func linked() { (wheel, crank) = (Self.wheelRate, Self.crankRate) }

  /// Reads a notification.
  ///
  /// Returns an empty array if it does not decode.
  mutating func take(_ value: [UInt8], at now: MonotonicInstant) -> [TrainerNews] {
    guard let measurement = try? CyclingPowerMeasurement(decoding: value) else { return [] }
    var values = TrainerValues(watts: Int(measurement.powerWatts))
    values.leftPercent = measurement.leftPercent
    if let wheel = measurement.wheel {
      values.kmh = self.wheel.observe(count: wheel.count, ticks: wheel.eventTicks, at: now)
        .map { $0 * Self.wheelMeters * 60 / 1000 }
      let first = firstWheelCount ?? wheel.count
      firstWheelCount = first
      values.totalMeters = Int(Double(wheel.count &- first) * Self.wheelMeters)
    }
    if let crank = measurement.crank {
      values.rpm = self.crank.observe(count: UInt32(crank.count), ticks: crank.eventTicks, at: now)
      values.turnedAt = self.crank.turnedAt
    }
    countsCrank = measurement.crank != nil
    return [.record(values), .values(values), .calibration(isRequested: measurement.wantsOffsetCompensation)]
  }

  /// Up to 150 km/h.
  private static let wheelRate = RevolutionRate(
    countBits: 32, ticksPerSecond: CyclingPowerMeasurement.wheelTicksPerSecond, greatestRate: 1200)
  /// The maximum of a crank; no rider turns it faster.
  private static let crankRate = RevolutionRate(
    countBits: 16, ticksPerSecond: CrankRevolutions.ticksPerSecond, greatestRate: 254)
}
