package import Rides

/// The run of a ride through its workout.
///
/// It receives rows and the rider's steps, and determines the requested power.
///
/// An interval ends with the row that completes it, and the next one begins with the next row. An excess is not carried
/// over.
package struct PlanRun: Hashable, Sendable {
  package let plan: RidePlan
  package internal(set) var progress: PlanProgress
  /// The route, measured once; nil without a route.
  let course: Course?

  /// Always equal, because the workout, from which it is measured, is compared instead.
  struct Course: Hashable, Sendable {
    let course: RouteCourse
    static func == (_: Self, _: Self) -> Bool { true }
    func hash(into _: inout Hasher) {}
  }

  /// Creates a run from the beginning, or from the stored progress of a previous process.
  ///
  /// Damaged progress is ignored.
  package init(_ plan: RidePlan, progress: PlanProgress? = nil) {
    self.plan = plan
    let kept = progress.flatMap { $0.isSound ? $0 : nil }
    self.progress = kept ?? PlanProgress()
    course = plan.route.map { Course(course: RouteCourse($0)) }
    guard kept == nil else { return }
    enter()
    if let brake = plan.request?.brake { self.progress.brake(brake) }
  }

  /// The present interval; nil after all are over.
  package var interval: RideInterval? { interval(at: progress.index) }

  /// Whether all intervals are over.
  package var isOver: Bool { interval == nil }

  /// Whether a requested power needs a trainer that can hold one.
  package var needsPower: Bool { plan.needsPower || progress.askedWatts != nil }

  func interval(at index: Int) -> RideInterval? {
    plan.intervals.indices.contains(index) ? plan.intervals[index] : nil
  }

  /// Whether the present interval belongs to a ramp test, which ends when the legs give up.
  var isRamp: Bool { plan.test == .ramp && plan.isTested(at: progress.index) }

  /// Whether the decisive part of a test is over; false in other workouts.
  var isAfterTest: Bool {
    guard plan.test != nil, let last = plan.intervals.indices.last(where: plan.isTested) else { return false }
    return progress.index > last
  }

  func label(at index: Int) -> String? { progress.labels[index] ?? interval(at: index)?.label }

  /// Handles a row of timer time.
  ///
  /// - Parameters:
  ///   - meters: The virtual distance of the row.
  ///   - watts: The power of the row; nil if no power arrived.
  ///   - second: The ride's seconds at the row's end.
  /// - Returns: The interval that ended with the row; nil if no interval ended.
  package mutating func rowEnded(meters: Double, watts: Double? = nil, second: Int) -> ExpiredInterval? {
    progress.second = second
    guard !isOver else { return nil }
    if let watts { progress.means?.measured.add(watts) }
    if let asked = self.watts { progress.means?.asked.add(Double(asked)) }
    progress.timerSeconds += 1
    progress.meters += max(0, meters)
    progress.routeMeters += max(0, meters)
    return isFulfilled ? end(.expired, second: second) : nil
  }

  /// Adds the rows that were recorded after the progress was stored, so that a ride can be resumed.
  package mutating func catchUp(with samples: some Sequence<RideSample>) {
    var metersBefore: Double?
    for sample in samples {
      defer { metersBefore = sample.distanceMeters ?? metersBefore }
      guard sample.second >= progress.second, sample.timerRunning else { continue }
      _ = heartRate(sample.beatsPerMinute, mostWatts: nil)
      let meters = sample.distanceMeters.map { $0 - (metersBefore ?? 0) } ?? 0
      _ = rowEnded(meters: meters, watts: sample.powerWatts, second: sample.second + 1)
    }
  }

  /// Ends the interval and begins the next one.
  mutating func end(_ outcome: IntervalOutcome, second: Int) -> ExpiredInterval? {
    guard let ended = note(outcome, second: second) else { return nil }
    progress.index += 1
    enter()
    return ended
  }

  /// Adds the interval to the ended ones.
  mutating func note(_ outcome: IntervalOutcome, second: Int) -> ExpiredInterval? {
    guard let interval else { return nil }
    let ended = ExpiredInterval(
      number: progress.index + 1, label: label(at: progress.index), end: interval.end.kind, outcome: outcome,
      atSeconds: second, timerSeconds: progress.timerSeconds, meters: progress.meters,
      averageWatts: progress.means?.measured.value.map(Precision.power.rounded),
      targetWatts: progress.means?.asked.value.map(Precision.power.rounded))
    progress.ended = (progress.ended + [ended]).suffix(PlanProgress.remembered)
    progress.endedCount += 1
    return ended
  }

  /// Begins the interval at the present index.
  mutating func enter() {
    (progress.timerSeconds, progress.meters, progress.means) = (0, 0, IntervalMeans())
    (progress.askedWatts, progress.askedBiasPercent) = (nil, nil)
    progress.free(false)
    (progress.extraSeconds, progress.extraMeters, progress.rampPoint) = (0, 0, nil)
    progress.locationMeters = nil
    if case .location(let place)? = interval?.end {
      progress.locationMeters = course?.course.meters(to: place, after: progress.routeMeters)
        .map { $0 - progress.routeMeters }
    }
    enterSteering()
  }

  /// Begins, continues or ends the steering.
  ///
  /// A zone begins at the power that the workout states. Without such a power, the steering continues after another
  /// zone. The first zone begins at its learnt power, or at its usual power.
  private mutating func enterSteering() {
    if let zone = progress.steeredZone, let watts = progress.steering?.learntWatts {
      progress.learntWatts[zone] = watts
    }
    guard case .heartRate(let target)? = interval?.aim else {
      (progress.steering, progress.steeredZone) = (nil, nil)
      return
    }
    progress.steeredZone = target.learningKey
    let watts = firstWatts(of: target)
    switch target.start {
    case _ where progress.steering == nil: progress.steering = HeartRateSteering(target, from: watts)
    case .planned: progress.steering?.begin(target, at: watts)
    case .usual: progress.steering?.retarget(target)
    }
  }

  /// Returns the watts at which a zone begins if there was no steering before.
  func firstWatts(of target: HeartRateTarget) -> Int {
    switch target.start {
    case .planned(let watts): biased(watts)
    case .usual(let watts): progress.learntWatts[target.learningKey] ?? biased(watts)
    }
  }

  /// Returns whether the interval after `ended` begins to steer from a power of its own, instead of continuing the
  /// steering.
  func beginsToSteer(after ended: ExpiredInterval) -> Bool {
    guard case .heartRate(let target)? = interval?.aim else { return false }
    guard plan.isSteered(at: ended.number - 1) else { return true }
    return switch target.start {
    case .planned: true
    case .usual: false
    }
  }

  private var isFulfilled: Bool {
    switch interval?.end {
    case .timer, .distance, .location: remainingSeconds.map { $0 <= 0 } ?? remainingMeters.map { $0 <= 0 } ?? false
    case .activity, nil: false
    }
  }
}

