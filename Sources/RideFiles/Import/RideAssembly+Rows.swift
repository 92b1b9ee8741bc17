internal import Rides

extension RideAssembly {
  /// Returns the laps, and a row for each second up to the last point, or up to the last stop if the timer ran until
  /// then.
  func rows(
    from start: UnixTime, totals: Totals, isMeasured: Bool
  ) throws(FileFault) -> (rows: [RideSample], laps: [RideLap]) {
    let seconds = points.map { $0.time.nearestSecond(since: start) }
    guard let last = seconds.last, last < limits.seconds else {
      let found = (seconds.last ?? 0) + 1
      throw FileFault(.tooLong, at: place, found: found, allowed: limits.seconds, "seconds from \(start.rfc3339) on")
    }
    var timeline = RideTimeline(
      points: seconds, pauses: timer.pauses(from: start), standstills: standstills(at: seconds), limit: limits.seconds)
    let laps = lapsInOrder(from: start, rows: timeline.count)
    timeline.settle(laps: laps, totals: totals, hasStops: timer.hasStops)
    var rows: [RideSample] = []
    rows.reserveCapacity(timeline.count)
    for second in 0..<timeline.count {
      rows.append(RideSample(second: second, timerRunning: timeline.runs[second]))
    }
    for (second, point) in zip(seconds, points) { rows[second].merge(point.sample) }
    rows.carryValues(over: RideTimeline.longestInterval)
    RideDistance.settle(&rows, total: totals.distanceMeters, isMeasured: isMeasured)
    return (rows, lapsInOrder(from: start, rows: timeline.count))
  }

  /// Returns the seconds in which the file's own speed is 0 and neither power nor cadence contradicts it.
  private func standstills(at seconds: [Int]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for (second, point) in zip(seconds, points) where point.sample.speedKmh == 0 {
      guard point.sample.powerWatts ?? 0 == 0, point.sample.cadenceRpm ?? 0 == 0 else { continue }
      if let last = found.last, second <= last.upperBound {
        found[found.endIndex - 1] = last.lowerBound..<max(last.upperBound, second + 1)
      } else {
        found.append(second..<second + 1)
      }
    }
    return found
  }

  /// Returns the laps in order of time, the first at row 0.
  ///
  /// A lap that begins after the last row is empty.
  private func lapsInOrder(from start: UnixTime, rows: Int) -> [RideLap] {
    var laps = laps.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map { _, entry in
        var lap = entry.lap
        lap.second = min(max(0, entry.start.nearestSecond(since: start)), rows)
        return lap
      }
    if !laps.isEmpty { laps[0].second = 0 }
    return laps
  }
}

extension [RideSample] {
  /// Copies the values of a point into the rows up to the next one, if they are at most `longestInterval` seconds
  /// apart.
  ///
  /// If a program writes a point every few seconds, or only on a change, the value applies until the next point;
  /// otherwise an hour would count as minutes of work. Longer intervals are gaps and stay without values, as do rows
  /// around a pause.
  fileprivate mutating func carryValues(over longestInterval: Int) {
    var point: Int?
    for index in indices where self[index].hasValue {
      if let point, index - point <= longestInterval { carry(from: point, into: point + 1..<index) }
      point = index
    }
  }

  private mutating func carry(from point: Int, into seconds: Range<Int>) {
    guard self[seconds].allSatisfy(\.timerRunning) else { return }
    var carried = self[point]
    (carried.rrIntervals, carried.position, carried.altitudeMeters) = ([], nil, nil)
    (carried.imported, carried.isCarried) = (nil, true)
    for index in seconds {
      carried.second = self[index].second
      self[index] = carried
    }
  }
}
