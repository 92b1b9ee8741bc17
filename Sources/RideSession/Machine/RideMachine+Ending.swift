import BluetoothLE

/// A ride that its rider has left without a word, or by switching the trainer off.
extension RideMachine {
  /// What a trainer that has just been linked is given to tell of a pedal stroke: the rider may have switched it on.
  private static let patienceWithLink = Duration.seconds(30)

  /// When a ride that nobody pedals is over, while its trainer is linked and the rider has not paused it.
  ///
  /// Going on is as good as a stroke: who has just said `resume` is on the way to the pedals.
  var forgottenDeadline: MonotonicInstant? {
    guard let limit = rules.finishAfter, let ride, ride.sampler != nil, trainer.isLinked, isStill(ride) else {
      return nil
    }
    return max(ride.pedalledAt.advanced(by: limit), trainer.since.advanced(by: Self.patienceWithLink))
  }

  private func isStill(_ ride: Ride) -> Bool {
    switch phase {
    case .paused: ride.pausedBy == .legs
    case .riding: ride.pedalling.stillness(at: now) != nil
    case .idle, .connecting, .ready, .reconnecting, .finishing: false
    }
  }

  /// Ends the ride; it ends for its rider with the last pedal stroke, and every row stays.
  ///
  /// One in which nobody pedalled has no such end, and is left whole.
  mutating func finishForgotten(because reason: RideEvent.EndReason) {
    if let second = ride?.activity.second { ride?.recordEnd = .forgotten(endSecond: second) }
    finish(.over(reason))
  }

  /// A pedal stroke: the ride is not forgotten.
  mutating func noteStroke() {
    ride?.pedalledAt = now
    guard let start = ride?.sampler?.start else { return }
    ride?.activity.saw(second: Int((now - start).components.seconds))
  }
}
