package import Rides

/// Steers the power so that the heart rate stays in its zone, second by second of timer time.
///
/// For three minutes, the start power holds: half of it at first, and all of it after one minute. While a heart has
/// only begun to work and beats too slowly, its rate says little about the power. A heart that is above the zone, or on
/// its way out of it, ends that time early. Then a ``SteeringLoop`` steers. Without a heart rate, the power stays the
/// same. After half a minute, it eases to 80 % of the start, because the heart is no longer monitored. When a heart
/// rate arrives again, the power returns within a minute, unless the heart rate calls for less.
///
/// The state is stored with the rows of a ride, so that a resumed ride continues with it.
package struct HeartRateSteering: Hashable, Sendable, Codable {
  package enum State: String, Hashable, Sendable, Codable {
    /// The heart has not responded to the power yet: at the start, and after a long pause.
    case settling
    /// The heart rate steers.
    case steering
    /// There is no heart rate now. The power stays the same.
    case frozen
    /// There has been no heart rate for 30 s. The power is a safe one.
    case eased
  }

  /// A change to report to the rider.
  package enum Change: Hashable, Sendable {
    case froze
    /// The power falls to these watts.
    case eased(watts: Int)
    case returned
  }

  /// A bound of the watts that keeps the heart rate out of its zone.
  package enum Limit: String, Hashable, Sendable, Codable {
    /// The heart rate is too low at the maximum that the zone permits.
    case most
    /// The heart rate is too high at the minimum that a trainer holds smoothly.
    case least
  }

  /// The time that the heart needs to respond, in seconds.
  private static let settlingSeconds = 180
  /// The time that the heart needs to respond to the first power of another zone, in seconds.
  private static let newZoneSeconds = 90
  /// The share of the start power at the beginning of a ride, and the seconds until all of it is requested.
  private static let (firstShare, rampSeconds) = (0.5, 60.0)
  /// The power eases after 30 s: these seconds, and the 5 s for which the last heart rate counts.
  private static let easeAfterSeconds = 25
  /// The share of the start power that is safe without a heart rate, and the seconds until it is reached.
  private static let (safeShare, easingSeconds) = (0.8, 15.0)
  /// The seconds in which the power returns after the heart rate is back.
  private static let returnSeconds = 60.0
  /// The minimum time between two changes of the whole watts, in seconds.
  ///
  /// Each change is a write to the trainer.
  private static let writeSeconds = 3
  /// The pause, in seconds, below which the heart rate stays about the same.
  private static let shortPauseSeconds = 20
  /// The seconds that the heart rate must be out of its zone at a limit before the rider is informed.
  private static let secondsAtLimit = 60
  /// Heart rates outside this range count as absent.
  private static let plausible = 30...240

  /// The steered watts, within the target's bounds.
  package private(set) var watts: Int
  package private(set) var state = State.settling

  private var target: HeartRateTarget
  private var loop: SteeringLoop
  private var heart = SmoothedHeartRate()
  private var learnt = LearntPower()
  /// The start power that the rider or the workout requested, in watts.
  private var asked: Double
  /// The watts before rounding.
  private var power: Double
  /// The watts that the power approaches while it is not steered, and the change a second.
  private var goal: Double
  private var step: Double
  /// The watts from before the power eased; nil unless it is eased, or on its way back.
  private var before: Double?
  private var settlingLeft = Self.settlingSeconds
  private var secondsAbsent = 0
  private var secondsSinceChange = 0
  /// Whether the heart rate was above the zone at its beginning, after a harder zone, and has not fallen yet; nil for
  /// no.
  private var isComingDown: Bool?
  /// The seconds at a limit of the watts with the heart rate outside its zone; nil without a limit.
  private var secondsLimited: Int?

  /// Begins a zone at the start of a ride.
  ///
  /// - Parameters:
  ///   - target: The zone, and the bounds of the watts.
  ///   - watts: The power to begin at; nil for the target's own.
  package init(_ target: HeartRateTarget, from watts: Int? = nil) {
    let start = Double(target.allowed(watts ?? target.start.watts))
    self.target = target
    asked = start
    goal = start
    step = start * (1 - Self.firstShare) / Self.rampSeconds
    power = max(start * Self.firstShare, Double(target.watts.lowerBound))
    loop = SteeringLoop(watts: start)
    self.watts = target.allowed(Int(power.rounded()))
  }

  /// The watts that recently kept the rider in the zone, for the next such ride; nil until they are known.
  package var learntWatts: Int? { learnt.watts }

  /// The start power that the rider or the workout requested, in watts.
  package var askedWatts: Int { Int(asked.rounded()) }

  /// The watts that the power approaches, or was eased from; otherwise the present watts.
  package var wantedWatts: Int {
    if let before { return Int(before.rounded()) }
    return state == .settling ? Int(goal.rounded()) : watts
  }

  /// Whether the power is eased because no heart rate arrived, or on its way back.
  package var isEased: Bool { before != nil }

  /// The limit of the watts that has kept the heart rate out of its zone for a minute; nil if there is no such limit.
  package var limit: Limit? {
    guard let secondsLimited, secondsLimited >= Self.secondsAtLimit else { return nil }
    return limitNow
  }

  /// Handles one second of timer time.
  ///
  /// - Parameters:
  ///   - beatsPerMinute: The heart rate; nil if the last one is older than 5 s.
  ///   - mostWatts: The maximum that the guards permit now. The target's lower bound always applies.
  /// - Returns: The change, if it should be reported to the rider.
  package mutating func second(beatsPerMinute: Int?, mostWatts: Int?) -> Change? {
    settlingLeft = max(0, settlingLeft - 1)
    let change = listen(beatsPerMinute)
    let most = Double(target.allowed(mostWatts ?? target.watts.upperBound))
    switch state {
    case .settling, .eased: approachGoal()
    case .steering: steer(below: most)
    case .frozen: break
    }
    keepWithin(most)
    secondsLimited = limitNow == nil ? nil : min((secondsLimited ?? 0) + 1, Self.secondsAtLimit)
    return change
  }

  /// Applies a change that the rider requested.
  ///
  /// The power changes immediately, and the integral starts again.
  package mutating func nudge(by watts: Int) {
    move(to: power + Double(watts), asked: asked + Double(watts), goal: goal + Double(watts))
  }

  /// Applies a power that the rider requested.
  ///
  /// It is held immediately, and steered from there.
  package mutating func begin(at watts: Int) {
    move(to: Double(watts), asked: Double(watts), goal: Double(watts))
  }

  /// Applies a zone of other heart rates or other bounds.
  ///
  /// The learnt power stays if only the bounds differ.
  package mutating func retarget(_ target: HeartRateTarget) {
    if target.beatsPerMinute != self.target.beatsPerMinute { learnt = LearntPower() }
    self.target = target
    goal = bounded(goal)
    keepWithin(Double(target.watts.upperBound))
  }

  /// Begins another zone at its own power.
  ///
  /// That power is held immediately, and steered after the heart has had time to respond.
  ///
  /// Without a heart rate, a safe share of it is held, and all of it when the heart rate is back.
  package mutating func begin(_ target: HeartRateTarget, at watts: Int) {
    retarget(target)
    let start = Double(target.allowed(watts))
    (asked, goal, before) = (start, start, nil)
    loop = SteeringLoop(watts: start)
    settlingLeft = max(settlingLeft, Self.newZoneSeconds)
    isComingDown = heart.isAbove(target.beatsPerMinute) ? true : nil
    switch state {
    case .eased: _ = ease()
    case .settling, .steering: (power, state) = (start, .settling)
    case .frozen: power = start
    }
    show()
  }

  /// Call when the timer runs again after a stop of this many seconds.
  ///
  /// The heart rate has fallen, and gets time to respond.
  ///
  /// An eased power stays eased, because the heart is not monitored yet.
  package mutating func resumed(afterSeconds seconds: Int) {
    guard seconds >= Self.shortPauseSeconds else { return }
    if settlingLeft == 0, state != .eased { goal = before ?? power }
    settlingLeft = max(settlingLeft, min(seconds, Self.settlingSeconds))
    heart = SmoothedHeartRate()
    if state == .steering { state = .settling }
  }
}

