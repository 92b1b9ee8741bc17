internal import Rides

/// The part of a ride whose heart rate is compared with its power, if the power is steady there.
///
/// In intervals, decoupling and drift do not show endurance: the heart follows each effort with a delay.
package struct SteadyWork: Hashable, Sendable {
  /// The shortest piece of a lap that counts, in seconds; shorter ones are the edges of the work.
  private static let leastPiece = 15

  /// The part, in seconds of the ride: the work window, without the plan's warm-up and cool-down.
  package let window: Range<Int>
  /// Normalized Power divided by average power of that part; nil without power.
  package let variabilityIndex: Double?
  /// The reason why it is not judged, apart from its length; nil if the power is steady.
  let refusal: EnduranceRefusal?
  /// The rows of timer time in the part.
  let rows: [TimerRow]

  /// - Parameters:
  ///   - rows: The rows of timer time, in order.
  ///   - workWindow: The part of the ride that is work, in seconds of the ride.
  ///   - laps: The laps in order; empty if the whole ride is one lap.
  ///   - plan: The plan as ridden; nil without one.
  init(_ rows: [TimerRow], workWindow: Range<Int>, laps: [RideLap], plan: RidePlan?) {
    let intensities = plan?.intensities ?? []
    let pieces = laps.indices.map { index in
      Piece(
        seconds: laps[index].second..<max(laps[index].second, laps.indices.contains(index + 1) ? laps[index + 1].second : .max),
        intensity: laps[index].interval.flatMap { intensities.indices.contains($0 - 1) ? intensities[$0 - 1] : nil })
    }
    let from = pieces.prefix { $0.intensity == .warmUp }.last?.seconds.upperBound ?? 0
    let to = pieces.reversed().prefix { $0.intensity == .coolDown }.last?.seconds.lowerBound ?? .max
    let window = max(from, workWindow.lowerBound)..<max(from, workWindow.lowerBound, min(to, workWindow.upperBound))
    self.window = window
    let work = rows.filter { window.contains($0.second) }
    self.rows = work
    variabilityIndex = work.variabilityIndex
    if intensities.contains(.interval) || Self.hasEfforts(work, pieces) {
      refusal = .intervals
    } else if let index = variabilityIndex, index > Limits.steadyVariabilityIndex {
      refusal = .unsteady
    } else {
      refusal = nil
    }
  }

  private struct Piece {
    /// In seconds of the ride.
    let seconds: Range<Int>
    /// The purpose of its interval in the plan; nil for other laps.
    let intensity: IntervalIntensity?
  }

  /// Whether the mean power of a lap is too far from the mean power of the work.
  private static func hasEfforts(_ work: [TimerRow], _ pieces: [Piece]) -> Bool {
    guard let mean = work.meanWatts else { return false }
    var rest = work[...]
    return pieces.contains { piece in
      rest = rest.drop { $0.second < piece.seconds.lowerBound }
      let rows = rest.prefix { $0.second < piece.seconds.upperBound }
      guard rows.count >= leastPiece, let watts = Array(rows).meanWatts else { return false }
      return abs(watts - mean) > Limits.steadyLapShare * mean
    }
  }
}

extension [TimerRow] {
  /// The mean power of the rows that have one, in watts; nil without power.
  var meanWatts: Double? {
    var mean = Mean()
    for row in self { row.watts.map { mean.add($0) } }
    return mean.value
  }

  /// Normalized Power divided by average power; nil without power.
  fileprivate var variabilityIndex: Double? {
    ratio(RideLoad(self, timerSeconds: count, thresholdWatts: nil).normalizedWatts, meanWatts)
  }
}
