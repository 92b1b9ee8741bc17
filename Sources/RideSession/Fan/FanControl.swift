package import BluetoothLE
import FitnessGATT
package import Rides

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

/// The speed that a fan is told, in percent of its greatest one.
///
/// A fan that hunts is a nuisance: power counts as a mean of ten seconds, the speed has steps of 5 %, it changes at most
/// every ten seconds, and it stays while what it follows hardly changes or is not known. A speed that the rider chose is exact.
package struct FanSpeed: Hashable, Sendable {
  /// A power, and when it was ridden.
  private struct RiddenPower: Hashable, Sendable {
    let watts: Int
    let at: MonotonicInstant
  }

  /// How long the mean of the power is.
  private static let meanTime = Duration.seconds(10)
  /// The least time between two speeds.
  private static let pause = Duration.seconds(10)
  /// The step of the speed, in percent.
  private static let step = 5.0
  /// How far the wanted speed is from the told one before that changes, in percent: more than half a step, so that a power
  /// between two steps does not make the fan change between them.
  private static let leastDifference = 4.0
  /// The shares of the functional threshold power at which the fan is at 0 and 100 %.
  private static let powerShares = 0.5...1.5

  /// What the speed follows; a new rule counts from the next value on.
  package var rule: FanRule
  /// The last speed, in percent; nil before the first one.
  package private(set) var percent: Int?

  /// When the fan was told; nil if it has to be told, whatever it was told before.
  private var toldAt: MonotonicInstant?
  /// The power of the last ten seconds, the oldest first.
  private var readings: [RiddenPower] = []

  package init(rule: FanRule) {
    self.rule = rule
  }

  /// Takes what the ride knows at `now`; call it about every second.
  ///
  /// - Parameters:
  ///   - watts: The power, 0 for a rider who does not pedal; nil if it is not known.
  ///   - beatsPerMinute: The heart rate; nil if it is not known.
  ///   - now: The present point.
  /// - Returns: The speed that the fan is to be told, in percent; nil if there is nothing to tell.
  package mutating func saw(watts: Int?, beatsPerMinute: Int?, at now: MonotonicInstant) -> Int? {
    readings.removeAll { now - $0.at >= Self.meanTime }
    if let watts { readings.append(RiddenPower(watts: watts, at: now)) }
    guard rule != .off else { return nil }
    if let toldAt, now - toldAt < Self.pause { return nil }
    let next = wanted(beatsPerMinute) ?? percent
    guard let next, toldAt == nil || next != percent else { return nil }
    percent = next
    toldAt = now
    return next
  }

  /// The speed by the rule, in percent; nil if what it follows is not known.
  private func wanted(_ beatsPerMinute: Int?) -> Int? {
    switch rule {
    case .off: return nil
    case .percent(let percent): return min(max(percent, 0), 100)
    case .power(let ftpWatts):
      guard !readings.isEmpty, ftpWatts > 0 else { return nil }
      let mean = readings.reduce(0) { $0 + Double($1.watts) } / Double(readings.count)
      return stepped(Self.percent(of: mean / Double(ftpWatts), in: Self.powerShares))
    case .heart(let range):
      guard let beatsPerMinute, beatsPerMinute > 0 else { return nil }
      return stepped(
        Self.percent(of: Double(beatsPerMinute), in: Double(range.lowerBound)...Double(range.upperBound)))
    }
  }

  /// The step that is nearest to a speed, or the last speed while that is near enough.
  private func stepped(_ speed: Double) -> Int {
    if let percent, abs(speed - Double(percent)) < Self.leastDifference { return percent }
    return Int((speed / Self.step).rounded() * Self.step)
  }

  /// Where a value is in a range, 0…100; a range of one value has 0 below it and 100 from it on.
  private static func percent(of value: Double, in range: ClosedRange<Double>) -> Double {
    if value >= range.upperBound { return 100 }
    if value <= range.lowerBound { return 0 }
    return (value - range.lowerBound) / (range.upperBound - range.lowerBound) * 100
  }
}
