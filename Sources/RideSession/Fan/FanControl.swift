import BluetoothLE
import FitnessGATT
import Rides

/// Has a Headwind blow as the rider's rule says.
///
/// It takes a speed in manual mode alone. Who presses its button into another mode wants to decide by hand: the fan is then
/// left alone until it is linked anew, or the rule changes.
struct FanControl: Hashable, Sendable {
  /// How long an answer may take; then the request is written again.
  private static let patience = Duration.seconds(10)

  private struct Outstanding: Hashable, Sendable {
    var request: HeadwindRequest
    var at: MonotonicInstant
  }

  private var speed: FanSpeed
  /// Whether the fan tells what it does, so that it can be asked.
  private var isSubscribed = false
  private var mode: HeadwindMode?
  /// Whether manual mode was reached on this link.
  private var isTaken = false
  /// What was written last and is not answered.
  private var outstanding: Outstanding?
  /// The speed that was written last, in percent; nil before the first one.
  private var askedPercent: Int?
  /// How fast it blows by its own account, in percent; nil if it has not said.
  private(set) var percent: Int?

  init(rule: FanRule = .off) {
    speed = FanSpeed(rule: rule)
  }

  /// Blows by another rule from now on.
  mutating func follow(_ rule: FanRule) {
    guard rule != speed.rule else { return }
    speed = FanSpeed(rule: rule)
    isTaken = false
  }

  /// Call when the fan's notifications are on.
  mutating func subscribed() { isSubscribed = true }

  /// Call when the link is lost: the fan has to be told everything again.
  mutating func linkLost() { self = FanControl(rule: speed.rule) }

  /// Takes what the fan tells.
  mutating func took(_ news: HeadwindNews) {
    switch news {
    case .state(let percent, let mode):
      blows(at: Int(percent))
      entered(mode)
    case .speed(let percent), .speedSet(_, let percent): blows(at: Int(percent))
    case .mode(let mode), .modeSet(_, let mode): entered(mode)
    }
  }

  /// A speed that was refused stays outstanding: the answer then has another one.
  private mutating func blows(at percent: Int) {
    self.percent = percent
    if outstanding?.request == .setSpeed(percent: percent) { outstanding = nil }
  }

  private mutating func entered(_ mode: HeadwindMode) {
    self.mode = mode
    if outstanding?.request == .setMode(mode) { outstanding = nil }
  }

  /// Takes the second's power and heart rate, nil for what is not known; returns what is to be written now.
  mutating func due(watts: Int?, beatsPerMinute: Int?, at now: MonotonicInstant) -> HeadwindRequest? {
    guard isSubscribed, !isLeftAlone else { return nil }
    if let outstanding, now - outstanding.at < Self.patience { return nil }
    if speed.rule == .off { return isBlown ? write(.setSpeed(percent: 0), at: now) : nil }
    guard mode == .manual else { return write(.setMode(.manual), at: now) }
    isTaken = true
    if let percent = speed.saw(watts: watts, beatsPerMinute: beatsPerMinute, at: now) {
      return write(.setSpeed(percent: percent), at: now)
    }
    return outstanding.flatMap { write($0.request, at: now) }
  }

  /// What ends the blowing with the ride; nil for a fan that is not ours.
  var ending: HeadwindRequest? { isBlown ? .setSpeed(percent: 0) : nil }

  /// Whether somebody has pressed its button.
  private var isLeftAlone: Bool { isTaken && mode != .manual }

  /// Whether it blows because of the ride.
  private var isBlown: Bool { isSubscribed && mode == .manual && askedPercent ?? 0 > 0 }

  private mutating func write(_ request: HeadwindRequest, at now: MonotonicInstant) -> HeadwindRequest {
    outstanding = Outstanding(request: request, at: now)
    if case .setSpeed(let percent) = request { askedPercent = percent }
    return request
  }
}
