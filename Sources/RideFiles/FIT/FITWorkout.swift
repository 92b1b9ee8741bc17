internal import RideSession

/// The ridden plan as a FIT workout: Garmin's profile, messages 26 and 27.
struct FITWorkout: Sendable {
  let name: [Double]
  let steps: [FITWorkoutStep]

  /// Names a step after its lap, whose label may have changed during the ride.
  init(_ plan: RidePlan, laps: [RideLap]) {
    name = FITText.characters(of: plan.name)
    let labels = Dictionary(laps.map { ($0.interval ?? 0, $0.label) }) { first, last in last ?? first }
    steps = zip(plan.intervals, plan.intensities).enumerated().map { index, step in
      var interval = step.0
      if let label = labels[index + 1] ?? nil { interval.label = label }
      return FITWorkoutStep(interval, step.1, index: index)
    }
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
  /// The `wkt_step_duration` and its amount in milliseconds or centimetres; nil for an open end.
  let duration: (type: Double, value: Double?)
  let target: FITStepTarget
  let cadence: FITStepTarget?

  init(_ interval: RideInterval, _ intensity: IntervalIntensity, index: Int) {
    self.index = Double(index)
    self.intensity = intensity.fitNumber
    name = FITText.characters(of: interval.label)
    switch interval.end {
    case .timer(let seconds): duration = (FITProfile.StepDuration.time, Double(seconds) * 1000)
    case .distance(let meters): duration = (FITProfile.StepDuration.distance, meters * 100)
    case .location, .activity: duration = (FITProfile.StepDuration.open, nil)
    }
    target = FITStepTarget(interval.aim)
    cadence = interval.cadence.map { range in
      FITStepTarget(type: FITProfile.StepTarget.cadence, custom: Double(range.lowerBound)...Double(range.upperBound))
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
  /// The bounds in the profile's units; nil for a target without any.
  let custom: ClosedRange<Double>?
  /// 0 means that the custom bounds apply; nil for a target without any.
  var value: Double? { custom.map { _ in 0 } }

  init(type: Double, custom: ClosedRange<Double>?) {
    self.type = type
    self.custom = custom
  }

  /// Watts are written plus 1000 (`workout_power`) and beats per minute plus 100 (`workout_hr`); smaller numbers would
  /// mean percent.
  init(_ aim: IntervalAim) {
    switch aim {
    case .hold(let watts): self.init(watts: watts, watts)
    case .ramp(let from, let to): self.init(watts: from, to)
    case .heartRate(let target):
      let beats = target.beatsPerMinute
      self.init(
        type: FITProfile.StepTarget.heartRate, custom: Double(beats.lowerBound) + 100...Double(beats.upperBound) + 100)
    case .free: self.init(type: FITProfile.StepTarget.open, custom: nil)
    }
  }

  private init(watts one: Int, _ other: Int) {
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
