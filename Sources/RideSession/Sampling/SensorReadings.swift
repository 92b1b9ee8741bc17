import BluetoothLE
import FitnessGATT
import Trainers

/// What the sensors beside trainer and strap send.
///
/// A sensor falls silent when the pedals stand, and sleeps soon after: then the trainer's values count.
struct SensorReadings: Hashable, Sendable {
  /// The sensors' values at one time; nil for those that are missing or too old.
  struct Values: Hashable, Sendable {
    /// The power meter's power.
    var watts: Int?
    /// The cadence sensor's cadence, in revolutions a minute.
    var rpm: Double?
    /// The cadence of the power meter's crank, in revolutions a minute.
    var meterRpm: Double?
    /// Whether a power meter has sent in this ride.
    var isMetered = false
  }

  /// The greatest age of a value: a sensor sends once a second and may miss some.
  private static let age = Duration.seconds(3)

  private var watts = Reading<Int>(notOlderThan: age)
  private var rpm: [DeviceRole: Reading<Double>] = [:]
  private var cranks: [DeviceRole: RevolutionRate] = [:]
  private var isMetered = false

  /// The values at this time.
  func values(at now: MonotonicInstant) -> Values {
    Values(
      watts: watts.value(at: now), rpm: rpm[.cadence]?.value(at: now), meterRpm: rpm[.power]?.value(at: now),
      isMetered: isMetered)
  }

  /// The characteristic by which a sensor of this role sends; nil if it has none for that.
  static func stream(of role: DeviceRole, among characteristics: Set<CharacteristicID>) -> CharacteristicID? {
    let suitable: [CharacteristicID] =
      switch role {
      case .power: [.cyclingPowerMeasurement]
      case .cadence: [.cscMeasurement, .cyclingPowerMeasurement]
      case .fan: [.headwindControlPoint]
      case .trainer, .heartRate: []
      }
    return suitable.first(where: characteristics.contains)
  }

  /// Takes a notification; returns the power in it, in watts, and nil if there is none that a rider can make.
  mutating func took(
    _ value: [UInt8], from role: DeviceRole, _ characteristic: CharacteristicID, at now: MonotonicInstant
  ) -> Int? {
    switch characteristic {
    case .cyclingPowerMeasurement:
      guard let measurement = try? CyclingPowerMeasurement(decoding: value) else { return nil }
      if let crank = measurement.crank { turned(crank, role, at: now) }
      let watts = Int(measurement.powerWatts)
      guard role == .power, PossibleValues.powerWatts.contains(watts) else { return nil }
      self.watts.set(watts, at: now)
      isMetered = true
      return watts
    case .cscMeasurement:
      guard let crank = try? CSCMeasurement(decoding: value).crank else { return nil }
      turned(crank, role, at: now)
      return nil
    default: return nil
    }
  }

  /// Call when a sensor's link is lost: its counts go on from anywhere.
  mutating func linkEnded(_ role: DeviceRole) { cranks[role] = nil }

  private mutating func turned(_ crank: CrankRevolutions, _ role: DeviceRole, at now: MonotonicInstant) {
    var rate =
      cranks[role]
      ?? RevolutionRate(
        countBits: 16, ticksPerSecond: CrankRevolutions.ticksPerSecond,
        greatestRate: PossibleValues.cadenceRpm.upperBound)
    let found = rate.saw(count: UInt32(crank.count), ticks: crank.eventTicks, at: now)
    cranks[role] = rate
    guard let found else { return }
    rpm[role, default: Reading(notOlderThan: Self.age)].set(found, at: now)
  }
}
