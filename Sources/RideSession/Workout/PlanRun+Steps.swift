/// What a rider changes in a plan while riding it; the plan itself stays.
package enum PlanStep: Hashable, Sendable {
  case done
  case skip
  case back
  case extend(PlanExtension)
  /// All planned watts raised by so many percent in all.
  case bias(percent: Int)
  /// All planned watts raised by so many percent more than now.
  case changeBias(percent: Int)
  case label(String)
}

/// So much more of an interval.
package enum PlanExtension: Hashable, Sendable {
  case seconds(Int)
  case meters(Double)
}

/// Why a step is not taken.
package enum PlanStepRefusal: Error, Hashable, Sendable {
  /// The interval ends by itself; its number.
  case notAwaited(Int)
  /// The interval does not end by what is to be extended, or would be too long; its number.
  case notExtensible(Int)
  case biasOutOfRange
  case badLabel
  case isOver
}

extension PlanRun {
  /// How far all watts can be raised or lowered, in percent.
  package static let biases = -50...50
  /// In the first seconds of an interval, `back` means the one before.
  private static let justBegunSeconds = 5

  /// The rider's word.
  ///
  /// - Parameters:
  ///   - step: What is asked.
  ///   - second: The ride's seconds now.
  /// - Returns: The interval that is over with it, if one is.
  /// - Throws: Why the plan stays as it is.
  package mutating func take(_ step: PlanStep, second: Int) throws(PlanStepRefusal) -> EndedInterval? {
    guard let interval else { throw .isOver }
    switch step {
    case .done:
      guard case .activity = interval.end else { throw .notAwaited(progress.index + 1) }
      return end(.expired, second: second)
    case .skip: return end(.skipped, second: second)
    case .back: return back(second: second)
    case .extend(let length): try extend(by: length)
    case .bias(let percent): try setBias(percent)
    case .changeBias(let percent):
      guard (-100...100).contains(percent) else { throw .biasOutOfRange }
      try setBias(progress.biasPercent + percent)
    case .label(let text):
      guard !text.isEmpty, text.count <= Limits.nameLength else { throw .badLabel }
      progress.labels[progress.index] = text
    }
    return nil
  }

  private mutating func back(second: Int) -> EndedInterval? {
    let ended = note(.left, second: second)
    if progress.timerSeconds < Self.justBegunSeconds, progress.index > 0 { progress.index -= 1 }
    enter()
    return ended
  }

  private mutating func extend(by length: PlanExtension) throws(PlanStepRefusal) {
    switch (length, interval?.end) {
    case (.seconds(let more), .timer(let seconds)?):
      guard Limits.planSeconds.contains(more), Limits.planSeconds.contains(seconds + progress.extraSeconds + more)
      else { throw .notExtensible(progress.index + 1) }
      keepRampPoint()
      progress.extraSeconds += more
    case (.meters(let more), .distance(let meters)?):
      guard Limits.planMeters.contains(more), Limits.planMeters.contains(meters + progress.extraMeters + more)
      else { throw .notExtensible(progress.index + 1) }
      keepRampPoint()
      progress.extraMeters += more
    default: throw .notExtensible(progress.index + 1)
    }
  }

  /// What the heart steers moves at once; then the heart steers on.
  private mutating func setBias(_ percent: Int) throws(PlanStepRefusal) {
    guard Self.biases.contains(percent) else { throw .biasOutOfRange }
    let before = progress.biasPercent
    progress.biasPercent = percent
    guard let watts = progress.steering?.watts else { return }
    let moved = Double(watts) * Double(100 + percent) / Double(100 + before)
    progress.steering?.nudge(by: Int(moved.rounded()) - watts)
  }
}
