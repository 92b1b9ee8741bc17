package import BluetoothLE
import FitnessGATT
package import Rides

/// Controls a Headwind by the rider's rule.
///
/// The fan accepts a speed only in manual mode. If the rider presses its button into another mode, the fan is left
/// alone until it is linked again, or the rule changes.
struct FanControl: Hashable, Sendable {
  /// The time limit for an answer.
  ///
  /// After it, the request is written again.
  private static let patience = Duration.seconds(10)

  private struct Outstanding: Hashable, Sendable {
    var request: HeadwindRequest
    var at: MonotonicInstant
  }

  private var speed: FanSpeed
  /// Whether the fan's notifications are on, so that it can receive requests.
  private var isSubscribed = false
  private var mode: HeadwindMode?
  /// Whether manual mode was reached on this link.
  private var isTaken = false
  /// The last written request, while it is unanswered.
  private var outstanding: Outstanding?
  /// The last written speed, in percent; nil before the first one.
  private var askedPercent: Int?
  /// The speed that the fan reported, in percent; nil if it has not reported one.
  private(set) var percent: Int?

  init(rule: FanRule = .off) {
    speed = FanSpeed(rule: rule)
  }

  /// Uses another rule from now on.
  mutating func follow(_ rule: FanRule) {
    guard rule != speed.rule else { return }
    speed = FanSpeed(rule: rule)
    isTaken = false
  }

  /// Call when the fan's notifications are on.
  mutating func subscribed() { isSubscribed = true }

  /// Call when the link is lost.
  ///
  /// All requests must then be written again.
  mutating func linkLost() { self = FanControl(rule: speed.rule) }

  /// Handles a notification from the fan.
  mutating func apply(_ news: HeadwindNews) {
    switch news {
    case .state(let percent, let mode):
      blows(at: Int(percent))
      entered(mode)
    case .speed(let percent), .speedSet(_, let percent): blows(at: Int(percent))
    case .mode(let mode), .modeSet(_, let mode): entered(mode)
    }
  }

  /// A refused speed stays outstanding, because the answer then has another speed.
  private mutating func blows(at percent: Int) {
    self.percent = percent
    if outstanding?.request == .setSpeed(percent: percent) { outstanding = nil }
  }

  private mutating func entered(_ mode: HeadwindMode) {
    self.mode = mode
    if outstanding?.request == .setMode(mode) { outstanding = nil }
  }

  /// Receives the second's power and heart rate, each nil if it is unknown.
  ///
  /// Returns the request to write now; nil if there is none.
  mutating func due(watts: Int?, beatsPerMinute: Int?, at now: MonotonicInstant) -> HeadwindRequest? {
    guard isSubscribed, !isLeftAlone else { return nil }
    if let outstanding, now - outstanding.at < Self.patience { return nil }
    if speed.rule == .off { return isBlown ? write(.setSpeed(percent: 0), at: now) : nil }
    guard mode == .manual else { return write(.setMode(.manual), at: now) }
    isTaken = true
    if let percent = speed.observe(watts: watts, beatsPerMinute: beatsPerMinute, at: now) {
      return write(.setSpeed(percent: percent), at: now)
    }
    return outstanding.flatMap { write($0.request, at: now) }
  }

  /// The request that stops the fan at the end of the ride; nil if the ride does not drive the fan.
  var ending: HeadwindRequest? { isBlown ? .setSpeed(percent: 0) : nil }

  /// Whether the rider has pressed the fan's button.
  private var isLeftAlone: Bool { isTaken && mode != .manual }

  /// Whether the fan blows because of the ride.
  private var isBlown: Bool { isSubscribed && mode == .manual && askedPercent ?? 0 > 0 }

  private mutating func write(_ request: HeadwindRequest, at now: MonotonicInstant) -> HeadwindRequest {
    outstanding = Outstanding(request: request, at: now)
    if case .setSpeed(let percent) = request { askedPercent = percent }
    return request
  }
}

/// The speed for a fan, in percent of its maximum.
///
/// A fan that changes often is a nuisance. So the power is a mean over ten seconds, and the speed has steps of 5 % and
/// changes at most every ten seconds. It stays the same while its input hardly changes or is unknown. A speed that the
/// rider chose is exact.
package struct FanSpeed: Hashable, Sendable {
  /// A power and its time.
  private struct RiddenPower: Hashable, Sendable {
    let watts: Int
    let at: MonotonicInstant
  }

  /// The duration of the mean power.
  private static let meanTime = Duration.seconds(10)
  /// The minimum time between two speeds.
  private static let pause = Duration.seconds(10)
  /// The step of the speed, in percent.
  private static let step = 5.0
  /// The difference between the wanted and the present speed that causes a change, in percent.
  ///
  /// It is more than half a step, so that a power between two steps does not make the fan alternate between them.
  private static let leastDifference = 4.0
  /// The shares of the functional threshold power at which the fan is at 0 and 100 %.
  private static let powerShares = 0.5...1.5

  /// The input that the speed follows.
  ///
  /// A new rule applies from the next value on.
  package var rule: FanRule
  /// The last speed, in percent; nil before the first one.
  package private(set) var percent: Int?

  /// The time of the last speed request; nil if a request is due in any case.
  private var sentAt: MonotonicInstant?
  /// The power of the last ten seconds, oldest first.
  private var readings: [RiddenPower] = []

  package init(rule: FanRule) {
    self.rule = rule
  }

  /// Receives the ride's values at `now`.
  ///
  /// Call it about every second.
  ///
  /// - Parameters:
  ///   - watts: The power, 0 while the rider does not pedal; nil if it is unknown.
  ///   - beatsPerMinute: The heart rate; nil if it is unknown.
  ///   - now: The present time.
  /// - Returns: The speed to send to the fan, in percent; nil if it stays the same.
  package mutating func observe(watts: Int?, beatsPerMinute: Int?, at now: MonotonicInstant) -> Int? {
    readings.removeAll { now - $0.at >= Self.meanTime }
    if let watts { readings.append(RiddenPower(watts: watts, at: now)) }
    guard rule != .off else { return nil }
    if let sentAt, now - sentAt < Self.pause { return nil }
    let next = wanted(beatsPerMinute) ?? percent
    guard let next, sentAt == nil || next != percent else { return nil }
    percent = next
    sentAt = now
    return next
  }

  /// Returns the speed by the rule, in percent; nil if its input is unknown.
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

  /// Returns the step nearest to a speed, or the last speed while that is near enough.
  private func stepped(_ speed: Double) -> Int {
    if let percent, abs(speed - Double(percent)) < Self.leastDifference { return percent }
    return Int((speed / Self.step).rounded() * Self.step)
  }

  /// Returns the position of a value in a range, 0…100.
  ///
  /// A range of one value has 0 below it, and 100 at and above it.
  private static func percent(of value: Double, in range: ClosedRange<Double>) -> Double {
    if value >= range.upperBound { return 100 }
    if value <= range.lowerBound { return 0 }
    return (value - range.lowerBound) / (range.upperBound - range.lowerBound) * 100
  }
}
