/// The watts that keep a heart in its zone, second by second of timer time.
///
/// For three minutes the start power stands, half of it at first and all of it after one minute, since a heart that
/// has only begun to work says nothing of the power. Then a ``SteeringLoop`` steers. Without a heart rate the power stays where it
/// is; when it stays away, the power eases to 80 % of the start, as nobody watches the heart any more. A heart rate that
/// comes back leads the power back within a minute, unless the heart wants less.
///
/// It is kept with the rows of a ride, so that one that was cut off goes on with what it knew.
package struct HeartRateSteering: Hashable, Sendable, Codable {
  package enum State: String, Hashable, Sendable, Codable {
    /// The heart has yet to answer the power: at the start, and after a long pause.
    case settling
    /// The heart steers.
    case steering
    /// There is no heart rate now: the power stays.
    case frozen
    /// There has been none for 30 s: the power is a safe one.
    case eased
  }

  /// What a rider should hear of.
  package enum Change: Hashable, Sendable {
    case froze
    /// The power goes down to so much.
    case eased(watts: Int)
    case returned
  }

  /// How long the heart is given to answer, in seconds.
  private static let settlingSeconds = 180
  /// How long it is given for the power that another zone begins at, in seconds.
  private static let newZoneSeconds = 90
  /// The share of the power at which a ride begins, and the seconds until all of it is asked.
  private static let (firstShare, rampSeconds) = (0.5, 60.0)
  /// How many seconds without a heart rate, beyond those in which the last one counts, make 30.
  private static let easeAfterSeconds = 25
  /// The share of the start power that is safe without a heart rate, and the seconds in which it is reached.
  private static let (safeShare, easingSeconds) = (0.8, 15.0)
  /// In how many seconds the power is back once the heart rate is.
  private static let returnSeconds = 60.0
  /// The least between two changes of the whole watts, in seconds: each is a write to the trainer.
  private static let writeSeconds = 3
  /// A pause that is shorter leaves the heart about where it was, in seconds.
  private static let shortPauseSeconds = 20
  /// Heart rates that are none are taken as absent.
  private static let plausible = 30...240

  /// What the trainer is to hold now, in watts, within the target's bounds.
  package private(set) var watts: Int
  package private(set) var state = State.settling

  private var target: HeartRateTarget
  private var loop: SteeringLoop
  private var heart = SmoothedHeartRate()
  private var learnt = LearntPower()
  /// What the rider or the plan asked to begin at, in watts.
  private var asked: Double
  /// The watts before they are rounded.
  private var power: Double
  /// Where the power goes while it is not steered, in watts, and by how much a second.
  private var goal: Double
  private var step: Double
  /// What the power was before it eased, until it is back, in watts.
  private var before: Double?
  private var settlingLeft = Self.settlingSeconds
  private var secondsAbsent = 0
  private var secondsSinceChange = 0

  /// Begins a ride in a zone.
  ///
  /// - Parameters:
  ///   - target: The zone, and the bounds of the watts.
  ///   - watts: The power to begin at; nil for that of the target.
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

  /// The power that lately kept the rider in the zone, in watts: for the next such ride; nil until it is known.
  package var learntWatts: Int? { learnt.watts }

  /// What the rider or the plan asked to begin at, in watts.
  package var askedWatts: Int { Int(asked.rounded()) }

  /// What the power is on its way to, or eased from, in watts; else what it is.
  package var wantedWatts: Int {
    if let before { return Int(before.rounded()) }
    return state == .settling ? Int(goal.rounded()) : watts
  }

  /// Whether the power is less than it was because no heart rate came, until it is back.
  package var isEased: Bool { before != nil }

  /// One second of timer time.
  ///
  /// - Parameters:
  ///   - beatsPerMinute: The heart rate; nil where the last one is older than 5 s.
  ///   - mostWatts: What another guard allows at most now; below the target's bounds, they hold.
  /// - Returns: What has changed, if a rider should hear of it.
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
    return change
  }

  /// The rider asked for so much more or less: the power moves at once, and the integral begins anew.
  package mutating func nudge(by watts: Int) {
    move(to: power + Double(watts), asked: asked + Double(watts), goal: goal + Double(watts))
  }

  /// The rider asked for a power: it is held at once, and steered from there.
  package mutating func begin(at watts: Int) {
    move(to: Double(watts), asked: Double(watts), goal: Double(watts))
  }

  /// A zone of other heart rates, or other bounds; what was learnt stays.
  package mutating func retarget(_ target: HeartRateTarget) {
    if target.beatsPerMinute != self.target.beatsPerMinute { learnt = LearntPower() }
    self.target = target
    goal = bounded(goal)
    keepWithin(Double(target.watts.upperBound))
  }

  /// A zone that has a power of its own to begin at, after another: it is held at once, and steered from once the heart has
  /// had a while to answer it.
  ///
  /// Where nobody watches the heart, a safe share of it is held, and all of it when the heart rate is back.
  package mutating func begin(_ target: HeartRateTarget, at watts: Int) {
    retarget(target)
    let start = Double(target.allowed(watts))
    (asked, goal, before) = (start, start, nil)
    loop = SteeringLoop(watts: start)
    settlingLeft = max(settlingLeft, Self.newZoneSeconds)
    switch state {
    case .eased: _ = ease()
    case .settling, .steering: (power, state) = (start, .settling)
    case .frozen: power = start
    }
    show()
  }

  /// The timer runs again after it stood for so many seconds: the heart has calmed, and is given time to answer.
  ///
  /// A power that is eased stays so: nobody watches the heart yet.
  package mutating func resumed(afterSeconds seconds: Int) {
    guard seconds >= Self.shortPauseSeconds else { return }
    if settlingLeft == 0, state != .eased { goal = before ?? power }
    settlingLeft = max(settlingLeft, min(seconds, Self.settlingSeconds))
    heart = SmoothedHeartRate()
    if state == .steering { state = .settling }
  }
}

