internal import Rides

/// The time range of a TCX `Track` or a GPX `trkseg`, whose points may come in any order.
struct TrackStretch: Sendable {
  /// The index of its lap; always 0 in GPX.
  var lap = 0
  private(set) var first: UnixTime?
  private(set) var last: UnixTime?

  init(lap: Int = 0) {
    self.lap = lap
  }

  mutating func add(_ time: UnixTime) {
    first = min(first ?? time, time)
    last = max(last ?? time, time)
  }

  /// Returns the pauses between tracks: every break within a lap, and breaks between laps that are too long for a
  /// recording interval.
  fileprivate static func pauses(between tracks: [TrackStretch]) -> [Range<UnixTime>] {
    var pauses: [Range<UnixTime>] = []
    var before: (last: UnixTime, lap: Int)?
    for track in tracks.sorted(by: { ($0.first ?? .distantPast) < ($1.first ?? .distantPast) }) {
      guard let first = track.first, let last = track.last else { continue }
      if let before {
        let longestRunning = before.lap == track.lap ? 1000 : longestSampling
        if first.milliseconds - before.last.milliseconds > longestRunning {
          pauses.append(before.last.advanced(by: .seconds(1))..<first)
        }
      }
      if before.map({ $0.last <= last }) ?? true { before = (last, track.lap) }
    }
    return pauses
  }

  /// The longest recording interval while the timer runs, in milliseconds; Garmin's Smart Recording writes points every
  /// few seconds.
  private static let longestSampling: Int64 = 10_000
}

extension RideAssembly {
  /// Stops the timer in the pauses between the tracks of a ride.
  mutating func stop(between tracks: [TrackStretch]) {
    for pause in TrackStretch.pauses(between: tracks) {
      stop(at: pause.lowerBound)
      run(at: pause.upperBound)
    }
  }
}
