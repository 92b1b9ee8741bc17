internal import Rides

/// Writes a plan as a FIT workout.
///
/// A ramp becomes the range of its powers. Cues, the route, the author, the summary, and the initial power of a
/// heart-rate target are left out.
extension FITWorkout {
  /// Writes the file.
  ///
  /// - Parameters:
  ///   - plan: A valid plan.
  ///   - created: The time of the file, by which devices distinguish workouts; nil to leave it out.
  /// - Returns: The bytes of the file.
  /// - Throws: `notExpressible` for an interval that ends at a place.
  static func encode(_ plan: Plan, created: UnixTime?) throws(PlanFault) -> [UInt8] {
    var writer = FITWriter(capacity: 4096)
    let identity = created?.fitSeconds
    let table = writer.define(.fileID, as: FITLocalType.fileID, fileID, for: [identity])
    writer.write(identity, in: table)
    writer.write(try Self(plan), sport: FITProfile.cycling, subSport: 0)
    return writer.finished()
  }

  private static let fileID: [FITColumn<Double?>] = [
    FITColumn(FITField.FileID.type) { _ in FITProfile.workoutFile },
    FITColumn(FITField.FileID.manufacturer) { _ in FITProfile.development },
    FITColumn(FITField.FileID.product) { _ in 0 },
    FITColumn(FITField.FileID.serialNumber) { $0.map { max(1, $0) } },
    FITColumn(FITField.FileID.timeCreated) { $0 },
  ]

  private init(_ plan: Plan) throws(PlanFault) {
    var steps: [FITWorkoutStep] = []
    var number = 1
    for group in plan.groups {
      let first = steps.count
      for interval in group.intervals {
        steps.append(try FITWorkoutStep(interval, index: steps.count, number: number))
        number += 1
      }
      number += (group.repeats - 1) * group.intervals.count
      if group.repeats > 1 { steps.append(FITWorkoutStep(repeating: first, times: group.repeats, index: steps.count)) }
    }
    self.init(name: FITText.characters(of: plan.name), steps: steps)
  }
}

extension FITWorkoutStep {
  /// A step that repeats the steps from `first` on.
  fileprivate init(repeating first: Int, times: Int, index: Int) {
    self.init(
      index: Double(index), name: [], intensity: FITProfile.Intensity.active,
      duration: (FITProfile.StepDuration.repeatSteps, Double(first)),
      target: FITStepTarget(type: FITProfile.StepTarget.open, value: Double(times)), cadence: nil)
  }

  fileprivate init(_ interval: PlanInterval, index: Int, number: Int) throws(PlanFault) {
    let duration = Self.duration(of: interval.end)
    if case .location = interval.end {
      throw PlanFault(.notExpressible, interval: number, detail: interval.end.kind.rawValue)
    }
    let intensity =
      switch interval.label {
      case ZWOWorkout.warmUp: FITProfile.Intensity.warmUp
      case ZWOWorkout.coolDown: FITProfile.Intensity.coolDown
      default: FITProfile.Intensity.active
      }
    self.init(
      index: Double(index), name: FITText.characters(of: interval.label), intensity: intensity, duration: duration,
      target: FITStepTarget(interval.target), cadence: interval.cadence.map(FITStepTarget.init(cadence:)))
  }
}

extension FITStepTarget {
  fileprivate init(_ target: IntervalTarget) {
    switch target {
    case .steady(let power): self.init(power, power)
    case .ramp(let from, let to): self.init(from, to)
    case .zone(let zone, _): self.init(type: FITProfile.StepTarget.heartRate, value: Double(zone))
    case .heartRate(let beats, _): self.init(beatsPerMinute: beats)
    case .free: self.init(type: FITProfile.StepTarget.open, custom: nil)
    }
  }

  /// Bounds in the same unit, watts or percent.
  ///
  /// If the units differ, only the first power is used.
  private init(_ one: Power, _ other: Power) {
    switch (one, other) {
    case (.watts(let one), .watts(let other)): self.init(watts: one, other)
    case (.watts(let watts), _): self.init(watts: watts, watts)
    case (.thresholdPercent(let one), .thresholdPercent(let other)):
      self.init(type: FITProfile.StepTarget.power, custom: min(one, other)...max(one, other))
    case (.thresholdPercent(let percent), _):
      self.init(type: FITProfile.StepTarget.power, custom: percent...percent)
    }
  }
}
