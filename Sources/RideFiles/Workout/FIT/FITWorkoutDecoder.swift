internal import Rides

/// Reads a workout in FIT: its `workout` and `workout_step` messages.
///
/// A range or zone of power becomes a constant target at its middle. Steps by speed, slope, resistance or percent of
/// maximum heart rate have no target. A step that ends at a heart rate, a power or an energy waits for the rider's
/// `Done`.
struct FITWorkoutDecoder {
  private var name: String?
  private var sport = FITProfile.genericSport
  private var steps: [FITPlanStep] = []

  /// Reads a whole file.
  ///
  /// The plan's name is empty if the file has no name.
  ///
  /// - Throws: `malformed` for a damaged file, `unsupported` without a workout or for a sport other than cycling, and
  ///   the faults of the intervals.
  static func decode(_ bytes: [UInt8]) throws(PlanFault) -> Plan {
    var decoder = Self()
    do throws(FileFault) {
      for message in try FITMessage.all(of: bytes) { decoder.take(message) }
    } catch {
      throw PlanFault(.malformed, detail: "byte \(error.byte): \(error.detail)")
    }
    return try decoder.plan()
  }

  private mutating func take(_ message: FITMessage) {
    switch message.definition.message {
    case .workout:
      name = message.text(FITField.Workout.name)
      sport = message.value(FITField.Workout.sport) ?? sport
    case .workoutStep: steps.append(FITPlanStep(message, index: steps.count))
    default: break
    }
  }

  private func plan() throws(PlanFault) -> Plan {
    guard !steps.isEmpty else { throw PlanFault(.unsupported, detail: "the FIT file has no workout") }
    guard FITProfile.sportsOnTrainer.contains(sport) else {
      throw PlanFault(.unsupported, detail: "FIT's sport \(Int(sport))")
    }
    var groups: [(step: Int, group: PlanGroup)] = []
    for step in steps.sorted(by: { $0.index < $1.index }) {
      if let first = step.firstRepeated {
        groups = try Self.repeating(groups, from: first, step)
      } else if let interval = step.interval {
        groups.append((step.index, PlanGroup([interval])))
      }
    }
    var plan = Plan(name: name.flatMap { WorkoutValues.trimmed($0, atMost: Limits.nameLength) } ?? "")
    plan.groups = groups.map(\.group)
    return plan
  }

  /// Replaces the steps from `first` on by a group; groups within them are expanded.
  private static func repeating(
    _ groups: [(step: Int, group: PlanGroup)], from first: Int, _ step: FITPlanStep
  ) throws(PlanFault) -> [(step: Int, group: PlanGroup)] {
    guard let times = step.times, Limits.repeats.contains(times) else {
      throw PlanFault(.repeatsOutOfRange, detail: "step \(step.index)")
    }
    let body = groups.filter { $0.step >= first }.map(\.group)
    let count = body.reduce(0) { $0 + $1.repeats * $1.intervals.count }
    guard count > 0 else { return groups }
    guard count <= Limits.intervals else { throw PlanFault(.tooManyIntervals, detail: String(count)) }
    let intervals = body.flatMap { group in (0..<group.repeats).flatMap { _ in group.intervals } }
    return groups.filter { $0.step < first } + [(first, PlanGroup(repeats: times, intervals))]
  }
}

/// A `workout_step`.
private struct FITPlanStep {
  var index: Int
  /// The interval; nil if its duration rounds to 0 s.
  var interval: PlanInterval?
  /// The step from which a repeat begins; nil for an interval.
  var firstRepeated: Int?
  /// The number of times that those steps are ridden.
  var times: Int?

  init(_ message: FITMessage, index: Int) {
    self.index = message.value(.messageIndex).flatMap(Int.init(exactly:)) ?? index
    let value = message.value(FITField.WorkoutStep.durationValue)
    let type = message.value(FITField.WorkoutStep.durationType) ?? FITProfile.StepDuration.open
    if FITProfile.StepDuration.repeats.contains(type) {
      firstRepeated = value.flatMap(Int.init(exactly:)) ?? 0
      // A repeat until a time or a heart rate has no number of times.
      let isCounted = type == FITProfile.StepDuration.repeatSteps
      times = isCounted ? message.value(FITField.WorkoutStep.targetValue).flatMap(Int.init(exactly:)) : nil
    } else if let end = Self.end(type, value) {
      interval = Self.interval(message, end)
    }
  }

  private static func end(_ type: Double, _ value: Double?) -> IntervalEnd? {
    guard let value else { return .activity }
    if type == FITProfile.StepDuration.distance { return .distance(meters: value / 100) }
    guard FITProfile.StepDuration.times.contains(type) else { return .activity }
    let seconds = Int((value / 1000).rounded())
    return seconds > 0 ? .timer(seconds: seconds) : nil
  }

