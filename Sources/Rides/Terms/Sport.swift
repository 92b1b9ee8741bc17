/// What a ride is: most are rides on a bicycle, but files bring runs and swims too, and a rider may say otherwise.
package enum Sport: String, Codable, Hashable, Sendable, CaseIterable {
  case cycling
  case ebiking
  case running
  case walking
  case hiking
  case swimming
  case rowing
  case skiing
  case training
  /// Any other.
  case other

  /// Whether it is ridden on a bicycle, so that its power is compared with that of other rides.
  package var isCycling: Bool { Self.onBicycle.contains(self) }

  /// The sports on a bicycle.
  package static let onBicycle: [Sport] = [.cycling, .ebiking]
}

extension Sport: WireWord {
  package static var unknownWord: Self { .other }
}
