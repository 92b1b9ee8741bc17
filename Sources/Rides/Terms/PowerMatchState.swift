/// Whether the trainer's target follows a power meter beside it.
package enum PowerMatchState: String, Codable, Hashable, Sendable, CaseIterable {
  /// Nothing is known yet of how the two devices differ: the trainer is asked for the wanted watts.
  case learning
  /// The trainer's target is corrected, and the correction follows the meter.
  case steering
  /// The trainer or the meter is silent: the correction stays as it is.
  case frozen
  /// The devices differ by more than is corrected: the correction stays at its limit.
  case limited
}

extension PowerMatchState: WireWord {
  /// What a later daemon knows besides changes nothing about the target.
  package static var unknownWord: Self { .frozen }
}
