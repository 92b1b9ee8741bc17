// Words of a later daemon that an older client can handle: the client keeps the original word, to pass it on, and
// treats it as the word that is defined below.

// MARK: - Substitutes for unknown words

extension RidePhase: OpenEnum {
  /// A ride is active.
  package static var unrecognized: Self { .riding }
}

extension RideState: OpenEnum {
  /// The ride is stored, and its recording is over.
  package static var unrecognized: Self { .finished }
}

extension LinkState: OpenEnum {
  /// The link is not in use yet.
  package static var unrecognized: Self { .preparing }
}

extension DeviceRole: OpenEnum {
  /// A device other than the trainer.
  package static var unrecognized: Self { .heartRate }
}

extension DeviceKind: OpenEnum {
  /// A device that rides do not use automatically.
  package static var unrecognized: Self { .cyclingPower }
}

extension TargetEasing: OpenEnum {
  /// Only if the reason cannot be absent: the trainer does not get the wanted power.
  package static var unrecognized: Self { .range }
}

extension LinkIncidentKind: OpenEnum {
  /// An incident with its reason as text.
  package static var unrecognized: Self { .remedy }
}

extension IntervalEndKind: OpenEnum {
  /// An end without a measured length.
  package static var unrecognized: Self { .activity }
}

extension IntervalOutcome: OpenEnum {
  /// The interval is over.
  package static var unrecognized: Self { .expired }
}

extension PlanEventKind: OpenEnum {
  /// The plan continues.
  package static var unrecognized: Self { .intervalEnded }
}