extension HeartRateSteering {
  /// Whether its numbers can be, whatever became of the file that it was kept in.
  var isSound: Bool {
    [asked, power, goal, step, before ?? 0].allSatisfy((0...65_535).contains) && (0...65_535).contains(watts)
      && target.isSound && loop.isSound && learnt.isSound && heart.isSound
      && (0...Self.settlingSeconds).contains(settlingLeft) && (0...Self.easeAfterSeconds + 1).contains(secondsAbsent)
      && (0...100_000_000).contains(secondsSinceChange)
  }

  private mutating func listen(_ beatsPerMinute: Int?) -> Change? {
    guard let beatsPerMinute, Self.plausible.contains(beatsPerMinute) else { return heardNothing() }
    let wasAway = state == .frozen || state == .eased
    if state == .eased { comeBack(to: Double(beatsPerMinute)) }
    secondsAbsent = 0
    heart.heard(beatsPerMinute)
    state = settlingLeft > 0 ? .settling : .steering
    return wasAway ? .returned : nil
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

  /// What the heart was before the gap says nothing any more; the power that it had does, unless it beats too fast already.
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
      after: power, heart: beats, target: target, mostWatts: most, leastRise: before == nil ? 0 : step)
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

  /// Keeps the power within its bounds, which hold at once, and shows it when a write is due.
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

/// A PI controller from heart rate to power, one second at a time.
///
/// The gains are those found best, in simulation, over riders whose heart rises by 0.2…0.6 beats a minute for a watt, with a
/// time constant of 40…90 s after a delay of 5…20 s, and drifts by 0…8 beats an hour: from 20 W off each of them is within 5 beats
/// a minute for good within nine minutes. Harder ones make the quick heart swing, softer ones let the slow one wait.
struct SteeringLoop: Hashable, Sendable, Codable {
  /// Watts for a beat a minute.
  private static let proportional = 0.8
  /// Watts a second for a beat a minute: what makes good the drift.
  private static let integral = 0.010
  /// A deviation, in beats a minute, that is left alone: less than what one beat more or less in the reading says.
  private static let deadBand = 1.0
  /// The most by which power rises and falls, in watts a minute; the last where the heart has been much too fast.
  private static let (rise, fall, hotFall) = (10.0, 20.0, 40.0)
  /// How far above the zone, in beats a minute, and for how many seconds, the heart is much too fast.
  private static let (hotMargin, hotSeconds) = (5.0, 60)

