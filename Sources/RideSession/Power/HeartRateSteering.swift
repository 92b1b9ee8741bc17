package import Rides

/// Steers the power so that the heart rate stays in its zone, second by second of timer time.
///
/// For three minutes the start power holds, half of it at first and all of it after one minute: a heart that has only begun
/// to work says nothing about the power, as long as it beats too slowly. A heart that is above the zone, or on its way out of
/// it, has said enough, and ends that time. Then a ``SteeringLoop`` steers. Without a heart rate the power stays as it is; after
/// half a minute it eases to 80 % of the start, since nothing watches the heart any more. Once a heart rate arrives again, the
/// power returns within a minute, unless the heart wants less.
///
/// The state is kept with the rows of a ride, so that a resumed ride knows what it knew.
package struct HeartRateSteering: Hashable, Sendable, Codable {
  package enum State: String, Hashable, Sendable, Codable {
    /// The heart has not answered the power yet: at the start, and after a long pause.
    case settling
    /// The heart rate steers.
    case steering
    /// There is no heart rate now: the power stays as it is.
    case frozen
    /// There has been no heart rate for 30 s: the power is a safe one.
    case eased
  }

  /// A change that the rider should hear of.
  package enum Change: Hashable, Sendable {
    case froze
    /// The power goes down to these watts.
    case eased(watts: Int)
    case returned
  }

  /// A bound of the watts that keeps the heart rate out of its zone.
  package enum Limit: String, Hashable, Sendable, Codable {
    /// The heart is too slow at the most that the zone allows.
    case most
    /// The heart is too fast at the least that a trainer holds smoothly.
    case least
  }

  /// The time that the heart has to answer, in seconds.
  private static let settlingSeconds = 180
  /// The time that the heart has to answer the power at which another zone begins, in seconds.
  private static let newZoneSeconds = 90
  /// The share of the start power at which a ride begins, and the seconds until all of it is asked for.
  private static let (firstShare, rampSeconds) = (0.5, 60.0)
  /// The power eases after 30 s: this many beyond the 5 s for which the last heart rate counts.
  private static let easeAfterSeconds = 25
  /// The share of the start power that is safe without a heart rate, and the seconds until it is reached.
  private static let (safeShare, easingSeconds) = (0.8, 15.0)
  /// The seconds until the power is back once the heart rate is.
  private static let returnSeconds = 60.0
  /// The least time between two changes of the whole watts, in seconds: each is a write to the trainer.
  private static let writeSeconds = 3
  /// After a shorter pause the heart rate is about the same, in seconds.
  private static let shortPauseSeconds = 20
  /// The heart must be out of its zone for so long at a limit before the rider hears of it, in seconds.
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
  /// The watts that rider or workout asked to begin at.
  private var asked: Double
  /// The watts before they are rounded.
  private var power: Double
  /// The watts that the power approaches while it is not steered, and the change a second.
  private var goal: Double
  private var step: Double
  /// The watts from before the power eased; nil unless it is eased, or on its way back.
  private var before: Double?
  private var settlingLeft = Self.settlingSeconds
  private var secondsAbsent = 0
  private var secondsSinceChange = 0
  /// Whether the heart was above the zone when it began, after a harder one, and has not come down yet; nil for no.
  private var isComingDown: Bool?
  /// The seconds at a limit of the watts with the heart outside its zone; nil for none.
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

  /// The watts that lately kept the rider in the zone, for the next such ride; nil until they are known.
  package var learntWatts: Int? { learnt.watts }

  /// The watts that rider or workout asked to begin at.
  package var askedWatts: Int { Int(asked.rounded()) }

  /// The watts that the power is on its way to, or was eased from; otherwise the present ones.
  package var wantedWatts: Int {
    if let before { return Int(before.rounded()) }
    return state == .settling ? Int(goal.rounded()) : watts
  }

  /// Whether the power is eased because no heart rate arrived, or on its way back.
  package var isEased: Bool { before != nil }

  /// The limit of the watts that has kept the heart rate out of its zone for a minute; nil if none has.
  package var limit: Limit? {
    guard let secondsLimited, secondsLimited >= Self.secondsAtLimit else { return nil }
    return limitNow
  }

  /// Takes one second of timer time.
  ///
  /// - Parameters:
  ///   - beatsPerMinute: The heart rate; nil if the last one is older than 5 s.
  ///   - mostWatts: The most that the guards leave now; the target's lower bound holds all the same.
  /// - Returns: The change, if the rider should hear of one.
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

  /// Takes a change that the rider asked for: the power moves at once, and the integral starts again.
  package mutating func nudge(by watts: Int) {
    move(to: power + Double(watts), asked: asked + Double(watts), goal: goal + Double(watts))
  }

  /// Takes a power that the rider asked for: it is held at once, and steered from there.
  package mutating func begin(at watts: Int) {
    move(to: Double(watts), asked: Double(watts), goal: Double(watts))
  }

  /// Takes a zone of other heart rates or other bounds; what was learnt stays if only the bounds differ.
  package mutating func retarget(_ target: HeartRateTarget) {
    if target.beatsPerMinute != self.target.beatsPerMinute { learnt = LearntPower() }
    self.target = target
    goal = bounded(goal)
    keepWithin(Double(target.watts.upperBound))
  }

  /// Begins another zone at a power of its own: it is held at once, and steered from once the heart has had time to answer.
  ///
  /// Without a heart rate a safe share of it is held, and all of it once the heart rate is back.
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

  /// Call when the timer runs again after it stood for so many seconds: the heart has calmed, and has time to answer.
  ///
  /// An eased power stays eased: nothing watches the heart yet.
  package mutating func resumed(afterSeconds seconds: Int) {
    guard seconds >= Self.shortPauseSeconds else { return }
    if settlingLeft == 0, state != .eased { goal = before ?? power }
    settlingLeft = max(settlingLeft, min(seconds, Self.settlingSeconds))
    heart = SmoothedHeartRate()
    if state == .steering { state = .settling }
  }
}

