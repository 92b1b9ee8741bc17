/// The result of a test of the functional threshold power (FTP), or its state during the ride.
package struct TestStatus: Codable, Hashable, Sendable {
  @OpenValue package var test: PlanTest
  /// The decisive mean power so far, in watts: of the best minute, or of the 20 minutes; absent before the first full
  /// minute, or the first second.
  package var meanWatts: Double?
  /// FTP by that power, in watts; absent without it, and for a test of 20 minutes that is not over.
  package var thresholdWatts: Int?
  /// True once the decisive part is over; otherwise absent.
  package var over: Bool?

  package init(test: PlanTest, meanWatts: Double? = nil, isOver: Bool = false) {
    self.test = test
    self.meanWatts = meanWatts
    over = isOver ? true : nil
    guard isOver || test == .ramp else { return }
    thresholdWatts = meanWatts.map { Int(($0 * test.thresholdShare).rounded()) }
  }
}

/// Computes the result of a test of FTP from the seconds of its decisive part.
package struct TestProgress: Hashable, Sendable {
  package let test: PlanTest
  /// The powers of the last minute of a ramp, in watts.
  private var minute: [Double] = []
  private var sum = 0.0
  private var count = 0
  private var bestMinuteWatts: Double?

  package init(_ test: PlanTest) { self.test = test }

  /// Adds a second of timer time.
  ///
  /// - Parameter watts: The power; nil if it did not arrive: no minute with such a second counts.
  package mutating func add(watts: Double?) {
    guard let watts, Limits.storedWatts.contains(watts) else { return minute.removeAll() }
    sum += watts
    count += 1
    guard test == .ramp else { return }
    minute.append(watts)
    if minute.count > test.decisiveSeconds { minute.removeFirst() }
    guard minute.count == test.decisiveSeconds else { return }
    bestMinuteWatts = max(bestMinuteWatts ?? 0, minute.reduce(0, +) / Double(minute.count))
  }

  /// Returns the result or the state of the test; `isOver` is whether the decisive part is over.
  package func status(isOver: Bool) -> TestStatus {
    switch test {
    case .ramp: TestStatus(test: test, meanWatts: bestMinuteWatts, isOver: isOver)
    case .twentyMinutes:
      // A part that was left early, or without most of its power, is no test.
      TestStatus(
        test: test, meanWatts: count > 0 ? sum / Double(count) : nil,
        isOver: isOver && Double(count) >= 0.95 * Double(test.decisiveSeconds))
    }
  }
}

extension RidePlan {
  /// The label of the intervals that are the decisive part of a test.
  package static let testLabel = "Test"

  /// Whether an interval belongs to the decisive part of a test; false in other plans, and outside the plan.
  ///
  /// - Parameter index: The index of the interval, from 0.
  /// - Returns: Whether it does.
  package func isTested(at index: Int) -> Bool {
    test != nil && intervals.indices.contains(index) && intervals[index].label == Self.testLabel
  }
}