  /// The power of a deviation of zero, before what was learnt since, in watts.
  private var base: Double
  /// What was learnt since, in watts.
  private var learnt = 0.0
  /// The deviation that counted last, in beats a minute: too slow is positive.
  private var deviation = 0.0
  private var secondsHot = 0

  /// A controller that asks for `watts` while the heart is where it should be.
  init(watts: Double) {
    base = watts
  }

  /// Whether its numbers can be, whatever became of the file that it was kept in.
  var isSound: Bool {
    [base, learnt, deviation].allSatisfy((-100_000.0...100_000).contains) && (0...100_000_000).contains(secondsHot)
  }

  /// Begins anew at a power, the heart being where it is: so far from where it should be, if that is not what was last seen.
  mutating func begin(at watts: Double, deviation: Double? = nil) {
    self.deviation = deviation ?? self.deviation
    base = watts - Self.proportional * self.deviation
    learnt = 0
  }

  /// The power after one more second, in watts.
  ///
  /// The integral rests while a bound or the limit on steps holds the power back in its direction: else a long way up
  /// would wind it up, and the heart would shoot past the zone.
  /// - Parameters:
  ///   - power: The power up to now, in watts.
  ///   - heart: The heart rate, in beats a minute.
  ///   - target: The zone, and the bounds.
  ///   - mostWatts: The upper bound.
  ///   - leastRise: What the power may rise by in any case, in watts a second.
  /// - Returns: The power from now on, in watts.
  mutating func power(
    after power: Double, heart: Double, target: HeartRateTarget, mostWatts: Double, leastRise: Double
  ) -> Double {
    let off = target.setpoint - heart
    deviation = abs(off) <= Self.deadBand ? 0 : off
    let isHot = heart > Double(target.beatsPerMinute.upperBound) + Self.hotMargin
    secondsHot = isHot ? secondsHot + 1 : 0
    let fall = (secondsHot >= Self.hotSeconds ? Self.hotFall : Self.fall) / 60
    let wanted = base + Self.proportional * deviation + learnt
    let bounded = min(max(wanted, Double(target.watts.lowerBound)), mostWatts)
    let limited = min(max(bounded, power - fall), power + max(Self.rise / 60, leastRise))
    let isHeldBack = deviation > 0 ? limited < wanted : limited > wanted
    if !isHeldBack { learnt += Self.integral * deviation }
    return limited
  }
}

/// The heart rate without its flutter: an exponential mean over about 20 s.
///
/// A beat-to-beat heart rate in whole numbers moves by two or three beats a minute that no power has caused; a controller
/// that follows them shakes the trainer (Hunt and Hurni 2019). Twenty seconds are short beside the heart's own minute.
struct SmoothedHeartRate: Hashable, Sendable, Codable {
  private static let seconds = 20.0

  /// In beats a minute; nil before the first.
  private(set) var beatsPerMinute: Double?

  /// Whether its number can be, whatever became of the file that it was kept in.
  var isSound: Bool { (0.0...1000).contains(beatsPerMinute ?? 0) }

  /// The heart rate of one second.
  mutating func heard(_ beats: Int) {
    let before = beatsPerMinute ?? Double(beats)
    beatsPerMinute = before + (Double(beats) - before) / Self.seconds
  }
}

/// The power that lately kept a heart in its zone.
struct LearntPower: Hashable, Sendable, Codable {
  /// Over how long it is a mean, and how much of a zone must have been ridden before it says anything, in seconds.
  private static let seconds = 300

  private var mean = 0.0
  private var count = 0

  /// Whole watts; nil until five minutes in the zone have been seen.
  var watts: Int? { count >= Self.seconds ? Int(mean.rounded()) : nil }

  /// Whether its numbers can be, whatever became of the file that it was kept in.
  var isSound: Bool {
    (0...65_535).contains(mean) && (0...Self.seconds).contains(count)
  }

  /// A second in the zone, at a power in watts.
  mutating func saw(_ power: Double) {
    count = min(count + 1, Self.seconds)
    mean += (power - mean) / Double(count)
  }
}
