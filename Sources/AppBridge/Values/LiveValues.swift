import BluetoothLE
import ControlWire
import FitnessGATT
import Rides

/// The values of the ride as apps see them.
///
/// A lost trainer is bridged: its last values are held for at most 3 s, then power and cadence are 0 and the speed
/// falls to 0. The first new value is shown at once.
struct LiveValues: Sendable {
  /// Timer time of the ride, in seconds; nil without a ride.
  private(set) var timerSeconds: Int?
  /// Distance of the ride, in metres; nil without a ride, or if it is not known.
  private(set) var distanceMeters: Double?
  /// The charge of the trainer's battery, in percent; nil if it is not known.
  private(set) var trainerCharge: Int?
  /// The charge of the strap's battery, in percent; nil if it is not known.
  private(set) var strapCharge: Int?

  private var power = LastValue()
  private var cadence = LastValue()
  private var speed = LastValue()
  private var heartRate = LastValue()
  /// Whether the connection to jz2d was lost since the last status with values.
  private var wasInterrupted = false

  /// Takes the values of a status.
  mutating func take(_ status: Status, at now: MonotonicInstant) {
    let trainer = status.trainer?.isLive(in: status.phase)
    take(
      &power, status.power?.powerWatts.map(Double.init), status.power?.isLive(in: nil),
      or: status.trainer?.powerWatts.map(Double.init), trainer, at: now)
    take(
      &cadence, status.cadence?.cadenceRpm, status.cadence?.isLive(in: nil),
      or: status.trainer?.cadenceRpm ?? status.power?.cadenceRpm, trainer, at: now)
    take(&speed, nil, nil, or: status.trainer?.speedKmh, trainer, at: now)
    let strap = status.heartRate
    take(
      &heartRate, nil, nil, or: strap?.beatsPerMinute.map(Double.init),
      strap?.fromTrainer == true ? trainer : strap?.isLive(in: nil), at: now)
    if [power, cadence, speed, heartRate].contains(where: { $0.isFresh(at: now) }) { wasInterrupted = false }
    (timerSeconds, distanceMeters) = (status.ride?.timerSeconds, status.ride?.distanceMeters)
    trainerCharge = status.trainer?.batteryPercent ?? trainerCharge
    strapCharge = strap?.batteryPercent ?? strapCharge
  }

  /// Handles the loss of the connection to jz2d: a restarted jz2d has no values at first.
  mutating func interrupted() { wasInterrupted = true }

  /// Takes a sensor's value if it has one, else the trainer's.
  ///
  /// jz2d itself keeps a value for 3 s, so an absent value has been held already.
  private func take(
    _ held: inout LastValue, _ sensor: Double?, _ isSensorLive: Bool?, or value: Double?, _ isLive: Bool?,
    at now: MonotonicInstant
  ) {
    if let value = sensor ?? value {
      if (sensor == nil ? isLive : isSensorLive) == true { held.set(value, at: now) }
    } else if !wasInterrupted {
      held.expire(at: now)
    }
  }
}

extension DeviceStatus {
  /// Whether the device's values are current; while the ride waits for its trainer, the trainer's are old.
  fileprivate func isLive(in phase: RidePhase?) -> Bool { state == .connected && phase != .reconnecting }
}

extension LiveValues {
  /// The values at one instant, rounded as apps receive them.
  struct Instantaneous: Hashable, Sendable {
    var powerWatts: Int16
    var cadenceRpm: Double
    var speedKmh: Double
    /// Nil without a heart rate.
    var beatsPerMinute: UInt8?
    /// Nil without a ride.
    var timerSeconds: UInt16?
    /// Nil without a ride, or if the distance is not known.
    var distanceMeters: UInt32?
  }

  /// How fast the speed falls after the hold, in km/h per second.
  private static let slowing = 10.0

  /// Returns the values at `now`.
  func values(at now: MonotonicInstant) -> Instantaneous {
    let beats = heartRate.value(at: now) ?? 0
    return Instantaneous(
      powerWatts: Int16(saturating: power.value(at: now) ?? 0), cadenceRpm: max(0, cadence.value(at: now) ?? 0),
      speedKmh: max(0, speed.last - Self.slowing * speed.overdue(at: now)),
      beatsPerMinute: beats >= 1 ? UInt8(saturating: beats) : nil,
      timerSeconds: timerSeconds.map(UInt16.init(clamping:)),
      distanceMeters: distanceMeters.map { UInt32(saturating: $0) })
  }

  /// The earliest time after `now` at which a held value ends; nil if all have ended.
  func deadline(after now: MonotonicInstant) -> MonotonicInstant? {
    [power, cadence, speed, heartRate].compactMap(\.end).filter { $0 > now }.min()
  }
}

/// The last value of a quantity.
private struct LastValue: Sendable {
  /// How long a value is shown without a new one.
  static let hold = Duration.seconds(3)

  /// The last value, even if its time is over; 0 before the first one.
  private(set) var last = 0.0
  /// When the value ends; nil before the first one.
  private(set) var end: MonotonicInstant?

  mutating func set(_ value: Double, at now: MonotonicInstant) {
    guard value.isFinite else { return }
    (last, end) = (value, now.advanced(by: Self.hold))
  }

  /// Ends the value now, unless it has ended.
  mutating func expire(at now: MonotonicInstant) { end = end.map { min($0, now) } }

  /// Whether the value was set just now.
  func isFresh(at now: MonotonicInstant) -> Bool { end == now.advanced(by: Self.hold) }

  /// Returns the value; nil after its end.
  func value(at now: MonotonicInstant) -> Double? { end.map { now < $0 } == true ? last : nil }

  /// Returns how long the value has been over, in seconds; 0 before its end.
  func overdue(at now: MonotonicInstant) -> Double { end.map { max(0, (now - $0).seconds) } ?? 0 }
}
