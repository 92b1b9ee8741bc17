package import Rides

/// How a service gets a ride that was trimmed, or made whole again, after the service got it.
package enum ServiceRenewal: String, Codable, Hashable, Sendable, CaseIterable {
  /// jz2sync sends the ride again by itself.
  case automatic
  /// The ride is renewed when the rider has it sent again.
  case again
  /// The rider deletes the ride there, then has it sent again: the service replaces no ride.
  case deletion
}

extension ServiceRenewal: WireWord {
  /// Asks most of the rider.
  package static var unknownWord: Self { .deletion }
}

/// The traits in which services differ, for jz2sync and its clients.
package struct ServiceTraits: Codable, Hashable, Sendable {
  /// The name for people, at the beginning of a sentence; English on the wire.
  package var title: String
  /// Whether the rider connects the service by a call; otherwise the administrator names it in a file.
  package var connectedByRider: Bool
  @Word package var renewal: ServiceRenewal
  /// Whether a ride that is there takes a new name.
  package var renames: Bool
  /// Whether the service gets all of a ride, with its name and its note; then rides from before the connection, too.
  package var wholeRides: Bool

  fileprivate init(
    _ title: String, connectedByRider: Bool = true, _ renewal: ServiceRenewal, renames: Bool = false,
    wholeRides: Bool = false
  ) {
    self.title = title
    self.connectedByRider = connectedByRider
    self.renames = renames
    self.wholeRides = wholeRides
    self.renewal = renewal
  }
}

extension SyncService {
  /// The traits, with the title in the reader's language.
  package var traits: ServiceTraits {
    switch self {
    case .intervals: ServiceTraits("Intervals.icu", .deletion, renames: true)
    case .strava: ServiceTraits("Strava", .deletion, renames: true)
    case .hub: ServiceTraits(String(localized: "Your server"), .automatic, wholeRides: true)
    case .folder: ServiceTraits(String(localized: "The folder"), connectedByRider: false, .automatic)
    case .hook: ServiceTraits(String(localized: "The command"), connectedByRider: false, .again)
    }
  }

  /// The name for people, at the beginning of a sentence.
  package var title: String { traits.title }
}
