/// How far a ride has come in its plan; kept with its rows, so that a next process goes on from there.
package struct PlanProgress: Hashable, Sendable, Codable {
  /// How many ended intervals are remembered.
  static let remembered = 20

  /// The ride's seconds that it takes account of.
  package internal(set) var second = 0
  /// The interval that is ridden, from 0; as many as there are once all are over.
  package internal(set) var index = 0
  /// Seconds of timer time since it began.
  package internal(set) var timerSeconds = 0
  /// Virtual metres since it began.
  package internal(set) var meters = 0.0
  /// Virtual metres of the whole ride, which say where on the route it is.
  package internal(set) var routeMeters = 0.0
  /// Metres from the interval's beginning to its location; nil where it ends otherwise.
  package internal(set) var locationMeters: Double?
  /// What the rider added to the interval.
  package internal(set) var extraSeconds = 0
  package internal(set) var extraMeters = 0.0
  /// Where a ramp was when it was last extended; nil of one that was not, and of other intervals.
  package internal(set) var rampPoint: RampPoint?
  /// By how much all planned watts are raised, in percent.
  package internal(set) var biasPercent = 0
  /// The watts that the rider asked for in place of the interval's.
  package internal(set) var askedWatts: Int?
  /// The bias that was on when they were asked for, in percent; nil for none.
  package internal(set) var askedBiasPercent: Int?
  /// Labels that the rider gave, by the interval's index.
  package internal(set) var labels: [Int: String] = [:]
  /// The intervals that ended last, the latest last.
  package internal(set) var ended: [EndedInterval] = []
  package internal(set) var endedCount = 0
  /// What the heart rate steers, in an interval that it does.
  package internal(set) var steering: HeartRateSteering?
  /// The zone that it is steered to.
  package internal(set) var steeredZone: Int?
  /// What the steering of earlier intervals had learnt, in watts, by zone.
  package internal(set) var learntWatts: [Int: Int] = [:]

  package init() {}

  /// The beginning of a steady ride whose watts were changed on the way; of one that was recorded before there were plans.
  package init(askedWatts: Int?) {
    self.askedWatts = askedWatts
  }

  /// Whether its numbers can be, whatever became of the file that it was kept in.
  var isSound: Bool {
    let counts = [index, timerSeconds, second, extraSeconds, endedCount]
    let watts = learntWatts.values + [askedWatts ?? 0]
    return counts.allSatisfy((0...100_000_000).contains) && PlanRun.biases.contains(biasPercent)
      && PlanRun.biases.contains(askedBiasPercent ?? 0)
      && [meters, routeMeters, extraMeters].allSatisfy((0...1e12).contains)
      && watts.allSatisfy((-65_535...65_535).contains) && steering?.isSound ?? true && rampPoint?.isSound ?? true
  }

  /// What the heart-rate steering has learnt so far of Zone 2, in watts.
  package var learntZone2Watts: Int? { (steeredZone == 2 ? steering?.learntWatts : nil) ?? learntWatts[2] }
}

/// A point of a ramp: from there on it is a straight line to its end.
package struct RampPoint: Hashable, Sendable, Codable {
  /// Seconds of the interval, or metres of one that ends by distance.
  var ridden: Double
  /// As planned, before the bias, in watts.
  var watts: Double

  /// Whether its numbers can be, whatever became of the file that it was kept in.
  var isSound: Bool { (0...1e9).contains(ridden) && (0...65_535).contains(watts) }
}

extension PlanProgress {
  /// What rows alone do not tell: while it is the same, a progress that was kept earlier is brought up to date by them.
  struct Milestone: Hashable, Sendable {
    var index: Int
    var endedCount: Int
    var extraSeconds: Int
    var extraMeters: Double
    var biasPercent: Int
    var askedWatts: Int?
    var askedBiasPercent: Int?
    /// What the rider asked of the heart-rate steering.
    var steeredFromWatts: Int?
    var labels: [Int: String]
    /// The heart-rate steering knows more than can be told from rows after a while.
    var steeredMinutes: Int?
  }

  var milestone: Milestone {
    Milestone(
      index: index, endedCount: endedCount, extraSeconds: extraSeconds, extraMeters: extraMeters,
      biasPercent: biasPercent, askedWatts: askedWatts, askedBiasPercent: askedBiasPercent,
      steeredFromWatts: steering?.askedWatts, labels: labels,
      steeredMinutes: steering == nil ? nil : timerSeconds / 60)
  }
}
