package import Rides

/// A method of `org.justzone2.Sync`.
///
/// A new call needs: its declaration in the `.varlink` file, its type in a file of this folder and its name in the list
/// below, and a handler in `SyncKit`.
package protocol SyncCall: VarlinkCall {
  /// Whether programs that may change the library can call it: they send rides and connect
  /// services, but never see a secret.
  static var isForLibrary: Bool { get }
}

extension SyncCall {
  package static var interface: VarlinkInterface { .sync }
  package static var isForLibrary: Bool { false }

  /// The socket `library` is only for programs that may change the library; any other allows all calls.
  package func refusal(onSocket name: String) -> ControlError? {
    name != TrainerSocket.library.rawValue || Self.isForLibrary
      ? nil : ControlError(.notAllowed, subject: TrainerSocket.all.rawValue)
  }
}

/// The registry of the calls of `org.justzone2.Sync`.
package enum SyncCalls {
  /// Every call.
  package static let all: [any SyncCall.Type] = [
    Services.self, GetSyncStatus.self, SyncNow.self, SyncAgain.self, RestoreRides.self, Connect.self, Disconnect.self,
    Activities.self, ShowActivity.self,
  ]
}

extension VarlinkInterface {
  /// Services that rides are sent to, offered by jz2sync.
  package static let sync = VarlinkInterface(
    "org.justzone2.Sync", definition: PackageResources.org_justzone2_Sync_varlink, SyncCalls.all)
}

/// The status of synchronisation.
package struct GetSyncStatus: SyncCall, StreamedCall {
  package static let method = "GetSyncStatus"
  package static let isForLibrary = true
  package typealias Reply = SyncStatusReply

  package init() {}
}

/// Synchronises now; with `more` it sends the status until the run is over.
package struct SyncNow: SyncCall, StreamedCall {
  package static let method = "SyncNow"
  package static let isForLibrary = true
  package typealias Reply = SyncStatusReply

  /// The service; absent for all services.
  package var service: SyncService?
  /// Whether to send all rides to the rider's own server again.
  package var full: Bool?

  package init(service: SyncService? = nil, full: Bool = false) {
    self.service = service
    self.full = full ? true : nil
  }
}

/// Sends a ride to a service again.
package struct SyncAgain: SyncCall {
  package static let method = "SyncAgain"
  package static let isForLibrary = true
  package typealias Reply = SentAgain

  package var ride: String
  package var service: SyncService

  package init(ride: String, service: SyncService) {
    self.ride = ride
    self.service = service
  }
}

/// Fetches rides from the rider's own server that the library does not have; with `more` it sends its progress.
package struct RestoreRides: SyncCall, StreamedCall {
  package static let method = "RestoreRides"
  package static let isForLibrary = true
  package typealias Reply = RideRestoringReply

  package init() {}
}

/// The progress of fetching rides from the rider's own server.
package struct RideRestoring: Codable, Hashable, Sendable {
  /// The number of rides of the server that were checked.
  package var seen: Int
  /// The number of rides that were added to the library.
  package var restored: Int
  /// The number of rides that could not be fetched or stored.
  package var failed: Int
  /// Whether all rides were checked.
  package var isOver: Bool
  /// The fault of the last failed ride, as an English sentence; absent if no ride failed.
  package var message: String?
  /// The same fault, for programs.
  package var fault: SyncFault?

  package init(seen: Int = 0, restored: Int = 0, failed: Int = 0, isOver: Bool = false, fault: SyncFault? = nil) {
    self.seen = seen
    self.restored = restored
    self.failed = failed
    self.isOver = isOver
    message = fault?.explanation(of: .hub).message
    self.fault = fault
  }

  /// The fault of the last failed ride, in the reader's language; jz2sync's text if the fault is unknown here.
  package var explanation: Explanation? { SyncFault.explanation(of: fault, .hub, else: message, nil) }
}

/// The status of synchronisation.
package struct SyncStatus: Codable, Hashable, Sendable {
  @OpenValue package var state: SyncPhase
  /// The progress during a run, 0 to 1; else absent.
  package var progress: Double?
  /// The number of rides that this run, or the last one, sent.
  package var count: Int
  /// The number of rides that wait, or that services are still processing; absent for 0.
  package var waiting: Int?
  /// The number of rides that services refused, in this run or before; absent for 0.
  package var refused: Int?
  /// The fault as an English sentence, absent without a fault; `explanation` has it in the reader's language.
  package var message: String?
  /// The fault, for programs.
  package var fault: SyncFault?
  /// The service that has the fault.
  @OptionalOpenValue package var service: SyncService?

  package init(
    _ state: SyncPhase, progress: Double? = nil, count: Int = 0, message: String? = nil, fault: SyncFault? = nil,
    of service: SyncService? = nil, waiting: Int = 0, refused: Int = 0
  ) {
    self.progress = progress
    self.count = count
    self.waiting = waiting > 0 ? waiting : nil
    self.refused = refused > 0 ? refused : nil
    self.message = message ?? fault?.explanation(of: service).message
    self.fault = fault
    self.service = service
    self.state = state
  }

  /// The fault in the reader's language; jz2sync's text if the fault is unknown here.
  package var explanation: Explanation? { SyncFault.explanation(of: fault, service, else: message, nil) }
}

/// The reply to `GetSyncStatus` and `SyncNow`.
package struct SyncStatusReply: Codable, Hashable, Sendable {
  package var status: SyncStatus

  package init(_ status: SyncStatus) { self.status = status }
}

/// The reply to `RestoreRides`.
package struct RideRestoringReply: Codable, Hashable, Sendable {
  package var restoring: RideRestoring

  package init(_ restoring: RideRestoring) { self.restoring = restoring }
}

/// The reply to `SyncAgain`: the current state of the ride's upload.
package struct SentAgain: Codable, Hashable, Sendable {
  package var upload: Upload

  package init(_ upload: Upload) { self.upload = upload }
}
