package import FitnessGATT

/// What a trainer can do, and how it wants to be asked; all that the ride's machine knows of its protocol.
///
/// It begins with what the protocol says, and grows with what the trainer itself reports.
package struct TrainerAbility: Hashable, Sendable {
  /// The watts that it can hold.
  package enum Range: Hashable, Sendable {
    /// It does not say.
    case unknown
    /// The protocol has no way to say it; most trainers hold these.
    case assumed(SupportedPowerRange)
    /// It says so itself.
    case reported(SupportedPowerRange)
  }

  /// What shows that a target is held, beside measured power that agrees.
  package enum Proof: String, Hashable, Sendable, CaseIterable {
    /// A report of its own that names the new target.
    case report
    /// An answer that repeats the target: power that stays where it was speaks against it.
    case echo
  }

  package var range: Range
  package var proof: Proof
  /// Whether it takes a target power; nil as long as it has not said so.
  package var takesPowerTargets: Bool?
  /// Whether it can simulate a road; nil as long as it has not said so.
  package var simulatesRoad: Bool?
  /// Whether it sends a cadence; nil if only its data will show.
  package var sendsCadence: Bool?
  /// Whether it sends on while the pedals stand; a power meter falls silent.
  package var sendsAtRest = true
  /// Whether control has to be asked for.
  package var asksForControl = true
  /// Whether control can be given back.
  package var returnsControl = true
  /// Whether a session is begun before a target counts.
  package var hasSessions = true
  /// The least time between two targets on a link.
  package var targetPause = Duration.zero
  /// How long an answer may take.
  package var answerTime = Duration.seconds(3)
  /// Whether a procedure that was written may stay without an answer: it then counts as done.
  package var isSparingWithAnswers = false

  package init(range: Range = .unknown, proof: Proof) {
    self.range = range
    self.proof = proof
  }

  /// Whether the range is not the trainer's own word.
  package var isRangeAssumed: Bool { if case .assumed = range { true } else { false } }

  /// The watts that it can hold, reported or assumed; nil if nothing is known.
  package var powerRange: SupportedPowerRange? {
    switch range {
    case .unknown: nil
    case .assumed(let range), .reported(let range): range
    }
  }
}
