/// What the interval asks of the trainer.
extension PlanRun {
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
    min(max(PlanLimits.watts.lowerBound, Int(watts)), PlanLimits.watts.upperBound)
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