extension PlanRun {
  /// Seconds of timer time until the interval ends; nil if it does not end by the timer.
  package var remainingSeconds: Int? {
    guard case .timer(let seconds)? = interval?.end else { return nil }
    return max(0, seconds + progress.extraSeconds - progress.timerSeconds)
  }

  /// Virtual metres until the interval ends; nil if it ends neither by distance nor at a place.
  package var remainingMeters: Double? {
    switch interval?.end {
    case .distance(let meters): max(0, meters + progress.extraMeters - progress.meters)
    case .location: progress.locationMeters.map { max(0, $0 - progress.meters) }
    case .timer, .activity, nil: nil
    }
  }

  /// Seconds of timer time until the workout ends; nil if an interval does not end by the timer.
  package var remainingSecondsInAll: Int? {
    var sum = 0
    for index in plan.intervals.indices.dropFirst(progress.index) {
      guard case .timer(let seconds) = plan.intervals[index].end else { return nil }
      sum += index == progress.index ? remainingSeconds ?? 0 : seconds
    }
    return sum
  }

  /// The completed share of the interval, 0…1; nil if only the rider's `Done` ends it.
  package var share: Double? {
    let (ridden, left): (Double, Double)
    if let remainingSeconds {
      (ridden, left) = (Double(progress.timerSeconds), Double(remainingSeconds))
    } else if let remainingMeters {
      (ridden, left) = (progress.meters, remainingMeters)
    } else {
      return nil
    }
    return ridden + left > 0 ? min(1, ridden / (ridden + left)) : 0
  }

  /// Returns the completed share of the workout, 0…1: by time if that is known, otherwise by intervals.
  package func shareInAll(riddenSeconds: Int) -> Double {
    if let left = remainingSecondsInAll, riddenSeconds + left > 0 {
      return Double(riddenSeconds) / Double(riddenSeconds + left)
    }
    guard !isOver, !plan.intervals.isEmpty else { return 1 }
    return (Double(progress.index) + (share ?? 0)) / Double(plan.intervals.count)
  }
}

// MARK: - The requested power

extension PlanRun {
  /// The present request, for the power target.
  var asked: PowerTarget.Asked {
    if !progress.isFreed, let steering = progress.steering { return .steered(steering) }
    return watts.map { .watts($0) } ?? .brake(brake)
  }

  /// The presently requested watts; nil during free riding.
  ///
  /// In a ramp, they are those of the middle of the present second, so that its seconds have the ramp's mean.
  package var watts: Int? {
    if progress.isFreed { return nil }
    if let steering = progress.steering { return steering.watts }
    if let handWatts { return handWatts }
    return plannedWatts.map(biased)
  }

  /// The watts that the rider requested instead of the interval's, raised by the bias since then; nil without a
  /// request.
  package var handWatts: Int? {
    guard let asked = progress.askedWatts else { return nil }
    let (now, then) = (progress.biasPercent, progress.askedBiasPercent ?? 0)
    guard now != then else { return asked }
    return Self.limited((Double(asked) * Double(100 + now) / Double(100 + then)).rounded())
  }

