package import Rides

/// A rider's change of the workout during the ride.
///
/// The workout itself is not modified.
package enum PlanStep: Hashable, Sendable {
  case done
  case skip
  case back
  case extend(IntervalExtension)
  /// Sets the increase of all planned watts to this percentage.
  case bias(percent: Int)
  /// Adds this percentage to the increase of all planned watts.
  case changeBias(percent: Int)
  case label(String)
}

/// The reason why a step is refused.
package enum PlanStepRefusal: Error, Hashable, Sendable {
  /// The interval with this number ends by itself.
  case notAwaited(Int)
  /// The step is for the interval with this number, but another one is ridden.
  case passed(Int)
  /// The interval with this number does not end by this kind of length, or would be too long.
  case notExtensible(Int)
  case biasOutOfRange
  case badLabel
  case isOver
}

extension PlanRun {
  /// The first seconds of an interval, in which `back` means the previous one.
  private static let justBegunSeconds = 5

  /// Applies a step of the rider.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - number: The number of the interval that the rider saw; nil for whichever is ridden.
  ///   - second: The ride's present second.
  /// - Returns: The interval that the step ended; nil if it did not end one.
  /// - Throws: The reason for the refusal.
  package mutating func take(
    _ step: PlanStep, in number: Int? = nil, second: Int
  ) throws(PlanStepRefusal) -> ExpiredInterval? {
    guard let interval else { throw .isOver }
    if let number, number != progress.index + 1 { throw .passed(number) }
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

  /// Ends the decisive part of a test early, and continues after it.
  ///
  /// - Parameter second: The ride's present second.
  /// - Returns: The interval that it ended; nil outside that part.
  mutating func endTest(second: Int) -> ExpiredInterval? {
    guard plan.isTested(at: progress.index), let ended = note(.skipped, second: second) else { return nil }
    leaveTest()
    return ended
  }

  /// Continues after the decisive part of a test, if it has reached an interval of that part.
  ///
  /// The rest of that part is left out, so it is neither among the ended intervals nor among the laps.
  mutating func leaveTest() {
    guard plan.isTested(at: progress.index) else { return }
    while plan.isTested(at: progress.index) { progress.index += 1 }
    enter()
  }

  private mutating func back(second: Int) -> ExpiredInterval? {
    let ended = note(.left, second: second)
    if progress.timerSeconds < Self.justBegunSeconds, progress.index > 0 { progress.index -= 1 }
    enter()
    return ended
  }

  private mutating func extend(by length: IntervalExtension) throws(PlanStepRefusal) {
    switch (length, interval?.end) {
    case (.seconds(let more), .timer(let seconds)?):
      guard more != 0, Limits.extensionSeconds.contains(more),
        Limits.planSeconds.contains(seconds + progress.extraSeconds + more)
      else { throw .notExtensible(progress.index + 1) }
      keepRampPoint()
      progress.extraSeconds += more
    case (.meters(let more), .distance(let meters)?):
      guard more != 0, Limits.extensionMeters.contains(more),
        Limits.planMeters.contains(meters + progress.extraMeters + more)
      else { throw .notExtensible(progress.index + 1) }
      keepRampPoint()
      progress.extraMeters += more
    default: throw .notExtensible(progress.index + 1)
    }
  }

  /// Steered watts change immediately.
  ///
  /// After that, the heart rate continues to steer.
  private mutating func setBias(_ percent: Int) throws(PlanStepRefusal) {
    guard Limits.biasPercent.contains(percent) else { throw .biasOutOfRange }
    let before = progress.biasPercent
    progress.biasPercent = percent
    guard let watts = progress.steering?.watts else { return }
    let moved = Double(watts) * Double(100 + percent) / Double(100 + before)
    progress.steering?.nudge(by: Int(moved.rounded()) - watts)
  }
}
