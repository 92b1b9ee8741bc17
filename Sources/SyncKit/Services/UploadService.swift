package import ControlWire
package import FoundationEssentials
package import Rides
package import TrainerClient

/// A service that rides go to, one after the other.
///
/// It keeps nothing in memory that must survive the end of the process at any instruction: that goes into `Tools.memory`
/// and `Tools.secrets`, which keep it before they return. It is called by one caller at a time.
package protocol UploadService: Sendable {
  /// Its name.
  var service: SyncService { get }

  /// Sends a ride, or finds out what became of it.
  ///
  /// - Parameters:
  ///   - parcel: The ride.
  ///   - mayBeThere: Whether an attempt before this one may have arrived. Then the service is asked first, unless it takes
  ///     the same ride twice without harm.
  /// - Returns: What became of the ride.
  func send(_ parcel: Parcel, mayBeThere: Bool) async -> Delivery

  /// Asks what became of a ride that the service was still taking in.
  ///
  /// - Parameters:
  ///   - ticket: What `Delivery.processing` gave.
  ///   - parcel: The ride.
  /// - Returns: What became of the ride.
  func follow(_ ticket: String, of parcel: Parcel) async -> Delivery

  /// Gives the activity of a ride that is there its present name and note.
  ///
  /// - Returns: `there`; `refused` if the service does not allow it.
  func rename(_ remoteID: String, to parcel: Parcel) async -> Delivery
}

/// A service that takes many rides in one request.
package protocol BatchService: Sendable {
  /// Its name.
  var service: SyncService { get }
  /// The most rides of a request.
  var mostRides: Int { get }

  /// Identifies the place to which rides go now, whatever its address; nil if the service is not connected.
  ///
  /// If it changes, all rides are sent again.
  ///
  /// - Throws: `notWritable`.
  func destination() async throws(SyncFault) -> String?

  /// Sends rides, or repeats to the byte a request whose answer was lost; then its rides have a result, whether they are
  /// among `parcels` or not.
  ///
  /// A ride whose form changed since that request is sent anew. Rides beyond `mostRides` have no result.
  ///
  /// - Returns: The result for each ride, by its number. A ride without one is sent again later.
  func send(_ parcels: [Parcel]) async -> [Int: Delivery]

  /// Lets the service forget the request that `send` made, after the caller has kept the results, whatever they are. If
  /// the process ends before, the request is repeated, and the same results are returned once more.
  ///
  /// - Parameter nothingWaits: Whether no ride waits for the service any more: then a run with all rides is over.
  func settled(nothingWaits: Bool) async
}

/// A service that the rider connects by `Connect`.
package protocol ConnectedByRider: Sendable {
  /// Connects, in one step or in two.
  ///
  /// - Returns: The account, or what the rider has to do first.
  /// - Throws: Why it cannot be connected; what was connected before stays as it is.
  func connect(_ call: Connect) async throws(SyncFault) -> ConnectOutcome

  /// Takes the permission back and deletes all secrets, also if the service cannot be reached.
  ///
  /// - Returns: Whether the service took the permission back.
  func disconnect() async -> Bool
}

/// What `Connect` led to.
package enum ConnectOutcome: Hashable, Sendable {
  /// It is connected; the name of the rider there, if it is known.
  case connected(account: String?)
  /// The rider has to agree first.
  case consent(Consent)
}

/// What became of a ride, or of a new name for it.
package enum Delivery: Hashable, Sendable {
  /// It is there.
  ///
  /// - Parameters:
  ///   - remoteID: The service's number of the activity.
  ///   - url: Its page.
  ///   - wasThere: Whether it was there before.
  case there(remoteID: String?, url: String?, wasThere: Bool)
  /// The service takes it in; it is to be asked with the ticket, after a while.
  case processing(ticket: String, after: Duration)
  /// The service does not take it, whenever it is sent.
  case refused(SyncFault)
  /// It did not get through, and is tried again: after a while that the service named, else after one that grows.
  case later(SyncFault, after: Duration?)
  /// The service takes nothing before the rider has done something: `unauthorized`, `missingScope`, `inactive`,
  /// `tooManyAthletes`. The ride stays in the queue.
  case stopped(SyncFault)
}

