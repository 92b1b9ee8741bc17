package import BluetoothLE

/// The values of a trainer.
///
/// A value that was not sent is nil.
package struct TrainerValues: Hashable, Sendable {
  /// The power in watts, negative while the trainer drives the rider.
  package var watts: Int?
  /// The cadence in revolutions a minute.
  package var rpm: Double?
  package var kmh: Double?
  /// The distance since the trainer began to count.
  ///
  /// Only its increase has a meaning.
  package var totalMeters: Int?
  /// A heart rate that the trainer receives and forwards, in beats a minute.
  package var beatsPerMinute: Int?
  /// The left leg's share of the power, in percent; nil if the trainer does not send it.
  package var leftPercent: Double?
  /// The time of the last crank revolution, from crank counts; nil if the trainer sends a cadence instead.
  package var turnedAt: MonotonicInstant?

  package init(
    watts: Int? = nil, rpm: Double? = nil, kmh: Double? = nil, totalMeters: Int? = nil,
    beatsPerMinute: Int? = nil, turnedAt: MonotonicInstant? = nil
  ) {
    self.watts = watts
    self.rpm = rpm
    self.kmh = kmh
    self.totalMeters = totalMeters
    self.beatsPerMinute = beatsPerMinute
    self.turnedAt = turnedAt
  }
}

/// An event that a protocol decodes from a trainer's bytes.
package enum TrainerNews: Hashable, Sendable {
  /// Values as they arrived. Some protocols send power and cadence separately.
  case values(TrainerValues)
  /// Values of the same moment.
  case record(TrainerValues)
  /// The outstanding procedure has ended.
  case ended(ControlResult)
  /// The trainer reported its current target, in watts.
  case announced(watts: Int)
  /// Another client has taken control, or the trainer was reset.
  case controlLost(ControlLoss)
  /// The rider stopped the trainer at the machine.
  case stopped
  /// The safety key was pulled.
  case safetyKeyPulled
  /// The trainer reported how well it holds its target.
  case holds(TargetHold)
  /// The trainer reported whether it needs a calibration.
  case calibration(isRequested: Bool)
  /// The trainer reported the progress of a spin-down.
  case spinDown(SpinDownReport)
  /// The protocol needs requests that are independent of the ride's procedures.
  case wants([TrainerRequest])
}

/// A trainer's report of the progress of a spin-down.
package enum SpinDownReport: Hashable, Sendable {
  /// The rider pedals until the wheel is faster than this, in km/h; nil if the trainer does not report it.
  case speedUp(targetKmh: Double?)
  /// The wheel is fast enough, and runs down once the rider stops pedalling.
  case stopPedalling
  /// The trainer is calibrated; the time for which the wheel ran down is nil if the trainer does not report it.
  case done(seconds: Double?)
  /// The text is the reason; nil if the trainer does not report it.
  case failed(String?)
}

/// The reason for a loss of control.
package enum ControlLoss: Hashable, Sendable {
  case taken
  case reset
}

/// A trainer's report of how well it holds its target.
package enum TargetHold: String, Hashable, Sendable, CaseIterable {
  case atTarget
  /// The wheel is too slow for so much braking.
  case tooSlow
  /// The wheel is too fast for so little braking.
  case tooFast
  /// The target is beyond the limit of the brake.
  case limit
}
