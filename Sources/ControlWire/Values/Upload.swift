package import Rides

/// A ride's way to a service, or an upload by hand that the rider noted.
package struct Upload: Codable, Hashable, Sendable {
  /// The service: the word of a `SyncService`, or the name that the rider gave.
  package var service: String
  @Word package var state: UploadState
  /// The service's number of the activity.
  package var remoteId: String?
  /// The activity's page there.
  package var url: String?
  /// When the state was reached: RFC 3339 in UTC.
  package var at: String
  /// What is wrong, in an English sentence, which `sentence` tells in the reader's language; absent if nothing is.
  package var message: String?
  /// What is wrong, for programs; absent if nothing is, and where only the message is kept.
  package var fault: SyncFault?
  /// Whether the service has another version: the ride was trimmed, or made whole again, since.
  package var outdated: Bool

  package init(
    service: String, state: UploadState = .done, remoteId: String? = nil, url: String? = nil, at: String,
    message: String? = nil, fault: SyncFault? = nil, outdated: Bool = false
  ) {
    self.service = service
    self.remoteId = remoteId
    self.url = url
    self.at = at
    self.message = message
    self.fault = fault
    self.outdated = outdated
    self.state = state
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    service = try members.decode(String.self, forKey: .service)
    remoteId = try members.decodeIfPresent(String.self, forKey: .remoteId)
    url = try members.decodeIfPresent(String.self, forKey: .url)
    at = try members.decode(String.self, forKey: .at)
    message = try members.decodeIfPresent(String.self, forKey: .message)
    fault = try members.decodeIfPresent(SyncFault.self, forKey: .fault)
    outdated = try members.decode(Bool.self, forKey: .outdated)
    // A daemon of version 0.1 tells only of uploads that are done.
    _state =
      members.contains(.state)
      ? try members.decode(Word<UploadState>.self, forKey: .state) : Word(wrappedValue: outdated ? .stale : .done)
  }
}

extension Upload {
  /// The service, if it is one that jz2sync serves.
  package var syncService: SyncService? { SyncService(rawValue: service) }
  /// Whether what is there is not the ride as it is now.
  package var isStale: Bool { state == .stale || (outdated && state.isThere) }
}
