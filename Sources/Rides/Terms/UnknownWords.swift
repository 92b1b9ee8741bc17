// Words of a later daemon that an older client can handle: the client keeps the original word, to pass it on, and
// treats it as the word that is defined below.

// MARK: - Substitutes for unknown words

extension RidePhase: WireWord {
  /// A ride is active.
  package static var unknownWord: Self { .riding }
}

extension RideState: WireWord {
  /// The ride is stored, and its recording is over.
  package static var unknownWord: Self { .finished }
}

extension LinkState: WireWord {
  /// The link is not in use yet.
  package static var unknownWord: Self { .preparing }
}

extension DeviceRole: WireWord {
  /// A device other than the trainer.
  package static var unknownWord: Self { .heartRate }
}

extension DeviceKind: WireWord {
  /// A device that rides do not use automatically.
  package static var unknownWord: Self { .cyclingPower }
}

extension TargetEasing: WireWord {
  /// Only if the reason cannot be absent: the trainer does not get the wanted power.
  package static var unknownWord: Self { .range }
}

extension LinkIncidentKind: WireWord {
  /// An incident with its reason as text.
  package static var unknownWord: Self { .remedy }
}

extension IntervalEndKind: WireWord {
  /// An end without a measured length.
  package static var unknownWord: Self { .activity }
}

extension IntervalOutcome: WireWord {
  /// The interval is over.
  package static var unknownWord: Self { .expired }
}

extension PlanEventKind: WireWord {
  /// The plan continues.
  package static var unknownWord: Self { .intervalEnded }
}
