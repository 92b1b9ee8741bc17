internal import RideSession

/// When a Track began and ended, in whatever order its points came.
struct TCXTrack: Sendable {
  /// The number of the lap that it stands in.
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

  /// The times between tracks in which the timer stood: those within a lap, and those between laps that are too long for
  /// mere sampling.
  static func pauses(between tracks: [TCXTrack]) -> [Range<UnixTime>] {
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

  /// How far apart points may be while the timer runs, in milliseconds; Garmin's Smart Recording has them every few
  /// seconds.
  private static let longestSampling: Int64 = 10_000
}
