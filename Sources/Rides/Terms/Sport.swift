/// The sport of a ride: most are bicycle rides, but files also contain runs and swims, and the rider may change it.
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
  case other

  /// Whether it is ridden on a bicycle, so that its power can be compared with that of other rides.
  package var isCycling: Bool { Self.onBicycle.contains(self) }

  package static let onBicycle: [Sport] = [.cycling, .ebiking]
}

extension Sport: OpenEnum {
  package static var unrecognized: Self { .other }
}
