package import ControlWire
package import Rides

/// A workout from intervals.icu, the `workout_doc` of an event, converted to groups of intervals for a plan.
///
/// Any JSON is accepted. Invalid parts are omitted, and the groups stay within `Limits`.
package struct WorkoutDocument: Hashable, Sendable {
  /// The groups; empty if the document has no steps that can be ridden.
  package private(set) var groups: [PlannedGroup] = []
  /// Sentences about steps that differ from the written ones, with the numbers of the steps.
  package private(set) var notes: [String] = []

  private let targets: StepTargets
  private var stepNumber = 0
  /// Whether the plan has no room for more.
  private var isFull = false
  private var intervalsLeft = Limits.intervals
  private var secondsLeft = Limits.planSeconds.upperBound
  private var cueBytesLeft = Limits.cueTextLength
  /// The texts of steps without a length.
  ///
  /// They belong to the next step.
  private var texts: [String] = []

  /// The maximum number of notes.
  private static let mostNotes = 20

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - document: The `workout_doc`.
  ///   - settings: The rider's settings, for converting heart-rate percentages to beats a minute.
  package init(_ document: JSONValue, settings: RiderSettings) {
    targets = StepTargets(document, settings: settings)
    for step in document["steps"].list ?? [] where !isFull {
      let intervals = expanded(step, depth: 0)
      if !intervals.isEmpty { add(PlannedGroup(repeats: Self.repeats(step), intervals: intervals)) }
    }
  }

  /// Returns the intervals of one round of a step.
  ///
  /// For a group these are its steps, with inner groups repeated.
  private mutating func expanded(_ step: JSONValue, depth: Int) -> [PlannedInterval] {
    guard let inner = step["steps"].list, depth < 20 else { return interval(step).map { [$0] } ?? [] }
    var intervals: [PlannedInterval] = []
    for step in inner where intervals.count < Limits.intervals {
      let once = expanded(step, depth: depth + 1)
      guard !once.isEmpty else { continue }
      // One round more than there is room for, so that the workout is recognised as too long.
      let most = Limits.intervals / once.count + 1
      for _ in 0..<min(Self.repeats(step), most) { intervals += once }
    }
    return intervals
  }

  /// Returns the number of repeats of a step; 1 for a step that is not a group.
  private static func repeats(_ step: JSONValue) -> Int {
    guard step["steps"].list != nil, let reps = step["reps"].amount else { return 1 }
    return Int(min(max(reps.rounded(), 1), Double(Limits.repeats.upperBound)))
  }

  /// Converts a step that is not a group; nil if it has no length.
  private mutating func interval(_ step: JSONValue) -> PlannedInterval? {
    guard case .object = step else { return nil }
    stepNumber += 1
    guard var interval = Self.ended(step) else {
      if let text = step["text"].word { texts.append(text) }
      if step["power"] != .null || step["hr"] != .null || step["pace"] != .null {
        note("Step \(stepNumber) has no length and is left out.")
      }
      return nil
    }
    let target = targets.target(of: step, hasLength: interval.end != .activity)
    target.power?.begin(&interval)
    (interval.bpmFrom, interval.bpmTo) = (target.beats?.lowerBound, target.beats?.upperBound)
    if let departure = target.departure { note("Step \(stepNumber): \(departure).") }

    let cadence = StepTargets.cadence(step["cadence"])
    (interval.cadenceFrom, interval.cadenceTo) = (cadence?.lowerBound, cadence?.upperBound)

    let prompts = StepPrompts(step["text"].word ?? "")
    interval.label = prompts.label.line(most: Limits.nameLength) ?? Self.usualLabel(step)
    // A truncated label is also a cue.
    let cut = prompts.label.unicodeScalars.count > Limits.nameLength ? [prompts.label] : []
    let first = (target.cues + texts + cut).joined(separator: "\n")
    texts = []
    var cues: [PlanCue] = []
    if let text = first.lines(most: Limits.textLength) {
      cues.append(PlanCue(atSeconds: 0, seconds: 30, text: text))
    }
    cues += prompts.later
    if let seconds = interval.seconds {
      cues = cues.filter { $0.atSeconds < seconds }
      for index in cues.indices { cues[index].seconds = min(cues[index].seconds, seconds - cues[index].atSeconds) }
    }
    interval.cues = cues.isEmpty ? nil : Array(cues.prefix(Limits.cues))
    return interval
  }

  /// Returns an interval with the end of a step; nil if the step has no end.
  ///
  /// A time takes precedence over a distance. A step until a lap press ends when the rider says so, except for a ramp
  /// with a time, which needs one.
  private static func ended(_ step: JSONValue) -> PlannedInterval? {
    let seconds = step["duration"].amount.flatMap { duration -> Int? in
      duration.rounded() >= 1 ? Int(min(duration.rounded(), Double(Limits.planSeconds.upperBound))) : nil
    }
    if step["until_lap_press"].isTrue, seconds == nil || !step["ramp"].isTrue {
      return PlannedInterval(end: .activity)
    }
    if let seconds { return PlannedInterval(end: .timer, seconds: seconds) }
    guard let meters = step["distance"].amount ?? step["_distance"].amount, meters > 0 else { return nil }
    return PlannedInterval(
      end: .distance, meters: min(max(meters, Limits.planMeters.lowerBound), Limits.planMeters.upperBound))
  }

  private static func usualLabel(_ step: JSONValue) -> String? {
    if step["warmup"].isTrue { return "Warm-up" }
    if step["cooldown"].isTrue { return "Cool-down" }
    return switch step["intensity"].word?.lowercased() {
    case "warmup": "Warm-up"
    case "cooldown": "Cool-down"
    case "recovery": "Recovery"
    case "rest": "Rest"
    default: nil
    }
  }

  /// Adds a group, with as many repeats as there is room for.
  ///
  /// If one round is too long, only its beginning is added.
  private mutating func add(_ group: PlannedGroup) {
    var group = group
    let seconds = group.intervals.reduce(0) { $0 + ($1.seconds ?? 0) }
    let wanted = group.repeats
    group.repeats = min(wanted, intervalsLeft / group.intervals.count, seconds > 0 ? secondsLeft / seconds : wanted)
    if group.repeats < wanted {
      isFull = true
      note("The workout is too long for a plan and ends after step \(stepNumber) or earlier.")
    }
    if group.repeats == 0 {
      var left = secondsLeft
      let fitting = group.intervals.prefix(intervalsLeft).prefix { interval in
        left -= interval.seconds ?? 0
        return left >= 0
      }
      guard !fitting.isEmpty else { return }
      group = PlannedGroup(repeats: 1, intervals: Array(fitting))
    }
    let cueBytes = group.intervals.flatMap { $0.cues ?? [] }.reduce(0) { $0 + $1.text.utf8.count }
    if cueBytes * group.repeats > cueBytesLeft {
      for index in group.intervals.indices { group.intervals[index].cues = nil }
      note("The workout has too many texts for a plan: those of step \(stepNumber) are left out.")
    } else {
      cueBytesLeft -= cueBytes * group.repeats
    }
    intervalsLeft -= group.repeats * group.intervals.count
    secondsLeft -= group.repeats * group.intervals.reduce(0) { $0 + ($1.seconds ?? 0) }
    groups.append(group)
    if intervalsLeft == 0 || secondsLeft == 0 { isFull = true }
  }

  private mutating func note(_ text: String) {
    if notes.count < Self.mostNotes { notes.append(text) }
  }
}

/// The text of a step: its label, and later prompts.
///
/// `Get ready 33^Halfway 60^Sprint<!>` names the step and has two prompts, at 33 and at 60 seconds.
private struct StepPrompts {
  /// The text before the first prompt.
  let label: String
  /// The prompts in the order of the text.
  private(set) var later: [PlanCue] = []

  init(_ text: String) {
    let text = text.split(separator: "<!>", omittingEmptySubsequences: true).joined(separator: " ")
    let parts = text.split(separator: "^", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first else {
      label = text
      return
    }
    var (words, offset) = Self.cut(first)
    label = words
    for part in parts.dropFirst() {
      let at = offset
      (words, offset) = Self.cut(part)
      guard let at, let text = words.line(most: Limits.textLength) else { continue }
      later.append(PlanCue(atSeconds: at, seconds: 10, text: text))
    }
  }

  /// Splits off a number at the end.
  ///
  /// Returns the text before it, and the number.
  private static func cut(_ part: Substring) -> (String, Int?) {
    let digits = part.reversed().prefix { $0.isASCII && $0.isNumber }
    let number = Int(String(digits.reversed())).flatMap { $0 < Limits.planSeconds.upperBound ? $0 : nil }
    return (String(part.dropLast(digits.count)), number)
  }
}
