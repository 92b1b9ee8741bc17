/// Finds intervals that do not show the heart: missed, extra and ectopic beats, and misreadings of the strap.
///
/// The classification is that of Lipponen and Tarvainen (2019, J Med Eng Technol 43:173), for morning measurements and
/// for alpha-1. Artefacts are left out, not corrected.
package enum RRArtefacts {
  /// The state of the heart, which determines the thresholds of artefacts.
  package enum Effort: Hashable, Sendable {
    /// Breathing changes the intervals at any heart rate.
    case rest
    /// The faster the beats, the more even they are.
    case exercise
  }

  /// A possible RR interval, in milliseconds.
  package static let possible = 300.0...2000.0
  /// The limit to which longer intervals are shortened in comparisons: missed beats, or a misreading.
  private static let longest = 4000.0

  /// Returns the intervals without the artefacts of exercise, in milliseconds, oldest first.
  ///
  /// The beats on both sides of an artefact are joined. For extra beats that changes alpha-1 less than interpolation,
  /// and otherwise as little: with 3 % artefacts added to series of known alpha-1, the error was 0.01 near 0.9 and at
  /// most 0.07 elsewhere; with interpolation up to 0.10, and with the artefacts left in up to 0.9.
  package static func removed(from intervals: [Double]) -> [Double] {
    zip(intervals, sound(intervals, during: .exercise)).compactMap { $1 ? $0 : nil }
  }

  /// Finds the intervals that show the heart.
  ///
  /// - Parameters:
  ///   - intervals: In milliseconds, oldest first, without a break.
  ///   - effort: The state of the heart.
  /// - Returns: One flag for each interval.
  package static func sound(_ intervals: [Double], during effort: Effort) -> [Bool] {
    let finite = intervals.map { $0.isFinite ? min(max(0, $0), longest) : 0 }
    let artefacts = IntervalDeviations(of: finite, during: effort).artefacts
    return intervals.indices.map { possible.contains(intervals[$0]) && !artefacts.contains($0) }
  }
}

/// The distance of intervals from the one before (dRR) and from their neighbours' median (mRR), in units of their
/// thresholds.
private struct IntervalDeviations {
  /// The factor from the quartile deviation to a threshold (alpha).
  private static let quartileFactor = 5.2
  /// The number of intervals on each side in a threshold (91 in all) and in a median (11 in all).
  private static let (thresholdReach, medianReach) = (45, 5)
  /// Slope and offset of the line beyond which a short interval next to a long one is an ectopic beat (c1 and c2).
  private static let (ectopicSlope, ectopicOffset) = (0.13, 0.17)
  /// The greatest mRR of a sound interval, in thresholds.
  private static let mostFromMedian = 3.0

  private let intervals: [Double]
  private let medians: [Double]
  /// The dRR of each interval, with 0 before the first and two more values after the last.
  private let fromPrevious: [Double]
  private let fromMedian: [Double]
  /// The thresholds of mRR, in milliseconds.
  private let medianThresholds: [Double]

  /// - Parameters:
  ///   - intervals: In milliseconds, oldest first, each finite.
  ///   - effort: The state of the heart.
  init(of intervals: [Double], during effort: RRArtefacts.Effort) {
    self.intervals = intervals
    medians = intervals.mappingWindows(reach: Self.medianReach) { $0.quantile(0.5) ?? 0 }
    guard let first = medians.first, let last = medians.last else {
      (fromPrevious, fromMedian, medianThresholds) = ([], [], [])
      return
    }
    // The heart is assumed to beat at the median before the first interval and after the last one.
    let differences = zip(intervals + [last], [first] + intervals).map { $0 - $1 }
    let deviations = zip(intervals, medians).map { $0 < $1 ? 2 * ($0 - $1) : $0 - $1 }
    let bounds = medians.map { ArtefactThreshold.milliseconds(around: $0, during: effort) }
    let thresholds = Self.thresholds(of: Array(differences.dropLast()), within: bounds)
    medianThresholds = Self.thresholds(of: deviations, within: bounds)
    fromPrevious = [0] + zip(differences, thresholds + thresholds.suffix(1)).map { $0 / $1 } + [0]
    fromMedian = zip(deviations, medianThresholds).map { $0 / $1 }
  }