  private static func interval(_ message: FITMessage, _ end: IntervalEnd) -> PlanInterval {
    var interval = PlanInterval(label: label(of: message), end: end)
    typealias Step = FITField.WorkoutStep
    let targets = [
      FITGivenTarget(
        type: message.value(Step.targetType), zone: message.value(Step.targetValue),
        low: message.value(Step.customLow), high: message.value(Step.customHigh)),
      FITGivenTarget(
        type: message.value(Step.secondaryType), zone: message.value(Step.secondaryValue),
        low: message.value(Step.secondaryLow), high: message.value(Step.secondaryHigh)),
    ]
    interval.cadence = targets.lazy.compactMap(\.cadence).first
    interval.target = targets.lazy.compactMap(\.power).first ?? targets.lazy.compactMap(\.heartRate).first ?? .free
    if let notes = message.text(Step.notes).flatMap({ WorkoutValues.trimmed($0, atMost: Limits.textLength) }),
      notes != interval.label
    {
      interval.cues = [PlanCue(atSeconds: 0, text: notes)]
    }
    return interval
  }

  /// Returns the step's name, else a short note, else a label for its intensity.
  private static func label(of message: FITMessage) -> String? {
    let name = message.text(FITField.WorkoutStep.name).flatMap { WorkoutValues.trimmed($0, atMost: Limits.nameLength) }
    let notes = message.text(FITField.WorkoutStep.notes).flatMap { WorkoutValues.trimmed($0) }
    if let name = name ?? notes, name.count <= Limits.nameLength { return name }
    return switch message.value(FITField.WorkoutStep.intensity) {
    case FITProfile.Intensity.warmUp: ZWOWorkout.warmUp
    case FITProfile.Intensity.coolDown: ZWOWorkout.coolDown
    default: nil
    }
  }
}

/// A `wkt_step_target` with its zone, or its bounds if the zone is 0.
private struct FITGivenTarget {
  var type: Double?
  var zone: Double?
  var low: Double?
  var high: Double?

  private var bounds: (low: Double, high: Double)? {
    guard let one = low ?? high else { return nil }
    let (low, high) = (low ?? one, high ?? one)
    return (min(low, high), max(low, high))
  }

  /// `workout_power`: percent of threshold power, or watts plus 1000.
  var power: IntervalTarget? {
    guard let type, FITProfile.StepTarget.powers.contains(type) else { return nil }
    if let zone, zone > 0 { return .steady(.thresholdPercent(TrainingZones.middle(of: zone))) }
    guard let (low, high) = bounds, (low < 1000) == (high < 1000) else { return .free }
    let middle = (low + high) / 2
    let power = low < 1000 ? Power.thresholdPercent(middle) : WorkoutPower.watts(middle - 1000)
    return WorkoutPower.steady(power)
  }

  /// `workout_hr`: percent of the maximum, or beats per minute plus 100.
  var heartRate: IntervalTarget? {
    guard let type, FITProfile.StepTarget.heartRates.contains(type) else { return nil }
    if let zone = zone.flatMap(Int.init(exactly:)), Limits.zones.contains(zone) { return .zone(zone, start: nil) }
    guard let (low, high) = bounds, low > 100, let first = Int(exactly: low), let last = Int(exactly: high) else {
      return nil
    }
    return .heartRate(first - 100...last - 100, start: nil)
  }

  var cadence: ClosedRange<Int>? {
    guard type == FITProfile.StepTarget.cadence, let (low, high) = bounds, let first = Int(exactly: low),
      let last = Int(exactly: high), last > 0
    else { return nil }
    return max(first, Limits.cadenceRpm.lowerBound)...last
  }
}

extension FITMessage {
  /// Returns all data messages of a file, or of the first one of chained files.
  ///
  /// - Throws: `cut`, `wrongChecksum`, `malformed`, `notThisFormat`.
  static func all(of bytes: [UInt8]) throws(FileFault) -> [FITMessage] {
    let size = min(Int(bytes.first ?? 0), FITHeader.size)
    var position = size
    let end = size + Int(try FITHeader(decoding: bytes.prefix(size), at: 0).dataSize)
    guard end + 2 <= bytes.count else { throw FileFault(.cut, at: .init(byte: bytes.count), "it ends too early") }
    guard bytes[end..<end + 2].fitInteger() == UInt64(FITChecksum(of: bytes.prefix(end)).value) else {
      throw FileFault(.wrongChecksum, at: .init(byte: end), "the file's checksum is wrong")
    }
    var definitions: [Int: FITDefinition] = [:]
    var messages: [FITMessage] = []
    while position < end {
      let (rest, header) = (bytes[position..<end], FITRecordHeader(bytes[position]))
      let length: Int?
      if case .definition(let hasDeveloperFields) = header.kind {
        length = FITDefinition.length(of: rest, hasDeveloperFields: hasDeveloperFields)
      } else {
        length = definitions[header.local].map { 1 + $0.size }
      }
      guard let length, length <= rest.count else {
        throw FileFault(.malformed, at: .init(byte: position), "a message that is too long or has no definition")
      }
      let message = rest.prefix(length)
      if case .definition = header.kind {
        definitions[header.local] = try FITDefinition(decoding: message, at: position)
      } else if let definition = definitions[header.local], definition.message != nil {
        messages.append(
          FITMessage(definition: definition, bytes: message.dropFirst(), place: .init(byte: position)))
      }
      position += length
    }
    return messages
  }
}
