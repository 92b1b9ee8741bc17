package import BluetoothLE

/// What a device said last, for as long as it may be believed.
package struct Reading<Value: Hashable & Sendable>: Hashable, Sendable {
  private let age: Duration
  private var value: Value?
  private var at = MonotonicInstant.origin

  /// - Parameter age: How old it may grow.
  package init(notOlderThan age: Duration) {
    self.age = age
  }

  package mutating func set(_ value: Value, at now: MonotonicInstant) {
    self.value = value
    at = now
  }

  package mutating func clear() {
    value = nil
  }

  /// The value, unless it is too old.
  package func value(at now: MonotonicInstant) -> Value? {
    now - at <= age ? value : nil
  }
}

/// The figures that a rider sees now.
package struct LiveReadings: Hashable, Sendable {
  /// A trainer sends four times a second; after this long its figures are history.
  package static let trainerAge = Duration.seconds(HeldValue.rows)
  /// A strap sends once a second and may miss a few.
  package static let heartRateAge = Duration.seconds(5)

  package var powerWatts = Reading<Int>(notOlderThan: trainerAge)
  package var cadenceRpm = Reading<Double>(notOlderThan: trainerAge)
  package var speedKmh = Reading<Double>(notOlderThan: trainerAge)
  package var beatsPerMinute = Reading<Int>(notOlderThan: heartRateAge)

  package init() {}
}
