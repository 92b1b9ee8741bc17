import BluetoothLE
import FitnessGATT
import Rides

/// Owns the trainer's target power and everything that determines it.
///
/// Each step limits the result of the previous one:
/// 1. *asked*: the watts that the rider or the workout requests, or that the heart rate steers; nil during free riding.
/// 2. *range*: the nearest watts that the trainer can hold.
/// 3. *guards*: the share that the heart-rate ceiling and DFA alpha-1 leave, the smaller of the two.
/// 4. *legs*: at most the floor, while the spiral of death guard has released the target.
/// 5. *ramp*: up from half of it after the first pedal stroke, a pause or a gap; up from the floor after a release.
///
/// With a power meter, the trainer's target differs from these watts (`PowerMatch`).
struct PowerTarget: Hashable, Sendable {
  /// The requested power before any limits.
  enum Asked: Hashable, Sendable {
    /// No power: the legs alone decide it.
    case brake(Brake)
    case watts(Int)
    /// The heart rate steers the watts.
    case steered(HeartRateSteering)
  }

  /// A change by the spiral of death guard.
  enum LegsChange: Hashable, Sendable {
    case released(floorWatts: Int)
    case restored
  }

  /// The rise to the target.
  private enum Ramp: Hashable, Sendable {
    /// Before the first pedal stroke, the brake waits at the beginning of the ramp.
    case waiting
    case rising(PowerRamp)
    case done
  }

  private var asked: Asked
  /// The watts that the trainer can hold; nil while they are unknown.
  private var range: SupportedPowerRange?
  /// Whether the range does not come from the trainer itself.
  private var isRangeAssumed = false
  private var ceiling: HeartRateCeiling?
  private var alpha1: Alpha1Guard?
  /// The requested watts at the time when a guard began to ease them; nil while no guard eases.
  private var guardedFromWatts: Int?
  private var spiral = SpiralOfDeathGuard()
  /// The watts that are left while the spiral of death guard has released the target; nil otherwise.
  private(set) var floorWatts: Int?
  private var ramp: Ramp

  /// - Parameters:
  ///   - asked: The initial request.
  ///   - guards: The guards of the heart that the rider ordered.
  ///   - isUnderWay: Whether the ride has had its first pedal stroke.
  init(asked: Asked, guards: TargetGuards = TargetGuards(), isUnderWay: Bool = false) {
    self.asked = asked
    ceiling = guards.maximumBeatsPerMinute.map(HeartRateCeiling.init)
    alpha1 = guards.dfa ? Alpha1Guard() : nil
    ramp = isUnderWay ? .done : .waiting
  }
}

// MARK: - The five steps

extension PowerTarget {
  /// Returns the present target in watts, after all five steps; nil during free riding.
  func watts(at now: MonotonicInstant) -> Int? {
    guard let targetWatts, let allowedWatts else { return nil }
    switch ramp {
    // Steered watts begin low by themselves.
    case .waiting: return asked.steering == nil ? clamp(PowerRamp.firstWatts(of: targetWatts)) : targetWatts
    case .rising(let ramp) where !ramp.isOver(at: now): return clamp(ramp.watts(to: allowedWatts, at: now))
    case .rising, .done: return allowedWatts
    }
  }

  /// The target for these legs and this heart, in watts, after steps 1 to 4; nil during free riding.
  var allowedWatts: Int? {
    guard let targetWatts else { return nil }
    let guarded = eased(asked.steering == nil ? targetWatts : guardedFromWatts ?? targetWatts)
    return clamp(max(1, [targetWatts, guarded, floorWatts].compactMap(\.self).min() ?? targetWatts))
  }

  /// The requested watts, as far as the trainer can hold them, after steps 1 and 2; nil during free riding.
  var targetWatts: Int? { asked.watts.map { clamp(max(1, $0)) } }

  /// Returns the share of `watts` that the guards of the heart leave; nil without guards.
  private func eased(_ watts: Int) -> Int? {
    [ceiling?.eased(watts), alpha1?.eased(watts)].compactMap(\.self).min()
  }

  /// Returns the nearest watts that the trainer can hold.
  func clamp(_ watts: Int) -> Int { range.map { Int($0.clamp(watts: watts).watts) } ?? watts }
}

// MARK: - For people

