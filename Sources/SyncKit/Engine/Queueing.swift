import ControlWire
import FoundationEssentials
import Rides

/// Decides the effect of a ride's present state on its upload to a service.
struct Queueing {
  /// A change of a ride's upload.
  enum Decision: Hashable {
    /// No change.
    case leave
    /// Queue the ride. First ask jz2d whether the service has it already.
    case begin(held: SyncFault?)
    /// Store the changed record.
    case keep(UploadRecord)
    /// Delete the record; the ride was not sent.
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

  /// Whether to send the ride to the service.
  ///
  /// The service gets rides from its connection on, or from the day that the rider named. Rides imported from another
  /// program's file are assumed to be there already; only the rider's own server gets them too.
  private var isWanted: Bool {
    guard service.state != .disconnected, service.library == library, ride.deletedUntil == nil,
      ride.state == .finished, ride.elapsedSeconds > 0, ride.importedFrom == nil || service.service == .hub
    else { return false }
    if let first = service.firstRide, ride.id >= first { return true }
    guard let since = service.since, let start = ride.startDate else { return false }
    return start >= since
  }

  /// The reason that the ride cannot be sent now; nil if it can.
  private var obstacle: SyncFault? { ride.obstacle }
}

extension RideSummary {
  /// The reason that the ride cannot be sent in its present state; nil if it can.
  var obstacle: SyncFault? {
    if deletedUntil != nil { return SyncFault(.deleted) }
    if state != .finished { return SyncFault(.unfinished) }
    if elapsedSeconds <= 0 { return SyncFault(.empty) }
    if startConfirmed == false { return SyncFault(.startUnconfirmed) }
    return nil
  }

  /// The identifier of the ride's present form in its library.
  var activityID: String { activity ?? start }

  /// The start of the ride; nil if it is not a date.
  var startDate: Date? { Date(rfc3339: start) }
}
