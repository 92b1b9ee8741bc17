internal import Rides

/// The distance of an imported ride, by the same rule for every format.
///
/// The distance is the points' greatest distance minus their first, plus the distances before each reset. If the points
/// have no distances, it is the length of the track by positions, else the integrated speed. The file's own total
/// replaces it if it is greater, as for points that begin late, or if no point can be measured.
enum RideDistance {
  /// Faster than any bicycle on any descent, in metres per second.
  private static let fastestMetersPerSecond = 60.0
  /// A ride covers less than this before its first point, in metres per second.
  private static let fastestStartMetersPerSecond = 25.0
  /// A receiver may jump this far while it searches for its position, in metres.
  private static let nearMeters = 200.0
  /// The most points in a run of impossible distances.
  private static let oddPoints = 600

  /// Sets each point's distance from the start, in metres.
  ///
  /// - Parameters:
  ///   - points: The points in order of time. Positions at which the rider cannot have been are removed if the distance
  ///     is computed from positions.
  ///   - start: The start of the ride.
  ///   - pauses: The pauses in seconds from the start; movement in them does not count.
  ///   - total: The file's own total, in metres; if the points agree with it, it decides whether the first point's
  ///     distance counts.
  /// - Returns: The places of the points whose positions were removed.
  static func measure(
    _ points: inout [RideAssembly.Point], from start: UnixTime, pauses: [Range<Int>], total: Double?
  ) -> [FilePlace] {
    if isMeasured(points) {
      addUp(&points, from: start, total: total)
      return []
    }
    if points.count(where: { $0.sample.position != nil }) > 1 { return follow(&points, from: start, pauses: pauses) }
    if points.contains(where: { $0.sample.speedKmh ?? 0 > 0 }) { integrate(&points) }
    return []
  }

  /// Returns whether the points have distances of their own.
  static func isMeasured(_ points: [RideAssembly.Point]) -> Bool {
    points.contains { $0.sample.distanceMeters ?? 0 > 0 }
  }

  /// Continues the points' own distances after each place at which the device counts from 0 again.
  ///
  /// A sum or difference is rounded to millimetres: a binary fraction differs from the same decimal in another file.
  private static func addUp(_ points: inout [RideAssembly.Point], from start: UnixTime, total: Double?) {
    let known = points.indices.filter { points[$0].sample.distanceMeters != nil }
    guard let index = known.first, let first = points[index].sample.distanceMeters else { return }
    var (before, greatest) = (0.0, first)
    var oddUntil = known.startIndex
    for place in known.indices {
      let raw = points[known[place]].sample.distanceMeters ?? greatest
      if place >= oddUntil {
        switch step(to: place, of: known, in: points, greatest: greatest) {
        case .forward: greatest = raw
        case .anew: (before, greatest) = (before + greatest, raw)
        case .back: break
        case .odd(let end): oddUntil = end
        }
      }
      points[known[place]].sample.distanceMeters = before == 0 ? greatest : millimetres(before + greatest)
    }
    let seconds = Double(max(0, points[index].time.seconds(since: start))) + 1
    var counts = first <= fastestStartMetersPerSecond * seconds
    let sum = before + greatest
    if let total, min(abs(sum - first - total), abs(sum - total)) <= lastMeters {
      counts = abs(sum - total) < abs(sum - first - total)
    }
    guard !counts, first != 0 else { return }
    for index in known {
      points[index].sample.distanceMeters = points[index].sample.distanceMeters.map { millimetres($0 - first) }
    }
  }

  private static func millimetres(_ meters: Double) -> Double { (meters * 1000).rounded() / 1000 }

  private enum Step {
    case forward
    /// The device counts from 0 again.
    case anew
    /// A correction by less than half.
    case back
    /// Values that no ride can have, before the given index.
    case odd(Int)
  }

  private static func step(
    to place: Int, of known: [Int], in points: [RideAssembly.Point], greatest: Double
  ) -> Step {
    func raw(_ place: Int) -> Double { points[known[place]].sample.distanceMeters ?? 0 }
    func reaches(_ from: Double, _ earlier: Int, _ later: Int) -> Bool {
      let seconds = points[known[later]].time.seconds(since: points[known[earlier]].time)
      return raw(later) - from <= nearMeters + fastestMetersPerSecond * Double(max(0, seconds))
    }
    guard place > 0 else { return .forward }
    if raw(place) >= greatest {
      guard !reaches(greatest, place - 1, place), place + 1 < known.count else { return .forward }
      let isOdd = raw(place + 1) < raw(place) && raw(place + 1) >= greatest && reaches(greatest, place - 1, place + 1)
      return isOdd ? .odd(place + 1) : .forward
    }
    let end = min(known.count, place + oddPoints)
    if let back = (place..<end).first(where: { $0 > place && raw($0) >= greatest }),
      !reaches(raw(back - 1), back - 1, back) || greatest - raw(back - 1) > raw(back) - greatest + nearMeters
    {
      return .odd(back)
    }
    return raw(place) < greatest / 2 ? .anew : .back
  }

