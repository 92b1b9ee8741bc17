import BluetoothLE
import Rides

/// The intervals between the notifications of a ride's devices.
///
/// The gap between two links does not count as an interval.
struct LinkIntervals: Hashable, Sendable {
  /// The statistics of the devices that have had an interval.
  private(set) var statistics: [DeviceRole: IntervalStatistics]
  /// The statistics that were last stored, and the minute of the ride in which they were stored.
  private(set) var kept: [DeviceRole: IntervalStatistics]
  private(set) var keptMinute = 0
  /// The latest notifications on the present links.
  private var latest: [DeviceRole: MonotonicInstant] = [:]

  /// Continues the stored statistics.
  init(after kept: [DeviceRole: IntervalStatistics] = [:], minute: Int = 0) {
    statistics = kept
    self.kept = kept
    keptMinute = minute
  }

  mutating func receive(_ role: DeviceRole, at instant: MonotonicInstant) {
    guard let former = latest.updateValue(instant, forKey: role) else { return }
    let interval: Duration = instant - former
    guard statistics[role] != nil else { return statistics[role] = IntervalStatistics(interval) }
    statistics[role]?.add(interval)
  }

  mutating func linkLost(_ role: DeviceRole) { latest[role] = nil }

  /// Returns the statistics to store in this minute; nil if they are stored or have not changed.
  mutating func news(inMinute minute: Int?) -> [DeviceRole: IntervalStatistics]? {
    guard minute != keptMinute, statistics != kept else { return nil }
    (kept, keptMinute) = (statistics, minute ?? keptMinute)
    return statistics
  }
}