  /// Whether the watts change from second to second without a request.
  package var isMoving: Bool {
    switch interval?.aim {
    case _ where progress.isFreed: false
    case .ramp: progress.askedWatts == nil
    case .heartRate: true
    case .hold, .free, nil: false
    }
  }

  private var plannedWatts: Int? {
    switch interval?.aim {
    case .hold(let watts): watts
    case .ramp: rampPoint.map { Int($0.watts.rounded()) }
    case .heartRate, .free, nil: nil
    }
  }

  /// The present point of a ramp, counted from its beginning or its last extension; nil for other intervals.
  ///
  /// A ramp that only the rider's `Done` ends has no length, and stays at its beginning.
  private var rampPoint: RampPoint? {
    guard case .ramp(let from, let to)? = interval?.aim else { return nil }
    let begin = progress.rampPoint ?? RampPoint(ridden: 0, watts: Double(from))
    guard let (ridden, length) = rampPlace, length > begin.ridden else { return begin }
    let share = min(1, max(0, (ridden - begin.ridden) / (length - begin.ridden)))
    return RampPoint(ridden: ridden, watts: begin.watts + (Double(to) - begin.watts) * share)
  }

  /// The completed part and the length of a ramp: in seconds, up to the middle of the present one, or in metres.
  private var rampPlace: (ridden: Double, length: Double)? {
    if let remainingSeconds {
      return (Double(progress.timerSeconds) + 0.5, Double(progress.timerSeconds + remainingSeconds))
    }
    return remainingMeters.map { (progress.meters, progress.meters + $0) }
  }

  /// Call before an interval is extended.
  ///
  /// A ramp keeps its present watts, and continues to its end from there.
  mutating func keepRampPoint() {
    if let rampPoint { progress.rampPoint = rampPoint }
  }

  func biased(_ watts: Int) -> Int { Self.biased(watts, by: progress.biasPercent) }

  /// Increases watts by a bias in percent.
  static func biased(_ watts: Int, by percent: Int) -> Int {
    guard percent != 0 else { return watts }
    return limited((Double(watts) * Double(100 + percent) / 100).rounded())
  }

  private static func limited(_ watts: Double) -> Int {
    min(max(Limits.watts.lowerBound, Int(watts)), Limits.watts.upperBound)
  }

  /// Starts free riding until watts are requested, or the interval ends.
  package mutating func askFree() {
    (progress.askedWatts, progress.askedBiasPercent) = (nil, nil)
    progress.free(false)
    progress.free(watts != nil)
  }

  /// Applies a brake that the rider or an app requested, until the interval ends.
  package mutating func ask(_ brake: Brake) {
    (progress.askedWatts, progress.askedBiasPercent) = (nil, nil)
    progress.brake(brake)
  }

  /// Applies watts that the rider requested.
  ///
  /// They hold until the interval ends. If the heart rate steers, it continues from there.
  package mutating func ask(watts: Int) {
    progress.free(false)
    guard progress.steering != nil else { return hold(watts) }
    progress.steering?.begin(at: watts)
  }

  /// Applies a change that the rider requested, relative to the present watts.
  package mutating func ask(change: Int, from watts: Int) {
    guard progress.steering == nil else { return progress.steering?.nudge(by: change) ?? () }
    hold(watts + change)
  }

  /// The watts include the present bias.
  private mutating func hold(_ watts: Int) {
    (progress.askedWatts, progress.askedBiasPercent) = (watts, progress.biasPercent)
  }

  /// Handles the heart rate at the end of a row of timer time.
  ///
  /// `mostWatts` is the maximum that the guards permit.
  package mutating func heartRate(_ beatsPerMinute: Int?, mostWatts: Int?) -> HeartRateSteering.Change? {
    progress.isFreed ? nil : progress.steering?.second(beatsPerMinute: beatsPerMinute, mostWatts: mostWatts)
  }

  /// Call when the timer runs again after a stop of this many seconds.
  package mutating func resumed(afterSeconds seconds: Int) { progress.steering?.resumed(afterSeconds: seconds) }
}

/// The power that a workout states for an interval, in watts.
///
/// A ramp has one at each end.
package struct PlannedPower: Hashable, Sendable {
  package let watts: Int
  /// The power at the end of a ramp; nil for other intervals.
  package let toWatts: Int?
}

extension RidePlan {
  /// Returns the power of an interval by its number, from 1, with a bias; nil if no power is stated, or there is no
  /// such interval.
  package func power(ofInterval number: Int, biasPercent: Int) -> PlannedPower? {
    guard intervals.indices.contains(number - 1) else { return nil }
    switch intervals[number - 1].aim {
    case .hold(let watts): return PlannedPower(watts: PlanRun.biased(watts, by: biasPercent), toWatts: nil)
    case .ramp(let from, let to):
      return PlannedPower(watts: PlanRun.biased(from, by: biasPercent), toWatts: PlanRun.biased(to, by: biasPercent))
    case .heartRate, .free: return nil
    }
  }
}
