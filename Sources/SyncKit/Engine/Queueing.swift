import ControlWire
import FoundationEssentials
import Rides

/// Decides what a ride, as it is now, means for a service.
struct Queueing {
  /// What is to be done about a ride's way to a service.
  enum Decision: Hashable {
    /// Nothing.
    case leave
    /// The service may get it: jz2d is asked first whether it is there already.
    case begin(held: SyncFault?)
    /// What is kept of it changes.
    case keep(UploadRecord)
    /// It is forgotten; it was not sent.
    case forget
  }

  let ride: RideSummary
  let library: String
  let service: ServiceRecord
  let upload: UploadRecord?

  var decision: Decision {
    guard let upload else { return isWanted ? .begin(held: obstacle) : .leave }
    switch upload.state {
    case .queued, .failed:
      if ride.deletedUntil != nil { return .forget }
      return kept(upload) { record in
        record.activity = ride.activityID
        guard record.state == .queued else { return }
        record.isHeld = obstacle != nil
        if record.isHeld || upload.isHeld { record.fault = obstacle }
      }
    case .sending, .processing: return .leave
    case .done, .duplicate, .stale:
      guard ride.deletedUntil == nil, ride.state == .finished else { return .leave }
      return kept(upload) { record in
        let isTexted = (record.name, record.note) == (ride.title, ride.note) || !service.service.traits.wholeRides
        if record.activity != ride.activityID && service.service.traits.renewal == .automatic || !isTexted {
          (record.state, record.attempts, record.fault) = (.queued, 0, nil)
          record.activity = ride.activityID
        }
        if service.service.traits.renames, (record.name, record.note) != (ride.title, ride.note) {
          record.isRenameDue = true
        }
      }
    }
  }

  private func kept(_ upload: UploadRecord, _ change: (inout UploadRecord) -> Void) -> Decision {
    var record = upload
    change(&record)
    return record == upload ? .leave : .keep(record)
  }

  /// Whether the service is to get the ride.
  ///
  /// It gets what was ridden since it was connected, or since the day that the rider named. What came in from another
  /// program's file is there already; only the rider's own server gets it too.
  private var isWanted: Bool {
    guard service.state != .disconnected, service.library == library, ride.deletedUntil == nil,
      ride.state == .finished, ride.elapsedSeconds > 0, ride.importedFrom == nil || service.service == .hub
    else { return false }
    if let first = service.firstRide, ride.id >= first { return true }
    guard let since = service.since, let start = ride.startDate else { return false }
    return start >= since
  }

  /// What keeps the ride from being sent, for now.
  private var obstacle: SyncFault? { ride.obstacle }
}

extension RideSummary {
  /// Why the ride cannot be sent as it is now; nil if it can.
  var obstacle: SyncFault? {
    if deletedUntil != nil { return SyncFault(.deleted) }
    if state != .finished { return SyncFault(.unfinished) }
    if elapsedSeconds <= 0 { return SyncFault(.empty) }
    if startConfirmed == false { return SyncFault(.startUnconfirmed) }
    return nil
  }

  /// What identifies its present form in its library.
  var activityID: String { activity ?? start }

  /// When it began.
  var startDate: Date? { Date(rfc3339: start) }
}
