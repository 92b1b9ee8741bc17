import BluetoothLE
import Rides

/// Learns how often a device sends its data, and from that how long its values count and which silence is ordinary.
///
/// Most trainers send four times a second and most straps once a second, but a few send every 4 to 6 seconds.
struct SendingPace: Hashable, Sendable {
  /// The longest silence that is ordinary for any device.
  static let longestSilence = Duration.seconds(20)
  /// The shortest silence that is reported.
  static let leastPatience = Duration.seconds(5)
  /// How long a strap may be silent before its first interval is known.
  private static let firstPatience = Duration.seconds(10)
  /// How many intervals without data are ordinary.
  private static let factor = 3
  /// The number of intervals whose median counts.
  private static let remembered = 5
  /// Notifications this close together are one sending: some trainers split a record.
  private static let burst = Duration.milliseconds(200)

  private let role: DeviceRole
  /// When the last data arrived on the present link; nil if the link has carried none.
  private(set) var heardAt: MonotonicInstant?
  private var sendingBegan: MonotonicInstant?
  /// The latest intervals, on this link and earlier ones.
  private var intervals: [Duration] = []

  init(of role: DeviceRole) { self.role = role }

  mutating func heard(at now: MonotonicInstant) {
    heardAt = now
    guard let began = sendingBegan else { return sendingBegan = now }
    let interval: Duration = now - began
    guard interval >= Self.burst else { return }
    sendingBegan = now
    // A longer one is an outage.
    if interval <= Self.longestSilence { intervals = (intervals + [interval]).suffix(Self.remembered) }
  }

  /// Call when the link is lost: the gap between two links is no interval.
  mutating func linkLost() { (heardAt, sendingBegan) = (nil, nil) }

  /// The greatest age of a value that still counts.
  var valueAge: Duration {
    silence(atLeast: role == .heartRate ? LiveReadings.heartRateAge : LiveReadings.trainerAge)
  }

  /// How long the device may be silent before that is reported.
  var patience: Duration { silence(atLeast: Self.leastPatience) }

  /// Three times the median interval, `least` at least.
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
