/// A ride as it was recorded, whole or cut.
package struct RideRecord: Hashable, Sendable {
  /// Its number in the store.
  package var id: Int
  /// When the first row began, by the wall clock that counts: the system's at the ride's end, if it was synchronised.
  package var start: UnixTime
  /// What other programs tell it by; its start, and each cut has another.
  ///
  /// `Id` in TCX, the time of creation in FIT.
  package var activityID: UnixTime
  /// Seconds the timer was to run.
  package var plannedSeconds: Int
  /// The name that the trainer advertised.
  package var trainerName: String?
  /// What the rider calls it.
  package var name: String?
  /// What the rider says of it.
  package var note: String?
  /// Its rows, in order of `second`, one for each second.
  package var samples: [RideSample]
  /// What happened, in order of time.
  package var events: [RideEvent]
  /// Its laps in order, the first from row 0; empty where the whole ride is one.
  package var laps: [RideLap]
  /// What the file said of the whole ride that it came from; empty for a ride recorded here and for one that is cut.
  package var given: [RideFigure: Double]
  /// The file that it came from; nil for a ride recorded here.
  package var origin: RideOrigin?
  /// The rider's FTP at the start, in watts; nil where it was not kept.
  package var thresholdWatts: Int?
  /// What local time was ahead of UTC at the start, in seconds; nil where it was not kept.
  package var utcOffsetSeconds: Int?

  package init(
    id: Int, start: UnixTime, activityID: UnixTime? = nil, plannedSeconds: Int, trainerName: String?,
    name: String? = nil, note: String? = nil, samples: [RideSample], events: [RideEvent], laps: [RideLap] = [],
    given: [RideFigure: Double] = [:], origin: RideOrigin? = nil
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
    self.given = given
    self.origin = origin
  }

  package var totals: RideTotals { RideTotals(samples.indices, of: self) }
}

extension RideRecord {
  /// The ride cut to a range of its seconds: rows, events and laps from there on count from its beginning, distance from 0.
  ///
  /// What a file said of the ride or of a lap that is cut does not hold any longer and is dropped.
  /// - Parameters:
  ///   - range: Seconds of the ride, the upper bound left out; what lies outside the ride is passed over.
  ///   - activityID: What tells the cut ride from the whole.
  /// - Returns: The cut ride; without a row where the range holds none.
  package func cut(to range: Range<Int>, activityID: UnixTime) -> RideRecord {
    var cut = self
    cut.start = start.advanced(by: .seconds(range.lowerBound))
    cut.activityID = activityID
    cut.samples = Self.rebased(samples, to: range)
    cut.events = events.compactMap { $0.rebased(to: range) }
    cut.laps = laps.cut(to: range, wholeSeconds: samples.last.map { $0.second + 1 } ?? 0)
    cut.given = [:]
    return cut
  }

  private static func rebased(_ samples: [RideSample], to range: Range<Int>) -> [RideSample] {
    let before = samples.last { $0.second < range.lowerBound && $0.distanceMeters != nil }?.distanceMeters ?? 0
    return samples.lazy.filter { range.contains($0.second) }
      .map { $0.rebased(to: range.lowerBound, afterMeters: before) }
  }
}

extension RideSample {
  /// The same row counted from a later one, and its distance from what was ridden until then.
  package func rebased(to first: Int, afterMeters before: Double) -> RideSample {
    var sample = self
    sample.second -= first
    sample.distanceMeters = distanceMeters.map { max(0, $0 - before) }
    return sample
  }
}

extension RideEvent {
  /// The same event counted from the range's beginning; nil where it happened outside.
  package func rebased(to range: Range<Int>) -> RideEvent? {
    guard at >= .seconds(range.lowerBound), at <= .seconds(range.upperBound) else { return nil }
    var event = self
    event.at -= .seconds(range.lowerBound)
    return event
  }
}

extension [RideLap] {
  /// The laps of a ride of so many seconds that is cut to a range of them; what a file said of one that is cut itself is
  /// dropped.
  package func cut(to range: Range<Int>, wholeSeconds end: Int) -> [RideLap] {
    indices.compactMap { index in
      var lap = self[index]
      let lapEnd = index + 1 < endIndex ? self[index + 1].second : end
      guard lapEnd > range.lowerBound, lap.second < range.upperBound else { return nil }
      if lap.second < range.lowerBound || lapEnd > range.upperBound { lap.given = [:] }
      lap.second = Swift.max(0, lap.second - range.lowerBound)
      return lap
    }
  }
}
