package import ControlWire
package import FoundationEssentials
package import Rides
package import TrainerClient

/// A service that accepts rides one after the other.
///
/// State that must survive the end of the process at any point is in `Tools.memory` and `Tools.secrets`, which store it
/// before they return. The service has one caller at a time.
package protocol UploadService: Sendable {
  var service: SyncService { get }

  /// Sends a ride, or finds out the outcome of an earlier attempt.
  ///
  /// - Parameters:
  ///   - parcel: The ride.
  ///   - mayBeThere: Whether an earlier attempt may have arrived. If true, the service is asked first, unless a second
  ///     upload of the same ride is harmless.
  /// - Returns: The outcome of the ride.
  func send(_ parcel: Parcel, mayBeThere: Bool) async -> Delivery

  /// Asks for the outcome of a ride that the service was still processing.
  ///
  /// - Parameters:
  ///   - ticket: The ticket of `Delivery.processing`.
  ///   - parcel: The ride.
  /// - Returns: The outcome of the ride.
  func follow(_ ticket: String, of parcel: Parcel) async -> Delivery

  /// Updates the name and note of an uploaded ride's activity.
  ///
  /// - Returns: `there`; `refused` if the service does not allow it.
  func rename(_ remoteID: String, to parcel: Parcel) async -> Delivery
}

/// A service that accepts many rides in one request.
package protocol BatchService: Sendable {
  var service: SyncService { get }
  /// The maximum number of rides in a request.
  var mostRides: Int { get }

  /// Identifies the present destination of rides, whatever its address; nil if the service is not connected.
  ///
  /// If it changes, all rides are sent again.
  ///
  /// - Throws: `notWritable`.
  func destination() async throws(SyncFault) -> String?

  /// Sends rides, or repeats to the byte a request whose response was lost. The rides of that request have a result,
  /// even if they are not in `parcels`.
  ///
  /// A ride whose form changed since that request is sent again. Rides beyond `mostRides` have no result.
  ///
  /// - Returns: The result of each ride, by its number. A ride without one is sent again later.
  func send(_ parcels: [Parcel]) async -> [Int: Delivery]

  /// Discards the request that `send` made, after the caller has stored the results. If the process ends before, the
  /// request is repeated with the same results.
  ///
  /// - Parameter nothingWaits: Whether no ride waits for the service any more, which ends a run with all rides.
  func settled(nothingWaits: Bool) async
}

/// A service that the rider connects with `Connect`.
package protocol ConnectedByRider: Sendable {
  /// Connects, in one step or in two.
  ///
  /// - Returns: The account, or the consent that the rider has to give first.
  /// - Throws: The reason that it cannot be connected. An earlier connection stays unchanged.
  func connect(_ call: Connect) async throws(SyncFault) -> ConnectOutcome

  /// Revokes the permission and deletes all secrets, even if the service cannot be reached.
  ///
  /// - Returns: Whether the service revoked the permission.
  func disconnect() async -> Bool
}

/// The result of `Connect`.
package enum ConnectOutcome: Hashable, Sendable {
  /// The service is connected; the rider's name there, if known.
  case connected(account: String?)
  /// The rider has to agree first.
  case consent(Consent)
}

/// The outcome of a ride's upload, or of an update of its name.
package enum Delivery: Hashable, Sendable {
  /// The service has the ride.
  ///
  /// - Parameters:
  ///   - remoteID: The service's ID of the activity.
  ///   - url: The page of the activity.
  ///   - wasThere: Whether the service had it before.
  case there(remoteID: String?, url: String?, wasThere: Bool)
  /// The service is processing the ride. Ask again with the ticket, after the delay.
  case processing(ticket: String, after: Duration)
  /// The service refuses the ride permanently.
  case refused(SyncFault)
  /// The attempt failed. It is repeated after the delay that the service asked for, else after a growing one.
  case later(SyncFault, after: Duration?)
  /// The service refuses all rides until the rider acts: `unauthorized`, `missingScope`, `inactive`, `tooManyAthletes`.
  /// The ride stays in the queue.
  case stopped(SyncFault)
}

extension Delivery {
  /// The fault; `badAnswer` for a success.
  var fault: SyncFault {
    switch self {
    case .there, .processing: SyncFault(.badAnswer)
    case .refused(let fault), .later(let fault, _), .stopped(let fault): fault
    }
  }

  /// Returns the outcome of a ride whose file cannot be read.
  static func unread(_ fault: SyncFault) -> Delivery {
    switch fault.code {
    case .refused, .tooLarge, .deletedThere, .empty, .deleted, .conflict: .refused(fault)
    case .offline, .timedOut, .certificate, .serverFailed, .rateLimited, .badAnswer, .redirected, .unauthorized,
      .connectionUnused, .missingScope, .inactive, .tooManyAthletes, .consentDenied, .consentOutdated, .consentMissing,
      .startUnconfirmed, .unfinished, .notWritable, .commandFailed, .commandTimedOut, .notInstalled, .badOption:
      .later(fault, after: nil)
    }
  }
}