  /// Measures the distance along the positions.
  private static func follow(
    _ points: inout [RideAssembly.Point], from start: UnixTime, pauses: [Range<Int>]
  ) -> [FilePlace] {
    var (way, removed, paused): (Way, [FilePlace], ArraySlice<Range<Int>>) = (Way(), [], pauses[...])
    for index in points.indices {
      guard let place = points[index].sample.position else { continue }
      let second = points[index].time.nearestSecond(since: start)
      paused = paused.drop { $0.upperBound < second }
      if let pause = paused.first, pause.lowerBound < second { way.pause() }
      if way.advance(to: place, at: points[index].time) {
        points[index].sample.distanceMeters = way.meters
      } else {
        removed.append(points[index].place)
        points[index].sample.position = nil
      }
    }
    return removed
  }

  /// Integrates the speed.
  ///
  /// Each value applies until the next point.
  private static func integrate(_ points: inout [RideAssembly.Point]) {
    var meters = 0.0
    for index in points.indices {
      points[index].sample.distanceMeters = meters
      guard index + 1 < points.count, let speed = points[index].sample.speedKmh else { continue }
      let seconds = points[index + 1].time.seconds(since: points[index].time)
      if seconds <= RideTimeline.longestInterval { meters += speed / 3.6 * Double(seconds) }
    }
  }

  /// The length of the track through the positions.
  private struct Way {
    private struct Fix {
      var place: Place
      var time: UnixTime
    }

    private(set) var meters = 0.0
    /// The position from which the next step is measured; nil after a pause.
    private var last: Fix?
    /// A position that was too far away.
    ///
    /// The next position confirms it if near to it, and refutes it if near to the last position.
    private var doubtful: Fix?

    /// Begins a segment; the distance to its first point does not count.
    mutating func pause() { (last, doubtful) = (nil, nil) }

    /// Moves to the next position.
    ///
    /// - Returns: False if the rider cannot have been there; the step is then not counted.
    mutating func advance(to place: Place, at time: UnixTime) -> Bool {
      let next = Fix(place: place, time: time)
      guard let from = last else {
        last = next
        return true
      }
      // Two positions that agree outvote the one before them.
      guard let step = Self.step(from, next) ?? doubtful.flatMap({ Self.step($0, next) }) else {
        doubtful = next
        return false
      }
      meters += step
      (last, doubtful) = (next, nil)
      return true
    }

    /// Returns the distance between two points in metres; nil if no ride could cover it in that time.
    private static func step(_ from: Fix, _ to: Fix) -> Double? {
      let seconds = Double(to.time.milliseconds - from.time.milliseconds) / 1000
      let meters = from.place.meters(to: to.place)
      return seconds >= 0 && meters <= max(nearMeters, seconds * fastestMetersPerSecond) ? meters : nil
    }
  }
}

extension RideDistance {
  /// The most metres that are added in the last second instead of over the whole ride.
  private static let lastMeters = 50.0
  /// Distances reach the end of the ride if they stop at most this many seconds before it.
  private static let lastSeconds = 3
  /// The largest difference between distances that agree, in metres.
  static let toleranceMeters = 1.0

  /// Makes the rows agree with the file's own total, if the total is plausible.
  ///
  /// A total that differs by less than a fiftieth confirms the file's own distances, if they reach the end of the ride.
  /// A total of more than twice the rows' distance, or more than 50 m below it, is ignored.
  ///
  /// - Parameters:
  ///   - rows: The rows with their distances so far.
  ///   - total: The file's own total in metres; nil if absent.
  ///   - isMeasured: Whether the distances are the file's own.
  static func settle(_ rows: inout [RideSample], total: Double?, isMeasured: Bool) {
    guard let last = rows.lastIndex(where: \.timerRunning) else { return }
    let whole = total.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    // The second of the last stop belongs to the ride.
    guard let measured = rows.prefix(last + 2).compactMap(\.distanceMeters).max() else {
      if let whole { spread(whole, over: &rows) }
      return
    }
    let counted = rows.prefix(last + 1).last { $0.timerRunning && $0.distanceMeters != nil }?.distanceMeters ?? 0
    var final = measured
    let reach = rows.lastIndex { $0.distanceMeters != nil } ?? 0
    let tolerance = isMeasured && reach >= last - lastSeconds ? max(toleranceMeters, measured / 50) : toleranceMeters
    if let whole, abs(whole - measured) > tolerance, whole >= measured - lastMeters {
      if abs(whole - measured) <= lastMeters {
        final = whole
      } else if whole <= 2 * measured {
        final = whole
        for index in rows.indices { rows[index].distanceMeters? *= whole / measured }
      }
    }
    if final < measured {
      for index in rows.indices { rows[index].distanceMeters = rows[index].distanceMeters.map { min($0, final) } }
    }
    if final > counted + toleranceMeters / 2 || final != measured { rows[last].distanceMeters = final }
  }

  /// Spreads a total evenly over the timer time of a ride without distances.
  private static func spread(_ total: Double, over rows: inout [RideSample]) {
    let seconds = rows.count(where: \.timerRunning)
    var ridden = 0
    for index in rows.indices where rows[index].timerRunning {
      ridden += 1
      rows[index].distanceMeters = total * Double(ridden) / Double(seconds)
    }
  }
}