extension Delivery {
  /// Why a ride is not there; `badAnswer` if it is.
  var fault: SyncFault {
    switch self {
    case .there, .processing: SyncFault(.badAnswer)
    case .refused(let fault), .later(let fault, _), .stopped(let fault): fault
    }
  }

  /// What it means for a ride that its file cannot be read.
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

/// A ride as it is sent.
package struct Parcel: Sendable {
  /// The ride in figures, as it is trimmed.
  package let ride: RideSummary
  /// What the ride is known by at the service: STORE-UUID.ACTIVITY-ID of its present form.
  package let externalID: String
  /// The same of the form in which it was first sent; the present one's, if it never was.
  package let firstExternalID: String
  /// Its name, as the rider or the plan gave it; else one made of its start.
  package let name: String
  /// The rider's note; empty if there is none.
  package let note: String
  /// Reads its file, in FIT unless the service asks for another format: tcx, fit, csv or json.
  package let file: @Sendable (_ format: String) async throws(SyncFault) -> NamedFile
  /// Reads all of it, not trimmed, as JSON from which it can be stored again.
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
  /// The planned workouts of some local days, `2026-11-25`.
  ///
  /// - Parameters:
  ///   - first: The first day.
  ///   - last: The last day.
  ///   - settings: The settings of the rider, by which shares of heart rates become beats a minute.
  /// - Returns: The workouts of these days.
  /// - Throws: Why the service cannot be asked.
  func workouts(from first: String, to last: String, settings: RiderSettings) async throws(SyncFault)
    -> [CalendarWorkout]
}

/// A service that keeps values of the rider's body by day.
package protocol WellnessExchange: Sendable {
  /// Which way the rider lets them go.
  func direction() async throws(SyncFault) -> WellnessDirection
  /// What the service has of some local days.
  ///
  /// - Throws: Why the service cannot be asked.
  func wellness(_ days: ClosedRange<CalendarDay>) async throws(SyncFault) -> ImportBody
  /// Sends what the strap measured, a measurement a day; one that was sent stays as it is there.
  ///
  /// - Throws: Why the service cannot be asked, or does not take one; the others before it were sent.
  func send(_ mornings: [HRVMeasurement]) async throws(SyncFault)
}

/// A workout that a calendar plans for a day.
package struct CalendarWorkout: Hashable, Sendable {
  /// What is to be ridden.
  package enum Content: Hashable, Sendable {
    case groups([PlannedGroup])
    /// A workout file of one of the formats that jz2d reads.
    case file(name: String, bytes: [UInt8])
  }

  /// What the calendar knows it by.
  package let key: String
  /// The local day: `2026-11-25`.
  package let day: String
  package let name: String
  /// Its description; nil if it has none.
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

/// A service that has the rider's rides whole, and gives them back.
package protocol RideArchive: Sendable {
  /// The rides behind a cursor, in the order in which they came; nil for the beginning.
  ///
  /// - Throws: Why it cannot be asked; `unauthorized` if it is not connected.
  func archived(after cursor: String?) async throws(SyncFault) -> ArchivedRides
  /// A ride, by its UUID.
  func archived(_ uuid: String) async throws(SyncFault) -> ArchivedRide
  /// Lets it know that a ride that came from it is in the library now.
  func note(_ parcel: Parcel, cameAs revision: Int) async throws(SyncFault)
}

/// A part of the rides of an archive.
package struct ArchivedRides: Hashable, Sendable {
  package let uuids: [String]
  /// Where the next part begins; nil if this is the last.
  package let next: String?

  package init(uuids: [String], next: String?) {
    self.uuids = uuids
    self.next = next
  }
}

/// A ride as an archive has it.
package struct ArchivedRide: Hashable, Sendable {
  /// What `export --format json --whole` gives.
  package let json: [UInt8]
  package let revision: Int

  package init(json: [UInt8], revision: Int) {
    self.json = json
    self.revision = revision
  }
}

/// A service whose activities can be read back.
package protocol ActivitySource: Sendable {
  /// The activities that began at `since` or later and before `before`, the newest first.
  func activities(since: Date?, before: Date?) async throws(SyncFault) -> [RemoteActivity]
  /// An activity with its points.
  func activity(_ id: String) async throws(SyncFault) -> ShownActivity
}
