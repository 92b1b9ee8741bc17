package import BluetoothLE
package import FitnessGATT

/// Gathers what arrives into rows of one second.
///
/// Row `k` covers the second that begins `k` seconds after the start; its clock is the one it is handed.
package struct Sampler: Hashable, Sendable {
  package let start: MonotonicInstant
  /// The row that is open.
  package private(set) var second = 0
  package private(set) var odometer = Odometer()

  private var power = Mean()
  private var cadence = Mean()
  private var speed = Mean()
  private var rrIntervals: [UInt16] = []
  private var heldPower = HeldValue()
  private var heldSpeed = HeldValue()
  private var virtualSpeed: VirtualSpeed
  private var motion = Motion()
  /// The speed that is made of power now, in km/h; nil while the trainer's own counts, and without power.
  package private(set) var virtualSpeedKmh: Double?

  /// Begins the rows of a ride.
  package init(start: MonotonicInstant, riderKilograms: Double = VirtualSpeed.usualRiderKilograms) {
    self.start = start
    virtualSpeed = VirtualSpeed(riderKilograms: riderKilograms)
  }

  /// Goes on with the rows of a ride that has `totals` already.
  package init(
    start: MonotonicInstant, after totals: RideTotals, riderKilograms: Double = VirtualSpeed.usualRiderKilograms
  ) {
    self.init(start: start, riderKilograms: riderKilograms)
    second = totals.elapsedSeconds
    odometer = Odometer(meters: totals.distanceMeters)
  }

  /// When the open row begins.
  package var rowStart: MonotonicInstant { start.advanced(by: .seconds(second)) }

  /// When the open row ends.
  package var rowEnd: MonotonicInstant { start.advanced(by: .seconds(second + 1)) }

  package mutating func received(powerWatts: Int) { power.add(Double(powerWatts)) }
  package mutating func received(cadenceRpm: Double) { cadence.add(cadenceRpm) }

  package mutating func received(speedKmh: Double) {
    motion.sent(speedKmh: speedKmh)
    speed.add(speedKmh)
  }

  package mutating func received(totalMeters: Int, at now: MonotonicInstant) {
    odometer.received(totalMeters: totalMeters, at: now)
    if odometer.hasCounted { motion.counted() }
  }

  package mutating func received(rrIntervals: [UInt16]) { self.rrIntervals += rrIntervals }

  package mutating func trainerLost() { odometer.linkLost() }

  /// Closes the open row and opens the next.
  ///
  /// The heart rate is the one that stands at the row's end: a strap that notifies once a second may leave a row out.
  package mutating func endRow(timerRunning: Bool, targetWatts: Int?, beatsPerMinute: Int?) -> RideSample {
    motion.endRow(powerWatts: power.value)
    let speedKmh = rowSpeed()
    let sample = RideSample(
      second: second, timerRunning: timerRunning, powerWatts: power.value, targetWatts: targetWatts,
      cadenceRpm: cadence.value, beatsPerMinute: beatsPerMinute, speedKmh: speedKmh.own,
      distanceMeters: distance(after: speedKmh.held, timerRunning: timerRunning), rrIntervals: rrIntervals,
      isVirtual: motion.isVirtual)
    second += 1
    (power, cadence, speed, rrIntervals) = (Mean(), Mean(), Mean(), [])
    if !timerRunning { (heldPower, heldSpeed) = (HeldValue(), HeldValue()) }
    return sample
  }

  /// The row's own speed, and the one that makes its way: of a row in which nothing arrived that which holds on.
  private mutating func rowSpeed() -> (own: Double?, held: Double?) {
    let sent = motion.isSpeedProven ? speed.value : nil
    let heldSent = heldSpeed.value(ofRow: second, sent)
    // Rolled in every row, so that it does not begin from a standing start where the trainer's own ends.
    let watts = heldPower.value(ofRow: second, power.value)
    let made = virtualSpeed.second(watts: watts)
    virtualSpeedKmh = motion.isVirtual && watts != nil ? made.speedKmh : nil
    guard motion.isVirtual else { return (sent, heldSent) }
    return (power.value == nil ? nil : virtualSpeedKmh, virtualSpeedKmh)
  }

  /// The way so far; a trainer that counts while it says that it stands has a count alone.
  private mutating func distance(after speedKmh: Double?, timerRunning: Bool) -> Double? {
    let stands = speedKmh == 0 && odometer.hasCounted
    odometer.endRow(speedKmh: stands ? nil : speedKmh, timerRunning: timerRunning)
    return odometer.meters
  }
}

/// Whether the trainer tells how it moves.
///
/// A speed that was always 0 beside power, and a count that was never more, tell nothing: some firmware fills the fields that
/// it cannot measure with 0. So does one whose sensor has failed on the way.
private struct Motion: Hashable, Sendable {
  /// How long power without motion is taken for a wheel that has yet to turn, in seconds.
  private static let patienceSeconds = 10

  /// Whether a speed above 0 was sent in this ride.
  private(set) var isSpeedProven = false
  /// Whether speed and distance are made of power now.
  private(set) var isVirtual = false
  /// Whether a speed was ever sent, or a count that grew.
  private var isTold = false
  /// Whether it moved since the row began.
  private var hasMoved = false
  /// Rows with power and without motion, one after the other.
  private var secondsStill = 0

  mutating func sent(speedKmh: Double) {
    isTold = true
    guard speedKmh > 0 else { return }
    (isSpeedProven, hasMoved) = (true, true)
  }

  mutating func counted() { (isTold, hasMoved) = (true, true) }

  /// Ends a row with its power; nil where none arrived.
  mutating func endRow(powerWatts: Double?) {
    defer { hasMoved = false }
    if hasMoved {
      (isVirtual, secondsStill) = (false, 0)
    } else if let powerWatts {
      secondsStill = powerWatts > 0 ? secondsStill + 1 : 0
      if !isTold || secondsStill >= Self.patienceSeconds { isVirtual = true }
    }
  }
}

/// What a rider on a trainer can do.
///
/// A value outside was never measured: the radio garbles none, but firmware sends what it has not filled in.
package enum PossibleValues {
  /// A trainer that drives the rider downhill sends a little below nothing; the best sprinters reach 2,500 W.
  package static let powerWatts: ClosedRange<Int16> = -50...Int16(Limits.watts.upperBound)
  /// What an activity file can hold, too.
  package static let cadenceRpm = 0.0...254
  package static let speedKmh = 0.0...150
  /// Metres that the fastest speed covers in a second.
  package static let metersPerSecond = speedKmh.upperBound / 3.6
  package static let beatsPerMinute: ClosedRange<UInt16> = 25...250
}

extension IndoorBikeData {
  /// This value without the fields that no rider can make.
  ///
  /// The total distance stays: only beside the one before it can one tell what it is worth (`Odometer`).
  package var possible: IndoorBikeData {
    var data = self
    if let speed = data.instantaneousSpeed, !PossibleValues.speedKmh.contains(speed.kmh) {
      data.instantaneousSpeed = nil
    }
    if let cadence = data.instantaneousCadence, !PossibleValues.cadenceRpm.contains(cadence.rpm) {
      data.instantaneousCadence = nil
    }
    if let watts = data.instantaneousPowerWatts, !PossibleValues.powerWatts.contains(watts) {
      data.instantaneousPowerWatts = nil
    }
    return data
  }
}
