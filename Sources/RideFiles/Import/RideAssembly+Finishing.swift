package import RideSession

extension RideAssembly {
  /// The ride: its rows from `start` on, or from the first point on where that is earlier or nothing is said.
  ///
  /// - Parameters:
  ///   - start: When the file says that the ride began.
  ///   - end: When the file says that it ended; points days before the one or after the other are left out.
  ///   - activityID: What other programs know it by; nil for its start.
  ///   - origin: The file and what recorded it.
  ///   - given: What the file says of the whole ride.
  ///   - name: What the file calls it.
  ///   - note: What the file says of it.
  /// - Returns: A ride without number, trainer and events; it was planned to last as long as its timer ran.
  /// - Throws: `noActivity` for a ride without points, `tooLong` for one beyond the limits.
  package mutating func finish(
    start: UnixTime?, end: UnixTime? = nil, activityID: UnixTime?, origin: RideOrigin,
    given: [RideFigure: Double] = [:], name: String? = nil, note: String? = nil
  ) throws(RideFileError) -> RideRecord {
    if let excess { throw excess }
    putInOrder()
    leaveOutStrays(start: start, end: end)
    guard let first = points.first?.time else {
      throw RideFileError(.noActivity, at: place, "there is no point in it")
    }
    let begin = beginning(start, first: first)
    let (samples, laps) = try rows(from: begin, timerSeconds: given[.timerSeconds])
    return RideRecord(
      id: 0, start: begin, activityID: activityID, plannedSeconds: samples.count(where: \.timerRunning),
      trainerName: nil, name: name, note: note, samples: samples, events: [], laps: laps, given: given, origin: origin)
  }

  private mutating func putInOrder() {
    if zip(points, points.dropFirst()).allSatisfy({ $0.time <= $1.time }) { return }
    points = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// A day, in milliseconds: nothing of a ride is so far from it.
  private static let day: Int64 = 86_400_000

  /// Leaves out the few points that a clock dated wrongly: days from all others, and outside the ride that the file tells
  /// of or, where it tells of none, longer than any ride.
  private mutating func leaveOutStrays(start: UnixTime?, end: UnixTime?) {
    let borders = points.indices.dropFirst().filter {
      points[$0].time.milliseconds - points[$0 - 1].time.milliseconds > Self.day
    }
    guard !borders.isEmpty, let first = points.first, let last = points.last else { return }
    let groups = zip([0] + borders, borders + [points.count]).map { $0..<$1 }
    guard let most = groups.max(by: { $0.count < $1.count }), most.count >= points.count - points.count / 10 else {
      return
    }
    var isTold = last.time.seconds(since: first.time) >= limits.seconds
    if let start, let end, start <= end, Self.credibleTimes.contains(start), Self.credibleTimes.contains(end) {
      let ride = start.milliseconds - Self.day...end.milliseconds + Self.day
      isTold = isTold || ride.contains(points[most.lowerBound].time.milliseconds)
    }
    guard isTold else { return }
    for stray in points[..<most.lowerBound] + points[most.upperBound...] { leftOut.add(at: stray.place) }
    points = Array(points[most])
  }

  /// When the ride begins: a time that the file tells is not taken where it cannot be, or is more than a day too early.
  private func beginning(_ start: UnixTime?, first: UnixTime) -> UnixTime {
    guard let start, start < first, Self.credibleTimes.contains(start),
      first.milliseconds - start.milliseconds <= Self.day
    else { return first }
    return start
  }

  /// A row for each second up to the last point, or to the last stop where the timer ran on until then; and the laps.
  private func rows(
    from start: UnixTime, timerSeconds: Double?
  ) throws(RideFileError) -> (rows: [RideSample], laps: [RideLap]) {
    let seconds = points.map { $0.time.nearestSecond(since: start) }
    guard let last = seconds.last, last < limits.seconds else {
      throw RideFileError(.tooLong, at: place, "it lasts \((seconds.last ?? 0) + 1) s from \(start.rfc3339) on")
    }
    var timeline = RideTimeline(points: seconds, pauses: timer.pauses(from: start), limit: limits.seconds)
    let laps = lapsInOrder(from: start, rows: timeline.count)
    timeline.settle(laps: laps, timerSeconds: timerSeconds, tellsStops: timer.tellStops)
    var rows: [RideSample] = []
    rows.reserveCapacity(timeline.count)
    for second in 0..<timeline.count {
      rows.append(RideSample(second: second, timerRunning: timeline.runs[second]))
    }
    for (second, point) in zip(seconds, points) { rows[second].merge(point.sample) }
    rows.carryValues(over: RideTimeline.longestInterval)
    return (rows, lapsInOrder(from: start, rows: timeline.count))
  }

  /// The first from row 0; one that began after the last row is an empty one at the end.
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
