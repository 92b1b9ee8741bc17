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
