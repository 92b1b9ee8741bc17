internal import RideSession

/// A Lap under way.
struct TCXLap: Sendable {
  /// Its `StartTime`, or its first point's time.
  var start: UnixTime?
  var lap = RideLap(second: 0)
  private(set) var firstPoint: UnixTime?
  private(set) var lastPoint: UnixTime?

  init(start: UnixTime? = nil) {
    self.start = start
  }

  mutating func add(_ first: UnixTime, _ last: UnixTime) {
    start = start ?? first
    firstPoint = min(firstPoint ?? first, first)
    lastPoint = max(lastPoint ?? last, last)
  }

  /// The laps in order of time, those left out that nothing tells the time of.
  ///
  /// Garmin ends a lap with the point that begins the next. Such a lap is told from one that does not by how long it
  /// lasted, which is the time up to that point.
  static func inOrder(_ laps: [TCXLap]) -> [TCXLap] {
    var ordered = laps.filter { $0.start != nil }.sorted { ($0.start ?? .distantPast) < ($1.start ?? .distantPast) }
    for (index, next) in ordered.enumerated().dropFirst() {
      guard let start = ordered[index - 1].start, let last = ordered[index - 1].lastPoint, last == next.firstPoint
      else { continue }
      ordered[index - 1].lap.given[.elapsedSeconds] = Double(last.milliseconds - start.milliseconds) / 1000
    }
    return ordered
  }
}

extension UnixTime {
  /// Before every time that is told.
  static let distantPast = UnixTime(milliseconds: .min)
}
