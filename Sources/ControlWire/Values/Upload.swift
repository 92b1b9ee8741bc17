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
  /// What is wrong, in a sentence; absent if nothing is.
  package var message: String?
  /// Whether the service has another version: the ride was trimmed, or made whole again, since.
  package var outdated: Bool

  package init(
    service: String, state: UploadState = .done, remoteId: String? = nil, url: String? = nil, at: String,
    message: String? = nil, outdated: Bool = false
  ) {
    self.service = service
    self.remoteId = remoteId
    self.url = url
    self.at = at
    self.message = message
    self.outdated = outdated
    self.state = state
  }
}
