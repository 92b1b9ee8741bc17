import BluetoothLE
import Rides

/// The last value of a device, as long as it is not too old.
struct Reading<Value: Hashable & Sendable>: Hashable, Sendable {
  private var age: Duration
  private var value: Value?
  private var at = MonotonicInstant.origin

  /// - Parameter age: The greatest age.
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

  /// Changes the greatest age, of the present value too.
  mutating func keep(for age: Duration) { self.age = age }

  /// The value; nil if it is too old.
  func value(at now: MonotonicInstant) -> Value? {
    now - at <= age ? value : nil
  }
}

/// The values that a rider sees now.
struct LiveReadings: Hashable, Sendable {
  /// The greatest age of a trainer's values, unless it sends more rarely (`SendingPace`); most send four times a second.
  static let trainerAge = Duration.seconds(HeldValue.rows)
  /// The greatest age of a heart rate, unless the strap sends more rarely: most send once a second and may miss a few.
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