extension HeartRateSteering {
  /// Whether all values are in range; false if the stored state is damaged.
  var isSound: Bool {
    [asked, power, goal, step, before ?? 0].allSatisfy((0...65_535).contains) && (0...65_535).contains(watts)
      && target.isSound && loop.isSound && learnt.isSound && heart.isSound
      && (0...Self.settlingSeconds).contains(settlingLeft) && (0...Self.easeAfterSeconds + 1).contains(secondsAbsent)
      && (0...100_000_000).contains(secondsSinceChange) && (0...Self.secondsAtLimit).contains(secondsLimited ?? 0)
  }

  private mutating func listen(_ beatsPerMinute: Int?) -> Change? {
    guard let beatsPerMinute, Self.plausible.contains(beatsPerMinute) else { return observeAbsence() }
    let wasAway = state == .frozen || state == .eased
    if state == .eased { comeBack(to: Double(beatsPerMinute)) }
    secondsAbsent = 0
    heart.receive(beatsPerMinute)
    if settlingLeft == 0 || !heart.isAbove(target.beatsPerMinute) { isComingDown = nil }
    if settlingLeft > 0, isComingDown == nil, heart.isTooFast(for: target.beatsPerMinute) { endSettling() }
    state = settlingLeft > 0 ? .settling : .steering
    return wasAway ? .returned : nil
  }

