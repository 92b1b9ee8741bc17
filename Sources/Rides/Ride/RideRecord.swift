/// A recorded ride, whole or cut.
package struct RideRecord: Hashable, Sendable {
  /// The number in the store.
  package var id: Int
  /// The ride's identity in every library; nil for a ride that is not in a library yet.
  package var uuid: RideUUID?
  /// Start of the first row, by the system's clock at the end of the ride if that was synchronised.
  package var start: UnixTime
  /// Identifies the activity to other programs (TCX `Id`, FIT `time_created`).
  ///
  /// Equals `start` for an uncut ride; every cut gets a new one.
  package var activityID: UnixTime
  /// The planned timer time, in seconds.
  package var plannedSeconds: Int
  /// The name from the trainer's advertisement.
  package var trainerName: String?
  /// The rider's name for the ride.
  package var name: String?
  /// The name of the ride's plan; nil without one.
  package var planName: String?
  /// The rider's note.
  package var note: String?
  /// The rows, in order of `second`, one for each second.
  package var samples: [RideSample]
  /// The events, in order of time.
  package var events: [RideEvent]
  /// The laps in order, the first from row 0; empty if the whole ride is one lap.
  package var laps: [RideLap]
  /// The totals of the ride in its original file; empty for a ride recorded here, and for a cut ride.
  package var fileTotals: [SummaryField: Double]
  /// The original file of the ride; nil for a ride recorded here.
  package var origin: RideOrigin?
  /// The sport that the rider chose; nil for that of the file, or cycling.
  package var givenSport: Sport?
  /// The rider's FTP at the start, in watts; nil if it was not stored.
  package var thresholdWatts: Int?
  /// The offset of local time from UTC at the start, in seconds; nil if it was not stored.
  package var utcOffsetSeconds: Int?
  /// The data that a library stores in addition to the record; nil unless the complete ride was read.
  package var circumstances: RideCircumstances?

  package init(
    id: Int, start: UnixTime, activityID: UnixTime? = nil, plannedSeconds: Int, trainerName: String?,
    name: String? = nil, note: String? = nil, samples: [RideSample], events: [RideEvent], laps: [RideLap] = [],
    fileTotals: [SummaryField: Double] = [:], origin: RideOrigin? = nil
  ) {
    self.id = id
    self.start = start
    self.activityID = activityID ?? start
    self.plannedSeconds = plannedSeconds
    self.trainerName = trainerName
    self.name = name
    self.note = note
    self.samples = samples
    self.events = events
    self.laps = laps
    self.fileTotals = fileTotals
    self.origin = origin
  }

  package var sport: Sport { Sport(givenSport, of: origin) }

  /// The ride's title: the rider's name for it, otherwise its plan's name; nil without either.
  package var title: String? { name ?? planName }

  package var totals: RideTotals { RideTotals(samples.indices, of: self) }
}

extension RideRecord {
  /// Returns the ride cut to a range of its seconds: rows, events and laps count from the beginning of the range,
  /// distance from 0.
  ///
  /// A file's totals of the ride, and of a lap that is cut, are no longer valid and are dropped.
  /// - Parameters:
  ///   - range: Seconds of the ride; the upper bound is excluded, and seconds outside the ride are ignored.
  ///   - activityID: The identity of the cut ride.
  /// - Returns: The cut ride; without rows if the range has no rows.
  package func cut(to range: Range<Int>, activityID: UnixTime) -> RideRecord {
    var cut = self
    cut.start = start.advanced(by: .seconds(range.lowerBound))
    cut.activityID = activityID
    cut.samples = Self.rebased(samples, to: range)
    cut.events = events.compactMap { $0.rebased(to: range) }
    cut.laps = laps.cut(to: range, wholeSeconds: samples.last.map { $0.second + 1 } ?? 0)
    cut.fileTotals = [:]
    cut.circumstances = nil
    return cut
  }

  private static func rebased(_ samples: [RideSample], to range: Range<Int>) -> [RideSample] {
    let before = samples.last { $0.second < range.lowerBound && $0.distanceMeters != nil }?.distanceMeters ?? 0
    return samples.lazy.filter { range.contains($0.second) }
      .map { $0.rebased(to: range.lowerBound, afterMeters: before) }
  }
}

extension RideSample {
  /// Returns the row counted from second `first`, with the distance since then.
  package func rebased(to first: Int, afterMeters before: Double) -> RideSample {
    var sample = self
    sample.second -= first
    sample.distanceMeters = distanceMeters.map { max(0, $0 - before) }
    return sample
  }
}

extension RideEvent {
  /// Returns the event counted from the beginning of the range; nil if it is outside.
  package func rebased(to range: Range<Int>) -> RideEvent? {
    guard at >= .seconds(range.lowerBound), at <= .seconds(range.upperBound) else { return nil }
    var event = self
    event.at -= .seconds(range.lowerBound)
    return event
  }
}

extension [RideLap] {
  /// Cuts the laps of a ride of `end` seconds to a range; a file's totals of a lap that is cut are dropped.
  package func cut(to range: Range<Int>, wholeSeconds end: Int) -> [RideLap] {
    indices.compactMap { index in
      var lap = self[index]
      let lapEnd = index + 1 < endIndex ? self[index + 1].second : end
      guard lapEnd > range.lowerBound, lap.second < range.upperBound else { return nil }
      if lap.second < range.lowerBound || lapEnd > range.upperBound { lap.fileTotals = [:] }
      lap.second = Swift.max(0, lap.second - range.lowerBound)
      return lap
    }
  }
}
