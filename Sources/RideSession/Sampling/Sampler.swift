package import BluetoothLE

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
  private var virtualSpeed: VirtualSpeed
  /// Whether the trainer sends speed, or a distance that counts: then nothing is reckoned from power.
  private var trainerSendsSpeed = false
  /// Whether speed and distance are reckoned from power now.
  private var isVirtual = false

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
    trainerSendsSpeed = true
    speed.add(speedKmh)
  }

  package mutating func received(totalMeters: Int, at now: MonotonicInstant) {
    odometer.received(totalMeters: totalMeters, at: now)
    if odometer.countsItself { trainerSendsSpeed = true }
  }

  package mutating func received(rrIntervals: [UInt16]) { self.rrIntervals += rrIntervals }

  package mutating func trainerLost() { odometer.linkLost() }

  /// Closes the open row and opens the next.
  ///
  /// The heart rate is the one that stands at the row's end: a strap that notifies once a second may leave a row out.
  package mutating func endRow(timerRunning: Bool, targetWatts: Int?, beatsPerMinute: Int?) -> RideSample {
    let virtual = virtualSecond()
    let speedKmh = speed.value ?? virtual?.speedKmh
    odometer.endRow(speedKmh: speedKmh, timerRunning: timerRunning)
    let sample = RideSample(
      second: second, timerRunning: timerRunning, powerWatts: power.value, targetWatts: targetWatts,
      cadenceRpm: cadence.value, beatsPerMinute: beatsPerMinute,
      speedKmh: speedKmh, distanceMeters: odometer.meters, rrIntervals: rrIntervals,
      isVirtual: isVirtual)
    second += 1
    (power, cadence, speed, rrIntervals) = (Mean(), Mean(), Mean(), [])
    return sample
  }

  /// The speed that the row's power makes, from a trainer that has sent none in this ride; nil where power is unknown too.
  private mutating func virtualSecond() -> (speedKmh: Double, meters: Double)? {
    isVirtual = !trainerSendsSpeed && (isVirtual || power.value != nil)
    guard isVirtual else { return nil }
    let second = virtualSpeed.second(watts: power.value)
    return power.value == nil ? nil : second
  }
}
