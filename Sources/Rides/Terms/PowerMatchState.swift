/// The state of power match, which corrects the trainer's target by a power meter.
package enum PowerMatchState: String, Codable, Hashable, Sendable, CaseIterable {
  /// The difference between the devices is still unknown: the trainer's target is not corrected.
  case learning
  /// The trainer's target is corrected, and the correction follows the meter.
  case steering
  /// The trainer or the meter is silent: the correction stays as it is.
  case frozen
  /// The devices differ by more than the limit: the correction stays at its limit.
  case limited
}

extension PowerMatchState: OpenEnum {
  /// A state that does not change the target.
  package static var unrecognized: Self { .frozen }
}
