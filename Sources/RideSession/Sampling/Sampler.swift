import BluetoothLE
import Rides
import Trainers

/// Collects the arriving values into rows of one second.
///
/// Row `k` covers the second that begins `k` seconds after the start.
struct Sampler: Hashable, Sendable {
  let start: MonotonicInstant
  /// The number of the open row.
  private(set) var second = 0
  private(set) var odometer = Odometer()

  private var power = Mean()
  private var meteredPower = Mean()
  /// The left leg's share of the trainer's and of the meter's power, in percent.
  private var (left, meteredLeft) = (Mean(), Mean())
  private var cadence = Mean()
  private var speed = Mean()
  private var rrIntervals: [UInt16] = []
  private var heldPower = HeldValue()
  private var heldSpeed = HeldValue()
  private var virtualSpeed: VirtualSpeed
  private var motion = Motion()
  /// The present speed computed from power, in km/h; nil while the trainer's own speed counts, and without power.
  private(set) var virtualSpeedKmh: Double?

  /// Begins the rows of a ride.
  init(start: MonotonicInstant, riderKilograms: Double = RideOrder.usualRiderKilograms) {
    self.start = start
    virtualSpeed = VirtualSpeed(riderKilograms: riderKilograms)
  }

  /// Continues the rows of a ride that has `totals` already.
  init(
    start: MonotonicInstant, after totals: RideTotals, riderKilograms: Double = RideOrder.usualRiderKilograms
  ) {
    self.init(start: start, riderKilograms: riderKilograms)
    second = totals.elapsedSeconds
    odometer = Odometer(meters: totals.distanceMeters)
  }

  /// The start of the open row.
  var rowStart: MonotonicInstant { start.advanced(by: .seconds(second)) }

  /// The end of the open row.
  var rowEnd: MonotonicInstant { start.advanced(by: .seconds(second + 1)) }

  /// - Parameters:
  ///   - powerWatts: The trainer's power.
  ///   - leftPercent: The left leg's share of it; nil if the trainer does not send it.
  mutating func received(powerWatts: Int, leftPercent: Double? = nil) {
    power.add(Double(powerWatts))
    // Without power there are no shares; some meters then send 0 or 100 %.
    if powerWatts > 0, let leftPercent { left.add(leftPercent) }
  }

  /// - Parameters:
  ///   - meteredWatts: The power meter's power.
  ///   - leftPercent: The left leg's share of it; nil if the meter does not send it.
  mutating func received(meteredWatts: Int, leftPercent: Double? = nil) {
    meteredPower.add(Double(meteredWatts))
    if meteredWatts > 0, let leftPercent { meteredLeft.add(leftPercent) }
  }

  mutating func received(cadenceRpm: Double) { cadence.add(cadenceRpm) }

  mutating func received(speedKmh: Double) {
    motion.sent(speedKmh: speedKmh)
    speed.add(speedKmh)
  }

  mutating func received(totalMeters: Int, at now: MonotonicInstant) {
    odometer.received(totalMeters: totalMeters, at: now)
    if odometer.hasCounted { motion.counted() }
  }

  mutating func received(rrIntervals: [UInt16]) { self.rrIntervals += rrIntervals }

  mutating func trainerLost() { odometer.linkLost() }

  /// Closes the open row and opens the next one.
  ///
  /// The heart rate and the sensors' values are those at the row's end, because a device that notifies once a second
  /// may miss a row. The trainer provides the values that no sensor sends. Its power is scaled to the meter if the
  /// meter sent before. On a road with a slope, in percent, speed and distance are computed from power, because the
  /// trainer's own speed follows its gear; nil for the trainer's own speed.
  mutating func endRow(
    timerRunning: Bool, targetWatts: Int?, beatsPerMinute: Int?, sensors: SensorReadings.Values = .init(),
    slopePercent: Double? = nil
  ) -> RideSample {
    let ownWatts = sensors.isMetered ? power.value.map { $0 / sensors.trainerFactor } : power.value
    let watts = meteredPower.value ?? sensors.watts.map(Double.init) ?? ownWatts
    motion.endRow(powerWatts: watts)
    let speedKmh = rowSpeed(watts, slopePercent)
    let isVirtual = motion.isVirtual || slopePercent != nil
    let sample = RideSample(
      second: second, timerRunning: timerRunning, powerWatts: watts,
      trainerWatts: sensors.isMetered ? power.value : nil, targetWatts: targetWatts,
      cadenceRpm: sensors.rpm ?? cadence.value ?? sensors.meterRpm, beatsPerMinute: beatsPerMinute,
      speedKmh: speedKmh.own,
      distanceMeters: distance(after: speedKmh.held, timerRunning: timerRunning, isOnRoad: slopePercent != nil),
      rrIntervals: rrIntervals,
      isVirtual: isVirtual, pedalling: pedalling(isMetered: sensors.isMetered))
    second += 1
    (power, meteredPower, cadence, speed, rrIntervals) = (Mean(), Mean(), Mean(), Mean(), [])
    (left, meteredLeft) = (Mean(), Mean())
    if !timerRunning { (heldPower, heldSpeed) = (HeldValue(), HeldValue()) }
    return sample
  }

