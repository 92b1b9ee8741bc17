import BluetoothLE
import ControlWire

/// The time that a start listens for devices, if none was chosen.
///
/// Trainers advertise every 0.1 to 1 s and straps about every second, and a scan misses some of that: who is awake is heard
/// within two or three seconds. The first to be heard may have a rival, so the silence after it is listened to as well.
struct DeviceListening: Hashable, Sendable {
  /// A trainer that is awake, and a strap, and whatever rivals them, has been heard by then.
  static let shortest = Duration.seconds(5)
  /// A strap that was just put on gets so long beside a trainer that was heard; a rider who wears none waits for it.
  static let incomplete = Duration.seconds(8)
  /// A trainer is asleep until somebody turns its pedals.
  static let unheard = Duration.seconds(15)
  /// A rival that woke up together with the last one heard has advertised twice by then.
  static let settling = Duration.seconds(2)
  /// However many keep turning up.
  static let longest = Duration.seconds(20)

  private let wantsStrap: Bool
  private let acceptsMeter: Bool
  /// Whether a power meter that will do was chosen, or heard.
  private var hasMeter: Bool
  private var kinds: [DeviceAddress: DeviceRole] = [:]
  private var lastNews = Duration.zero

  /// Nothing was heard yet.
  init(wantsStrap: Bool, acceptsMeter: Bool = false, hasMeter: Bool = false) {
    (self.wantsStrap, self.acceptsMeter, self.hasMeter) = (wantsStrap, acceptsMeter, hasMeter)
  }

  /// Takes note of what was heard, and how long after the beginning.
  mutating func heard(_ advertisement: Advertisement, after elapsed: Duration) {
    if acceptsMeter, advertisement.kinds.contains(.cyclingPower) { hasMeter = true }
    let kind = advertisement.kinds.first == .candidate ? .trainer : advertisement.kind
    guard let kind, kind == .trainer || wantsStrap else { return }
    if kinds.updateValue(kind, forKey: advertisement.address) != kind { lastNews = elapsed }
  }

  /// When it is enough, counted from the beginning, if nothing more is heard.
  var end: Duration {
    // A trainer that is awake would have been heard beside the meter.
    guard kinds.values.contains(.trainer) || hasMeter else { return Self.unheard }
    let isComplete = !wantsStrap || kinds.values.contains(.heartRate)
    return min(Self.longest, max(isComplete ? Self.shortest : Self.incomplete, lastNews + Self.settling))
  }
}
