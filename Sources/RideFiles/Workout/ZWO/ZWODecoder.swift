internal import Rides

/// Reads a ZWO file.
struct ZWODecoder {
  private var reader = XMLReader<ZWOElement>(mostBytes: WorkoutCharacters.mostBytes)
  /// The open elements, the innermost last; nil for unknown ones.
  private var open: [ZWOElement?] = []
  private var plan = Plan(name: "")
  private var draft = PlanDraft()
  private var cues = TimedCues()
  /// The time at which the current step begins, in seconds; cue times count from it.
  private var stepBegin = 0
  private var thresholdWatts: Double?

  mutating func decode(_ bytes: [UInt8]) throws(PlanFault) -> Plan {
    reader.readLeniently()
    try reading { reader throws(FileFault) in try reader.append(bytes) }
    while let event = try reading({ reader throws(FileFault) in try reader.next() }) {
      switch event {
      case .start: try begin()
      case .end: try end()
      }
    }
    try reading { reader throws(FileFault) in try reader.finish() }
    plan.groups = try cues.placed(in: draft.groups)
    return plan
  }

  private mutating func reading<Value>(
    _ read: (inout XMLReader<ZWOElement>) throws(FileFault) -> Value
  ) throws(PlanFault) -> Value {
    do throws(FileFault) { return try read(&reader) } catch { throw PlanFault(error) }
  }
}

extension ZWODecoder {
  private mutating func begin() throws(PlanFault) {
    let written = reader.openName
    let element = ZWOElement(rawValue: written.lowercased())
    let isInWorkout = open.last == .workout
    open.append(element)
    guard open.count > 1 else {
      guard element == .workoutFile else {
        throw PlanFault(.unsupported, line: reader.tagLine, detail: "`\(written.prefix(32))` is not a workout")
      }
      return
    }
    switch element {
    case .textEvent?, .textNotification?: try takeCue()
    case .thresholdOverride?: try takeThreshold(try attributes()["value"])
    case let element? where isInWorkout && element.isStep: try take(element)
    case nil where isInWorkout: try skip(written)
    default: break
    }
  }

  private mutating func end() throws(PlanFault) {
    guard let element = open.popLast() ?? nil else { return }
    let text = WorkoutValues.trimmed(reader.text)
    switch (element, open.last) {
    case (.name, .workoutFile), (.shortName, .workoutFile):
      if plan.name.isEmpty { plan.name = text.map { String($0.prefix(Limits.nameLength)) } ?? "" }
    case (.author, .workoutFile): plan.author = text.map { String($0.prefix(Limits.nameLength)) }
    case (.description, .workoutFile): plan.summary = text.map { String($0.prefix(Limits.textLength)) }
    case (.thresholdOverride, .workoutFile): try takeThreshold(text)
    case (.sportType, .workoutFile) where ["run", "swim"].contains { text?.lowercased().hasPrefix($0) ?? false }:
      throw PlanFault(.unsupported, line: reader.tagLine, detail: "sportType \(text ?? "")")
    case (.durationType, .workoutFile) where text?.lowercased() == "distance":
      throw PlanFault(.unsupported, line: reader.tagLine, detail: "durationType distance: steps by distance")
    case (let step, _) where step.isStep: stepBegin = 0
    default: break
    }
  }

  /// Adds a step.
  ///
  /// A threshold applies to the steps after it.
  private mutating func take(_ element: ZWOElement) throws(PlanFault) {
    let step = ZWOStep(
      element: element, attributes: try attributes(), line: reader.tagLine, thresholdWatts: thresholdWatts)
    stepBegin = draft.timerSeconds
    if let group = try step.group() { try draft.add(group, line: step.line) }
  }

  /// Skips an unknown element, unless it has a duration.
  private func skip(_ written: String) throws(PlanFault) {
    guard try attributes()["duration"] == nil else {
      throw PlanFault(.unsupported, line: reader.tagLine, detail: "`\(written.prefix(32))` is an unknown step")
    }
  }

  /// Adds a cue.
  ///
  /// Its time counts from the beginning of the enclosing step, otherwise of the workout.
  ///
  /// A cue with only a distance has no time and is ignored.
  private mutating func takeCue() throws(PlanFault) {
    let attributes = try attributes()
    guard attributes["timeoffset"] != nil || attributes["distoffset"] == nil else { return }
    let offset = attributes["timeoffset"].flatMap { WorkoutValues.number($0) } ?? 0
    cues.add(
      attributes["message"] ?? attributes["text"], at: Double(stepBegin) + max(0, offset),
      for: attributes["duration"].flatMap { WorkoutValues.number($0) }, line: reader.tagLine)
  }

  private mutating func takeThreshold(_ text: String?) throws(PlanFault) {
    guard let text, let value = WorkoutValues.number(text), value > 0 else { return }
    guard draft.groups.isEmpty else {
      throw PlanFault(.malformed, line: reader.tagLine, detail: "ftpOverride after the steps")
    }
    thresholdWatts = value
  }

  private func attributes() throws(PlanFault) -> [String: String] {
    do throws(FileFault) { return try reader.attributesIgnoringCase() } catch { throw PlanFault(error) }
  }
}

