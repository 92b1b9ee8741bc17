/// The summary of a whole ride, with the rider's trim applied.
package struct RideSummary: Hashable, Sendable {
  /// The maximum size of a name, and of a note, in bytes.
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
  /// The ride's name, or else its plan's; nil if it has neither.
  package let name: String?
  package let note: String?
  /// The remaining seconds of the whole ride, without the last; nil if the ride is not trimmed.
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

  /// The rider's edits as text, for the note of a rejected edit.
  package var edits: String {
    var words = ["name: \(name ?? "none")", "note: \(note ?? "none")"]
    if let trim { words.append("cut to seconds \(trim.lowerBound) to \(trim.upperBound)") }
    return words.joined(separator: "; ")
  }
}
