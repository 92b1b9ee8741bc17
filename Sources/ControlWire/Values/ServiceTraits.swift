package import Rides

/// How a service gets the new version of a ride that was trimmed or untrimmed after its upload.
package enum ServiceRenewal: String, Codable, Hashable, Sendable, CaseIterable {
  /// jz2sync sends the ride again automatically.
  case automatic
  /// The ride is sent again when the rider requests it.
  case again
  /// The rider deletes the ride there, then requests another upload, because the service cannot replace a ride.
  case deletion
}

extension ServiceRenewal: OpenEnum {
  /// The renewal that requires most of the rider.
  package static var unrecognized: Self { .deletion }
}

/// The differences between services, for jz2sync and its clients.
package struct ServiceTraits: Codable, Hashable, Sendable {
  /// The display name, for the beginning of a sentence; English on the wire.
  package var title: String
  /// Whether the rider connects the service by a call; otherwise the administrator configures it in a file.
  package var connectedByRider: Bool
  @OpenValue package var renewal: ServiceRenewal
  /// Whether an uploaded ride can be renamed.
  package var renames: Bool
  /// Whether the service gets complete rides, with name and note, including rides from before the connection.
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

  /// The display name, for the beginning of a sentence.
  package var title: String { traits.title }
}
