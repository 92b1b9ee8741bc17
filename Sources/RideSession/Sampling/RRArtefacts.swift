/// Finds intervals that do not show the heart: extra, missed and early beats, and misreadings of the strap.
package enum RRArtefacts {
  /// What the heart does meanwhile.
  package enum Effort: Hashable, Sendable {
    /// Breathing moves the beats, whatever their rate.
    case rest
    /// Beats are ever more even the faster they are.
    case exercise
  }

  /// A possible RR interval, in milliseconds.
  package static let possible = 300.0...2000.0
  /// The number of beats on either side that a beat is compared with.
  private static let neighbours = 5
  /// The greatest share by which a beat may differ from their median, up to `restRate` and from `workRate` beats a minute;
  /// between them it falls in a straight line.
  ///
  /// Breathing moves the beats of a slow heart: with 5 % throughout, 15 to 50 % of the sound beats at 95 to 105 a minute that
  /// swing by 25 to 30 ms with each breath would be removed, and as many with a line down to 95. With this line it is less
  /// than 1 %, and nine of ten beats there that come a fifth too early are still found.
  private static let (restShare, workShare) = (0.20, 0.05)
  private static let (restRate, workRate) = (80.0, 120.0)

  /// The intervals without the artefacts of exercise, in milliseconds, oldest first.
  ///
  /// The beats on either side of an artefact are joined. For extra beats that changes alpha-1 less than interpolation, and
  /// otherwise as little: with 3 % artefacts put into series of known alpha-1, it was 0.01 off near 0.9 and at most 0.07
  /// elsewhere; interpolated up to 0.10, left in up to 0.9.
  static func removed(from intervals: [Double]) -> [Double] {
    zip(intervals, sound(intervals, during: .exercise)).compactMap { $1 ? $0 : nil }
  }

  /// Which intervals show the heart.
  ///
  /// - Parameters:
  ///   - intervals: In milliseconds, oldest first.
  ///   - effort: What the heart does.
  /// - Returns: One answer for each interval.
  package static func sound(_ intervals: [Double], during effort: Effort) -> [Bool] {
    intervals.indices.map { index in
      let interval = intervals[index]
      guard possible.contains(interval), let median = median(around: index, of: intervals) else { return false }
      return abs(interval - median) <= share(ofMedian: median, during: effort) * median
    }
  }

  private static func share(ofMedian milliseconds: Double, during effort: Effort) -> Double {
    guard effort == .exercise else { return restShare }
    let rest = (workRate - 60_000 / milliseconds) / (workRate - restRate)
    return workShare + (restShare - workShare) * min(max(0, rest), 1)
  }

  /// The median of the possible intervals in the window of eleven around a beat, cut off at the ends.
  private static func median(around index: Int, of intervals: [Double]) -> Double? {
    let window = intervals[max(0, index - neighbours)..<min(intervals.count, index + neighbours + 1)]
    let sorted = window.filter(possible.contains).sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return nil }
    guard sorted.count.isMultiple(of: 2), let lower = sorted.dropFirst(sorted.count / 2 - 1).first else { return upper }
    return (lower + upper) / 2
  }
}
