import BluetoothLE
import Rides

/// The last value of a device, until it is too old.
struct Reading<Value: Hashable & Sendable>: Hashable, Sendable {
  private var age: Duration
  private var value: Value?
  private var at = MonotonicInstant.origin

  /// - Parameter age: The maximum age.
  init(notOlderThan age: Duration) {
    self.age = age
  }

  mutating func set(_ value: Value, at now: MonotonicInstant) {
    self.value = value
    at = now
  }

  mutating func clear() {
    value = nil
  }

  /// Changes the maximum age, also of the present value.
  mutating func keep(for age: Duration) { self.age = age }

  /// Returns the value; nil if it is too old.
  func value(at now: MonotonicInstant) -> Value? {
    now - at <= age ? value : nil
  }
}

/// The values that a rider sees now.
struct LiveReadings: Hashable, Sendable {
  /// The maximum age of a trainer's values, unless it sends less often (`SendingPace`).
  ///
  /// Most send four times a second.
  static let trainerAge = Duration.seconds(HeldValue.rows)
  /// The maximum age of a heart rate, unless the strap sends less often.
  ///
  /// Most send once a second and may miss a few.
  static let heartRateAge = Duration.seconds(5)

  var powerWatts = Reading<Int>(notOlderThan: trainerAge)
  var cadenceRpm = Reading<Double>(notOlderThan: trainerAge)
  var speedKmh = Reading<Double>(notOlderThan: trainerAge)
  var beatsPerMinute = Reading<Int>(notOlderThan: heartRateAge)

  init() {}

  mutating func keepTrainer(for age: Duration) {
    powerWatts.keep(for: age)
    cadenceRpm.keep(for: age)
    speedKmh.keep(for: age)
  }
}
