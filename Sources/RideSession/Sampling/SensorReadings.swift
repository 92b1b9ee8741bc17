import BluetoothLE
import FitnessGATT
import Rides
import Trainers

/// The values of the sensors other than trainer and strap.
///
/// A sensor stops sending when the pedals stop, and soon sleeps. Then the trainer's values count. They also count if a
/// sensor sends impossible values: a still crank, or no power, while the trainer shows that the legs work.
struct SensorReadings: Hashable, Sendable {
  /// The sensors' values at one time.
  ///
  /// Missing values, old ones, and those that the trainer contradicts are nil.
  struct Values: Hashable, Sendable {
    /// The power meter's power.
    var watts: Int?
    /// The cadence sensor's cadence, in revolutions a minute.
    var rpm: Double?
    /// The cadence of the power meter's crank, in revolutions a minute.
    var meterRpm: Double?
    /// Whether a power meter has sent data in this ride.
    var isMetered = false
    /// The watts of the trainer for one watt of the meter, as far as they are known.
    var trainerFactor = 1.0
  }

  private var meter = MeterPower()
  private var cranks: [DeviceRole: SensorCrank] = [:]
  /// Whether the cadence sensor has a wheel and no crank.
  private(set) var measuresSpeed = false
  private var isMetered = false
  /// Whether the present link of the power meter has Cycling Power Control Point.
  var meterHasControlPoint = false

  /// Returns the values at this time.
  func values(at now: MonotonicInstant) -> Values {
    Values(
      watts: meter.watts(at: now), rpm: cranks[.cadence]?.rpm(at: now), meterRpm: cranks[.power]?.rpm(at: now),
      isMetered: isMetered)
  }

  /// Whether the power meter shows 0 W although the legs work.
  var isMeterPowerless: Bool { meter.isPowerless }
  var meterWantsCalibration: Bool { meter.wantsCalibration }
  /// Whether the crank of the cadence sensor is still although the legs work.
  var isCadenceStuck: Bool { cranks[.cadence]?.isStuck == true }

  /// Returns the characteristic with the values of a sensor in this role; nil if there is no such characteristic.
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

  /// Handles a notification.
  ///
  /// - Parameters:
  ///   - value: The bytes.
  ///   - role: The sensor.
  ///   - characteristic: The characteristic that was notified.
  ///   - legWatts: The trainer's power while it shows that the pedals turn; nil otherwise.
  ///   - now: The time.
  /// - Returns: The power in it that counts; nil without such a power.
  mutating func receive(
    _ value: [UInt8], from role: DeviceRole, _ characteristic: CharacteristicID, legWatts: Double? = nil,
    at now: MonotonicInstant
  ) -> MeteredPower? {
    switch characteristic {
    case .cyclingPowerMeasurement:
      guard let measurement = try? CyclingPowerMeasurement(decoding: value) else { return nil }
      if let crank = measurement.crank { turned(crank, role, legWatts, at: now) }
      let watts = Int(measurement.powerWatts)
      guard role == .power, PossibleValues.powerWatts.contains(watts) else { return nil }
      isMetered = true
      meter.wantsCalibration = measurement.wantsOffsetCompensation
      return meter.sent(watts, legWatts: legWatts, at: now)
        .map { MeteredPower(watts: $0, leftPercent: measurement.leftPercent) }
    case .cscMeasurement:
      guard let measurement = try? CSCMeasurement(decoding: value) else { return nil }
      guard let crank = measurement.crank else {
        if measurement.wheel != nil { measuresSpeed = true }
        return nil
      }
      measuresSpeed = false
      turned(crank, role, legWatts, at: now)
      return nil
    default: return nil
    }
  }

  /// Handles the CSC Feature (CSCS 1.0, §3.2) of the cadence sensor: bit 0 is a wheel, bit 1 a crank.
  mutating func learnt(feature value: [UInt8]) {
    guard let flags = value.first else { return }
    measuresSpeed = flags & 0x03 == 0x01
  }

  /// Call when a sensor's link is lost.
  ///
  /// Its counts may continue at any value.
  mutating func linkEnded(_ role: DeviceRole) {
    cranks[role]?.linkEnded()
    switch role {
    case .power:
      meter.linkEnded()
      meterHasControlPoint = false
    case .cadence: measuresSpeed = false
    case .trainer, .heartRate, .fan: break
    }
  }

