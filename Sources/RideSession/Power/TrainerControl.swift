package import BluetoothLE

/// Brings the trainer to what the ride wants of it, one procedure at a time.
///
/// It holds what the trainer is known to believe, and the next procedure follows from the difference to the goal: so
/// the newest target wins, and what a link or the trainer lost is asked for again without a case of its own.
package struct TrainerControl: Hashable, Sendable {
  /// What the ride wants.
  package enum Goal: Hashable, Sendable {
    /// Nothing.
    case none
    /// To be in control, and no more as yet.
    case control
    /// To hold so many watts.
    case hold(watts: Int)
    /// To be as a flat road is.
    case flatRoad
    /// The brake off, the session kept; a trainer that does not pause is a flat road instead, or holds so many watts where it
    /// is no road.
    case paused(leastWatts: Int?)
    /// The brake off, the session ended, control given back.
    case free
  }

  /// How long an answer may take before the procedure is tried again.
  package static let answerTime = Duration.seconds(3)
  /// How long a refused procedure is let rest.
  package static let refusalPause = Duration.seconds(2)
  /// Failures in a row after which it is worth to tell who waits.
  package static let patience = 4
  /// How often a procedure that can be done without may stay unanswered.
  private static let longestSilence = 2

  package var goal = Goal.none {
    didSet { if !goal.isPause { isPauseRefused = false } }
  }
  /// The target that the trainer acknowledged and may be holding, in watts.
  package private(set) var acknowledgedWatts: Int?
  /// Whether the trainer acknowledged that it is as a flat road is.
  package private(set) var isOnFlatRoad = false
  /// The procedure that was written and not answered yet.
  package private(set) var outstanding: ControlProcedure?
  /// The result of the last procedure, if it was not a success.
  package private(set) var trouble: ControlResult?
  /// How often in a row a procedure brought no success.
  package private(set) var failures = 0
  /// How often in a row the same procedure was not answered.
  package private(set) var silences = 0
  /// Whether others want the trainer too.
  package private(set) var contest = ControlContest()

  /// Whether the trainer holds the target that it acknowledged.
  package private(set) var confirmation = TargetConfirmation()

  private var isSubscribed = false
  private var hasControl = false
  private var isStarted = false
  /// The trainer does not take the start of a session: its targets are written without one, since they are what counts.
  private var goesWithoutStart = false
  private var isPauseRefused = false
  /// The session was on when the link was lost: its target is restored first, then the session.
  private var restoresTargetFirst = false
  /// The target was acknowledged and is not held: it is written again.
  private var isRepeatDue = false
  private var answerBy: MonotonicInstant?
  private var restUntil: MonotonicInstant?

  package init() {}

  package var isInControl: Bool { hasControl }

  /// Whether the trainer has refused control, or what needs it, again and again.
  package var isDenied: Bool { failures >= Self.patience || contest.losses >= Self.patience }

  /// Whether the trainer acknowledged what it is to hold, be it the road.
  package var holdsTarget: Bool { acknowledgedWatts != nil || isOnFlatRoad }

  /// Whether the trainer believes what the ride wants.
  package var isSettled: Bool { outstanding == nil && wanted == nil }

  package var deadline: MonotonicInstant? {
    outstanding != nil ? answerBy : restUntil
  }

  /// The Control Point's indications are on.
  package mutating func subscribed() { isSubscribed = true }

  /// The link is gone, and with it control and target (FTMS 1.0.1, §4.16.2.1).
  package mutating func linkLost() {
    let former = self
    self = TrainerControl()
    goal = former.goal
    contest = former.contest
    goesWithoutStart = former.goesWithoutStart
    restoresTargetFirst = former.isStarted || former.restoresTargetFirst
  }

  /// The trainer said that it took control away, or that its settings are as at power-on.
  package mutating func controlLost(at now: MonotonicInstant) {
    if hasControl { rest(for: contest.lost(at: now), at: now) }
    forget()
  }

  /// The trainer was stopped at the machine itself: it has to be started again, control stays (FTMS 1.0.1, §4.17).
  ///
  /// It is let rest first: one that stops by itself while nobody pedals would stop again at once.
  package mutating func stopped(at now: MonotonicInstant) {
    if goal.isRidden, isStarted || goesWithoutStart { rest(for: Self.refusalPause, at: now) }
    brakeWentOff()
  }

  private mutating func brakeWentOff() {
    // What is resumed may differ from what is started: it is asked for, behind the target that does not need it.
    if goesWithoutStart { (goesWithoutStart, restoresTargetFirst) = (false, true) }
    (isStarted, acknowledgedWatts, isOnFlatRoad, isRepeatDue) = (false, nil, false, false)
    confirmation.forget()
  }

  /// The trainer's status names its target, in watts.
  package mutating func announced(watts: Int) { confirmation.announced(watts) }

  /// The trainer tells what is pedalled; whether it has turned out not to hold its target, which is then written again.
  package mutating func measured(watts: Double?, isPedalling: Bool, at now: MonotonicInstant) -> Bool {
    guard outstanding == nil, acknowledgedWatts != nil else { return false }
    guard confirmation.measured(watts, isPedalling: isPedalling, at: now) else { return false }
    isRepeatDue = true
    goesWithoutStart = false
    return true
  }

  /// Whether the answer to the outstanding procedure has been waited for long enough.
  package func isOverdue(at now: MonotonicInstant) -> Bool {
    outstanding != nil && answerBy.map { $0 <= now } ?? false
  }

  /// The procedure to write now, if one is due.
  package mutating func next(at now: MonotonicInstant) -> ControlProcedure? {
    if let restUntil, restUntil <= now { self.restUntil = nil }
    guard isSubscribed, outstanding == nil, restUntil == nil, let procedure = wanted else { return nil }
    outstanding = procedure
    answerBy = now.advanced(by: Self.answerTime)
    if case .setTargetPower = procedure { confirmation.written() }
    return procedure
  }

  /// The outstanding procedure ended; returns it.
  @discardableResult
  package mutating func ended(_ result: ControlResult, at now: MonotonicInstant) -> ControlProcedure? {
    guard let procedure = outstanding else { return nil }
    let wasOverdue = isOverdue(at: now)
    outstanding = nil
    answerBy = nil
    guard result == .success || procedure == .stop || procedure == .reset else {
      failed(procedure, result, wasOverdue: wasOverdue, at: now)
      return procedure
    }
    trouble = nil
    (failures, silences) = (0, 0)
    succeeded(procedure, at: now)
    return procedure
  }

  /// What lies between what the trainer believes and the goal.
  private var wanted: ControlProcedure? {
    switch goal {
    case .none: nil
    case .control: hasControl ? nil : .requestControl
    case .hold(let watts): ridden(by: .setTargetPower(watts: watts))
    case .flatRoad: ridden(by: .setFlatRoad)
    case .paused(let leastWatts): isStarted || holdsTarget ? paused(leastWatts) : nil
    case .free:
      if isStarted || holdsTarget { hasControl ? .stop : .requestControl } else { hasControl ? .reset : nil }
    }
  }

  private func ridden(by target: ControlProcedure) -> ControlProcedure? {
    guard hasControl else { return .requestControl }
    let isStartDue = !isStarted && !goesWithoutStart
    guard !isHeld(target) else { return isStartDue ? .startOrResume : nil }
    return isStartDue && !restoresTargetFirst ? .startOrResume : target
  }

  private func paused(_ leastWatts: Int?) -> ControlProcedure? {
    guard hasControl else { return .requestControl }
    guard isPauseRefused else { return .pause }
    let ease = leastWatts.map { ControlProcedure.setTargetPower(watts: $0) } ?? .setFlatRoad
    return isHeld(ease) ? nil : ease
  }

  private func isHeld(_ target: ControlProcedure) -> Bool {
    if case .setTargetPower(let watts) = target { return acknowledgedWatts == watts && !isRepeatDue }
    return isOnFlatRoad
  }

  private mutating func succeeded(_ procedure: ControlProcedure, at now: MonotonicInstant) {
    switch procedure {
    case .requestControl:
      hasControl = true
      contest.granted(at: now)
    case .startOrResume: (isStarted, restoresTargetFirst) = (true, false)
    case .setTargetPower(let watts):
      (acknowledgedWatts, isOnFlatRoad, isRepeatDue) = (watts, false, false)
      confirmation.acknowledged(watts)
    case .setFlatRoad:
      (acknowledgedWatts, isOnFlatRoad, isRepeatDue) = (nil, true, false)
      confirmation.forget()
    case .pause, .stop: brakeWentOff()
    case .reset: forget()
    }
  }

  private mutating func failed(
    _ procedure: ControlProcedure, _ result: ControlResult, wasOverdue: Bool, at now: MonotonicInstant
  ) {
    trouble = result
    failures += 1
    silences = result == .unanswered ? silences + 1 : 0
    // A trainer may take no target before it is started.
    restoresTargetFirst = false
    guard result != .notPermitted else { return denied(procedure, at: now) }
    if result != .unanswered || silences >= Self.longestSilence, proceed(without: procedure) { return }
    if procedure.isTarget, result != .unanswered { goesWithoutStart = false }
    // Silence has taken its time already.
    if !wasOverdue { rest(for: Self.refusalPause, at: now) }
  }

  /// Start and pause are no gates: whether the trainer obeys shows in its targets alone.
  private mutating func proceed(without procedure: ControlProcedure) -> Bool {
    switch procedure {
    case .startOrResume: goesWithoutStart = true
    case .pause: isPauseRefused = true
    case .requestControl, .setTargetPower, .setFlatRoad, .stop, .reset: return false
    }
    (trouble, silences) = (nil, 0)
    if wanted == nil { failures = 0 }
    return true
  }

  private mutating func denied(_ procedure: ControlProcedure, at now: MonotonicInstant) {
    if procedure == .requestControl {
      // It would be asked without end.
      if failures > 1 { rest(for: Self.refusalPause, at: now) }
    } else {
      rest(for: contest.lost(at: now), at: now)
      // It is the procedure, then, that is not permitted.
      if contest.losses > 1, proceed(without: procedure) { contest = ControlContest() }
    }
    // What is not paused is still held.
    if procedure == .pause { hasControl = false } else { forget() }
  }

  private mutating func rest(for pause: Duration, at now: MonotonicInstant) {
    guard pause > .zero else { return }
    restUntil = max(restUntil ?? now, now.advanced(by: pause))
  }

  private mutating func forget() {
    (hasControl, isStarted, acknowledgedWatts, isOnFlatRoad, isRepeatDue) = (false, false, nil, false, false)
    confirmation.forget()
  }
}

