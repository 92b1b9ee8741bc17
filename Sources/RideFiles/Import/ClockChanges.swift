internal import Rides

/// Changes of the device's clock during a ride, found by the file's own total.
///
/// If a device gets the time from GPS only after the start, its clock jumps by days. The times before a jump are moved
/// so that the ride is continuous; the last clock counts as correct.
struct ClockChanges: Sendable {
  /// A run of points by one clock, in the order of the file.
  private struct Stretch: Sendable {
    var first: UnixTime
    var last: UnixTime
    /// The least and the greatest distance, in metres; nil without distances.
    var meters: ClosedRange<Double>?
    /// Added to the times of the stretch, in milliseconds.
    var shift: Int64 = 0

    init(_ point: RideAssembly.Point) {
      (first, last) = (point.time, point.time)
      meters = point.sample.distanceMeters.map { $0...$0 }
    }

    mutating func add(_ point: RideAssembly.Point) {
      (first, last) = (min(first, point.time), max(last, point.time))
      guard let distance = point.sample.distanceMeters else { return }
      meters = min(meters?.lowerBound ?? distance, distance)...max(meters?.upperBound ?? distance, distance)
    }

    var seconds: Int { last.seconds(since: first) + 1 }
    /// Whether the distance grew; nil without a distance.
    var isMoving: Bool? { meters.map { $0.upperBound > $0.lowerBound } }

    /// Returns the time between the stretch and a time outside it, in milliseconds; 0 within it.
    func distance(to time: UnixTime) -> UInt64 {
      guard time < first || time > last else { return 0 }
      return min(
        first.milliseconds.distance(from: time.milliseconds), last.milliseconds.distance(from: time.milliseconds))
    }
  }

  private var stretches: [Stretch]

  /// Finds the changes of the clock.
  ///
  /// Nil if the clock did not change, if the totals do not count the points on both sides of a jump, or if the bicycle
  /// moved on one side only.
  ///
  /// - Parameters:
  ///   - points: The points in the order of the file.
  ///   - totals: The file's own times for the whole ride.
  init?(points: [RideAssembly.Point], totals: RideAssembly.Totals) {
    // Without the elapsed time, a jump of less than a day may be a pause.
    for (jump, totals) in [(Self.day, totals.seconds), (Self.shortJump, totals.elapsedSeconds.map { [$0] } ?? [])]
    where !totals.isEmpty {
      let found = Self.stretches(of: points, jump: jump)
      guard found.count > 1, Set(found.compactMap(\.isMoving)).count < 2 else { continue }
      let whole = Double(found.reduce(0) { $0 + $1.seconds })
      let longest = Double(found.map(\.seconds).max() ?? 0)
      // If the points of another day were not ridden, the rest alone is as long as the total.
      let isConfirmed = totals.contains { total in
        abs(whole - total) <= max(Self.patience, total * 0.02) && abs(whole - total) < abs(longest - total)
      }
      guard isConfirmed else { continue }
      stretches = Self.joined(found)
      return
    }
    return nil
  }

  /// Returns the time by the last clock.
  func corrected(_ time: UnixTime) -> UnixTime {
    guard let stretch = stretches.min(by: { $0.distance(to: time) < $1.distance(to: time) }) else { return time }
    let (milliseconds, overflows) = time.milliseconds.addingReportingOverflow(stretch.shift)
    return overflows ? time : UnixTime(milliseconds: milliseconds)
  }

  /// The shortest jump that cannot be a pause, in milliseconds.
  private static let day: UInt64 = 86_400_000
  /// The shortest jump that counts as a change of the clock, in milliseconds.
  private static let shortJump: UInt64 = 600_000
  /// The most stretches of a ride; more mean a damaged file.
  private static let mostStretches = 16
  /// The largest difference between times that agree, in seconds.
  private static let patience = 10.0

  private static func stretches(of points: [RideAssembly.Point], jump: UInt64) -> [Stretch] {
    var (stretches, before): ([Stretch], UnixTime?) = ([], nil)
    for point in points {
      if let before, point.time.milliseconds.distance(from: before.milliseconds) < jump {
        stretches[stretches.endIndex - 1].add(point)
      } else {
        guard stretches.count < mostStretches else { return [] }
        stretches.append(Stretch(point))
      }
      before = point.time
    }
    return stretches
  }

  /// Moves each stretch to the second before the next one.
  private static func joined(_ stretches: [Stretch]) -> [Stretch] {
    var joined = stretches
    for index in joined.indices.dropLast().reversed() {
      let next = joined[index + 1].first.milliseconds &+ joined[index + 1].shift
      joined[index].shift = next &- 1000 &- joined[index].last.milliseconds
    }
    return joined
  }
}

extension Int64 {
  /// Returns the absolute difference, which never overflows.
  fileprivate func distance(from other: Int64) -> UInt64 {
    self < other ? UInt64(bitPattern: other &- self) : UInt64(bitPattern: self &- other)
  }
}
