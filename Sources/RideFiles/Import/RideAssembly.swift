package import Rides

/// Assembles a ride from the points of a file, in any order.
///
/// The rows have no gaps: seconds between two points become rows without a value. `RideTimeline` decides in which of
/// them the timer ran.
package struct RideAssembly: Sendable {
  /// The values at one time of the file.
  package struct Point: Hashable, Sendable {
    package var time: UnixTime
    /// The values; `second` and `timerRunning` are ignored.
    package var sample: RideSample
    /// The point's place in the file.
    var place = FilePlace(byte: 0)

    package init(time: UnixTime, sample: RideSample) {
      self.time = time
      self.sample = sample
    }
  }

  /// The decoder's current place in the file, for errors and for values left out.
  package var place = FilePlace(byte: 0)
  /// Data that the ride cannot hold.
  package var leftOut = LeftOut()

  package var limits: ImportLimits
  var points: [Point] = []
  /// Heart rates that the file stores apart from its points, in beats per minute.
  var beats: [(time: UnixTime, perMinute: Int)] = []
  private(set) var timer = TimerChanges()
  private(set) var laps: [(start: UnixTime, lap: RideLap)] = []
  /// The first limit that was exceeded; `finish` throws it.
  private(set) var excess: FileFault?

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
  }

  /// Adds a point.
  ///
  /// If the last point has the same time, new values replace its values and RR intervals are appended.
  ///
  /// A time before 1989-12-31 or after 2099 is left out.
  /// - Throws: `tooManyPoints` for more points than the longest ride has seconds.
  package mutating func add(_ point: Point) throws(FileFault) {
    guard Self.credibleTimes.contains(point.time) else { return leftOut.add(time: point.time.rfc3339, at: place) }
    guard points.last?.time != point.time else { return points[points.endIndex - 1].sample.merge(point.sample) }
    guard points.count < limits.seconds else {
      throw FileFault(.tooManyPoints, at: place, found: points.count + 1, allowed: limits.seconds, "points")
    }
    points.append(point)
    points[points.endIndex - 1].place = place
  }

  /// Stops the timer at `time`.
  ///
  /// It runs from the start of the ride.
  package mutating func stop(at time: UnixTime) { change(TimerChanges.Change(time: time, runs: false)) }

  /// Starts the timer again at `time`.
  package mutating func run(at time: UnixTime) { change(TimerChanges.Change(time: time, runs: true)) }

  /// Adds a lap that begins at `start`; its `second` is ignored.
  package mutating func lap(start: UnixTime, _ lap: RideLap) {
    guard laps.count < limits.laps else { return exceed(.tooManyLaps, limits.laps, "laps") }
    laps.append((start, lap))
  }

  /// Splits the ride at the given times, in order.
  ///
  /// The first part gets everything earlier, and `leftOut`.
  func parts(from times: [UnixTime]) -> [RideAssembly] {
    guard times.count > 1 else { return [self] }
    func part(_ time: UnixTime) -> Int { max(0, (times.lastIndex { $0 <= time }) ?? 0) }
    var parts = times.map { _ in RideAssembly(limits: limits) }
    for point in points { parts[part(point.time)].points.append(point) }
    for beat in beats { parts[part(beat.time)].beats.append(beat) }
    for lap in laps { parts[part(lap.start)].laps.append(lap) }
    for index in parts.indices {
      let (first, end) = (index == 0 ? nil : times[index], index + 1 < times.count ? times[index + 1] : nil)
      parts[index].timer = timer.between(first, end)
      (parts[index].place, parts[index].excess) = (place, excess)
    }
    parts[0].leftOut = leftOut
    return parts
  }

  private mutating func change(_ change: TimerChanges.Change) {
    guard timer.count < limits.seconds else { return exceed(.tooManyParts, limits.seconds, "timer events") }
    timer.add(change)
  }

  /// Counts a part of the file beyond a limit; `finish` throws the first kind.
  mutating func exceed(_ code: FileFault.Code, _ limit: Int, _ parts: String) {
    let first = excess ?? FileFault(code, at: place, found: limit, allowed: limit, parts)
    excess = first
    if first.code == code { excess?.found = (first.found ?? limit) + 1 }
  }

  /// Times that are accepted: from FIT's epoch to the end of the century.
  static let credibleTimes = UnixTime(seconds: 631_065_600)..<UnixTime(seconds: 4_102_444_800)
}