/// A ride to send.
package struct Parcel: Sendable {
  /// The ride's summary, with its trim applied.
  package let ride: RideSummary
  /// The ride's ID at the service: STORE-UUID.ACTIVITY-ID of its present form.
  package let externalID: String
  /// The external ID of the form that was sent first; before the first upload, of the present form.
  package let firstExternalID: String
  /// The name from the rider or the plan; otherwise one derived from the start.
  package let name: String
  /// The rider's note, or empty.
  package let note: String
  /// Reads the ride's file, in FIT unless the service asks for another format: tcx, fit, csv or json.
  package let file: @Sendable (_ format: String) async throws(SyncFault) -> NamedFile
  /// Reads the complete ride, untrimmed, as JSON for restoring it.
  package let whole: @Sendable () async throws(SyncFault) -> [UInt8]

  package init(
    ride: RideSummary, externalID: String, firstExternalID: String, name: String, note: String,
    file: @escaping @Sendable (_ format: String) async throws(SyncFault) -> NamedFile,
    whole: @escaping @Sendable () async throws(SyncFault) -> [UInt8]
  ) {
    self.ride = ride
    self.externalID = externalID
    self.firstExternalID = firstExternalID
    self.name = name
    self.note = note
    self.file = file
    self.whole = whole
  }
}

/// A service that has planned workouts.
package protocol WorkoutSource: Sendable {
  /// Fetches planned workouts.
  ///
  /// - Parameters:
  ///   - first: The first local day, `2026-11-25`.
  ///   - last: The last day.
  ///   - settings: The rider's settings, for converting heart-rate percentages to beats a minute.
  /// - Returns: The workouts of those days.
  /// - Throws: The fault of the service.
  func workouts(from first: String, to last: String, settings: RiderSettings) async throws(SyncFault)
    -> [CalendarWorkout]
}

/// A service that stores body values by day.
package protocol WellnessExchange: Sendable {
  /// Returns the directions in which the rider permits the exchange.
  func direction() async throws(SyncFault) -> WellnessDirection
  /// Returns the service's values of a range of local days.
  ///
  /// - Throws: The fault of the service.
  func wellness(_ days: ClosedRange<CalendarDay>) async throws(SyncFault) -> ImportBody
  /// Sends the strap's measurements, one a day. Unchanged values are not sent again.
  ///
  /// - Throws: The fault of the service, or its refusal of a measurement; the measurements before it were sent.
  func send(_ mornings: [HRVMeasurement]) async throws(SyncFault)
}

/// A workout that a calendar plans for a day.
package struct CalendarWorkout: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case groups([PlannedGroup])
    /// A workout file in one of the formats that jz2d reads.
    case file(name: String, bytes: [UInt8])
  }

  /// The calendar's key of the workout.
  package let key: String
  /// The local day: `2026-11-25`.
  package let day: String
  package let name: String
  /// The description, if any.
  package let summary: String?
  package let content: Content

  package init(key: String, day: String, name: String, summary: String?, content: Content) {
    self.key = key
    self.day = day
    self.name = name
    self.summary = summary
    self.content = content
  }
}

/// A service that stores the rider's whole rides and returns them.
package protocol RideArchive: Sendable {
  /// Returns the rides after a cursor, in the order of their arrival; nil for the beginning.
  ///
  /// - Throws: The fault of the archive; `unauthorized` if it is not connected.
  func archived(after cursor: String?) async throws(SyncFault) -> ArchivedRides
  /// Returns a ride by its UUID.
  func archived(_ uuid: String) async throws(SyncFault) -> ArchivedRide
  /// Notes that a ride from the archive is in the library now.
  func note(_ parcel: Parcel, cameAs revision: Int) async throws(SyncFault)
}

/// A page of the rides in an archive.
package struct ArchivedRides: Hashable, Sendable {
  package let uuids: [String]
  /// The cursor of the next page; nil if this is the last.
  package let next: String?

  package init(uuids: [String], next: String?) {
    self.uuids = uuids
    self.next = next
  }
}

/// A ride in an archive.
package struct ArchivedRide: Hashable, Sendable {
  /// The output of `export --format json --whole`.
  package let json: [UInt8]
  package let revision: Int

  package init(json: [UInt8], revision: Int) {
    self.json = json
    self.revision = revision
  }
}

/// A service whose activities can be read back.
package protocol ActivitySource: Sendable {
  /// Returns the activities that began at `since` or later and before `before`, newest first.
  func activities(since: Date?, before: Date?) async throws(SyncFault) -> [RemoteActivity]
  /// Returns an activity with its points.
  func activity(_ id: String) async throws(SyncFault) -> ShownActivity
}
