import ControlWire

/// What a caller asks a ride to be, its figures in range.
struct RideWish: Hashable, Sendable {
  enum Work: Hashable, Sendable {
    case steady(watts: Int, seconds: Int)
    /// The plan of that name.
    case plan(String)
    /// The heart steers, from these watts or from those that the last such ride took.
    case zone2(watts: Int?, seconds: Int)
  }

  let work: Work
  let maximumHeartRate: Int?
  let wantsHeartRate: Bool
  let guardsAlpha1: Bool

  /// - Throws: `invalidParameter`, which names the one that is missing, out of range, or does not go with the others.
  init(_ start: RideStart) throws(ControlError) {
    work = try Work(start)
    if let ceiling = start.maximumHeartRate, !Limits.heartRateCeiling.contains(ceiling) {
      throw ControlError(.invalidParameter, subject: "maximumHeartRate")
    }
    wantsHeartRate = start.heartRate ?? true
    maximumHeartRate = start.maximumHeartRate
    guardsAlpha1 = start.dfa ?? false
    let isGuarded = maximumHeartRate != nil || guardsAlpha1 || start.zone2 == true
    guard wantsHeartRate || !isGuarded else { throw ControlError(.invalidParameter, subject: "heartRate") }
  }

  static func checked(watts: Int) throws(ControlError) -> Int {
    guard Limits.watts.contains(watts) else { throw ControlError(.invalidParameter, subject: "watts") }
    return watts
  }

  static func checked(change: Int) throws(ControlError) -> Int {
    guard Limits.wattsChange.contains(change) else { throw ControlError(.invalidParameter, subject: "change") }
    return change
  }

  fileprivate static func seconds(minutes: Double?) throws(ControlError) -> Int {
    guard let minutes, Limits.minutes.contains(minutes) else {
      throw ControlError(.invalidParameter, subject: "minutes")
    }
    return Int((minutes * 60).rounded())
  }
}

extension RideWish.Work {
  fileprivate init(_ start: RideStart) throws(ControlError) {
    if let plan = start.plan {
      for (name, isGiven) in [
        ("watts", start.watts != nil), ("minutes", start.minutes != nil), ("zone2", start.zone2 == true),
      ] where isGiven { throw ControlError(.invalidParameter, subject: name) }
      self = .plan(plan)
    } else if start.zone2 == true {
      let watts = try start.watts.map { watts throws(ControlError) in try RideWish.checked(watts: watts) }
      self = .zone2(watts: watts, seconds: try RideWish.seconds(minutes: start.minutes))
    } else {
      guard let watts = start.watts else { throw ControlError(.invalidParameter, subject: "watts") }
      self = .steady(
        watts: try RideWish.checked(watts: watts), seconds: try RideWish.seconds(minutes: start.minutes))
    }
  }
}
