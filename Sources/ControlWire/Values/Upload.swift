package import Rides

/// A ride's upload to a service, by jz2sync, or by hand and noted by the rider.
package struct Upload: Codable, Hashable, Sendable {
  /// The service: the word of a `SyncService`, or the name that the rider gave.
  package var service: String
  @OpenValue package var state: UploadState
  /// The service's ID of the activity.
  package var remoteId: String?
  /// The address of the activity's page.
  package var url: String?
  /// The time of the state, RFC 3339 in UTC.
  package var at: String
  /// The fault as an English sentence, absent without a fault; `explanation` has it in the reader's language.
  package var message: String?
  /// The fault for programs; absent without a fault, and if only the message is stored.
  package var fault: SyncFault?
  /// Whether the service has another version, because the ride was trimmed or untrimmed since.
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
    // A daemon of version 0.1 only sends uploads that are done.
    _state =
      members.contains(.state)
      ? try members.decode(OpenValue<UploadState>.self, forKey: .state)
      : OpenValue(wrappedValue: outdated ? .stale : .done)
  }
}

extension Upload {
  /// The service, if jz2sync supports it; else nil.
  package var syncService: SyncService? { SyncService(rawValue: service) }
  /// Whether the uploaded version differs from the ride as it is now.
  package var isStale: Bool { state == .stale || (outdated && state.isThere) }
}
