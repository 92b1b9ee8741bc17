internal import Rides

/// The lengths of a swim in a pool: Garmin's profile, `length`.
struct FITPool: Sendable {
  private struct Length: Sendable {
    var start: UnixTime
    var end: UnixTime
    var isSwum: Bool
    var metersPerSecond: Double?
    var strokesPerMinute: Double?
  }

  /// More lengths than in the longest swim.
  private static let mostLengths = 20_000

  private var lengths: [Length] = []

  /// Adds a length.
  ///
  /// Without a duration, it ends at `time`.
  mutating func add(_ message: FITMessage, at time: UnixTime?) {
    guard lengths.count < Self.mostLengths,
      let start = message.value(FITField.Length.startTime).map(UnixTime.init(fitSeconds:)) ?? time
    else { return }
    let seconds = message.value(FITField.Length.elapsedTime).flatMap { (0...86_400).contains($0) ? $0 : nil }
    let end = seconds.map { start.advanced(by: .milliseconds(Int64($0 * 1000))) } ?? max(start, time ?? start)
    lengths.append(
      Length(
        start: start, end: end, isSwum: message.value(FITField.Length.lengthType) != 0,
        metersPerSecond: message.value(FITField.Length.averageSpeed),
        strokesPerMinute: message.value(FITField.Length.averageCadence)))
  }

  /// Returns the points of a swim: one at its start, and one at the end of each length.
  ///
  /// - Parameters:
  ///   - first: The start of the session; nil for everything before `end`.
  ///   - end: The start of the next session; nil for the last session.
  ///   - meters: The length of the pool; without it, the points have no distance.
  /// - Returns: The points in order of time.
  func points(from first: UnixTime?, before end: UnixTime?, meters: Double?) -> [RideAssembly.Point] {
    let own = lengths.filter { length in
      (first.map { length.start >= $0 } ?? true) && (end.map { length.start < $0 } ?? true)
    }
    guard let start = own.map(\.start).min() else { return [] }
    var distance = 0.0
    let beginning = RideSample(second: 0, timerRunning: true, distanceMeters: meters.map { _ in 0 })
    return [RideAssembly.Point(time: start, sample: beginning)]
      + own.map { length in
        distance += length.isSwum ? meters ?? 0 : 0
        let sample = RideSample(
          second: 0, timerRunning: true, cadenceRpm: length.isSwum ? length.strokesPerMinute : nil,
          speedKmh: length.isSwum ? length.metersPerSecond.map { $0 * 3.6 } : nil,
          distanceMeters: meters.map { _ in distance })
        return RideAssembly.Point(time: length.end, sample: sample)
      }
  }
}
