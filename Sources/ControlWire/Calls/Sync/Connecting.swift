package import Rides

// Calls about the services themselves.

/// The services and their connections.
package struct Services: SyncCall {
  package static let method = "Services"
  package static let isForLibrary = true
  package typealias Reply = ServiceList

  package init() {}
}

/// Connects a service: in one call, or in two if the rider has to agree in a browser.
///
/// Secrets are sent as their content, never as a path.
package struct Connect: SyncCall {
  package static let method = "Connect"
  package static let isForLibrary = true
  package typealias Reply = ConnectedService

  package var service: SyncService
  /// The address of the service; absent for the usual one, or that of the previous call.
  package var url: String?
  /// PEM text of authorities to trust in addition to the system's.
  package var certificates: String?
  /// RFC 3339: rides that began before are not sent; absent for now.
  package var since: String?
  /// For intervals.icu: the key of its API.
  package var key: String?
  /// For Strava: the ID of the rider's own app.
  package var clientId: String?
  /// For Strava: the secret of that app.
  package var clientSecret: String?
  /// For Strava: the address of a broker that has the secret.
  package var broker: String?
  /// For Strava: the address below which `authorize` and `token` are, if they have moved.
  package var oauthUrl: String?
  /// For Strava: whether to request the reading of activities too.
  package var history: Bool?
  /// For Strava: whether rides are virtual rides.
  package var virtual: Bool?
  /// For Strava: the address at which the browser ended, or the code in it; for the hub: the code for pairing.
  package var code: String?
  /// For the hub: a token, as a file has it.
  package var token: String?
  /// For the hub: the source name of rides; absent for `jz2d`, or that of the previous connection.
  package var source: String?
  /// For the hub: whether it reads requests only in camelCase; absent to keep the setting.
  package var camelCase: Bool?
  /// For intervals.icu: the direction in which values of the body are sent; absent to keep the setting.
  package var wellness: WellnessDirection?

  package init(service: SyncService) { self.service = service }

  /// Several requests to a server that may be slow.
  package var patience: Duration { .seconds(150) }

  /// Only the administrator sends a service's secrets to another server than its own.
  ///
  /// A hub is the rider's own server.
  package func refusal(onSocket name: String) -> ControlError? {
    let usesOwnServer = [certificates, broker, oauthUrl].allSatisfy { $0 == nil } && (url == nil || service == .hub)
    guard name == TrainerSocket.library.rawValue, !usesOwnServer else { return nil }
    return ControlError(.notAllowed, subject: TrainerSocket.all.rawValue)
  }
}

/// Disconnects a service and deletes its secrets.
package struct Disconnect: SyncCall {
  package static let method = "Disconnect"
  package static let isForLibrary = true
  package typealias Reply = DisconnectedService

  package var service: SyncService

  package init(service: SyncService) { self.service = service }

  package var patience: Duration { .seconds(60) }
}

/// A service in the reply to `Services`.
package struct ServiceStatus: Codable, Hashable, Sendable {
  @OpenValue package var service: SyncService
  @OpenValue package var state: SyncServiceState
  /// The rider's name at the service.
  package var account: String?
  /// The number of rides that wait for it or are being sent.
  package var queued: Int
  /// The time of its last success, RFC 3339 in UTC.
  package var lastSuccess: String?
  /// The fault as an English sentence, absent without a fault; `explanation` has it in the reader's language.
  package var message: String?
  /// The remedy, in English.
  package var remedy: String?
  /// The fault, for programs.
  package var fault: SyncFault?
  /// The end of the pause that the service requested, RFC 3339 in UTC; absent without a pause.
  package var pausedUntil: String?
  /// Absent if it refused no ride.
  package var refused: RefusedRides?
  /// Its differences from other services; absent from an earlier jz2sync.
  package var traits: ServiceTraits?

  package init(
    _ service: SyncService, _ state: SyncServiceState, account: String? = nil, queued: Int = 0,
    lastSuccess: String? = nil, problem: Explanation? = nil, fault: SyncFault? = nil, pausedUntil: String? = nil,
    refused: RefusedRides? = nil
  ) {
    let problem = problem ?? fault?.explanation(of: service)
    self.account = account
    self.queued = queued
    self.lastSuccess = lastSuccess
    message = problem?.message
    remedy = problem?.remedy
    self.fault = fault
    self.pausedUntil = pausedUntil
    self.refused = refused
    traits = service.traits
    self.service = service
    self.state = state
  }

  /// The fault in the reader's language; jz2sync's text if the fault is unknown here.
  package var explanation: Explanation? {
    SyncFault.explanation(of: fault, SyncService(rawValue: $service), else: message, remedy)
  }
}

/// The rides that a service refused for good.
package struct RefusedRides: Codable, Hashable, Sendable {
  package var count: Int
  /// The number of the ride that was refused last.
  package var ride: Int
  /// The reason for that ride.
  package var fault: SyncFault?

  package init(count: Int, ride: Int, fault: SyncFault?) {
    self.count = count
    self.ride = ride
    self.fault = fault
  }
}

/// The reply to `Services`.
package struct ServiceList: Codable, Hashable, Sendable {
  package var services: [ServiceStatus]

  package init(_ services: [ServiceStatus]) { self.services = services }
}

/// The rider's next step: to open `address` and agree.
package struct Consent: Codable, Hashable, Sendable {
  /// The address to open in a browser on any device.
  package var address: String
  /// The beginning of the address at which the browser ends.
  package var callback: String
  /// How long jz2sync waits for the answer, in seconds.
  package var secondsLeft: Int

  package init(address: String, callback: String, secondsLeft: Int) {
    self.address = address
    self.callback = callback
    self.secondsLeft = secondsLeft
  }
}

/// The reply to `Connect`.
package struct ConnectedService: Codable, Hashable, Sendable {
  package var service: ServiceStatus
  /// Absent if the service is connected.
  package var consent: Consent?

  package init(_ service: ServiceStatus, consent: Consent? = nil) {
    self.service = service
    self.consent = consent
  }
}

/// The reply to `Disconnect`.
package struct DisconnectedService: Codable, Hashable, Sendable {
  package var service: ServiceStatus
  /// Whether the service also revoked the permission.
  package var revoked: Bool

  package init(_ service: ServiceStatus, revoked: Bool) {
    self.service = service
    self.revoked = revoked
  }
}