extension PowerTarget {
  /// The watts that rider and workout want; nil during free riding.
  ///
  /// Steered watts stay within the guards' limits. While a guard eases, the watts from before it are the wanted ones.
  var wantedWatts: Int? {
    guard let steering = asked.steering else { return asked.watts }
    return isSteeringGuarded ? guardedFromWatts : steering.wantedWatts
  }

  /// Returns the reason why `heldWatts` are not the wanted watts; nil if they are.
  ///
  /// Of several reasons, it is the one that lasts longest.
  func easing(holding heldWatts: Int) -> TargetEasing? {
    guard let wantedWatts, let targetWatts, let allowedWatts else { return nil }
    guard heldWatts != wantedWatts else { return asked.steering?.limit == nil ? nil : .zoneLimit }
    if let floorWatts, allowedWatts == clamp(floorWatts), allowedWatts < targetWatts { return .legs }
    if allowedWatts < targetWatts || isSteeringGuarded {
      let left = (ceiling: ceiling?.eased(100) ?? 100, alpha1: alpha1?.eased(100) ?? 100)
      return left.ceiling <= left.alpha1 ? .heartRate : .dfa
    }
    if let steering = asked.steering, steering.isEased { return .noHeartRate }
    return targetWatts == asked.watts ? .ramp : .range
  }

  /// The heart-rate ceiling, in beats a minute, while it eases the target.
  var easingBeatsPerMinute: Int? { ceiling.flatMap { $0.isEasing ? $0.maximumBeatsPerMinute : nil } }

  /// Whether DFA alpha-1 eases the target.
  var isEasedByAlpha1: Bool { alpha1?.isEasing == true }

  /// The target for the answer to a client; nil during free riding.
  var taken: Target? {
    guard let targetWatts, let askedWatts = asked.watts else { return nil }
    return Target(
      targetWatts: targetWatts, askedWatts: askedWatts, minimumWatts: holdableWatts?.lowerBound,
      maximumWatts: holdableWatts?.upperBound, rangeAssumed: isRangeAssumed)
  }

  /// The watts that the trainer can hold; nil if they are unknown.
  var holdableWatts: ClosedRange<Int>? { range.map { Int($0.minimumWatts)...Int($0.maximumWatts) } }

  /// The watts that the trainer can hold by its own report; nil if they are only assumed for its kind.
  var reportedWatts: ClosedRange<Int>? { isRangeAssumed ? nil : holdableWatts }

  /// The minimum watts that the trainer can hold, as far as they are known.
  var leastWatts: Int { clamp(Limits.watts.lowerBound) }

  /// Whether the heart rate would steer higher without a guard.
  private var isSteeringGuarded: Bool {
    guard let steering = asked.steering, let from = guardedFromWatts, let most = eased(from) else { return false }
    return most < from && steering.watts >= most
  }
}

// MARK: - Changes

extension PowerTarget {
  /// Call when the rider, the workout or the heart rate requests a different power.
  mutating func ask(_ asked: Asked) { self.asked = asked }

  /// The requested brake of a ride without a target; nil with a target.
  var brake: Brake? { if case .brake(let brake) = asked { brake } else { nil } }

  /// Call when the trainer has reported its range, or when it clearly never will.
  ///
  /// `range` is nil if it cannot be read.
  mutating func limit(to range: SupportedPowerRange?, isAssumed: Bool = false) {
    (self.range, isRangeAssumed) = (range, isAssumed)
  }

  /// Call at the first pedal stroke.
  mutating func begin(at now: MonotonicInstant) {
    ramp = .done
    if asked.steering == nil { rise(at: now) }
  }

  /// Starts a ramp from half of the allowed watts, as after a pause or a long gap.
  mutating func rise(at now: MonotonicInstant) {
    if let allowedWatts { ramp = .rising(PowerRamp(to: allowedWatts, at: now)) }
  }

  /// Handles a heart rate from a strap that has contact.
  ///
  /// Returns whether the ceiling eases more or less than before.
  ///
  /// A time longer than `gap` between two heart rates restarts the hold times.
  mutating func receive(
    beatsPerMinute: Int, at now: MonotonicInstant, gap: Duration = LiveReadings.heartRateAge
  ) -> Bool {
    guard ceiling?.receive(beatsPerMinute: beatsPerMinute, at: now, gap: gap) == true else { return false }
    guardMoved()
    return true
  }

