import FoundationEssentials
import Rides

/// The versions of rides at the server.
///
/// An edit of a ride names the version that it is based on. Without that the server would keep its own data, and a trim
/// would never arrive. Requests to a server without versions contain no versions.
struct HubVersions: Sendable {
  let memory: any ServiceMemory

  private static func key(_ clientID: String) -> String { "hub-version.\(clientID)" }

  /// Returns the server's version of a ride; nil if it did not send one.
  func version(of clientID: String, at server: String) async throws(SyncFault) -> Int? {
    let version = try await memory.json(HubRevision.self, Self.key(clientID))
    return version?.server == server ? version?.number : nil
  }

  /// Stores the versions of a response in one transaction, including those of rides of which the server keeps its own
  /// data.
  func keep(_ receipt: HubReceipt, at server: String) async throws(SyncFault) {
    let versions = receipt.versions.compactMap { clientID, number -> (String, [UInt8]?)? in
      let data = try? JSONEncoder().encode(HubRevision(server: server, number: number))
      return data.map { (Self.key(clientID), Array($0)) }
    }
    if !versions.isEmpty { try await memory.keep(Dictionary(uniqueKeysWithValues: versions)) }
  }
}

/// The last known number of a ride at a server: the version of its workout, or the revision of the whole ride.
struct HubRevision: Codable, Hashable, Sendable {
  let server: String
  let number: Int
}
