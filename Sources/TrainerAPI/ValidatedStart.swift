import ControlWire
import RideAnalysis
import RideSession

/// A start whose parameters are in range and go together.
struct ValidatedStart: Hashable, Sendable {
  enum Work: Hashable, Sendable {
    case steady(watts: Int, seconds: Int)
    /// The plan of that name.
    case plan(String)
    /// The next workout of the calendars' for that day.
    case planned(PlannedDay)
    /// The heart rate steers the power, from these watts or from those that the last such ride ended with.
    case zone2(watts: Int?, seconds: Int)
  }

  let work: Work
  let guards: TargetGuards
  let wantsHeartRate: Bool

  /// - Throws: `invalidParameter`, which names the parameter that is missing, out of range, or does not go with the
  ///   others.
  init(_ start: Start) throws(ControlError) {
    work = try Work(start)
    guards = start.guards
    _ = try guards.maximumBeatsPerMinute?.checked(in: Limits.heartRateCeiling, "maximumHeartRate")
    wantsHeartRate = start.heartRate ?? true
    let needsHeartRate = !guards.isEmpty || start.zone2 == true
    guard wantsHeartRate || !needsHeartRate else { throw ControlError(.invalidParameter, subject: "heartRate") }
  }

  /// The order for a plan, as this rider rides it with these devices.
  ///
  /// - Throws: `badPlan` if a guard needs a strap, and there is none.
  func order(_ plan: RidePlan, for rider: PlanRider, with found: RideDevices) throws(ControlError) -> RideOrder {
    guard rider.hasStrap || !guards.needsStrapAtStart else {
      throw ControlError.badPlan(PlanFault(.noHeartRate), of: plan.name)
    }
    var order = RideOrder(
      plan: plan, trainer: found.trainer.ridden, heartRate: found.heartRate?.ridden, guards: guards,
      riderKilograms: rider.settings.weightKilograms ?? VirtualSpeed.usualRiderKilograms)
    order.thresholdWatts = rider.settings.thresholdWatts
    return order
  }
}

extension ValidatedStart.Work {
  fileprivate init(_ start: Start) throws(ControlError) {
    if start.plan != nil || start.plannedFor != nil {
      for (name, isGiven) in [
        ("watts", start.watts != nil), ("minutes", start.minutes != nil), ("zone2", start.zone2 == true),
      ] where isGiven { throw ControlError(.invalidParameter, subject: name) }
      switch (start.plan, start.plannedFor) {
      case (let plan?, nil): self = .plan(plan)
      case (nil, let day?): self = .planned(day)
      default: throw ControlError(.invalidParameter, subject: "plannedFor")
      }
    } else if start.zone2 == true {
      let watts = try start.watts.map { watts throws(ControlError) in try watts.checked(in: Limits.watts, "watts") }
      self = .zone2(watts: watts, seconds: try Self.seconds(start.minutes))
    } else {
      guard let watts = start.watts else { throw ControlError(.invalidParameter, subject: "watts") }
      self = .steady(watts: try watts.checked(in: Limits.watts, "watts"), seconds: try Self.seconds(start.minutes))
    }
  }

  private static func seconds(_ minutes: Double?) throws(ControlError) -> Int {
    guard let minutes else { throw ControlError(.invalidParameter, subject: "minutes") }
    return Int((try minutes.checked(in: Limits.minutes, "minutes") * 60).rounded())
  }
}

extension Comparable {
  /// The value, if it is within `limits`.
  ///
  /// - Throws: `invalidParameter`, which names the parameter.
  func checked(in limits: ClosedRange<Self>, _ parameter: String) throws(ControlError) -> Self {
    guard limits.contains(self) else { throw ControlError(.invalidParameter, subject: parameter) }
    return self
  }
}

// MARK: - Exactly one of two

extension RideCommand {
  /// - Throws: `invalidParameter` for a number that is missing, given twice or out of range.
  init(_ call: SetWatts) throws(ControlError) {
    switch (call.watts, call.change) {
    case (let watts?, nil): self = .setWatts(try watts.checked(in: Limits.watts, "watts"))
    case (nil, let change?): self = .changeWatts(try change.checked(in: Limits.wattsChange, "change"))
    case (nil, nil): throw ControlError(.invalidParameter, subject: "watts")
    case (_?, _?): throw ControlError(.invalidParameter, subject: "change")
    }
  }
}

extension RideSession.PlanStep {
  /// - Throws: `invalidParameter` for a measure that is missing or given twice; its range is the ride's to check.
  init(_ call: Extend) throws(ControlError) {
    switch (call.seconds, call.meters) {
    case (let seconds?, nil): self = .extend(.seconds(seconds))
    case (nil, let meters?): self = .extend(.meters(meters))
    case (nil, nil): throw ControlError(.invalidParameter, subject: "seconds")
    case (_?, _?): throw ControlError(.invalidParameter, subject: "meters")
    }
  }

  /// - Throws: `invalidParameter` for a number that is missing or given twice; its range is the ride's to check.
  init(_ call: Bias) throws(ControlError) {
    switch (call.percent, call.change) {
    case (let percent?, nil): self = .bias(percent: percent)
    case (nil, let change?): self = .changeBias(percent: change)
    case (nil, nil): throw ControlError(.invalidParameter, subject: "percent")
    case (_?, _?): throw ControlError(.invalidParameter, subject: "change")
    }
  }
}
