import FoundationEssentials
import Rides

/// The versions of rides that the server has told.
///
/// A change of a ride says which version it is based on. Without that the server would keep its own, and a trim would never
/// arrive. A server that tells no versions is sent none.
struct HubVersions: Sendable {
  let memory: any ServiceMemory

  private static func key(_ clientID: String) -> String { "hub-version.\(clientID)" }

  /// The version that the server has of a ride; nil if it told none.
  func version(of clientID: String, at server: String) async throws(SyncFault) -> Int? {
    let version = try await memory.json(HubRevision.self, Self.key(clientID))
    return version?.server == server ? version?.number : nil
  }

  /// Keeps what an answer tells, all at once, also of rides of which the server keeps its own data.
  func keep(_ receipt: HubReceipt, at server: String) async throws(SyncFault) {
    let versions = receipt.versions.compactMap { clientID, number -> (String, [UInt8]?)? in
      let data = try? JSONEncoder().encode(HubRevision(server: server, number: number))
      return data.map { (Self.key(clientID), Array($0)) }
    }
    if !versions.isEmpty { try await memory.keep(Dictionary(uniqueKeysWithValues: versions)) }
  }
}

/// What a server counted last of a ride: the version of its workout, or the revision of the whole ride.
struct HubRevision: Codable, Hashable, Sendable {
  let server: String
  let number: Int
}
