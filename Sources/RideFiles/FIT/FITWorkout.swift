internal import Rides

/// A FIT workout: Garmin's profile, messages 26 and 27.
struct FITWorkout: Sendable {
  let name: [Double]
  let steps: [FITWorkoutStep]
}

extension FITWorkout {
  /// Converts the ridden plan.
  ///
  /// Names a step after its lap, whose label may have changed during the ride.
  init(_ plan: RidePlan, laps: [RideLap]) {
    let labels = Dictionary(laps.map { ($0.interval ?? 0, $0.label) }) { first, last in last ?? first }
    let steps = zip(plan.intervals, plan.intensities).enumerated().map { index, step in
      var interval = step.0
      if let label = labels[index + 1] ?? nil { interval.label = label }
      return FITWorkoutStep(interval, step.1, index: index)
    }
    self.init(name: FITText.characters(of: plan.name), steps: steps)
  }

  static func columns(_ workout: Self, sport: Double, subSport: Double) -> [FITColumn<Self>] {
    [
      FITColumn(FITField.Workout.sport) { _ in sport },
      FITColumn(FITField.Workout.steps) { Double($0.steps.count) },
      FITColumn(FITField.Workout.subSport) { _ in subSport },
      FITColumn(FITField.Workout.name, count: workout.name.count) { $0.name },
    ]
  }
}

/// An interval as a `workout_step`.
struct FITWorkoutStep: Sendable {
  let index: Double
  let name: [Double]
  let intensity: Double
  /// The `wkt_step_duration` and its value: milliseconds or centimetres, nil for an open end; for a repeat, the first
  /// step.
  let duration: (type: Double, value: Double?)
  let target: FITStepTarget
  let cadence: FITStepTarget?
}

extension FITWorkoutStep {
  init(_ interval: RideInterval, _ intensity: IntervalIntensity, index: Int) {
    self.init(
      index: Double(index), name: FITText.characters(of: interval.label), intensity: intensity.fitNumber,
      duration: Self.duration(of: interval.end), target: FITStepTarget(interval.aim),
      cadence: interval.cadence.map(FITStepTarget.init(cadence:)))
  }

  /// Returns the `wkt_step_duration` and its value; open for an end that FIT does not have.
  static func duration(of end: IntervalEnd) -> (type: Double, value: Double?) {
    switch end {
    case .timer(let seconds): (FITProfile.StepDuration.time, Double(seconds) * 1000)
    case .distance(let meters): (FITProfile.StepDuration.distance, meters * 100)
    case .location, .activity: (FITProfile.StepDuration.open, nil)
    }
  }

  static func columns(for steps: [Self]) -> [FITColumn<Self>] {
    let nameLength = steps.map(\.name.count).max() ?? 0
    return [
      FITColumn(.messageIndex) { $0.index },
      FITColumn(FITField.WorkoutStep.durationType) { $0.duration.type },
      FITColumn(FITField.WorkoutStep.durationValue) { $0.duration.value },
      FITColumn(FITField.WorkoutStep.targetType) { $0.target.type },
      FITColumn(FITField.WorkoutStep.targetValue) { $0.target.value },
      FITColumn(FITField.WorkoutStep.customLow) { $0.target.custom?.lowerBound },
      FITColumn(FITField.WorkoutStep.customHigh) { $0.target.custom?.upperBound },
      FITColumn(FITField.WorkoutStep.intensity) { $0.intensity },
      FITColumn(FITField.WorkoutStep.secondaryType) { $0.cadence?.type },
      FITColumn(FITField.WorkoutStep.secondaryValue) { $0.cadence?.value },
      FITColumn(FITField.WorkoutStep.secondaryLow) { $0.cadence?.custom?.lowerBound },
      FITColumn(FITField.WorkoutStep.secondaryHigh) { $0.cadence?.custom?.upperBound },
      FITColumn(FITField.WorkoutStep.name, count: nameLength) { $0.name },
    ]
  }
}

/// The target of a step: a `wkt_step_target` and its bounds.
struct FITStepTarget: Sendable {
  let type: Double
  /// The bounds in the profile's units; nil for a target without bounds.
  let custom: ClosedRange<Double>?
  /// A zone, or the number of repeats; 0 means that the custom bounds apply, nil that there is no target.
  let value: Double?

  init(type: Double, custom: ClosedRange<Double>?) {
    (self.type, self.custom) = (type, custom)
    value = custom.map { _ in 0 }
  }

  init(type: Double, value: Double) {
    (self.type, custom, self.value) = (type, nil, value)
  }

  init(cadence: ClosedRange<Int>) {
    self.init(
      type: FITProfile.StepTarget.cadence, custom: Double(cadence.lowerBound)...Double(cadence.upperBound))
  }

  /// Beats per minute are written plus 100 (`workout_hr`).
  init(beatsPerMinute beats: ClosedRange<Int>) {
    self.init(
      type: FITProfile.StepTarget.heartRate, custom: Double(beats.lowerBound) + 100...Double(beats.upperBound) + 100)
  }

  init(_ aim: IntervalAim) {
    switch aim {
    case .hold(let watts): self.init(watts: watts, watts)
    case .ramp(let from, let to): self.init(watts: from, to)
    case .heartRate(let target): self.init(beatsPerMinute: target.beatsPerMinute)
    case .free: self.init(type: FITProfile.StepTarget.open, custom: nil)
    }
  }

  /// Watts are written plus 1000 (`workout_power`); smaller numbers would mean percent.
  init(watts one: Int, _ other: Int) {
    let (least, most) = (Double(min(one, other)), Double(max(one, other)))
    self.init(type: FITProfile.StepTarget.power, custom: least + 1000...most + 1000)
  }
}

extension IntervalIntensity {
  var fitNumber: Double {
    switch self {
    case .active: FITProfile.Intensity.active
    case .rest: FITProfile.Intensity.rest
    case .warmUp: FITProfile.Intensity.warmUp
    case .coolDown: FITProfile.Intensity.coolDown
    case .interval: FITProfile.Intensity.interval
    }
  }
}

extension FITWriter {
  mutating func write(_ workout: FITWorkout, sport: Double, subSport: Double) {
    let columns = FITWorkout.columns(workout, sport: sport, subSport: subSport)
    let table = define(.workout, as: FITLocalType.workout, columns, for: [workout])
    write(workout, in: table)
    let steps = define(
      .workoutStep, as: FITLocalType.workoutStep, FITWorkoutStep.columns(for: workout.steps), for: workout.steps)
    for step in workout.steps { write(step, in: steps) }
  }
}
