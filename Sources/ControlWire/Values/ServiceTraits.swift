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

/// How a service is connected.
package enum ServiceConnection: String, Codable, Hashable, Sendable, CaseIterable {
  /// By the key of the rider's account.
  case key
  /// By an app of the rider's own, and the rider's consent in a browser.
  case consent
  /// By the server's address and a code that it shows.
  case pairing
  /// By a file of the administrator.
  case file
}

extension ServiceConnection: OpenEnum {
  /// The connection that a client cannot make.
  package static var unrecognized: Self { .file }
}

/// The differences between services, for jz2sync and its clients.
package struct ServiceTraits: Codable, Hashable, Sendable {
  /// The display name, for the beginning of a sentence; English on the wire.
  package var title: String
  @OpenValue package var connection: ServiceConnection
  @OpenValue package var renewal: ServiceRenewal
  /// Whether an uploaded ride can be renamed.
  package var renames: Bool
  /// Whether the service gets complete rides, with name and note, including rides from before the connection.
  package var wholeRides: Bool

  fileprivate init(
    _ title: String, _ connection: ServiceConnection, _ renewal: ServiceRenewal, renames: Bool = false,
    wholeRides: Bool = false
  ) {
    self.title = title
    self.renames = renames
    self.wholeRides = wholeRides
    self.connection = connection
    self.renewal = renewal
  }

  /// Whether the rider connects the service by a call; otherwise the administrator configures it in a file.
  package var isConnectedByRider: Bool { connection != .file }
}

extension SyncService {
  /// The traits, with the title in the reader's language.
  package var traits: ServiceTraits {
    switch self {
    case .intervals: ServiceTraits("Intervals.icu", .key, .deletion, renames: true)
    case .strava: ServiceTraits("Strava", .consent, .deletion, renames: true)
    case .hub: ServiceTraits(String(localized: "Your server"), .pairing, .automatic, wholeRides: true)
    case .folder: ServiceTraits(String(localized: "The folder"), .file, .automatic)
    case .hook: ServiceTraits(String(localized: "The command"), .file, .again)
    }
  }

  /// The display name, for the beginning of a sentence.
  package var title: String { traits.title }
}
