package import FitnessGATT

/// The capabilities of a trainer and the way to control it.
///
/// The ride machine knows only this of a protocol.
///
/// The initial values come from the protocol, later ones from the trainer's own reports.
package struct TrainerAbility: Hashable, Sendable {
  /// The power range of a trainer.
  package enum Range: Hashable, Sendable {
    /// The trainer has not reported it.
    case unknown
    /// The protocol cannot report it; most trainers have this range.
    case assumed(SupportedPowerRange)
    /// The range that the trainer reported.
    case reported(SupportedPowerRange)
  }

  /// The evidence for a confirmed target, in addition to measured power that agrees.
  package enum Proof: String, Hashable, Sendable, CaseIterable {
    /// The trainer reports the new target.
    case report
    /// The answer repeats the target. Measured power that does not change contradicts it.
    case echo
  }

  package var range: Range
  package var proof: Proof
  /// Whether the trainer accepts a target power; nil until it reports that.
  package var takesPowerTargets: Bool?
  /// Whether the trainer can simulate a road; nil until it reports that.
  package var simulatesRoad: Bool?
  /// Whether the trainer can brake with a constant resistance; nil until it reports that.
  package var setsResistance: Bool?
  /// The levels of its resistance; nil if it has not reported them.
  package var resistanceRange: SupportedResistanceLevelRange?
  /// Whether the trainer can be calibrated by a spin-down; nil if only a request can show it.
  package var spinsDown: Bool?
  /// Whether a spin-down in progress can be ended by a request.
  package var cancelsSpinDown = false
  /// Whether the trainer sends a cadence; nil if only its data can show it.
  package var sendsCadence: Bool?
  /// Whether the trainer keeps sending while the pedals rest.
  ///
  /// A power meter stops.
  package var sendsAtRest = true
  /// Whether control must be requested.
  package var asksForControl = true
  /// Whether control can be given back.
  package var returnsControl = true
  /// Whether a session must start before a target has an effect.
  package var hasSessions = true
  /// The minimum time between two target powers on a link.
  package var targetPause = Duration.zero
  /// The time limit for an answer.
  package var answerTime = Duration.seconds(3)
  /// Whether a written procedure without an answer counts as done.
  package var isSparingWithAnswers = false

  package init(range: Range = .unknown, proof: Proof) {
    self.range = range
    self.proof = proof
  }

  /// Whether the range comes from the protocol and not from the trainer.
  package var isRangeAssumed: Bool { if case .assumed = range { true } else { false } }

  /// The power range, reported or assumed; nil if it is unknown.
  package var powerRange: SupportedPowerRange? {
    switch range {
    case .unknown: nil
    case .assumed(let range), .reported(let range): range
    }
  }
}
