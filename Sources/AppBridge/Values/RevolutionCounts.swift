import BluetoothLE
import FitnessGATT

/// The revolutions of crank and wheel, counted from cadence and speed.
///
/// The counts never decrease, and the time of an event is the end of the last whole revolution, so that an app that
/// divides their differences gets cadence and speed back.
struct RevolutionCounts: Sendable {
  /// The circumference of the wheel, in metres: a tyre of 23-622, which apps assume too.
  static let circumferenceMeters = 2.096
  /// The longest time that is counted at once.
  ///
  /// While no app listens, the machine may sleep.
  private static let longestStep = Duration.seconds(3)

  private var crank: TurningPart
  private var wheel: TurningPart
  private var countedAt: MonotonicInstant

  init(at now: MonotonicInstant) {
    (crank, wheel) = (TurningPart(since: now), TurningPart(since: now))
    countedAt = now
  }

  /// Counts the time until `now`, with the values that applied during it.
  mutating func advance(to now: MonotonicInstant, _ values: LiveValues.Instantaneous) {
    guard now > countedAt else { return }
    let seconds = min(now - countedAt, Self.longestStep).seconds
    countedAt = now
    crank.turn(for: seconds, revolutionsPerSecond: values.cadenceRpm / 60, until: now)
    wheel.turn(
      for: seconds, revolutionsPerSecond: values.speedKmh / 3.6 / Self.circumferenceMeters, until: now)
  }

  /// The crank's count and the time of its last event.
  var crankRevolutions: CrankRevolutions {
    CrankRevolutions(
      count: UInt16(truncatingIfNeeded: crank.whole),
      eventTicks: crank.ticks(perSecond: CrankRevolutions.ticksPerSecond))
  }

  /// The wheel's count and the time of its last event, with the resolution of Cycling Speed and Cadence.
  var wheelRevolutions: WheelRevolutions {
    WheelRevolutions(
      count: UInt32(truncatingIfNeeded: wheel.whole),
      eventTicks: wheel.ticks(perSecond: CSCMeasurement.wheelTicksPerSecond))
  }
}

/// A crank or a wheel.
private struct TurningPart: Sendable {
  /// The fastest rate that is counted, in revolutions per second; a faster one comes from damage.
  private static let fastest = 100.0

  /// The whole revolutions.
  private(set) var whole: UInt64 = 0
  /// The part of the next revolution, 0..<1.
  private var part = 0.0
  /// The end of the last whole revolution, in seconds since the clock's origin.
  private var endedAt: Double

  init(since now: MonotonicInstant) { endedAt = now.sinceOrigin.seconds }

  mutating func turn(for seconds: Double, revolutionsPerSecond rate: Double, until now: MonotonicInstant) {
    let rate = min(rate, Self.fastest)
    guard rate > 0 else { return }
    let turned = part + rate * seconds
    let count = UInt64(turned)
    part = turned - Double(count)
    guard count > 0 else { return }
    whole += count
    endedAt = now.sinceOrigin.seconds - part / rate
  }

  /// The end of the last whole revolution; wraps at 2¹⁶ ticks.
  func ticks(perSecond: Double) -> UInt16 {
    UInt16(truncatingIfNeeded: Int64(max(0, endedAt) * perSecond))
  }
}