  /// Ends the heart's time to respond, because the power is too high already.
  private mutating func endSettling() {
    settlingLeft = 0
    before = nil
    loop = SteeringLoop(watts: power, isEarly: true)
  }

  /// The limit of the watts that keeps the heart rate out of its zone now.
  private var limitNow: Limit? {
    guard state == .steering, let beats = heart.beatsPerMinute else { return nil }
    if watts >= target.watts.upperBound, beats < Double(target.beatsPerMinute.lowerBound) { return .most }
    return watts <= target.watts.lowerBound && beats > Double(target.beatsPerMinute.upperBound) ? .least : nil
  }

  private mutating func observeAbsence() -> Change? {
    secondsAbsent = min(secondsAbsent + 1, Self.easeAfterSeconds + 1)
    if secondsAbsent == Self.easeAfterSeconds { return ease() }
    guard secondsAbsent < Self.easeAfterSeconds, settlingLeft == 0, state != .frozen else { return nil }
    state = .frozen
    return .froze
  }

  private mutating func ease() -> Change {
    state = .eased
    before = settlingLeft > 0 ? goal : power
    goal = bounded(min(asked * Self.safeShare, before ?? power))
    step = abs(power - goal) / Self.easingSeconds
    return .eased(watts: Int(goal.rounded()))
  }

  /// Returns to the power from before the gap, unless the heart rate is too high already.
  ///
  /// The heart rate from before the gap no longer counts.
  private mutating func comeBack(to beats: Double) {
    heart = SmoothedHeartRate()
    if settlingLeft == 0, beats >= target.setpoint {
      before = nil
      loop.begin(at: power, deviation: target.setpoint - beats)
    }
    goal = before ?? power
    step = max(0, goal - power) / Self.returnSeconds
  }

  private mutating func approachGoal() {
    power = power < goal ? min(goal, power + step) : max(goal, power - step)
  }

  private mutating func steer(below most: Double) {
    guard let beats = heart.beatsPerMinute else { return }
    if let before, power >= before - 1 { self.before = nil }
    power = loop.power(
      after: power, heart: beats, expected: heart.expected, target: target, mostWatts: most,
      leastRise: before == nil ? 0 : step)
    if target.beatsPerMinute.contains(Int(beats.rounded())) { learnt.observe(power) }
  }

  private mutating func move(to power: Double, asked: Double, goal: Double) {
    self.asked = bounded(asked)
    self.goal = bounded(goal)
    self.power = bounded(power)
    before = nil
    loop.begin(at: settlingLeft > 0 ? self.goal : self.power)
    show()
  }

  private func bounded(_ power: Double) -> Double {
    min(max(power, Double(target.watts.lowerBound)), Double(target.watts.upperBound))
  }

  /// Keeps the power within its bounds, which apply immediately, and updates the watts when a write is due.
  private mutating func keepWithin(_ most: Double) {
    power = min(bounded(power), most)
    secondsSinceChange += 1
    if secondsSinceChange >= Self.writeSeconds || Double(watts) > most || target.allowed(watts) != watts { show() }
  }

  private mutating func show() {
    let rounded = Int(power.rounded())
    guard rounded != watts else { return }
    watts = rounded
    secondsSinceChange = 0
  }
}
