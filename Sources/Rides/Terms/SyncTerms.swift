/// A destination of finished rides.
package enum SyncService: String, Codable, Hashable, Sendable, CaseIterable {
  case intervals
  case strava
  /// The rider's own server.
  case hub
  /// A folder that the administrator configured.
  case folder
  /// A command that the administrator configured.
  case hook
}

/// The state of a ride's upload to a service.
package enum UploadState: String, Codable, Hashable, Sendable, CaseIterable {
  /// The upload waits: for its turn, for the network, for a service that pauses, or for the rider.
  case queued
  /// The upload was started; its result is unknown.
  case sending
  /// The service received the file, and has not processed it yet.
  case processing
  /// The service has the ride.
  case done
  /// The service already had the ride.
  case duplicate
  /// The service refused the ride permanently.
  case failed
  /// The service has an older form of the ride, which was trimmed later.
  case stale

  /// Whether the service has the ride, in this form or another.
  package var isThere: Bool { self == .done || self == .duplicate || self == .stale }
}

/// The state of a connection to a service.
package enum SyncServiceState: String, Codable, Hashable, Sendable, CaseIterable {
  /// The rider has not connected the service.
  case disconnected
  case connected
  /// The service no longer accepts the key or the token, or waits for the rider's consent.
  case authRequired
  /// The service rejected the rider's app: at Strava, an app without a subscription.
  case inactive
}

/// The state of synchronisation.
package enum SyncPhase: String, Codable, Hashable, Sendable, CaseIterable {
  case idle
  case syncing
  /// The last run sent everything.
  case success
  /// The last run could not send everything.
  case error
}

/// The direction in which body values are synchronised with a service; off until the rider sets it.
package enum WellnessDirection: String, Codable, Hashable, Sendable, CaseIterable {
  case none
  /// Sleep, heart rate variability, resting heart rate and weight are fetched from the service.
  case down
  /// The strap's heart rate variability and resting heart rate are sent to the service.
  case up
  case both

  package var isDown: Bool { self == .down || self == .both }
  package var isUp: Bool { self == .up || self == .both }
}

/// Why a ride, or a list of workouts, was not transferred.
package struct SyncFault: Error, Codable, Hashable, Sendable {
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    // Network failures; they are temporary.
    /// The server cannot be found or reached.
    case offline
    /// The server did not respond in time.
    case timedOut
    /// The server's certificate is not trusted, is for another name, or is not valid at this time.
    case certificate
    /// The server failed (5xx), or its response was cut off.
    case serverFailed
    /// The server limits the rate of requests (429).
    case rateLimited
    /// The server's response is not valid.
    case badAnswer
    /// The server redirects to another address; redirects are not followed. `detail` is the address.
    case redirected

    // Account failures; they need the rider.
    /// The service does not accept the key or the token.
    case unauthorized
    /// The service ended the connection because it was unused for a long time.
    case connectionUnused
    /// The permission for the request was not granted; `detail` is its name.
    case missingScope
    /// The rider's app is not active: at Strava, an app without a subscription.
    case inactive
    /// The rider's app has the greatest allowed number of athletes.
    case tooManyAthletes
    /// The rider denied consent in the browser.
    case consentDenied
    /// The browser's response belongs to another request, or came too late.
    case consentOutdated
    /// The rider has not responded to the request for consent yet.
    case consentMissing

    // Ride failures; they are permanent.
    /// The service refused the ride; `detail` is its reason.
    case refused
    /// The ride is larger than the service allows.
    case tooLarge
    /// The service accepted the ride and later lost it.
    case deletedThere
    /// The ride has no rows.
    case empty
    /// The clock has not confirmed the start time yet.
    case startUnconfirmed
    /// The ride is not finished.
    case unfinished
    /// The ride was deleted.
    case deleted
    /// The server has different data of the ride, and keeps it.
    case conflict

    // Failures of this computer.
    /// The folder or the file cannot be written; `detail` is the path and the system's reason.
    case notWritable
    /// The command failed; `detail` has its status and its last line.
    case commandFailed
    /// The command did not end in time.
    case commandTimedOut
    /// A required program or library is not installed; `detail` is its name.
    case notInstalled
    /// An option is missing or not valid; `detail` is its name.
    case badOption
  }

  @OpenValue package var code: Code
  /// Details to show in parentheses, from the server or the system; never a secret.
  package var detail: String?

  package init(_ code: Code, detail: String? = nil) {
    self.detail = detail
    self.code = code
  }
}

extension SyncFault.Code: OpenEnum {
  /// A failure whose reason is in the detail.
  package static var unrecognized: Self { .refused }
}

extension SyncService: OpenEnum {
  /// The most general service.
  package static var unrecognized: Self { .hook }
}

extension UploadState: OpenEnum {
  /// An upload that is not finished.
  package static var unrecognized: Self { .queued }
}

extension SyncServiceState: OpenEnum {
  /// A state that needs the rider.
  package static var unrecognized: Self { .authRequired }
}

extension SyncPhase: OpenEnum {
  /// A phase of activity.
  package static var unrecognized: Self { .syncing }
}
