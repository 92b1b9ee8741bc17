// Words that a client of today survives when a daemon of tomorrow says them: each is kept as it came, for a client that
// hands it on, and taken for the word that is named below.

// MARK: - What an unknown word is taken for

extension RidePhase: WireWord {
  /// A ride is on.
  package static var unknownWord: Self { .riding }
}

extension RideState: WireWord {
  /// The ride is kept, and nobody waits for it.
  package static var unknownWord: Self { .finished }
}

extension LinkState: WireWord {
  /// The link is not in use yet.
  package static var unknownWord: Self { .preparing }
}

extension DeviceRole: WireWord {
  /// A device beside the trainer.
  package static var unknownWord: Self { .heartRate }
}

extension DeviceKind: WireWord {
  /// A device that no ride takes by itself.
  package static var unknownWord: Self { .cyclingPower }
}

extension TargetEasing: WireWord {
  /// Only where easing cannot be absent: the trainer does not get the wanted power.
  package static var unknownWord: Self { .range }
}

extension LinkIncidentKind: WireWord {
  /// Something happened, which its reason names.
  package static var unknownWord: Self { .remedy }
}

extension IntervalEndKind: WireWord {
  /// Nothing that is measured ends it.
  package static var unknownWord: Self { .activity }
}

extension IntervalOutcome: WireWord {
  /// It is over.
  package static var unknownWord: Self { .expired }
}

extension PlanEventKind: WireWord {
  /// The plan goes on.
  package static var unknownWord: Self { .intervalEnded }
}
