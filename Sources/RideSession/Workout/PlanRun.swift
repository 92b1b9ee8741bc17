/// A plan while it is ridden: takes the rows of the ride and the rider's word, and says what to hold.
///
/// An interval ends with the row that fulfils it, and the next begins with the row after; what was ridden too much is not
/// carried over.
package struct PlanRun: Hashable, Sendable {
  package let plan: RidePlan
  package internal(set) var progress: PlanProgress
  /// The route, measured once; nil where there is none.
  private let course: Course?

  /// Equal where the plan is, which it is measured from.
  private struct Course: Hashable, Sendable {
    let course: RouteCourse
    static func == (_: Self, _: Self) -> Bool { true }
    func hash(into _: inout Hasher) {}
  }

  /// A ride that begins, or one that goes on from where a former process left it; from the beginning where that is damaged.
  package init(_ plan: RidePlan, progress: PlanProgress? = nil) {
    self.plan = plan
    let kept = progress.flatMap { $0.isSound ? $0 : nil }
    self.progress = kept ?? PlanProgress()
    course = plan.route.map { Course(course: RouteCourse($0)) }
    if kept == nil { enter() }
  }

  /// The interval that is ridden; nil once all are over.
  package var interval: RideInterval? { interval(at: progress.index) }

  /// Whether all intervals are over.
  package var isOver: Bool { interval == nil }

  func interval(at index: Int) -> RideInterval? {
    plan.intervals.indices.contains(index) ? plan.intervals[index] : nil
  }

  func label(at index: Int) -> String? { progress.labels[index] ?? interval(at: index)?.label }

  /// A row of timer time is over.
  ///
  /// - Parameters:
  ///   - meters: The virtual distance of the row.
  ///   - second: The ride's seconds at the row's end.
  /// - Returns: The interval that has ended with it, if one has.
  package mutating func rowEnded(meters: Double, second: Int) -> EndedInterval? {
    progress.second = second
    guard !isOver else { return nil }
    progress.timerSeconds += 1
    progress.meters += max(0, meters)
    progress.routeMeters += max(0, meters)
    return isFulfilled ? end(.expired, second: second) : nil
  }

  /// Takes the rows that were recorded after the progress was kept.
  package mutating func catchUp(with samples: some Sequence<RideSample>) {
    var metersBefore: Double?
    for sample in samples {
      defer { metersBefore = sample.distanceMeters ?? metersBefore }
      guard sample.second >= progress.second, sample.timerRunning else { continue }
      _ = heartRate(sample.beatsPerMinute, mostWatts: nil)
      let meters = sample.distanceMeters.map { $0 - (metersBefore ?? 0) } ?? 0
      _ = rowEnded(meters: meters, second: sample.second + 1)
    }
  }

  /// Ends the interval; the next one begins.
  mutating func end(_ outcome: IntervalOutcome, second: Int) -> EndedInterval? {
    guard let ended = note(outcome, second: second) else { return nil }
    progress.index += 1
    enter()
    return ended
  }

  /// Notes that the interval is over.
  mutating func note(_ outcome: IntervalOutcome, second: Int) -> EndedInterval? {
    guard let interval else { return nil }
    let ended = EndedInterval(
      number: progress.index + 1, label: label(at: progress.index), end: interval.end, outcome: outcome,
      atSecond: second, timerSeconds: progress.timerSeconds, meters: progress.meters)
    progress.ended = (progress.ended + [ended]).suffix(PlanProgress.remembered)
    progress.endedCount += 1
    return ended
  }

  /// Begins the interval at the present index.
  mutating func enter() {
    (progress.timerSeconds, progress.meters) = (0, 0)
    (progress.askedWatts, progress.askedBiasPercent) = (nil, nil)
    (progress.extraSeconds, progress.extraMeters, progress.rampPoint) = (0, 0, nil)
    progress.locationMeters = nil
    if case .location(let place)? = interval?.end {
      progress.locationMeters = course?.course.meters(to: place, after: progress.routeMeters)
        .map { $0 - progress.routeMeters }
    }
    enterSteering()
  }

  /// A zone begins at the power that the plan says; without one it is steered on after another, and a first one begins at
  /// what was learnt of it, or its usual power.
  private mutating func enterSteering() {
    if let zone = progress.steeredZone, let watts = progress.steering?.learntWatts {
      progress.learntWatts[zone] = watts
    }
    guard case .heartRate(let target)? = interval?.aim else {
      (progress.steering, progress.steeredZone) = (nil, nil)
      return
    }
    progress.steeredZone = target.zone
    let watts = firstWatts(of: target)
    switch target.start {
    case _ where progress.steering == nil: progress.steering = HeartRateSteering(target, from: watts)
    case .planned: progress.steering?.begin(target, at: watts)
    case .usual: progress.steering?.retarget(target)
    }
  }

  /// The watts that a zone begins at where nothing is steered yet.
  func firstWatts(of target: HeartRateTarget) -> Int {
    switch target.start {
    case .planned(let watts): biased(watts)
    case .usual(let watts): progress.learntWatts[target.zone] ?? biased(watts)
    }
  }

  /// Whether the interval after `ended` begins to steer from a power of its own, instead of steering on.
  func beginsToSteer(after ended: EndedInterval) -> Bool {
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
  /// Seconds of timer time that the interval has still to run; nil where it does not end by the timer.
  package var remainingSeconds: Int? {
    guard case .timer(let seconds)? = interval?.end else { return nil }
    return max(0, seconds + progress.extraSeconds - progress.timerSeconds)
  }

  /// Virtual metres that the interval has still to run; nil where it does not end by distance, or at a place.
  package var remainingMeters: Double? {
    switch interval?.end {
    case .distance(let meters): max(0, meters + progress.extraMeters - progress.meters)
    case .location: progress.locationMeters.map { max(0, $0 - progress.meters) }
    case .timer, .activity, nil: nil
    }
  }

  /// Seconds of timer time that the plan has still to run; nil where an interval does not end by the timer.
  package var remainingSecondsInAll: Int? {
    var sum = 0
    for index in plan.intervals.indices.dropFirst(progress.index) {
      guard case .timer(let seconds) = plan.intervals[index].end else { return nil }
      sum += index == progress.index ? remainingSeconds ?? 0 : seconds
    }
    return sum
  }

  /// How much of the interval is ridden, 0…1; nil where only the rider's word ends it.
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

  /// How much of the whole is ridden, 0…1: by time where that is known, else by intervals.
  package func shareInAll(riddenSeconds: Int) -> Double {
    if let left = remainingSecondsInAll, riddenSeconds + left > 0 {
      return Double(riddenSeconds) / Double(riddenSeconds + left)
    }
    guard !isOver, !plan.intervals.isEmpty else { return 1 }
    return (Double(progress.index) + (share ?? 0)) / Double(plan.intervals.count)
  }
}

// MARK: - What the interval asks of the trainer

extension PlanRun {
  /// What is asked of the trainer now.
  var asked: PowerTarget.Asked {
    if let steering = progress.steering { return .steered(steering) }
    return watts.map { .watts($0) } ?? .nothing
  }

  /// The watts to hold now; nil while riding is free.
  ///
  /// A ramp has those of the middle of the present second, so that its seconds have the ramp's mean.
  package var watts: Int? {
    if let steering = progress.steering { return steering.watts }
    if let handWatts { return handWatts }
    return plannedWatts.map(biased)
  }

  /// The watts that the rider asked for in place of the interval's, moved by what the bias has changed since; nil where none
  /// are.
  package var handWatts: Int? {
    guard let asked = progress.askedWatts else { return nil }
    let (now, then) = (progress.biasPercent, progress.askedBiasPercent ?? 0)
    guard now != then else { return asked }
    return Self.limited((Double(asked) * Double(100 + now) / Double(100 + then)).rounded())
  }

  /// Whether the watts change by themselves from second to second.
  package var isMoving: Bool {
    switch interval?.aim {
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

  /// Where a ramp is now, from its beginning, or from where it was when it was last extended; nil of another interval.
  ///
  /// Of one that only the rider's word ends, nobody knows the middle.
  private var rampPoint: RampPoint? {
    guard case .ramp(let from, let to)? = interval?.aim else { return nil }
    let begin = progress.rampPoint ?? RampPoint(ridden: 0, watts: Double(from))
    guard let (ridden, length) = rampPlace, length > begin.ridden else { return begin }
    let share = min(1, max(0, (ridden - begin.ridden) / (length - begin.ridden)))
    return RampPoint(ridden: ridden, watts: begin.watts + (Double(to) - begin.watts) * share)
  }

  /// How much of a ramp is ridden, and how long it is, in seconds to the middle of the present one, or in metres.
  private var rampPlace: (ridden: Double, length: Double)? {
    if let remainingSeconds {
      return (Double(progress.timerSeconds) + 0.5, Double(progress.timerSeconds + remainingSeconds))
    }
    return remainingMeters.map { (progress.meters, progress.meters + $0) }
  }

  /// The interval is about to be made longer: a ramp keeps the watts of this moment, and goes to its end from there.
  mutating func keepRampPoint() {
    if let rampPoint { progress.rampPoint = rampPoint }
  }

  func biased(_ watts: Int) -> Int {
    guard progress.biasPercent != 0 else { return watts }
    return Self.limited((Double(watts) * Double(100 + progress.biasPercent) / 100).rounded())
  }

  private static func limited(_ watts: Double) -> Int {
    min(max(Limits.watts.lowerBound, Int(watts)), Limits.watts.upperBound)
  }

  /// The rider asks for watts; they are the interval's until it ends, and where the heart steers, it steers from there.
  package mutating func ask(watts: Int) {
    guard progress.steering != nil else { return hold(watts) }
    progress.steering?.begin(at: watts)
  }

  /// The rider asks for so much more or less than the watts that are held.
  package mutating func ask(change: Int, from watts: Int) {
    guard progress.steering == nil else { return progress.steering?.nudge(by: change) ?? () }
    hold(watts + change)
  }

  /// The bias of this moment is in them already.
  private mutating func hold(_ watts: Int) {
    (progress.askedWatts, progress.askedBiasPercent) = (watts, progress.biasPercent)
  }

  /// The heart rate at the end of a row of timer time; `mostWatts` is what other guards leave of the power.
  package mutating func heartRate(_ beatsPerMinute: Int?, mostWatts: Int?) -> HeartRateSteering.Change? {
    progress.steering?.second(beatsPerMinute: beatsPerMinute, mostWatts: mostWatts)
  }

  /// The timer runs again after it stood for so many seconds.
  package mutating func resumed(afterSeconds seconds: Int) { progress.steering?.resumed(afterSeconds: seconds) }
}
