internal import RideSession

/// The part of a ride that is work: without the warm-up, and without the ease-off that would end its power in a steep drop.
///
/// Seconds are places among rows of timer time.
struct WorkWindow {
  private static let medianSeconds = 31
  private static let warmSeconds = 30
  private static let smoothingReach = 15

  /// Where it begins and ends, the end left out.
  let range: Range<Int>
  /// The power of the work, in watts; nil without power.
  let level: Double?

  /// - Parameters:
  ///   - rows: Timer time up to the end of the activity.
  ///   - zone2Start: The heart rate that a rider is warm at, in beats a minute.
  init(_ rows: [TimerRow], zone2Start: Int) {
    let start = Self.start(rows.map(\.beatsPerMinute), zone2Start)
    let power = RunningMeans(rows[start...].lazy.map(\.watts))
    guard let level = Self.level(of: power) else {
      range = start..<rows.count
      self.level = nil
      return
    }
    self.level = level
    range = start..<start + WorkEnd(power, level: level).second
  }

  /// The first second, in the first half, from which the median heart rate is in Zone 2 for half a minute; else 0.
  private static func start(_ beats: [Int?], _ zone2Start: Int) -> Int {
    var warm = 0
    for (second, median) in beats.heartRateMedians(over: medianSeconds).enumerated() {
      warm = median ?? 0 >= zone2Start ? warm + 1 : 0
      guard warm == warmSeconds else { continue }
      let start = second + 1 - warm
      return start <= beats.count / 2 ? start : 0
    }
    return 0
  }

  /// The median of the smoothed power over the middle half.
  private static func level(of power: RunningMeans) -> Double? {
    let quarter = power.indices.count / 4
    let smoothed = power.indices.dropFirst(quarter).dropLast(quarter).compactMap { second in
      power.mean(in: second - smoothingReach..<second + smoothingReach + 1)
    }
    return smoothed.isEmpty ? nil : smoothed.sorted()[smoothed.count / 2]
  }
}
