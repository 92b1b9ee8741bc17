package import Rides

/// A method of `org.justzone2.Sync`.
///
/// A new call needs: its declaration in the `.varlink` file, its type in a file of this folder and its name in the list
/// below, and a handler in `SyncKit`.
package protocol SyncCall: VarlinkCall {
  /// Whether it is also for the programs that may change the library: they send rides, and do not see or set secrets.
  static var isForLibrary: Bool { get }
}

extension SyncCall {
  package static var interface: VarlinkInterface { .sync }
  package static var isForLibrary: Bool { false }

  /// The socket `library` is for programs that may change the library; any other is for all calls.
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
  /// Services that rides go to, which jz2sync offers.
  package static let sync = VarlinkInterface(
    "org.justzone2.Sync", definition: PackageResources.org_justzone2_Sync_varlink, SyncCalls.all)
}

/// What synchronising does.
package struct GetSyncStatus: SyncCall, StreamedCall {
  package static let method = "GetSyncStatus"
  package static let isForLibrary = true
  package typealias Reply = SyncStatusReply

  package init() {}
}

/// Synchronises now; with `more` the status is told until the run is over.
package struct SyncNow: SyncCall, StreamedCall {
  package static let method = "SyncNow"
  package static let isForLibrary = true
  package typealias Reply = SyncStatusReply

  /// The service; absent for every one.
  package var service: SyncService?
  /// Whether all rides go to the rider's own server again.
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

/// Fetches the rides of the rider's own server that the library does not have; with `more` it is told how far that is.
package struct RestoreRides: SyncCall, StreamedCall {
  package static let method = "RestoreRides"
  package static let isForLibrary = true
  package typealias Reply = RideRestoringReply

  package init() {}
}

/// How far the rides of the rider's own server are fetched.
package struct RideRestoring: Codable, Hashable, Sendable {
  /// The rides of the server that were looked at.
  package var seen: Int
  /// Those that are in the library now, and were not before.
  package var restored: Int
  /// Those that could not be fetched or stored.
  package var failed: Int
  /// Whether all were looked at.
  package var isOver: Bool
  /// What is wrong with the last one that failed, in an English sentence; absent if none did.
  package var message: String?
  /// The same, for programs.
  package var fault: SyncFault?

  package init(seen: Int = 0, restored: Int = 0, failed: Int = 0, isOver: Bool = false, fault: SyncFault? = nil) {
    self.seen = seen
    self.restored = restored
    self.failed = failed
    self.isOver = isOver
    message = fault?.sentence(of: .hub).message
    self.fault = fault
  }

  /// What is wrong with the last ride that failed, in the reader's language; as jz2sync tells it if that is unknown here.
  package var sentence: Sentence? { SyncFault.sentence(of: fault, .hub, else: message, nil) }
}

/// What synchronising does.
package struct SyncStatus: Codable, Hashable, Sendable {
  @Word package var state: SyncPhase
  /// 0 to 1 while it is on; else absent.
  package var progress: Double?
  /// The rides that this run, or the last one, carried.
  package var count: Int
  /// The rides that wait, or that services are still processing; absent for 0.
  package var waiting: Int?
  /// The rides that services refused, in this run or before; absent for 0.
  package var refused: Int?
  /// What is wrong, in an English sentence, which `sentence` tells in the reader's language; absent if nothing is.
  package var message: String?
  /// What is wrong, for programs.
  package var fault: SyncFault?
  /// The service with which it is wrong.
  @OptionalWord package var service: SyncService?

  package init(
    _ state: SyncPhase, progress: Double? = nil, count: Int = 0, message: String? = nil, fault: SyncFault? = nil,
    of service: SyncService? = nil, waiting: Int = 0, refused: Int = 0
  ) {
    self.progress = progress
    self.count = count
    self.waiting = waiting > 0 ? waiting : nil
    self.refused = refused > 0 ? refused : nil
    self.message = message ?? fault?.sentence(of: service).message
    self.fault = fault
    self.service = service
    self.state = state
  }

  /// What is wrong, in the reader's language; as jz2sync tells it if that is unknown here.
  package var sentence: Sentence? { SyncFault.sentence(of: fault, service, else: message, nil) }
}

/// The answer to `GetSyncStatus` and `SyncNow`.
package struct SyncStatusReply: Codable, Hashable, Sendable {
  package var status: SyncStatus

  package init(_ status: SyncStatus) { self.status = status }
}

/// The answer to `RestoreRides`.
package struct RideRestoringReply: Codable, Hashable, Sendable {
  package var restoring: RideRestoring

  package init(_ restoring: RideRestoring) { self.restoring = restoring }
}

/// The answer to `SyncAgain`: the ride's way to the service as it is now.
package struct SentAgain: Codable, Hashable, Sendable {
  package var upload: Upload

  package init(_ upload: Upload) { self.upload = upload }
}