extension HeartRateSteering {
  /// Whether all values are in range; false if the stored state was damaged.
  var isSound: Bool {
    [asked, power, goal, step, before ?? 0].allSatisfy((0...65_535).contains) && (0...65_535).contains(watts)
      && target.isSound && loop.isSound && learnt.isSound && heart.isSound
      && (0...Self.settlingSeconds).contains(settlingLeft) && (0...Self.easeAfterSeconds + 1).contains(secondsAbsent)
      && (0...100_000_000).contains(secondsSinceChange) && (0...Self.secondsAtLimit).contains(secondsLimited ?? 0)
  }

  private mutating func listen(_ beatsPerMinute: Int?) -> Change? {
    guard let beatsPerMinute, Self.plausible.contains(beatsPerMinute) else { return heardNothing() }
    let wasAway = state == .frozen || state == .eased
    if state == .eased { comeBack(to: Double(beatsPerMinute)) }
    secondsAbsent = 0
    heart.heard(beatsPerMinute)
    if settlingLeft == 0 || !heart.isAbove(target.beatsPerMinute) { isComingDown = nil }
    if settlingLeft > 0, isComingDown == nil, heart.isTooFast(for: target.beatsPerMinute) { endSettling() }
    state = settlingLeft > 0 ? .settling : .steering
    return wasAway ? .returned : nil
  }

  /// Ends the time that the heart has to answer: the power was too much already.
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

  private mutating func heardNothing() -> Change? {
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

  /// Returns to the power from before the gap, unless the heart beats too fast already; the heart rate from before means
  /// nothing any more.
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
    if target.beatsPerMinute.contains(Int(beats.rounded())) { learnt.saw(power) }
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

  /// Keeps the power within its bounds, which hold at once, and updates the watts when a write is due.
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
