package import BluetoothLE

/// The values of a trainer; nil for what was not sent.
package struct TrainerValues: Hashable, Sendable {
  /// Negative while the trainer drives the rider.
  package var watts: Int?
  /// In revolutions a minute.
  package var rpm: Double?
  package var kmh: Double?
  /// Since the trainer began to count; only its growth means something.
  package var totalMeters: Int?
  /// A heart rate that the trainer receives and passes on, in beats a minute.
  package var beatsPerMinute: Int?
  /// When the crank last turned, as far as counts of its turns show; nil if the trainer sends a cadence instead.
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

/// What bytes of a trainer mean to a ride.
package enum TrainerNews: Hashable, Sendable {
  /// Values as they arrived; some protocols send power and cadence apart.
  case values(TrainerValues)
  /// Values that belong together.
  case record(TrainerValues)
  /// The outstanding procedure has ended.
  case ended(ControlResult)
  /// The trainer names the target that it holds, in watts.
  case announced(watts: Int)
  /// Somebody else has control now, or the trainer was reset.
  case controlLost(ControlLoss)
  /// The trainer was stopped at the machine.
  case stopped
  /// The safety key was pulled.
  case safetyKeyPulled
  /// How the trainer holds its target, by its own account.
  case holds(TargetHold)
  /// Whether the trainer asks to be calibrated.
  case calibration(isRequested: Bool)
  /// The trainer wants something that is no step of the ride.
  case wants([TrainerRequest])
}

/// Why control ended.
package enum ControlLoss: Hashable, Sendable {
  case taken
  case reset
}

/// How a trainer holds its target, by its own account.
package enum TargetHold: String, Hashable, Sendable, CaseIterable {
  case atTarget
  /// It turns too slowly to brake so much.
  case tooSlow
  /// It turns too fast to brake so little.
  case tooFast
  /// The target is beyond what its brake can do.
  case limit
}