  /// Handles an estimate of DFA alpha-1.
  ///
  /// Returns whether its guard eases more or less than before.
  mutating func observe(_ estimate: Alpha1Status, at now: MonotonicInstant) -> Bool {
    guard alpha1?.observe(estimate, at: now) == true else { return false }
    guardMoved()
    return true
  }

  /// Stores the watts from when the guard began.
  ///
  /// The guard takes a share of these, because steered watts would make up for it.
  private mutating func guardMoved() {
    guardedFromWatts = eased(100) == 100 ? nil : guardedFromWatts ?? asked.watts
  }

  /// Call when the heart rate begins to steer from a power of its own.
  ///
  /// The watts of the previous interval no longer count.
  mutating func steeringBegan() {
    if guardedFromWatts != nil, let steering = asked.steering { guardedFromWatts = steering.askedWatts }
  }

  /// The upper limit of the steered watts; nil without a limit.
  ///
  /// Beyond the limits of trainer and guards, the steering would only wind up. While the target is released, the
  /// steering does not rise, and keeps the watts to which the legs are to return.
  var steeringLimit: Int? {
    let held = floorWatts.flatMap { _ in asked.watts }
    return [range.map { Int($0.maximumWatts) }, held, guardedFromWatts.flatMap(eased)].compactMap(\.self).min()
  }

  /// Handles the cadence, in revolutions a minute, the power of the legs, and the trainer's report that it turns too
  /// slowly for its target.
  ///
  /// Returns the guard's change.
  mutating func observe(rpm: Double, watts: Double, isTooSlow: Bool, at now: MonotonicInstant) -> LegsChange? {
    guard let allowedWatts, let wanted = self.watts(at: now) else { return nil }
    switch spiral.observe(rpm: rpm, watts: watts, targetWatts: wanted, isTooSlow: isTooSlow, at: now) {
    case .released:
      // Half of the target, and clearly less than the power of the legs at the end, because they could not sustain
      // that.
      let floor = clamp(max(1, min(allowedWatts / 2, Int(watts * 0.8))))
      (floorWatts, ramp) = (floor, .done)
      return .released(floorWatts: floor)
    case .restored:
      ramp = .rising(PowerRamp(fromWatts: floorWatts ?? allowedWatts, at: now))
      floorWatts = nil
      return .restored
    case nil: return nil
    }
  }

  /// Call when the rider does not pedal, or the trainer is gone.
  ///
  /// Earlier evidence about the legs no longer counts.
  mutating func forgetLegs() {
    spiral = SpiralOfDeathGuard()
    floorWatts = nil
  }
}

extension PowerTarget.Asked {
  /// Nil during free riding.
  fileprivate var watts: Int? {
    switch self {
    case .brake: nil
    case .watts(let watts): watts
    case .steered(let steering): steering.watts
    }
  }

  fileprivate var steering: HeartRateSteering? { if case .steered(let steering) = self { steering } else { nil } }
}

/// A target that rises linearly over ten seconds, so that legs and flywheel can follow.
private struct PowerRamp: Hashable, Sendable {
  private static let duration = Duration.seconds(10)

  private let fromWatts: Int
  private let start: MonotonicInstant

  /// Creates a ramp from half of `targetWatts`.
  init(to targetWatts: Int, at now: MonotonicInstant) {
    self.init(fromWatts: Self.firstWatts(of: targetWatts), at: now)
  }

  init(fromWatts: Int, at now: MonotonicInstant) {
    self.fromWatts = fromWatts
    start = now
  }

  /// Returns the watts at which a ramp to `targetWatts` begins.
  static func firstWatts(of targetWatts: Int) -> Int { (targetWatts + 1) / 2 }

  /// Returns the watts on the way to `targetWatts`, which may have changed since the ramp began.
  ///
  /// They change once a second, so that a ramp costs the trainer ten writes instead of forty.
  func watts(to targetWatts: Int, at now: MonotonicInstant) -> Int {
    let share = min(1, max(0, (now - start).seconds.rounded(.down) / Self.duration.seconds))
    return fromWatts + Int((Double(targetWatts - fromWatts) * share).rounded())
  }

  func isOver(at now: MonotonicInstant) -> Bool { now - start >= Self.duration }
}