extension TrainerControl.Goal {
  /// Whether somebody is to ride.
  fileprivate var isRidden: Bool {
    switch self {
    case .hold, .flatRoad: true
    case .none, .control, .paused, .free: false
    }
  }

  fileprivate var isPause: Bool { if case .paused = self { true } else { false } }
}

extension ControlProcedure {
  /// Whether it says what the trainer is to hold.
  package var isTarget: Bool {
    switch self {
    case .setTargetPower, .setFlatRoad: true
    case .requestControl, .startOrResume, .pause, .stop, .reset: false
    }
  }
}

/// Control that is taken away again and again: another program wants the trainer too, and two that ask at once whenever they
/// lose it would ask without end.
package struct ControlContest: Hashable, Sendable {
  /// How long control must have been kept for the next loss to count as the first.
  private static let soundTime = Duration.seconds(60)
  /// The rest after the second loss; it doubles with each more.
  private static let firstRest = Duration.seconds(2)
  private static let longestRest = Duration.seconds(60)

  /// How often in a row control was lost soon after it was granted.
  package private(set) var losses = 0
  private var grantedAt: MonotonicInstant?

  package init() {}

  /// Whether control is contested: it was lost more than once, and not kept since.
  package func isOn(at now: MonotonicInstant) -> Bool { losses > 1 && !isKept(at: now) }

  package mutating func granted(at now: MonotonicInstant) { grantedAt = now }

  /// Control is lost; returns how long to leave it at that, which is not at all for the first time.
  package mutating func lost(at now: MonotonicInstant) -> Duration {
    if isKept(at: now) { losses = 0 }
    grantedAt = nil
    losses += 1
    return losses > 1 ? min(Self.firstRest * (1 << min(losses - 2, 6)), Self.longestRest) : .zero
  }

  private func isKept(at now: MonotonicInstant) -> Bool {
    grantedAt.map { now - $0 >= Self.soundTime } ?? false
  }
}