  /// Returns the balance of the meter in use; nil without one in this row.
  private func pedalling(isMetered: Bool) -> Pedalling? {
    guard let leftPercent = isMetered ? meteredLeft.value : left.value else { return nil }
    var pedalling = Pedalling()
    pedalling.leftPercent = leftPercent
    return pedalling
  }

  /// Returns the row's own speed, and the speed for its distance.
  ///
  /// The latter is held in rows without values.
  private mutating func rowSpeed(_ rowWatts: Double?, _ slopePercent: Double?) -> (own: Double?, held: Double?) {
    let sent = motion.isSpeedProven ? speed.value : nil
    let heldSent = heldSpeed.value(ofRow: second, sent)
    // Advanced in every row, so that it does not begin at a standstill if the trainer's own speed stops.
    let watts = heldPower.value(ofRow: second, rowWatts)
    let made = virtualSpeed.second(watts: watts, gradePercent: slopePercent ?? 0)
    let isVirtual = motion.isVirtual || slopePercent != nil
    virtualSpeedKmh = isVirtual && watts != nil ? made.speedKmh : nil
    guard isVirtual else { return (sent, heldSent) }
    return (rowWatts == nil ? nil : virtualSpeedKmh, virtualSpeedKmh)
  }

  /// Returns the distance so far.
  ///
  /// It is the count alone if the trainer counts while its speed is 0.
  private mutating func distance(after speedKmh: Double?, timerRunning: Bool, isOnRoad: Bool) -> Double? {
    guard !isOnRoad else {
      odometer.endRow(roadKmh: speedKmh, timerRunning: timerRunning)
      return odometer.meters
    }
    let stands = speedKmh == 0 && odometer.hasCounted
    odometer.endRow(speedKmh: stands ? nil : speedKmh, timerRunning: timerRunning)
    return odometer.meters
  }
}

/// Whether the trainer reports its motion.
///
/// A speed that is always 0 under power, and a count that never increases, do not report motion. Some firmware fills
/// fields that it cannot measure with 0, and so does firmware whose sensor fails during the ride.
private struct Motion: Hashable, Sendable {
  /// The time that the wheel may take to turn under power, in seconds.
  private static let patienceSeconds = 10

  /// Whether a speed above 0 was sent in this ride.
  private(set) var isSpeedProven = false
  /// Whether speed and distance are computed from power now.
  private(set) var isVirtual = false
  /// Whether a speed, or a count that increased, was ever sent.
  private var isReported = false
  /// Whether there was motion since the row began.
  private var hasMoved = false
  /// Rows in a row with power and without motion.
  private var secondsStill = 0

  mutating func sent(speedKmh: Double) {
    isReported = true
    guard speedKmh > 0 else { return }
    (isSpeedProven, hasMoved) = (true, true)
  }

  mutating func counted() { (isReported, hasMoved) = (true, true) }

  /// Ends a row with its power; nil if no power arrived.
  mutating func endRow(powerWatts: Double?) {
    defer { hasMoved = false }
    if hasMoved {
      (isVirtual, secondsStill) = (false, 0)
    } else if let powerWatts {
      secondsStill = powerWatts > 0 ? secondsStill + 1 : 0
      if !isReported || secondsStill >= Self.patienceSeconds { isVirtual = true }
    }
  }
}

/// The values that a rider on a trainer can produce.
///
/// Other values were not measured. The radio does not garble values, but firmware sends fields that it has not filled
/// in.
enum PossibleValues {
  /// A trainer that drives the rider downhill sends slightly less than 0.
  ///
  /// The best sprinters reach 2,500 W.
  static let powerWatts: ClosedRange<Int> = -50...Limits.watts.upperBound
  /// The maximum is the limit of activity files.
  static let cadenceRpm = 0.0...254
  static let speedKmh = 0.0...150
  /// The maximum speed, in metres a second.
  static let metersPerSecond = speedKmh.upperBound / 3.6
  static let beatsPerMinute: ClosedRange<UInt16> = 25...250
}

extension TrainerValues {
  /// The values without those that no rider can produce.
  ///
  /// The total distance is kept, because only a comparison with the previous one shows if it is valid (`Odometer`).
  var possible: TrainerValues {
    var values = self
    if let kmh, !PossibleValues.speedKmh.contains(kmh) { values.kmh = nil }
    if let rpm, !PossibleValues.cadenceRpm.contains(rpm) { values.rpm = nil }
    if let watts, !PossibleValues.powerWatts.contains(watts) { values.watts = nil }
    if let beatsPerMinute, !PossibleValues.beatsPerMinute.contains(UInt16(clamping: beatsPerMinute)) {
      values.beatsPerMinute = nil
    }
    return values
  }
}
