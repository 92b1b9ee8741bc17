package import Rides

/// The key figures of a stored ride.
package struct RideSummary: Codable, Hashable, Sendable {
  /// The ride's number.
  package var id: Int
  /// The start of the first second, RFC 3339 in UTC: `2026-11-21T06:45:12Z`.
  package var start: String
  /// Seconds that the timer ran.
  package var timerSeconds: Int
  /// Seconds from the first to the last row.
  package var elapsedSeconds: Int
  /// Mean power over timer seconds in which the trainer sent data, in watts.
  package var averageWatts: Double?
  /// Mean heart rate over timer seconds that have one, in beats per minute.
  package var averageHeartRate: Double?
  /// Work done in timer seconds, in kilojoules.
  package var kilojoules: Double
  /// Distance covered in timer seconds, in metres; absent if the trainer sends neither speed nor distance.
  package var distanceMeters: Double?
  @OpenValue package var state: RideState
  /// The rider's name for it.
  package var name: String?
  /// The rider's note about it.
  package var note: String?
  /// The part that is kept, to which all figures refer; absent for a ride that is not trimmed.
  package var trim: Trim?
  /// The kind of file that it was imported from, `fit`, `tcx` or `gpx`; absent for a ride that was recorded here.
  package var importedFrom: String?
  /// The time until a deleted ride can be undeleted, RFC 3339; absent for a ride that is not deleted.
  package var deletedUntil: String?
  /// The name of its file in the daemon's folder; absent until it is written.
  package var fileName: String?
  /// The name of its plan; absent without a plan.
  package var plan: String?
  /// The activity's ID, RFC 3339 with milliseconds; every trim creates a new one.
  package var activity: String?
  /// False until the clock has confirmed the ride's start; else absent.
  package var startConfirmed: Bool?
  /// Its sport; absent from an older daemon, and then it is cycling unless the ride was imported.
  @OptionalOpenValue package var sport: Sport?
  /// True if its rows have their places on the route of its plan; else absent.
  package var onRoute: Bool?
  /// Its UUID, the same in every library; absent from an older daemon.
  package var uuid: String?

  package init(
    id: Int, start: String, timerSeconds: Int, elapsedSeconds: Int, averageWatts: Double?, averageHeartRate: Double?,
    kilojoules: Double, distanceMeters: Double?, state: RideState, name: String? = nil, note: String? = nil,
    trim: Trim? = nil, importedFrom: String? = nil, deletedUntil: String? = nil, fileName: String? = nil,
    plan: String? = nil, activity: String? = nil, startConfirmed: Bool? = nil, sport: Sport? = nil,
    onRoute: Bool? = nil, uuid: String? = nil
  ) {
    self.id = id
    self.start = start
    self.timerSeconds = timerSeconds
    self.elapsedSeconds = elapsedSeconds
    self.averageWatts = averageWatts
    self.averageHeartRate = averageHeartRate
    self.kilojoules = kilojoules
    self.distanceMeters = distanceMeters
    self.state = state
    self.name = name
    self.note = note
    self.trim = trim
    self.importedFrom = importedFrom
    self.deletedUntil = deletedUntil
    self.fileName = fileName
    self.plan = plan
    self.activity = activity
    self.startConfirmed = startConfirmed
    self.sport = sport
    self.onRoute = onRoute
    self.uuid = uuid
  }
}

extension RideSummary {
  /// The ride's title: its name, else that of its plan; nil without either.
  package var title: String? { name ?? plan }
}

/// The part of a whole ride that is kept.
package struct Trim: Codable, Hashable, Sendable {
  /// The first second that is kept.
  package var fromSeconds: Int
  /// The first second after the part that is kept.
  package var toSeconds: Int
  /// Seconds of the whole ride.
  package var wholeSeconds: Int

  package init(fromSeconds: Int, toSeconds: Int, wholeSeconds: Int) {
    self.fromSeconds = fromSeconds
    self.toSeconds = toSeconds
    self.wholeSeconds = wholeSeconds
  }
}

/// A suggestion for a trim; the seconds count from the beginning of the whole ride.
package struct TrimSuggestion: Codable, Hashable, Sendable {
  /// The first second after the last pedalling; absent if there was no pedalling at all.
  package var activityEndSeconds: Int?
  /// Seconds from there to the ride's end.
  package var tailSeconds: Int
  /// Whether the tail is so long that the stop was probably forgotten.
  package var forgotten: Bool
  /// The ride's end without its tail.
  package var suggestedEndSeconds: Int
  /// The end of the warm-up.
  package var workFromSeconds: Int
  /// The beginning of the cool-down.
  package var workToSeconds: Int
  /// The power of the work, in watts.
  package var levelWatts: Double?
  /// The part that `auto` would keep; absent if it would keep the whole ride.
  package var proposal: Trim?

  package init(
    activityEndSeconds: Int?, tailSeconds: Int, forgotten: Bool, suggestedEndSeconds: Int, workFromSeconds: Int,
    workToSeconds: Int, levelWatts: Double?, proposal: Trim?
  ) {
    self.activityEndSeconds = activityEndSeconds
    self.tailSeconds = tailSeconds
    self.forgotten = forgotten
    self.suggestedEndSeconds = suggestedEndSeconds
    self.workFromSeconds = workFromSeconds
    self.workToSeconds = workToSeconds
    self.levelWatts = levelWatts
    self.proposal = proposal
  }
}
