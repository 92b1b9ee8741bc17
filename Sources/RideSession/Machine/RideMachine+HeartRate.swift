import BluetoothLE
import FitnessGATT
import Rides

/// The heart rate of the ride: from the strap, otherwise the one that the trainer forwards.
extension RideMachine {
  /// The time that a start waits for the heart rate from the trainer, if the ride cannot begin without one.
  private static let relayTime = Duration.seconds(10)

  /// Returns the present heart rate, in beats a minute.
  func beatsPerMinute(at instant: MonotonicInstant) -> Int? {
    live.beatsPerMinute.value(at: instant) ?? relayed.beatsPerMinute(at: instant)
  }

  /// Handles a Heart Rate Measurement on the trainer's link.
  mutating func relayedMeasurementArrived(_ value: [UInt8]) {
    guard let measurement = try? HeartRateMeasurement(decoding: value) else { return }
    guard relayed.measured(measurement, at: now), live.beatsPerMinute.value(at: now) == nil else { return }
    intervalsArrived(measurement.rrIntervalTicks)
    if let beatsPerMinute = relayed.beatsPerMinute(at: now) { heartBeats(beatsPerMinute) }
  }

  /// Handles the heart rate in the trainer's data, in beats a minute.
  mutating func relayedRateArrived(_ beatsPerMinute: Int) {
    relayed.sent(beatsPerMinute, at: now)
    guard live.beatsPerMinute.value(at: now) == nil else { return }
    if let beatsPerMinute = relayed.beatsPerMinute(at: now) { heartBeats(beatsPerMinute) }
  }

  /// Handles RR intervals from the device whose heart rate counts.
  mutating func intervalsArrived(_ ticks: [UInt16]) {
    ride?.sampler?.received(rrIntervals: ticks)
    ride?.alpha1.received(ticks, at: now)
  }

  /// Eases the target by a heart rate that counts, in beats a minute.
  mutating func heartBeats(_ beatsPerMinute: Int) {
    let gap = live.beatsPerMinute.value(at: now) == nil ? LiveReadings.heartRateAge : pace[.heartRate].valueAge
    guard phase == .riding, ride?.power.receive(beatsPerMinute: beatsPerMinute, at: now, gap: gap) == true else {
      return
    }
    note(.eased(watts: ride?.power.allowedWatts))
  }

  /// Whether the start waits for heart data that the trainer must forward.
  var awaitsHeart: Bool {
    guard let ride, ride.starting != nil, ride.id == nil, ride.order.heartRate == nil else { return false }
    if ride.order.guards.needsStrapAtStart, !relayed.hasIntervals { return true }
    return ride.run.plan.wantsHeartRate && !relayed.isKnown
  }

  /// The time when a start that waits for heart data fails; nil while it does not wait, and before the trainer is
  /// linked.
  var heartDeadline: MonotonicInstant? {
    trainer.isLinked && awaitsHeart ? trainer.since.advanced(by: Self.relayTime) : nil
  }

  /// Refuses a start that received no heart rate.
  mutating func failStartWithoutHeart() { failStart(.noHeartRate(plan: ride?.run.plan.name)) }

  /// Returns the source of the heart rate, for people: the strap, or the trainer if it forwards one.
  func heartSnapshot(_ order: RideOrder, at instant: MonotonicInstant) -> RideSnapshot.Device? {
    guard order.heartRate != nil || relayed.isKnown else { return nil }
    var device = RideSnapshot.Device(
      device: order.heartRate ?? order.trainer, link: linkState(of: order.heartRate == nil ? .trainer : .heartRate),
      beatsPerMinute: beatsPerMinute(at: instant),
      batteryPercent: order.heartRate == nil ? nil : batteryPercent[.heartRate])
    let isStraps = live.beatsPerMinute.value(at: instant) != nil
    device.isFromTrainer = order.heartRate == nil || (!isStraps && device.beatsPerMinute != nil)
    return device
  }
}

/// The heart rate on the trainer's link.
///
/// The trainer receives it from a strap and forwards it.
struct RelayedHeartRate: Hashable, Sendable {
  /// Whether a heart rate has arrived in this ride.
  private(set) var isKnown = false
  /// Whether RR intervals have arrived on the present link.
  private(set) var hasIntervals = false
  /// The heart rate from the trainer's own Heart Rate service.
  private var measured = Reading<Int>(notOlderThan: LiveReadings.heartRateAge)
  /// The heart rate in the trainer's data.
  private var sent = Reading<Int>(notOlderThan: LiveReadings.heartRateAge)
  private var contact = SkinContact()

  /// Returns the present heart rate, in beats a minute.
  func beatsPerMinute(at now: MonotonicInstant) -> Int? { measured.value(at: now) ?? sent.value(at: now) }

  /// Handles a heart rate in the trainer's data, in beats a minute.
  mutating func sent(_ beatsPerMinute: Int, at now: MonotonicInstant) {
    isKnown = true
    sent.set(beatsPerMinute, at: now)
  }

  /// Handles a Heart Rate Measurement.
  ///
  /// Returns whether it comes from a heart.
  mutating func measured(_ measurement: HeartRateMeasurement, at now: MonotonicInstant) -> Bool {
    guard contact.covers(measurement, at: now) else {
      measured.clear()
      return false
    }
    if !measurement.rrIntervalTicks.isEmpty { hasIntervals = true }
    guard PossibleValues.beatsPerMinute.contains(measurement.heartRateBpm) else { return true }
    isKnown = true
    measured.set(Int(measurement.heartRateBpm), at: now)
    return true
  }

  /// Forgets the data of the link.
  ///
  /// The last heart rate counts until it is too old.
  mutating func linkEnded() { (hasIntervals, contact) = (false, SkinContact()) }
}