  private mutating func turned(
    _ crank: CrankRevolutions, _ role: DeviceRole, _ legWatts: Double?, at now: MonotonicInstant
  ) {
    cranks[role, default: SensorCrank()].turned(crank, legWatts: legWatts, at: now)
  }
}

/// A power of a power meter that counts.
struct MeteredPower: Hashable, Sendable {
  let watts: Int
  /// The left leg's share, in percent; nil if the meter does not send it.
  let leftPercent: Double?
}

/// The maximum age of a sensor's value.
///
/// A sensor sends once a second and may miss some values.
private let sensorAge = Duration.seconds(3)

/// The cadence of a sensor's crank.
///
/// A 0 counts after a revolution was counted on the present link, and while the trainer does not contradict it. Some
/// sensors keep sending without a magnet, or with a count that never changes.
private struct SensorCrank: Hashable, Sendable {
  /// The minimum power of the trainer, in watts, at which turning legs contradict a still crank.
  private static let leastWatts = 20.0
  /// The time that the trainer must contradict before the sensor counts as stuck.
  private static let patience = Duration.seconds(8)

  /// Whether the crank has been still for `patience` while the legs worked.
  private(set) var isStuck = false
  private var rate = Self.noRate
  private var rpm = Reading<Double>(notOlderThan: sensorAge)
  private var hasCounted = false
  private var contradictedSince: MonotonicInstant?

  private static let noRate = RevolutionRate(
    countBits: 16, ticksPerSecond: CrankRevolutions.ticksPerSecond, greatestRate: PossibleValues.cadenceRpm.upperBound)

  func rpm(at now: MonotonicInstant) -> Double? {
    guard let rpm = rpm.value(at: now) else { return nil }
    return rpm > 0 || (hasCounted && contradictedSince == nil) ? rpm : nil
  }

  mutating func turned(_ crank: CrankRevolutions, legWatts: Double?, at now: MonotonicInstant) {
    let found = rate.observe(count: UInt32(crank.count), ticks: crank.eventTicks, at: now)
    if let found { rpm.set(found, at: now) }
    if found ?? 0 > 0 {
      (hasCounted, isStuck, contradictedSince) = (true, false, nil)
    } else if legWatts ?? 0 >= Self.leastWatts {
      let since = contradictedSince ?? now
      contradictedSince = since
      if now - since >= Self.patience { isStuck = true }
    } else {
      contradictedSince = nil
    }
  }

  /// Forgets the data of the link.
  ///
  /// The last cadence counts until it is too old.
  mutating func linkEnded() { (rate, isStuck, hasCounted, contradictedSince) = (Self.noRate, false, false, nil) }
}

/// The power of a power meter.
private struct MeterPower: Hashable, Sendable {
  /// The minimum power of the trainer, in watts, at which a working meter shows a power.
  private static let leastWatts = 50.0
  /// The time that a power of 0 counts while the trainer contradicts it.
  private static let patience = Duration.seconds(15)

  /// Whether the meter shows no power although the legs work.
  private(set) var isPowerless = false
  /// Whether the meter requests a zero offset.
  var wantsCalibration = false
  private var reading = Reading<Int>(notOlderThan: sensorAge)
  private var contradictedSince: MonotonicInstant?

  func watts(at now: MonotonicInstant) -> Int? { reading.value(at: now) }

  /// Handles a power, in watts.
  ///
  /// Returns it if it counts.
  mutating func sent(_ watts: Int, legWatts: Double?, at now: MonotonicInstant) -> Int? {
    if watts > 0 {
      (isPowerless, contradictedSince) = (false, nil)
    } else if legWatts ?? 0 > Self.leastWatts {
      let since = contradictedSince ?? now
      contradictedSince = since
      if now - since >= Self.patience { isPowerless = true }
    } else {
      contradictedSince = nil
    }
    guard !isPowerless else {
      reading.clear()
      return nil
    }
    reading.set(watts, at: now)
    return watts
  }

  /// Forgets the data of the link.
  ///
  /// The last power counts until it is too old.
  mutating func linkEnded() { (isPowerless, wantsCalibration, contradictedSince) = (false, false, nil) }
}
