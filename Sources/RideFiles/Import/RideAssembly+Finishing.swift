package import RideSession

extension RideAssembly {
  /// The ride: its rows from `start` on, or from the first point on where that is earlier or nothing is said.
  ///
  /// - Parameters:
  ///   - start: When the file says that the ride began.
  ///   - activityID: What other programs know it by; nil for its start.
  ///   - origin: The file and what recorded it.
  ///   - given: What the file says of the whole ride.
  ///   - name: What the file calls it.
  ///   - note: What the file says of it.
  /// - Returns: A ride without number, trainer and events; it was planned to last as long as its timer ran.
  /// - Throws: `noActivity` for a ride without points, `tooLong` for one beyond the limits.
  package func finish(
    start: UnixTime?, activityID: UnixTime?, origin: RideOrigin, given: [RideFigure: Double] = [:],
    name: String? = nil, note: String? = nil
  ) throws(RideFileError) -> RideRecord {
    if let excess { throw excess }
    guard let start = try earliestTime(start) else {
      throw RideFileError(.noActivity, at: place, "there is no point in it")
    }
    let samples = try rows(from: start)
    return RideRecord(
      id: 0, start: start, activityID: activityID, plannedSeconds: samples.count(where: \.timerRunning),
      trainerName: nil, name: name, note: note, samples: samples, events: [],
      laps: lapsInOrder(from: start, rows: samples.count), given: given, origin: origin)
  }

  private func earliestTime(_ start: UnixTime?) throws(RideFileError) -> UnixTime? {
    guard let first = points.lazy.map(\.time).min() else { return nil }
    guard let start, start < first else { return first }
    guard Self.credibleTimes.contains(start) else {
      throw RideFileError(.outOfRange, at: place, "the start \(start.rfc3339) is not credible")
    }
    return start
  }

  /// The longest distance of two points that is a way of recording, not a gap; as GoldenCheetah has it.
  private static let longestInterval = 25

  /// A row for each second up to the last point, or to the last stop where the timer ran on until then.
  private func rows(from start: UnixTime) throws(RideFileError) -> [RideSample] {
    let pauses = timer.pauses(from: start)
    let points = pointsInOrder()
    let lastPoint = points.last?.time.seconds(since: start) ?? 0
    let count = max(lastPoint + 1, pauses.last.flatMap { $0.upperBound == .max ? $0.lowerBound : nil } ?? 0)
    guard count <= limits.seconds else {
      throw RideFileError(.tooLong, at: place, "it lasts \(count) s from \(start.rfc3339) on")
    }
    var rows: [RideSample] = []
    rows.reserveCapacity(count)
    for second in 0..<count { rows.append(RideSample(second: second, timerRunning: true)) }
    for point in points { rows[point.time.seconds(since: start)].merge(point.sample) }
    for pause in pauses {
      for second in pause.clamped(to: 0..<count) { rows[second].timerRunning = false }
    }
    rows.carryValues(over: Self.longestInterval)
    return rows
  }

  private func pointsInOrder() -> [Point] {
    if zip(points, points.dropFirst()).allSatisfy({ $0.time <= $1.time }) { return points }
    return points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// The first from row 0; one that began after the last row is an empty one at the end.
  private func lapsInOrder(from start: UnixTime, rows: Int) -> [RideLap] {
    var laps = laps.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map { _, entry in
        var lap = entry.lap
        lap.second = min(max(0, entry.start.seconds(since: start)), rows)
        return lap
      }
    if !laps.isEmpty { laps[0].second = 0 }
    return laps
  }
}
