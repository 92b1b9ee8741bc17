/// Finds intervals that do not show the heart: missed, extra and ectopic beats, and misreadings of the strap.
///
/// The classification is that of Lipponen and Tarvainen (2019, J Med Eng Technol 43:173), for mornings and for alpha-1 alike.
/// Artefacts are left out, not corrected.
package enum RRArtefacts {
  /// The state of the heart, which decides how much of a difference may be an artefact.
  package enum Effort: Hashable, Sendable {
    /// Breathing moves the beats, whatever their rate.
    case rest
    /// Beats are ever more even the faster they are.
    case exercise
  }

  /// A possible RR interval, in milliseconds.
  package static let possible = 300.0...2000.0
  /// The bound of longer intervals in comparisons: missed beats, or a misreading.
  private static let longest = 4000.0

  /// The intervals without the artefacts of exercise, in milliseconds, oldest first.
  ///
  /// The beats on either side of an artefact are joined. For extra beats that changes alpha-1 less than interpolation, and
  /// otherwise as little: with 3 % artefacts put into series of known alpha-1, it was 0.01 off near 0.9 and at most 0.07
  /// elsewhere; interpolated up to 0.10, left in up to 0.9.
  package static func removed(from intervals: [Double]) -> [Double] {
    zip(intervals, sound(intervals, during: .exercise)).compactMap { $1 ? $0 : nil }
  }

  /// Finds the intervals that show the heart.
  ///
  /// - Parameters:
  ///   - intervals: In milliseconds, oldest first, without a break.
  ///   - effort: The state of the heart.
  /// - Returns: An answer for each interval.
  package static func sound(_ intervals: [Double], during effort: Effort) -> [Bool] {
    let finite = intervals.map { $0.isFinite ? min(max(0, $0), longest) : 0 }
    let artefacts = IntervalDeviations(of: finite, during: effort).artefacts
    return intervals.indices.map { possible.contains(intervals[$0]) && !artefacts.contains($0) }
  }
}

/// How far intervals are from the one before (dRR) and from their neighbours' median (mRR), each in units of its threshold.
private struct IntervalDeviations {
  /// The factor of the quartile deviation that makes a threshold (alpha).
  private static let quartileFactor = 5.2
  /// The intervals on either side in a threshold (91 in all) and in a median (11 in all).
  private static let (thresholdReach, medianReach) = (45, 5)
  /// Slope and offset of the line beyond which a short interval next to a long one is an ectopic beat (c1 and c2).
  private static let (ectopicSlope, ectopicOffset) = (0.13, 0.17)
  /// The greatest mRR of a sound interval, in thresholds.
  private static let mostFromMedian = 3.0

  private let intervals: [Double]
  private let medians: [Double]
  /// Of each interval, with 0 before the first and two more behind the last.
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
    // Before the first interval and behind the last, the heart is taken to beat at the median there.
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

  /// The places of the artefacts; of an ectopic and of an extra beat, those of both intervals.
  var artefacts: Set<Int> {
    var found: Set<Int> = []
    var isPreviousSuspect = false
    for place in intervals.indices {
      let (change, next) = (abs(fromPrevious[place + 1]), abs(fromPrevious[place + 2]))
      let isEctopic = change > 1 && self.isEctopic(place)
      // The second of two long intervals is as long as the first, and only the one behind it differs.
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

  /// Whether the changes before and behind oppose this one: a short interval and the long one of its pause, or the reverse.
  private func isEctopic(_ place: Int) -> Bool {
    let sign = fromPrevious[place + 1] < 0 ? -1.0 : 1
    let change = sign * fromPrevious[place + 1]
    let neighbours = max(sign * fromPrevious[place], sign * fromPrevious[place + 2])
    return neighbours < -Self.ectopicSlope * change - Self.ectopicOffset
  }

  /// Whether a change is taken back by one of the two that follow: a long or a short interval.
  private func isOpposed(_ place: Int) -> Bool {
    let sign = fromPrevious[place + 1] < 0 ? -1.0 : 1
    guard sign * fromPrevious[place + 1] > 1 else { return false }
    return min(sign * fromPrevious[place + 2], sign * fromPrevious[place + 3]) < -1
  }

  /// Whether a short interval and the next make one of the usual length.
  private func isExtra(_ place: Int) -> Bool {
    guard fromPrevious[place + 1] < -1, isOpposed(place), place + 1 < intervals.count else { return false }
    return abs(intervals[place] + intervals[place + 1] - medians[place]) < medianThresholds[place]
  }
}

/// The least and the greatest threshold, of jz2's own: the paper's follows the variation of 91 intervals alone.
///
/// In an even series it falls below genuine dips, and in one full of artefacts it rises above them. docs/body.md
/// compares recordings.
private enum ArtefactThreshold {
  /// The least threshold as a share of the median, up to `restRate` and from `workRate` beats a minute; between them it
  /// falls in a straight line.
  ///
  /// Breathing moves the beats of a slow heart: with 5 % throughout, 15 to 50 % of the sound beats at 95 to 105 a minute that
  /// swing by 25 to 30 ms with each breath would be removed, and as many with a line down to 95.
  private static let (restShare, workShare) = (0.20, 0.05)
  private static let (restRate, workRate) = (80.0, 120.0)
  /// The greatest threshold, in least ones.
  private static let most = 1.5

  static func milliseconds(around median: Double, during effort: RRArtefacts.Effort) -> ClosedRange<Double> {
    // No median is too short for a threshold above 0.
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
