/// A place that finished rides go to.
package enum SyncService: String, Codable, Hashable, Sendable, CaseIterable {
  case intervals
  case strava
  /// The rider's own server.
  case hub
  /// A folder that the administrator named.
  case folder
  /// A command that the administrator named.
  case hook
}

/// The state of a ride's way to a service.
package enum UploadState: String, Codable, Hashable, Sendable, CaseIterable {
  /// It waits: for its turn, for the network, for a service that pauses, or for the rider.
  case queued
  /// It is on its way; whether it arrived is not known yet.
  case sending
  /// The service has it, and has not taken it in yet.
  case processing
  /// It is there.
  case done
  /// It was there already.
  case duplicate
  /// The service refused it for good.
  case failed
  /// What is there is not the ride as it is now: it was trimmed since.
  case stale

  /// Whether the service has the ride, in this form or another.
  package var isThere: Bool { self == .done || self == .duplicate || self == .stale }
}

/// The state of a connection to a service.
package enum SyncServiceState: String, Codable, Hashable, Sendable, CaseIterable {
  /// The rider has not connected it.
  case disconnected
  case connected
  /// It does not take the key or the token any more, or waits for the rider's consent.
  case authRequired
  /// It turned the rider's app away: at Strava without a subscription.
  case inactive
}

/// What synchronising does now.
package enum SyncPhase: String, Codable, Hashable, Sendable, CaseIterable {
  case idle
  case syncing
  /// The last run took everything where it belongs.
  case success
  /// The last run left something behind.
  case error
}

/// Which way values of the rider's body go between jz2 and a service; none before the rider says so.
package enum WellnessDirection: String, Codable, Hashable, Sendable, CaseIterable {
  case none
  /// Sleep, heart rate variability, resting heart rate and weight come from the service.
  case down
  /// Heart rate variability and resting heart rate of the strap go to the service.
  case up
  case both

  package var isDown: Bool { self == .down || self == .both }
  package var isUp: Bool { self == .up || self == .both }
}

/// Why a ride, or a list of workouts, did not get through.
package struct SyncFault: Error, Codable, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    // Of the network; they pass.
    /// The server cannot be found or reached.
    case offline
    /// It did not answer in time.
    case timedOut
    /// Its certificate is not trusted, is for another name, or is not valid at this time.
    case certificate
    /// It failed itself (5xx), or the answer was cut.
    case serverFailed
    /// It asks for patience (429).
    case rateLimited
    /// Its answer makes no sense.
    case badAnswer
    /// It sends to another address, which is not followed; `detail` is the address.
    case redirected

    // Of the account; they need the rider.
    /// It does not take the key or the token.
    case unauthorized
    /// It ended the connection, because it was not used for a long time.
    case connectionUnused
    /// The permission to do that was not given; `detail` names it.
    case missingScope
    /// The rider's app is not active: at Strava without a subscription.
    case inactive
    /// The rider's app has as many athletes as it may have.
    case tooManyAthletes
    /// The rider said no in the browser.
    case consentDenied
    /// The answer of the browser belongs to another question, or came too late.
    case consentOutdated
    /// The rider has not answered the question for consent yet.
    case consentMissing

    // Of the ride; they stay.
    /// The service refused the ride; `detail` is its reason.
    case refused
    /// The ride is larger than the service takes.
    case tooLarge
    /// The service took the ride and lost it again.
    case deletedThere
    /// The ride has no rows.
    case empty
    /// The clock has not confirmed yet when the ride began.
    case startUnconfirmed
    /// The ride is not finished.
    case unfinished
    /// The ride was deleted.
    case deleted
    /// The server has other data of the ride, and keeps it.
    case conflict

    // Of this computer.
    /// The folder or the file cannot be written; `detail` is the path and the system's reason.
    case notWritable
    /// The command failed; `detail` has its status and its last line.
    case commandFailed
    /// The command did not end in time.
    case commandTimedOut
    /// A program or library that is needed is not installed; `detail` names it.
    case notInstalled
    /// An option is missing or makes no sense; `detail` names it.
    case badOption
  }

  @Word package var code: Code
  /// Details for a bracket, what the server or the system said; never a secret.
  package var detail: String?

  package init(_ code: Code, detail: String? = nil) {
    self.detail = detail
    self.code = code
  }
}

extension SyncFault.Code: WireWord {
  /// It did not get through, for a reason that the detail names.
  package static var unknownWord: Self { .refused }
}

extension SyncService: WireWord {
  /// The service that any program can be.
  package static var unknownWord: Self { .hook }
}

extension UploadState: WireWord {
  /// It is on its way.
  package static var unknownWord: Self { .queued }
}

extension SyncServiceState: WireWord {
  /// The rider is needed.
  package static var unknownWord: Self { .authRequired }
}

extension SyncPhase: WireWord {
  /// Something goes on.
  package static var unknownWord: Self { .syncing }
}