extension RideAssembly {
  /// Ends the ride.
  ///
  /// Its rows begin at `start`, or at the first point if that is earlier or `start` is nil.
  ///
  /// - Parameters:
  ///   - start: The start according to the file.
  ///   - end: The end according to the file. Points days before the start or after the end are left out.
  ///   - activityID: The identifier used by other programs; nil for the start.
  ///   - origin: The file and the recording device.
  ///   - fileTotals: The file's figures for the whole ride.
  ///   - name: The ride's name in the file.
  ///   - note: The ride's note in the file.
  /// - Returns: A ride without number, trainer and events. Its planned time is its timer time.
  /// - Throws: `noActivity` for a ride without points, `badTimes`, `tooLong`, or another limit's fault.
  package mutating func finish(
    start: UnixTime?, end: UnixTime? = nil, activityID: UnixTime?, origin: RideOrigin,
    fileTotals: [SummaryField: Double] = [:], name: String? = nil, note: String? = nil
  ) throws(FileFault) -> RideRecord {
    if let excess { throw excess }
    var totals = Totals(fileTotals, laps: laps.map(\.lap))
    let start = setClock(start: start, totals: totals)
    putInOrder()
    totals.countStrays = leaveOutStrays(start: start, end: end)
    mergeBeats()
    guard let first = points.first?.time, let last = points.last?.time else {
      throw leftOut.noPoint(at: place)
    }
    let begin = beginning(start, first: first, last: last, totals: totals)
    let isMeasured = RideDistance.isMeasured(points)
    for place in RideDistance.measure(
      &points, from: begin, pauses: timer.pauses(from: begin), total: totals.distanceMeters)
    {
      leftOut.add(at: place)
    }
    let (samples, laps) = try rows(from: begin, totals: totals, isMeasured: isMeasured)
    var ride = RideRecord(
      id: 0, start: begin, activityID: activityID, plannedSeconds: samples.count(where: \.timerRunning),
      trainerName: nil, name: name, note: note, samples: samples, events: [], laps: laps, fileTotals: fileTotals,
      origin: origin)
    ride.correctFileTotals(totals)
    return ride
  }

  private mutating func putInOrder() {
    if zip(points, points.dropFirst()).allSatisfy({ $0.time <= $1.time }) { return }
    points = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// Merges `beats` into the points, between the first and the last point.
  ///
  /// A point's own heart rate takes precedence.
  private mutating func mergeBeats() {
    guard let first = points.first?.time, let last = points.last?.time, !beats.isEmpty else { return }
    var rates: [Int: Int] = [:]
    for beat in beats where first <= beat.time && beat.time <= last {
      rates[beat.time.nearestSecond(since: first)] = beat.perMinute
    }
    for index in points.indices {
      guard let rate = rates.removeValue(forKey: points[index].time.nearestSecond(since: first)) else { continue }
      points[index].sample.beatsPerMinute = points[index].sample.beatsPerMinute ?? rate
    }
    for (second, rate) in rates {
      let sample = RideSample(second: 0, timerRunning: true, beatsPerMinute: rate)
      points.append(Point(time: first.advanced(by: .seconds(second)), sample: sample))
    }
    putInOrder()
  }

  /// One day in milliseconds: the longest gap between two points of a ride.
  private static let day: Int64 = 86_400_000

  /// Leaves out the few points with a wrong date.
  ///
  /// They are days away from all others. They also lie outside the ride's start and end in the file, or would make the
  /// ride too long.
  ///
  /// - Returns: Whether any were left out.
  private mutating func leaveOutStrays(start: UnixTime?, end: UnixTime?) -> Bool {
    let borders = points.indices.dropFirst().filter {
      points[$0].time.milliseconds - points[$0 - 1].time.milliseconds > Self.day
    }
    guard !borders.isEmpty, let first = points.first, let last = points.last else { return false }
    let groups = zip([0] + borders, borders + [points.count]).map { $0..<$1 }
    guard let most = groups.max(by: { $0.count < $1.count }), most.count >= points.count - points.count / 10 else {
      return false
    }
    var isEvident = last.time.seconds(since: first.time) >= limits.seconds
    if let start, let end, start <= end, Self.credibleTimes.contains(start), Self.credibleTimes.contains(end) {
      let ride = start.milliseconds - Self.day...end.milliseconds + Self.day
      isEvident = isEvident || ride.contains(points[most.lowerBound].time.milliseconds)
    }
    guard isEvident else { return false }
    for stray in points[..<most.lowerBound] + points[most.upperBound...] { leftOut.add(at: stray.place) }
    points = Array(points[most])
    return true
  }

  /// Converts all times to the last clock, if the clock was set during the ride.
  ///
  /// - Returns: The start by that clock.
  private mutating func setClock(start: UnixTime?, totals: Totals) -> UnixTime? {
    guard let clock = ClockChanges(points: points, totals: totals) else { return start }
    for index in points.indices { points[index].time = clock.corrected(points[index].time) }
    for index in laps.indices { laps[index].start = clock.corrected(laps[index].start) }
    timer.correct(by: clock)
    return start.map(clock.corrected)
  }

  /// Returns the start of the ride.
  ///
  /// The file's start is ignored if it is not credible, more than a day before the first point, or if it makes the ride
  /// longer than the file's own total.
  private func beginning(_ start: UnixTime?, first: UnixTime, last: UnixTime, totals: Totals) -> UnixTime {
    guard let start, start < first, Self.credibleTimes.contains(start),
      first.milliseconds - start.milliseconds <= Self.day
    else { return first }
    // Without the elapsed time, an hour of pauses is possible.
    let most = totals.elapsedSeconds.map { $0 + 10 } ?? totals.timerSeconds.map { $0 + 3600 } ?? .infinity
    guard Double(last.seconds(since: start)) <= most else { return first }
    // The points' times take precedence: a row begins at each.
    return first.advanced(by: .seconds(-first.seconds(since: start)))
  }
}
