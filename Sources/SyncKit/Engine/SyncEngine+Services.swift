import ControlWire
import FoundationEssentials
import Rides

// Changes that calls request.

extension SyncEngine {
  /// Returns the number of the first ride for a service that is connected now.
  ///
  /// It is a number because the clock of a Pi may have been wrong. The current ride is not finished, so it is included.
  func nextRide() async throws(ControlError) -> Int {
    do throws(ControlError) {
      return (try await library.rides().filter { $0.state == .finished }.map(\.id).max() ?? 0) + 1
    } catch {
      throw ControlError(.noTrainerDaemon, subject: error.subject, detail: error.code.rawValue)
    }
  }

  /// Marks a service as connected.
  ///
  /// It gets the rides from `next` on, and those since `since` if that is set.
  func connected(_ service: SyncService, account: String?, from next: Int, since: Date?) async throws(ControlError) {
    let store = store
    _ = try await kept { () throws(SyncFault) in
      try await outbox.change(service) { record in
        let isNew = record.state == .disconnected || record.firstRide == nil || record.library != store
        if isNew { (record.library, record.firstRide) = (store, service.traits.wholeRides ? 0 : next) }
        record.since = since ?? record.since
        record.account = account ?? record.account
        (record.state, record.fault, record.pausedUntil) = (.connected, nil, nil)
      }
    }
    try? await considerAll(for: service)
    couriers[service]?.wake()
    if calendars[service] != nil { wakeCalendar() }
  }

  /// Marks a service as disconnected and deletes its unsent uploads.
  ///
  /// The rides stay in the library.
  func disconnected(_ service: SyncService) async throws(ControlError) {
    _ = try await kept { () throws(SyncFault) in
      try await outbox.change(service) { record in
        let destination = record.destination
        record = ServiceRecord(service)
        record.destination = destination
      }
    }
    let unsent = try await kept { () throws(SyncFault) in try await outbox.unsent(for: service) }
    for upload in unsent {
      _ = try await kept { () throws(SyncFault) in
        try await outbox.change(upload.ride, of: upload.library, to: service) { _ in nil }
      }
      try? await library.note(NoteUpload(ride: String(upload.ride), service: service.rawValue, remove: true))
    }
    await run.ended(service)
    if calendars[service] != nil { try? await library.forgetPlanned(by: service) }
  }

  /// Queues a ride for a service again.
  func sendAgain(_ name: String, to service: SyncService) async throws(ControlError) -> Upload {
    let found: RideSummary?
    do throws(ControlError) { found = try await library.ride(name) } catch {
      throw ControlError(.noTrainerDaemon, subject: error.subject, detail: error.code.rawValue)
    }
    guard let ride = found else { throw ControlError(.unknownRide, subject: name) }
    if let obstacle = ride.obstacle { throw .notUploadable(obstacle, ride: ride.id) }
    guard let store else { throw ControlError(.noTrainerDaemon) }
    let now = clock.now
    let record = try await kept { () throws(SyncFault) in
      try await outbox.change(ride.id, of: store, to: service) { former in
        var record =
          former ?? UploadRecord(ride, of: store, to: service, noted: nil, held: nil, at: now)
        // The upload is in progress. A second one would create a duplicate.
        guard record.state != .sending, record.state != .processing else { return record }
        (record.state, record.activity, record.at, record.attempts) = (.queued, ride.activityID, now, 0)
        (record.fault, record.isHeld, record.ticket) = (nil, false, nil)
        (record.remoteID, record.url) = (nil, nil)
        return record
      }
    }
    couriers[service]?.wake()
    guard let record else { throw ControlError(.unknownRide, subject: name) }
    return Upload(record, of: ride)
  }

  /// Queues all rides that a service has, and those that it refused, again.
  func sendAllAgain(to service: SyncService) async throws(ControlError) {
    guard let store, let rides = try? await library.rides() else { throw ControlError(.noTrainerDaemon) }
    for ride in rides where ride.obstacle == nil {
      _ = try await kept { () throws(SyncFault) in
        try await outbox.change(ride.id, of: store, to: service) { record in
          guard var record, record.state.isThere || record.state == .failed else { return record }
          (record.state, record.attempts, record.fault) = (.queued, 0, nil)
          return record
        }
      }
    }
    couriers[service]?.wake()
  }

  private func kept<Value>(_ body: () async throws(SyncFault) -> Value) async throws(ControlError) -> Value {
    do throws(SyncFault) { return try await body() } catch {
      throw .storeFailed(StoreObstacle(.failed, path: "sync.sqlite", user: "jz2sync", context: error.detail))
    }
  }
}

extension Upload {
  init(_ record: UploadRecord, of ride: RideSummary) {
    self.init(
      service: record.service.rawValue, state: record.state, remoteId: record.remoteID, url: record.url,
      at: record.at.rfc3339, message: record.fault?.explanation(of: record.service).message,
      fault: record.fault, outdated: record.state.isThere && record.activity != ride.activityID)
  }
}
