/// A whole ride in figures, as its rider has cut it.
package struct RideSummary: Hashable, Sendable {
  /// Bytes of a name, and of a note.
  package static let mostTextBytes = 10_000

  package let uuid: String
  package let began: Instant
  package let timerSeconds: Int
  package let elapsedSeconds: Int
  /// Work at the crank.
  package let joules: Double
  package let distanceMeters: Double
  package let averageWatts: Double?
  package let averageBeatsPerMinute: Double?
  /// What it is called; nil without a name and a plan.
  package let name: String?
  package let note: String?
  /// The seconds of the whole ride that are left, without the last; nil if all are.
  package let trim: Range<Int>?

  package init(
    uuid: String, began: Instant, timerSeconds: Int = 0, elapsedSeconds: Int = 0, joules: Double = 0,
    distanceMeters: Double = 0, averageWatts: Double? = nil, averageBeatsPerMinute: Double? = nil, name: String? = nil,
    note: String? = nil, trim: Range<Int>? = nil
  ) {
    self.uuid = uuid
    self.began = began
    self.timerSeconds = timerSeconds
    self.elapsedSeconds = elapsedSeconds
    self.joules = joules
    self.distanceMeters = distanceMeters
    self.averageWatts = averageWatts
    self.averageBeatsPerMinute = averageBeatsPerMinute
    self.name = name
    self.note = note
    self.trim = trim
  }

  /// What the rider changed about it, in words: kept where an edit is not taken.
  package var edits: String {
    var words = ["name: \(name ?? "none")", "note: \(note ?? "none")"]
    if let trim { words.append("cut to seconds \(trim.lowerBound) to \(trim.upperBound)") }
    return words.joined(separator: "; ")
  }
}
