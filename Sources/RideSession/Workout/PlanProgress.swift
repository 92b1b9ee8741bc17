package import Rides

/// The progress of a ride through its workout.
///
/// It is stored with the rows, so that the next process can resume the ride.
package struct PlanProgress: Hashable, Sendable, Codable {
  /// The number of ended intervals that are kept.
  static let remembered = 20

  /// The seconds of the ride that the progress includes.
  package internal(set) var second = 0
  /// The present interval, from 0; the number of intervals after all are over.
  package internal(set) var index = 0
  /// Seconds of timer time since the interval began.
  package internal(set) var timerSeconds = 0
  /// Virtual metres since the interval began.
  package internal(set) var meters = 0.0
  /// The measured and requested power of the interval so far; nil if an earlier version stored the progress.
  package internal(set) var means: IntervalMeans?
  /// Virtual metres of the whole ride, as the place on the route.
  package internal(set) var routeMeters = 0.0
  /// Metres from the interval's beginning to its location; nil if it ends in another way.
  package internal(set) var locationMeters: Double?
  /// The length that the rider added to the interval.
  package internal(set) var extraSeconds = 0
  package internal(set) var extraMeters = 0.0
  /// The point at which a ramp was last extended; nil if it was not extended, and for other intervals.
  package internal(set) var rampPoint: RampPoint?
  /// The percentage by which all planned watts are raised.
  package internal(set) var biasPercent = 0
  /// The watts that the rider requested instead of the interval's.
  package internal(set) var askedWatts: Int?
  /// The bias at the time of that request, in percent; nil without a bias.
  package internal(set) var askedBiasPercent: Int?
  /// Whether the rider rides free instead of at the interval's watts; nil for no.
  private var freed: Bool?
  /// The brake that the rider or an app requested instead of the interval's target; nil without a request.
  package private(set) var brake: Brake?
  /// The rider's labels, by the interval's index.
  package internal(set) var labels: [Int: String] = [:]
  /// The latest intervals that ended, in order; nil if no interval ended, or an earlier version stored the progress.
  private var expired: [ExpiredInterval]?
  package internal(set) var endedCount = 0
  /// The steering by heart rate; nil in an interval without steering.
  package internal(set) var steering: HeartRateSteering?
  /// The `learningKey` of the steered heart rates, the number of a zone.
  package internal(set) var steeredZone: Int?
  /// The watts that the steering of earlier intervals learnt, by `learningKey`.
  package internal(set) var learntWatts: [Int: Int] = [:]

  package init() {}

  /// Creates the progress of a steady ride whose watts changed during it, from before progress was stored; 0 W for free
  /// riding.
  package init(askedWatts: Int?) {
    if askedWatts == 0 { freed = true } else { self.askedWatts = askedWatts }
  }

  /// The latest intervals that ended, in order.
  package internal(set) var ended: [ExpiredInterval] {
    get { expired ?? [] }
    set { expired = newValue }
  }

  /// Whether the rider rides free instead of at the interval's watts.
  package var isFreed: Bool { freed == true }

  /// Begins or ends free riding instead of the interval's watts.
  mutating func free(_ isFreed: Bool) { (freed, brake) = (isFreed ? true : nil, nil) }

  /// Begins a ride by this brake instead of the interval's watts.
  mutating func brake(_ brake: Brake) { (freed, self.brake) = (true, brake) }

  /// Whether all values are in range; false if the stored progress is damaged.
  var isSound: Bool {
    let counts = [index, timerSeconds, second, endedCount]
    let watts = learntWatts.values + [askedWatts ?? 0]
    return counts.allSatisfy((0...100_000_000).contains) && Limits.biasPercent.contains(biasPercent)
      && Limits.biasPercent.contains(askedBiasPercent ?? 0)
      && (-100_000_000...100_000_000).contains(extraSeconds) && (-1e12...1e12).contains(extraMeters)
      && [meters, routeMeters].allSatisfy((0...1e12).contains)
      && watts.allSatisfy((-65_535...65_535).contains) && steering?.isSound ?? true && rampPoint?.isSound ?? true
      && brake?.isSound ?? true
  }

  /// The watts that the steering has learnt for Zone 2 so far.
  package var learntZone2Watts: Int? { (steeredZone == 2 ? steering?.learntWatts : nil) ?? learntWatts[2] }
}

/// The measured and requested power of an interval, over its seconds of timer time.
package struct IntervalMeans: Hashable, Sendable, Codable {
  /// The measured watts.
  var measured = Mean()
  /// The requested watts, before the guards.
  var asked = Mean()
}

/// A point of a ramp.
///
/// From there, the ramp is a straight line to its end.
package struct RampPoint: Hashable, Sendable, Codable {
  /// Seconds of the interval, or metres if it ends by distance.
  var ridden: Double
  /// The planned watts, before the bias.
  var watts: Double

  /// Whether all values are in range; false if the stored progress is damaged.
  var isSound: Bool { (0...1e9).contains(ridden) && (0...65_535).contains(watts) }
}

extension PlanProgress {
  /// The part of the progress that rows alone do not show.
  ///
  /// While it is the same, the rows update an earlier progress.
  struct Milestone: Hashable, Sendable {
    var index: Int
    var endedCount: Int
    var extraSeconds: Int
    var extraMeters: Double
    var biasPercent: Int
    var askedWatts: Int?
    var askedBiasPercent: Int?
    var isFreed: Bool
    var brake: Brake?
    /// The watts at which the rider asked the steering to begin.
    var steeredFromWatts: Int?
    var labels: [Int: String]
    /// Minutes of steering.
    ///
    /// The learnt power of a longer time cannot be recovered from rows.
    var steeredMinutes: Int?
  }

  var milestone: Milestone {
    Milestone(
      index: index, endedCount: endedCount, extraSeconds: extraSeconds, extraMeters: extraMeters,
      biasPercent: biasPercent, askedWatts: askedWatts, askedBiasPercent: askedBiasPercent, isFreed: isFreed,
      brake: brake,
      steeredFromWatts: steering?.askedWatts, labels: labels,
      steeredMinutes: steering == nil ? nil : timerSeconds / 60)
  }
}
