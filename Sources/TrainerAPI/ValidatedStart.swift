import ControlWire
import RideAnalysis
import RideSession
import Rides

/// A start request whose parameters are in range and consistent.
struct ValidatedStart: Hashable, Sendable {
  enum Work: Hashable, Sendable {
    case steady(watts: Int, Length, Ramps)
    case free(Length)
    /// The plan with that name.
    case plan(String)
    /// The next planned workout of that day.
    case planned(PlannedDay)
    /// The heart rate controls the power, from these watts or from those at the end of the last such ride.
    case zone2(watts: Int?, Length, Ramps)
  }

  /// The length of a ride, without its ramps.
  struct Length: Hashable, Sendable {
    /// Nil for a ride that lasts until it is stopped.
    let seconds: Int?
  }

  /// The warm-up and the cool-down of a ride.
  struct Ramps: Hashable, Sendable {
    let warmupSeconds: Int?
    let cooldownSeconds: Int?
  }

  /// The request, stored with the ride.
  let request: RideRequest
  let work: Work
  let wantsHeartRate: Bool
  /// Whether the request needs a heart rate, whatever its plan is.
  var needsHeartRate: Bool { request.needsHeartRate }

  /// - Throws: `invalidParameter` with the name of a parameter that is missing, out of range, or conflicts with the
  ///   others.
  init(_ start: Start) throws(ControlError) {
    request = start
    work = try Work(start)
    _ = try start.slopePercent?.checked(in: Limits.slopePercent, "slopePercent")
    _ = try start.resistancePercent?.checked(in: Limits.resistancePercent, "resistancePercent")
    if start.slopePercent != nil || start.resistancePercent != nil {
      guard case .free = work else { throw ControlError(.invalidParameter, subject: "free") }
      guard start.slopePercent == nil || start.resistancePercent == nil else {
        throw ControlError(.invalidParameter, subject: "resistancePercent")
      }
    }
    _ = try start.maximumHeartRate?.checked(in: Limits.heartRateCeiling, "maximumHeartRate")
    wantsHeartRate = start.heartRate ?? true
    guard wantsHeartRate || !start.needsHeartRate else { throw ControlError(.invalidParameter, subject: "heartRate") }
  }

  /// Returns the order for a plan with this rider and these devices.
  func order(_ plan: RidePlan, for rider: PlanRider, with found: RideDevices) -> RideOrder {
    var plan = plan
    plan.request = request
    var order = RideOrder(
      plan: plan, trainer: found.trainer.ridden, heartRate: found.heartRate?.ridden, guards: request.guards,
      riderKilograms: rider.settings.weightKilograms ?? RideOrder.usualRiderKilograms)
    order.thresholdWatts = rider.settings.thresholdWatts
    order.sensors = found.sensors
    order.fanRule = FanRule(rider.settings)
    order.difficultyPercent = rider.settings.difficultyPercent
    order.holdsByResistance = rider.settings.ergByResistance
    return order
  }
}

extension ValidatedStart.Work {
  fileprivate init(_ start: Start) throws(ControlError) {
    if start.plan != nil || start.plannedFor != nil {
      try Self.refuse([
        ("watts", start.watts != nil), ("minutes", start.minutes != nil), ("zone2", start.zone2 == true),
        ("free", start.free == true), ("endless", start.endless == true),
        ("warmupSeconds", start.warmupSeconds != nil), ("cooldownSeconds", start.cooldownSeconds != nil),
      ])
      switch (start.plan, start.plannedFor) {
      case (let plan?, nil): self = .plan(plan)
      case (nil, let day?): self = .planned(day)
      default: throw ControlError(.invalidParameter, subject: "plannedFor")
      }
    } else if start.free == true {
      try Self.refuse([
        ("watts", start.watts != nil), ("zone2", start.zone2 == true),
        ("warmupSeconds", start.warmupSeconds != nil), ("cooldownSeconds", start.cooldownSeconds != nil),
      ])
      self = .free(try start.isEndless ? ValidatedStart.Length(seconds: nil) : ValidatedStart.Length(start))
    } else {
      let watts = try start.watts.map { watts throws(ControlError) in try watts.checked(in: Limits.watts, "watts") }
      let ramps = try ValidatedStart.Ramps(start)
      if start.zone2 == true {
        self = .zone2(watts: watts, try ValidatedStart.Length(start), ramps)
      } else {
        guard let watts else { throw ControlError(.invalidParameter, subject: "watts") }
        self = .steady(watts: watts, try ValidatedStart.Length(start), ramps)
      }
    }
  }

  /// Refuses parameters that conflict with the others.
  private static func refuse(_ parameters: [(name: String, isGiven: Bool)]) throws(ControlError) {
    if let given = parameters.first(where: \.isGiven) { throw ControlError(.invalidParameter, subject: given.name) }
  }
}

extension ValidatedStart.Length {
  /// - Throws: `invalidParameter` unless exactly one of `minutes` and `endless` is given.
  fileprivate init(_ start: Start) throws(ControlError) {
    switch (start.minutes, start.endless == true) {
    case (let minutes?, false): seconds = Int((try minutes.checked(in: Limits.minutes, "minutes") * 60).rounded())
    case (nil, true): seconds = nil
    case (nil, false): throw ControlError(.invalidParameter, subject: "minutes")
    case (_?, true): throw ControlError(.invalidParameter, subject: "endless")
    }
  }
}

extension ValidatedStart.Ramps {
  fileprivate init(_ start: Start) throws(ControlError) {
    warmupSeconds = try start.warmupSeconds?.checked(in: Limits.rampSeconds, "warmupSeconds")
    cooldownSeconds = try start.cooldownSeconds?.checked(in: Limits.rampSeconds, "cooldownSeconds")
  }
}

extension Comparable {
  /// Returns the value if it is within `limits`.
  ///
  /// - Throws: `invalidParameter` with the parameter's name.
  func checked(in limits: ClosedRange<Self>, _ parameter: String) throws(ControlError) -> Self {
    guard limits.contains(self) else { throw ControlError(.invalidParameter, subject: parameter) }
    return self
  }
}
