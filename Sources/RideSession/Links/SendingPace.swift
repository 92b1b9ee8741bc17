import BluetoothLE
import Rides

/// Learns how often a device sends its data.
///
/// From that follow the maximum age of its values, and the length of an ordinary silence.
///
/// Most trainers send four times a second and most straps once a second, but a few send every 4 to 6 seconds.
struct SendingPace: Hashable, Sendable {
  /// The longest ordinary silence of any device.
  static let longestSilence = Duration.seconds(20)
  /// The shortest silence that is reported.
  static let leastPatience = Duration.seconds(5)
  /// The permitted silence of a strap before its first interval is known.
  private static let firstPatience = Duration.seconds(10)
  /// The number of intervals in an ordinary silence.
  private static let factor = 3
  /// The number of intervals in the median.
  private static let remembered = 5
  /// Notifications this close together count as one, because some trainers split a record.
  private static let burst = Duration.milliseconds(200)

  private let role: DeviceRole
  /// The time of the last data on the present link; nil if the link has carried no data.
  private(set) var receivedAt: MonotonicInstant?
  private var sendingBegan: MonotonicInstant?
  /// The latest intervals, on this link and earlier ones.
  private var intervals: [Duration] = []

  init(of role: DeviceRole) { self.role = role }

  mutating func receive(at now: MonotonicInstant) {
    receivedAt = now
    guard let began = sendingBegan else { return sendingBegan = now }
    let interval: Duration = now - began
    guard interval >= Self.burst else { return }
    sendingBegan = now
    // A longer one is an outage.
    if interval <= Self.longestSilence { intervals = (intervals + [interval]).suffix(Self.remembered) }
  }

  /// Call when the link is lost.
  ///
  /// The gap between two links does not count as an interval.
  mutating func linkLost() { (receivedAt, sendingBegan) = (nil, nil) }

  /// The maximum age of a value that still counts.
  var valueAge: Duration {
    silence(atLeast: role == .heartRate ? LiveReadings.heartRateAge : LiveReadings.trainerAge)
  }

  /// The time that the device may be silent before that is reported.
  var patience: Duration { silence(atLeast: Self.leastPatience) }

  /// Returns three times the median interval, but at least `least`.
  private func silence(atLeast least: Duration) -> Duration {
    guard !intervals.isEmpty else { return role == .heartRate ? Self.firstPatience : least }
    let median = intervals.sorted()[(intervals.count - 1) / 2]
    return min(max(least, median * Self.factor), Self.longestSilence)
  }
}

/// The pace of each device of a ride.
struct SendingPaces: Hashable, Sendable {
  private var paces: [DeviceRole: SendingPace] = [:]

  subscript(role: DeviceRole) -> SendingPace {
    get { paces[role] ?? SendingPace(of: role) }
    set { paces[role] = newValue }
  }
}
