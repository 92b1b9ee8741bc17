/// A ride in the store, in figures.
public struct RideSummary: Codable, Hashable, Sendable {
  /// The ride's number.
  public var id: Int
  /// When the first second began: RFC 3339 in UTC, `2026-11-21T06:45:12Z`.
  public var start: String
  /// Seconds the timer ran.
  public var timerSeconds: Int
  /// Seconds from the first to the last row.
  public var elapsedSeconds: Int
  /// Mean power over timer seconds in which the trainer spoke, in watts.
  public var averageWatts: Double?
  /// Mean heart rate over timer seconds that have one, in beats a minute.
  public var averageHeartRate: Double?
  /// Work done in timer seconds, in kilojoules.
  public var kilojoules: Double
  /// Distance covered in timer seconds, in metres; absent where the trainer sends neither speed nor distance.
  public var distanceMeters: Double?
  /// Whether it goes on.
  public var state: RideState
  /// What the rider calls it.
  public var name: String?
  /// What the rider says of it.
  public var note: String?
  /// What of the whole ride is kept, and what all figures are of; absent for a ride that is not cut.
  public var trim: Trim?
  /// The kind of file that it was imported from, `fit`, `tcx` or `gpx`; absent for one that was ridden here.
  public var importedFrom: String?
  /// RFC 3339: until when a deleted ride can be had back; absent for one that is not deleted.
  public var deletedUntil: String?
  /// The name of its file among the daemon's; absent until it is written.
  public var fileName: String?
  /// The name of the plan that it was ridden by; absent where it had none, and in a list.
  public var plan: String?
  /// What the ride is known by as it is now, RFC 3339 with milliseconds: each cut has another.
  public var activity: String?

  /// A ride in figures.
  public init(
    id: Int, start: String, timerSeconds: Int, elapsedSeconds: Int, averageWatts: Double?, averageHeartRate: Double?,
    kilojoules: Double, distanceMeters: Double?, state: RideState, name: String? = nil, note: String? = nil,
    trim: Trim? = nil, importedFrom: String? = nil, deletedUntil: String? = nil, fileName: String? = nil,
    plan: String? = nil, activity: String? = nil
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
  }
}