  private static func thresholds(of values: [Double], within bounds: [ClosedRange<Double>]) -> [Double] {
    let spreads = values.map(abs).mappingWindows(reach: thresholdReach) { window in
      ((window.quantile(0.75) ?? 0) - (window.quantile(0.25) ?? 0)) / 2
    }
    return zip(spreads, bounds).map { min(max($1.lowerBound, quartileFactor * $0), $1.upperBound) }
  }

  /// The indices of the artefacts; for an ectopic or an extra beat, the indices of both intervals.
  var artefacts: Set<Int> {
    var found: Set<Int> = []
    var isPreviousSuspect = false
    for place in intervals.indices {
      let (change, next) = (abs(fromPrevious[place + 1]), abs(fromPrevious[place + 2]))
      let isEctopic = change > 1 && self.isEctopic(place)
      // The second of two long intervals is as long as the first, and only the interval after it differs.
      let isSuspect = change > 1 || isPreviousSuspect && change < next
      isPreviousSuspect = change > 1 && !isEctopic
      if isEctopic {
        found.formUnion([max(0, place - 1), place])
      } else if isSuspect, isOpposed(place) || abs(fromMedian[place]) > Self.mostFromMedian {
        found.formUnion(isExtra(place) ? [place, place + 1] : [place])
      }
    }
    return found
  }

  /// Whether the changes before and after oppose this one: a short interval and the long one of its pause, or the
  /// reverse.
  private func isEctopic(_ place: Int) -> Bool {
    let sign = fromPrevious[place + 1] < 0 ? -1.0 : 1
    let change = sign * fromPrevious[place + 1]
    let neighbours = max(sign * fromPrevious[place], sign * fromPrevious[place + 2])
    return neighbours < -Self.ectopicSlope * change - Self.ectopicOffset
  }

  /// Whether one of the next two changes reverses this one: a long or a short interval.
  private func isOpposed(_ place: Int) -> Bool {
    let sign = fromPrevious[place + 1] < 0 ? -1.0 : 1
    guard sign * fromPrevious[place + 1] > 1 else { return false }
    return min(sign * fromPrevious[place + 2], sign * fromPrevious[place + 3]) < -1
  }

  /// Whether a short interval and the next one add up to the usual length.
  private func isExtra(_ place: Int) -> Bool {
    guard fromPrevious[place + 1] < -1, isOpposed(place), place + 1 < intervals.count else { return false }
    return abs(intervals[place] + intervals[place + 1] - medians[place]) < medianThresholds[place]
  }
}

/// The least and the greatest threshold, defined by jz2: the paper's threshold depends only on the variation of 91
/// intervals.
///
/// In an even series that threshold falls below genuine dips, and in a series full of artefacts it rises above them.
/// docs/body.md compares recordings.
private enum ArtefactThreshold {
  /// The least threshold as a share of the median, up to `restRate` and from `workRate` beats a minute; between them it
  /// falls in a straight line.
  ///
  /// Breathing changes the intervals of a slow heart: with 5 % throughout, 15 to 50 % of the sound beats at 95 to 105 a
  /// minute that vary by 25 to 30 ms with each breath would be removed, and as many with a line down to 95.
  private static let (restShare, workShare) = (0.20, 0.05)
  private static let (restRate, workRate) = (80.0, 120.0)
  /// The greatest threshold, as a multiple of the least one.
  private static let most = 1.5

  static func milliseconds(around median: Double, during effort: RRArtefacts.Effort) -> ClosedRange<Double> {
    // Keeps the threshold above 0 for any median.
    let median = max(median, RRArtefacts.possible.lowerBound)
    let least = share(ofMedian: median, during: effort) * median
    return least...(Self.most * least)
  }

  private static func share(ofMedian milliseconds: Double, during effort: RRArtefacts.Effort) -> Double {
    guard effort == .exercise else { return restShare }
    let rest = (workRate - 60_000 / milliseconds) / (workRate - restRate)
    return workShare + (restShare - workShare) * min(max(0, rest), 1)
  }
}
