internal import RideSession

/// A step of a ZWO file: its element and its attributes, by their names in small letters.
struct ZWOStep {
  var element: ZWOElement
  var attributes: [String: String]
  /// The line that its tag begins on.
  var line: Int
  /// The threshold that the file brings along, in watts; nil where powers are the rider's own percent.
  var thresholdWatts: Double?
}

extension ZWOStep {
  /// What it is in a plan; nil for what lasts no second.
  ///
  /// A warm-up goes up and a cool-down goes down, whichever way round they are written; a steady step with two powers is
  /// ridden at their mean.
  func group() throws(WorkoutFileError) -> PlanGroup? {
    guard element == .intervals else { return try interval().map { PlanGroup([$0]) } }
    let times = try number("repeat") ?? 0
    let repeats = Int(max(times.rounded(), 1))
    var on = try steady("on", seconds: try seconds("onduration"))
    var off = try steady("off", seconds: try seconds("offduration"))
    on?.cadence = try cadence()
    off?.cadence = try cadence(of: "cadenceresting")
    let parts = [on, off].compactMap(\.self)
    return parts.isEmpty ? nil : PlanGroup(repeats: repeats, parts)
  }

  private func interval() throws(WorkoutFileError) -> PlanInterval? {
    let seconds = try seconds("duration")
    guard seconds != 0 else { return nil }
    var interval = PlanInterval(end: .timer(seconds: seconds), cadence: try cadence())
    switch element {
    case .warmup:
      interval.label = ZWOWorkout.warmUp
      let ends = try ends()
      interval.target = WorkoutPower.ramp(from: power(min(ends.low, ends.high)), to: power(max(ends.low, ends.high)))
    case .cooldown:
      interval.label = ZWOWorkout.coolDown
      let ends = try ends()
      interval.target = WorkoutPower.ramp(from: power(max(ends.low, ends.high)), to: power(min(ends.low, ends.high)))
    case .ramp:
      let ends = try ends()
      interval.target = WorkoutPower.ramp(from: power(ends.low), to: power(ends.high))
    case .maxEffort: interval.label = ZWOWorkout.maxEffort
    case .freeRide: break
    default: interval.target = WorkoutPower.steady(power(try mean(["power"], "powerlow", "powerhigh")))
    }
    return interval
  }

  /// A part of intervals: `OnPower` or `PowerOn`, or between `PowerOnLow` and `PowerOnHigh`; nil where it lasts no second.
  private func steady(_ part: String, seconds: Int) throws(WorkoutFileError) -> PlanInterval? {
    guard seconds != 0 else { return nil }
    let fraction = try mean(
      ["\(part)power", "power\(part)"], "power\(part)low", "power\(part)high")
    return PlanInterval(end: .timer(seconds: seconds), target: WorkoutPower.steady(power(fraction)))
  }

  private func power(_ fraction: Double) -> Power { WorkoutPower.threshold(fraction: fraction, of: thresholdWatts) }

  private func ends() throws(WorkoutFileError) -> (low: Double, high: Double) {
    let (low, high) = (try number("powerlow"), try number("powerhigh"))
    let power = try number("power")
    guard let one = low ?? high ?? power else { throw missing("PowerLow and PowerHigh") }
    return (low ?? one, high ?? one)
  }

  private func mean(_ names: [String], _ low: String, _ high: String) throws(WorkoutFileError) -> Double {
    for name in names {
      if let value = try number(name) { return value }
    }
    let (low, high) = (try number(low), try number(high))
    guard let one = low ?? high else { throw missing("power") }
    return ((low ?? one) + (high ?? one)) / 2
  }

  private func seconds(_ name: String) throws(WorkoutFileError) -> Int {
    guard let seconds = try number(name) else { throw missing(name) }
    return Int(seconds.rounded())
  }

  /// `Cadence`, or from `CadenceLow` to `CadenceHigh`; 0 is none.
  private func cadence() throws(WorkoutFileError) -> ClosedRange<Int>? {
    if let one = try cadence(of: "cadence") { return one }
    let (low, high) = (try cadence(of: "cadencelow"), try cadence(of: "cadencehigh"))
    guard let one = low ?? high else { return nil }
    let bounds = [(low ?? one).lowerBound, (high ?? one).lowerBound].sorted()
    return bounds[0]...bounds[1]
  }

  private func cadence(of name: String) throws(WorkoutFileError) -> ClosedRange<Int>? {
    guard let value = try number(name), value.rounded() != 0 else { return nil }
    return Int(value.rounded())...Int(value.rounded())
  }

  /// The number that an attribute holds; nil for an empty one and for none.
  private func number(_ name: String) throws(WorkoutFileError) -> Double? {
    guard let text = attributes[name].flatMap({ WorkoutWords.given($0) }) else { return nil }
    guard let value = WorkoutWords.number(text) else {
      throw WorkoutFileError(.malformed, line: line, "\(element.rawValue): \(name) `\(text.prefix(32))` is no number")
    }
    return value
  }

  private func missing(_ what: String) -> WorkoutFileError {
    WorkoutFileError(.malformed, line: line, "\(element.rawValue) has no \(what)")
  }
}
