package import Rides

// Calls about the services themselves.

/// The services and their connections.
package struct Services: SyncCall {
  package static let method = "Services"
  package static let isForLibrary = true
  package typealias Reply = ServiceList

  package init() {}
}

/// Connects a service, in one call or, where the rider has to agree in a browser, in two.
///
/// Secrets are sent as their content, never as a path.
package struct Connect: SyncCall {
  package static let method = "Connect"
  package typealias Reply = ConnectedService

  package var service: SyncService
  /// The address of the service; absent for the usual one, or the one of the call before.
  package var url: String?
  /// PEM text of authorities to trust beside the system's.
  package var certificates: String?
  /// RFC 3339: rides that began before are not sent; absent for those before now.
  package var since: String?
  /// Of intervals.icu: the key of its API.
  package var key: String?
  /// Of Strava: the number of the rider's own app.
  package var clientId: String?
  /// Of Strava: the secret of that app.
  package var clientSecret: String?
  /// Of Strava: the address of a broker that has the secret.
  package var broker: String?
  /// Of Strava: the address below which `authorize` and `token` are, if they have moved.
  package var oauthUrl: String?
  /// Of Strava: whether reading activities is asked for too.
  package var history: Bool?
  /// Of Strava: whether rides are virtual rides.
  package var virtual: Bool?
  /// Of Strava: the address at which the browser ended, or the code in it; of the hub: the code for pairing.
  package var code: String?
  /// Of the hub: a token, as a file has it.
  package var token: String?
  /// Of the hub: what rides are said to come from; absent for `jz2d`, or that of the connection before.
  package var source: String?
  /// Of the hub: whether it reads requests in camelCase alone; absent for as before.
  package var camelCase: Bool?
  /// Of intervals.icu: which way values of the body go; absent for as before.
  package var wellness: WellnessDirection?

  package init(service: SyncService) { self.service = service }

  /// Several requests to a server that may be slow.
  package var patience: Duration { .seconds(150) }
}

/// Disconnects a service and deletes its secrets.
package struct Disconnect: SyncCall {
  package static let method = "Disconnect"
  package typealias Reply = DisconnectedService

  package var service: SyncService

  package init(service: SyncService) { self.service = service }

  package var patience: Duration { .seconds(60) }
}

/// A service, as `Services` tells it.
package struct ServiceStatus: Codable, Hashable, Sendable {
  @Word package var service: SyncService
  @Word package var state: SyncServiceState
  /// The rider's name there.
  package var account: String?
  /// The rides that wait for it or are on their way.
  package var queued: Int
  /// RFC 3339 in UTC: when it last took something.
  package var lastSuccess: String?
  /// What is wrong, in an English sentence, which `sentence` tells in the reader's language; absent if nothing is.
  package var message: String?
  /// What to do about it, in English.
  package var remedy: String?
  /// What is wrong, for programs.
  package var fault: SyncFault?
  /// RFC 3339 in UTC: the end of the pause that the service asked for; absent without one.
  package var pausedUntil: String?
  /// Absent if it refused no ride.
  package var refused: RefusedRides?
  /// How it differs from other services; absent from an earlier jz2sync.
  package var traits: ServiceTraits?

  package init(
    _ service: SyncService, _ state: SyncServiceState, account: String? = nil, queued: Int = 0,
    lastSuccess: String? = nil, problem: Sentence? = nil, fault: SyncFault? = nil, pausedUntil: String? = nil,
    refused: RefusedRides? = nil
  ) {
    let problem = problem ?? fault?.sentence(of: service)
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

  /// What is wrong, in the reader's language; as jz2sync tells it if that is unknown here.
  package var sentence: Sentence? {
    SyncFault.sentence(of: fault, SyncService(rawValue: $service), else: message, remedy)
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

/// The answer to `Services`.
package struct ServiceList: Codable, Hashable, Sendable {
  package var services: [ServiceStatus]

  package init(_ services: [ServiceStatus]) { self.services = services }
}

/// What the rider does next: he opens `address` and agrees.
package struct Consent: Codable, Hashable, Sendable {
  /// To be opened in a browser on any device.
  package var address: String
  /// The beginning of the address at which the browser ends.
  package var callback: String
  /// How long the answer is waited for, in seconds.
  package var secondsLeft: Int

  package init(address: String, callback: String, secondsLeft: Int) {
    self.address = address
    self.callback = callback
    self.secondsLeft = secondsLeft
  }
}

/// The answer to `Connect`.
package struct ConnectedService: Codable, Hashable, Sendable {
  package var service: ServiceStatus
  /// Absent if the service is connected.
  package var consent: Consent?

  package init(_ service: ServiceStatus, consent: Consent? = nil) {
    self.service = service
    self.consent = consent
  }
}

/// The answer to `Disconnect`.
package struct DisconnectedService: Codable, Hashable, Sendable {
  package var service: ServiceStatus
  /// Whether the service took the permission back too.
  package var revoked: Bool

  package init(_ service: ServiceStatus, revoked: Bool) {
    self.service = service
    self.revoked = revoked
  }
}