/// The elements of a ZWO file that are read, in lower case: programs use any case.
private enum ZWOElement: String, XMLVocabulary {
  case workoutFile = "workout_file"
  case workout
  case author
  case name
  /// `name` in some programs.
  case shortName = "n"
  case description
  case sportType = "sporttype"
  case durationType = "durationtype"
  case thresholdOverride = "ftpoverride"

  case warmup
  case cooldown
  case ramp
  case steadyState = "steadystate"
  /// An old name of `SteadyState`.
  case solidState = "solidstate"
  case intervals = "intervalst"
  case freeRide = "freeride"
  case maxEffort = "maxeffort"
  case restDay = "restday"

  case textEvent = "textevent"
  case textNotification = "textnotification"

  static func covers(namespace: String) -> Bool { true }

  /// Whether it is a step of the workout.
  var isStep: Bool {
    switch self {
    case .warmup, .cooldown, .ramp, .steadyState, .solidState, .intervals, .freeRide, .maxEffort: true
    default: false
    }
  }
}

/// A step of a ZWO file: an element and its attributes, named in lower case.
private struct ZWOStep {
  var element: ZWOElement
  var attributes: [String: String]
  /// The line of its tag.
  var line: Int
  /// The file's own functional threshold power in watts; nil if powers are percent of the rider's.
  var thresholdWatts: Double?
}

extension ZWOStep {
  /// Returns the group of intervals; nil if it lasts less than a second.
  ///
  /// Warm-ups always rise and cool-downs always fall, in whichever order their powers are written. A steady step with
  /// two powers is ridden at their mean.
  func group() throws(PlanFault) -> PlanGroup? {
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

  private func interval() throws(PlanFault) -> PlanInterval? {
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
    default: interval.target = WorkoutPower.steady(power(try mean(["power"], "powerlow", "powerhigh", "zone")))
    }
    return interval
  }

  /// Returns one half of `IntervalsT`: `OnPower` or `PowerOn`, the mean of `PowerOnLow` and `PowerOnHigh`, or the
  /// middle of `PowerOnZone`; nil if it lasts less than a second.
  private func steady(_ part: String, seconds: Int) throws(PlanFault) -> PlanInterval? {
    guard seconds != 0 else { return nil }
    let fraction = try mean(
      ["\(part)power", "power\(part)"], "power\(part)low", "power\(part)high", "power\(part)zone")
    return PlanInterval(end: .timer(seconds: seconds), target: WorkoutPower.steady(power(fraction)))
  }

  private func power(_ fraction: Double) -> Power { WorkoutPower.threshold(fraction: fraction, of: thresholdWatts) }

  private func ends() throws(PlanFault) -> (low: Double, high: Double) {
    let (low, high) = (try number("powerlow"), try number("powerhigh"))
    let (power, zone) = (try number("power"), try middle("zone"))
    guard let one = low ?? high ?? power ?? zone else { throw missing("PowerLow and PowerHigh") }
    return (low ?? one, high ?? one)
  }

  private func mean(
    _ names: [String], _ low: String, _ high: String, _ zone: String
  ) throws(PlanFault) -> Double {
    for name in names {
      if let value = try number(name) { return value }
    }
    let (low, high) = (try number(low), try number(high))
    let middle = try middle(zone)
    guard let one = low ?? high ?? middle else { throw missing("power") }
    return ((low ?? one) + (high ?? one)) / 2
  }

  /// Returns the middle of a zone of power, as a fraction of the threshold; nil if the attribute is absent.
  private func middle(_ zone: String) throws(PlanFault) -> Double? {
    try number(zone).map { TrainingZones.middle(of: $0) / 100 }
  }

  private func seconds(_ name: String) throws(PlanFault) -> Int {
    guard let seconds = try number(name) else { throw missing(name) }
    return Int(seconds.rounded())
  }

  /// Returns `Cadence`, or `CadenceLow` to `CadenceHigh`; nil for 0.
  private func cadence() throws(PlanFault) -> ClosedRange<Int>? {
    if let one = try cadence(of: "cadence") { return one }
    let (low, high) = (try cadence(of: "cadencelow"), try cadence(of: "cadencehigh"))
    guard let one = low ?? high else { return nil }
    let bounds = [(low ?? one).lowerBound, (high ?? one).lowerBound].sorted()
    return bounds[0]...bounds[1]
  }

  private func cadence(of name: String) throws(PlanFault) -> ClosedRange<Int>? {
    guard let value = try number(name), value.rounded() != 0 else { return nil }
    return Int(value.rounded())...Int(value.rounded())
  }

  /// Returns the number in an attribute; nil if it is empty or absent.
  private func number(_ name: String) throws(PlanFault) -> Double? {
    guard let text = attributes[name].flatMap({ WorkoutValues.trimmed($0) }) else { return nil }
    guard let value = WorkoutValues.number(text) else {
      throw PlanFault(.malformed, line: line, detail: "\(element.rawValue): \(name) `\(text.prefix(32))`, not a number")
    }
    return value
  }

  private func missing(_ what: String) -> PlanFault {
    PlanFault(.malformed, line: line, detail: "\(element.rawValue) has no \(what)")
  }
}
