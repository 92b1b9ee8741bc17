internal import RideSession

/// Reads a ZWO file.
struct ZWODecoder {
  private var reader = XMLReader<ZWOElement>(mostBytes: WorkoutFile.mostBytes)
  /// The elements that are open, the innermost last; nil for those that nothing is known of.
  private var open: [ZWOElement?] = []
  private var plan = Plan(name: "")
  private var draft = PlanDraft()
  private var cues = TimedCues()
  /// When the step began that cues count from, in seconds.
  private var stepBegin = 0
  private var thresholdWatts: Double?

  mutating func decode(_ bytes: [UInt8]) throws(WorkoutFileError) -> Plan {
    reader.takesWhatProgramsWrite()
    try reading { reader throws(RideFileError) in try reader.append(bytes) }
    while let event = try reading({ reader throws(RideFileError) in try reader.next() }) {
      switch event {
      case .start: try begin()
      case .end: try end()
      }
    }
    try reading { reader throws(RideFileError) in try reader.finish() }
    plan.groups = try cues.placed(in: draft.groups)
    return plan
  }

  private mutating func reading<Value>(
    _ read: (inout XMLReader<ZWOElement>) throws(RideFileError) -> Value
  ) throws(WorkoutFileError) -> Value {
    do throws(RideFileError) { return try read(&reader) } catch { throw WorkoutFileError(error) }
  }
}

extension ZWODecoder {
  private mutating func begin() throws(WorkoutFileError) {
    let written = reader.openName
    let element = ZWOElement(rawValue: written.lowercased())
    let isInWorkout = open.last == .workout
    open.append(element)
    guard open.count > 1 else {
      guard element == .workoutFile else {
        throw WorkoutFileError(.unsupported, line: reader.tagLine, "`\(written.prefix(32))` is no workout")
      }
      return
    }
    switch element {
    case .textEvent?, .textNotification?: try takeCue()
    case .thresholdOverride?: try takeThreshold(try attributes()["value"])
    case let element? where isInWorkout && element.isStep: try take(element)
    case nil where isInWorkout: try passOver(written)
    default: break
    }
  }

  private mutating func end() throws(WorkoutFileError) {
    guard let element = open.popLast() ?? nil else { return }
    let text = WorkoutWords.given(reader.text)
    switch (element, open.last) {
    case (.name, .workoutFile), (.shortName, .workoutFile):
      if plan.name.isEmpty { plan.name = text.map { String($0.prefix(PlanLimits.textLength)) } ?? "" }
    case (.author, .workoutFile): plan.author = text.map { String($0.prefix(PlanLimits.textLength)) }
    case (.description, .workoutFile): plan.summary = text.map { String($0.prefix(PlanLimits.longTextLength)) }
    case (.thresholdOverride, .workoutFile): try takeThreshold(text)
    case (.durationType, .workoutFile) where text?.lowercased() == "distance":
      throw WorkoutFileError(.unsupported, line: reader.tagLine, "durationType distance: steps by distance")
    case (let step, _) where step.isStep: stepBegin = 0
    default: break
    }
  }

  /// Takes a step; what its attributes say holds from where it begins.
  private mutating func take(_ element: ZWOElement) throws(WorkoutFileError) {
    let step = ZWOStep(
      element: element, attributes: try attributes(), line: reader.tagLine, thresholdWatts: thresholdWatts)
    stepBegin = draft.timerSeconds
    if let group = try step.group() { try draft.add(group, line: step.line) }
  }

  /// Passes over an element that is not known, unless it takes time.
  private func passOver(_ written: String) throws(WorkoutFileError) {
    guard try attributes()["duration"] == nil else {
      throw WorkoutFileError(.unsupported, line: reader.tagLine, "`\(written.prefix(32))` is no step that is known")
    }
  }

  /// Takes a text; its time counts from the beginning of the step that it stands in, else of the workout.
  ///
  /// One at a distance alone has no time.
  private mutating func takeCue() throws(WorkoutFileError) {
    let attributes = try attributes()
    guard attributes["timeoffset"] != nil || attributes["distoffset"] == nil else { return }
    let offset = attributes["timeoffset"].flatMap { WorkoutWords.number($0) } ?? 0
    cues.add(
      attributes["message"] ?? attributes["text"], at: Double(stepBegin) + max(0, offset),
      for: attributes["duration"].flatMap { WorkoutWords.number($0) }, line: reader.tagLine)
  }

  private mutating func takeThreshold(_ text: String?) throws(WorkoutFileError) {
    guard let text, let value = WorkoutWords.number(text), value > 0 else { return }
    guard draft.groups.isEmpty else {
      throw WorkoutFileError(.malformed, line: reader.tagLine, "ftpOverride after the steps")
    }
    thresholdWatts = value
  }

  private func attributes() throws(WorkoutFileError) -> [String: String] {
    do throws(RideFileError) { return try reader.attributesIgnoringCase() } catch { throw WorkoutFileError(error) }
  }
}
