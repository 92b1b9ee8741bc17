import BluetoothLE
import Rides
import Trainers

/// Brings the trainer to its goal, one procedure at a time.
///
/// It stores the trainer's known state, and the next procedure follows from the difference to the goal. So the newest
/// target wins, and any state that a link or the trainer lost is requested again without special cases.
struct TrainerControl: Hashable, Sendable {
  /// The state that the ride wants for the trainer.
  enum Goal: Hashable, Sendable {
    /// Any state.
    case none
    /// Under control, without a target yet.
    case control
    /// Holding a target. `for` is the power that the ride requests. The trainer's watts may differ because of a power
    /// meter.
    case hold(watts: Int, for: Int)
    /// Braking without a target. `for` is the power that jz2 holds by the resistance; nil if the legs alone decide it.
    case brake(Brake, for: Int? = nil)
    /// Calibrating itself by a spin-down.
    case calibrate
    /// The brake left as it is, in any state.
    case untouched
    /// The brake off, and the session kept.
    ///
    /// A trainer that does not pause gets the target instead: its lightest brake, or its least power.
    case paused(orElse: ControlProcedure)
    /// The brake off, the session ended, and control given back.
    case free
  }

  /// The minimum time between two slopes or resistances on a link, since an app or a road may change them at any time.
  private static let brakePause = Duration.milliseconds(900)
  /// The rest after a refused procedure.
  static let refusalPause = Duration.seconds(2)
  /// The number of failures in a row after which waiting clients get an answer.
  static let patience = 4
  /// The number of silences in a row after which a dispensable procedure is skipped.
  private static let longestSilence = 2

  /// The trainer's capabilities, and the way to control it.
  var ability = TrainerAbility(proof: .report)
  var goal = Goal.none {
    didSet {
      if !goal.isPause { isPauseRefused = false }
      if goal != .calibrate, case .refused = spinDown { spinDown = .off }
      if let acknowledgedWatts, acknowledgedDemandWatts != nil {
        acknowledgedDemandWatts = demandWatts(of: acknowledgedWatts)
      }
      if let acknowledgedBrake, case .brake(acknowledgedBrake, let watts) = goal { acknowledgedDemandWatts = watts }
    }
  }
  /// The target that the trainer acknowledged and may hold, in watts.
  private(set) var acknowledgedWatts: Int? {
    didSet { if acknowledgedWatts == nil { acknowledgedDemandWatts = nil } }
  }
  /// The brake without a target that the trainer acknowledged.
  private(set) var acknowledgedBrake: Brake?
  /// The watts that the ride requested with it.
  private(set) var acknowledgedDemandWatts: Int?
  /// The procedure that was written and is still unanswered.
  private(set) var outstanding: ControlProcedure?
  /// The result of the last procedure; nil if it was a success.
  private(set) var trouble: ControlResult?
  /// The number of failed procedures in a row.
  private(set) var failures = 0
  /// The number of times in a row that the same procedure was not answered.
  private(set) var silences = 0
  /// The trainer's spin-down.
  private(set) var spinDown = SpinDownState.off
  /// The competition with other programs for control.
  private(set) var contest = ControlContest()

  /// Whether the trainer holds its acknowledged target.
  private(set) var confirmation = TargetConfirmation()

  private var isSubscribed = false
  private var isGranted = false
  /// Whether the link has taken the bytes of the outstanding procedure.
  private var isWritten = false
  /// Whether the trainer does not answer targets on this link.
  private var leavesTargetsUnanswered = false
  /// The time when the next target may be written; nil if it may be written now.
  private var nextTargetAt: MonotonicInstant?
  private var isStarted = false
  /// Whether the trainer refuses to start a session.
  ///
  /// Targets are then written without one, because only they matter.
  private var goesWithoutStart = false
  private var isPauseRefused = false
  /// Whether the session was on when the link was lost.
  ///
  /// Then the target is restored first, and the session after it.
  private var restoresTargetFirst = false
  /// Whether the target was acknowledged but is not held, and must be written again.
  private var isRepeatDue = false
  private var answerBy: MonotonicInstant?
  /// The watts that the ride requested when the outstanding target was written.
  private var outstandingDemandWatts: Int?
  private var restUntil: MonotonicInstant?

  var isInControl: Bool { isGranted || !ability.asksForControl }

  /// Whether the trainer has repeatedly refused control, or procedures that need it.
  var isDenied: Bool { failures >= Self.patience || contest.losses >= Self.patience }

  /// Whether the trainer has acknowledged a target or a brake.
  var holdsTarget: Bool { acknowledgedWatts != nil || acknowledgedBrake != nil }

  /// Whether the ride can continue with the trainer: it has acknowledged a target or a brake, calibrates itself, or is
  /// left as it is.
  var isInHand: Bool { holdsTarget || ((goal == .untouched || goal == .calibrate) && isSubscribed) }

  /// Whether the trainer is in the state that the ride wants.
  var isSettled: Bool { outstanding == nil && wanted == nil }

  var deadline: MonotonicInstant? {
    outstanding != nil ? answerBy : restUntil ?? (isSubscribed ? nextTargetAt : nil)
  }

  /// Call when the Control Point's indications are on.
  mutating func subscribed() { isSubscribed = true }

  /// Call when the link is lost, and with it control and target (FTMS 1.0.1, §4.16.2.1).
  mutating func linkLost() {
    let former = self
    self = TrainerControl()
    goal = former.goal
    ability = former.ability
    contest = former.contest
    goesWithoutStart = former.goesWithoutStart
    restoresTargetFirst = former.isStarted || former.restoresTargetFirst
  }

  /// Call when the trainer reports that it took control away, or was reset.
  mutating func controlLost(at now: MonotonicInstant) {
    if isGranted { rest(for: contest.lost(at: now), at: now) }
    forget()
  }

  /// Call when the trainer was stopped at the machine.
  ///
  /// It must be started again, and control stays (FTMS 1.0.1, §4.17).
  ///
  /// A rest comes first, because a trainer that stops by itself without pedalling would stop again immediately.
  mutating func stopped(at now: MonotonicInstant) {
    if goal.isRidden, isStarted || goesWithoutStart { rest(for: Self.refusalPause, at: now) }
    brakeWentOff()
  }

  private mutating func brakeWentOff() {
    // A resume may be permitted when a start was not. It is tried after the target, which does not need it.
    if goesWithoutStart { (goesWithoutStart, restoresTargetFirst) = (false, true) }
    isStarted = false
    releaseTarget()
  }

  /// Call when a spin-down is over; `isCut` is true if it was ended here.
  mutating func spinDownEnded(isCut: Bool) {
    guard spinDown == .running else { return }
    spinDown = isCut && ability.cancelsSpinDown ? .cancelled : .off
  }

  /// Handles the target in the trainer's status, in watts.
  mutating func announced(watts: Int) { confirmation.announced(watts) }

  /// Handles the measured power.
  ///
  /// Returns whether the trainer proved not to hold its target. The target is then written again.
  mutating func measured(watts: Double?, isPedalling: Bool, at now: MonotonicInstant) -> Bool {
    guard outstanding == nil, acknowledgedWatts != nil else { return false }
    guard confirmation.measured(watts, isPedalling: isPedalling, at: now) else { return false }
    isRepeatDue = true
    goesWithoutStart = false
    return true
  }

  /// Returns whether the outstanding procedure has been unanswered for too long.
  func isOverdue(at now: MonotonicInstant) -> Bool {
    outstanding != nil && answerBy.map { $0 <= now } ?? false
  }

  /// Returns the procedure to write now; nil if no procedure is due.
  mutating func next(at now: MonotonicInstant) -> ControlProcedure? {
    if let restUntil, restUntil <= now { self.restUntil = nil }
    if let nextTargetAt, nextTargetAt <= now { self.nextTargetAt = nil }
    guard isSubscribed, outstanding == nil, restUntil == nil, let procedure = wanted else { return nil }
    // A target power need not wait for a brake.
    if procedure.isTarget, nextTargetAt != nil, !procedure.isPower || ability.targetPause > .zero { return nil }
    outstanding = procedure
    isWritten = false
    answerBy = now.advanced(by: ability.answerTime)
    if case .setTargetPower(let watts) = procedure {
      confirmation.written()
      outstandingDemandWatts = demandWatts(of: watts)
      if ability.targetPause > .zero { nextTargetAt = now.advanced(by: ability.targetPause) }
    } else if procedure.isTarget, acknowledgedBrake != nil {
      nextTargetAt = now.advanced(by: Self.brakePause)
    }
    return procedure
  }

  /// Returns the watts that the ride requests when these are the trainer's target.
  private func demandWatts(of watts: Int) -> Int {
    if case .hold(let heldWatts, let demandWatts) = goal, heldWatts == watts { demandWatts } else { watts }
  }

  /// Call when the link has sent the bytes of the outstanding procedure.
  mutating func written() { isWritten = true }

  /// Handles the result of the outstanding procedure, and returns the procedure.
  @discardableResult
  mutating func ended(_ result: ControlResult, at now: MonotonicInstant) -> ControlProcedure? {
    guard let procedure = outstanding else { return nil }
    let wasOverdue = isOverdue(at: now)
    let result = settled(procedure, result)
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

  /// Returns the result.
  ///
  /// A silence counts as a success if the trainer is known to omit answers.
  ///
  /// Before that, a target is written once more, because only measured power can then show that it is held.
  private mutating func settled(_ procedure: ControlProcedure, _ result: ControlResult) -> ControlResult {
    guard result == .unanswered else {
      if procedure.isPower { leavesTargetsUnanswered = false }
      return result
    }
    guard isWritten, ability.isSparingWithAnswers else { return result }
    guard procedure.isPower, !leavesTargetsUnanswered else { return .success }
    leavesTargetsUnanswered = silences + 1 >= Self.longestSilence
    return leavesTargetsUnanswered ? .success : result
  }

  /// The next procedure on the way to the goal; nil if the goal is reached.
  private var wanted: ControlProcedure? {
    switch goal {
    case _ where spinDown == .cancelled && isInControl && goal != .free: .ignoreSpinDown
    case .calibrate: spinDown != .off ? nil : isInControl ? .startSpinDown : .requestControl
    case .none, .untouched: nil
    case .control: isInControl ? nil : .requestControl
    case .hold(let watts, _): ridden(by: .setTargetPower(watts: watts))
    case .brake(let brake, _): ridden(by: ControlProcedure(brake))
    case .paused(let lightest): isStarted || holdsTarget ? paused(orElse: lightest) : nil
    case .free:
      if isStarted || holdsTarget {
        isInControl ? .stop : .requestControl
      } else {
        isGranted && ability.returnsControl ? .reset : nil
      }
    }
  }

  private func ridden(by target: ControlProcedure) -> ControlProcedure? {
    guard isInControl else { return .requestControl }
    let isStartDue = ability.hasSessions && !isStarted && !goesWithoutStart
    guard !isHeld(target) else { return isStartDue ? .startOrResume : nil }
    return isStartDue && !restoresTargetFirst ? .startOrResume : target
  }

  private func paused(orElse lightest: ControlProcedure) -> ControlProcedure? {
    guard isInControl else { return .requestControl }
    guard isPauseRefused else { return .pause }
    return isHeld(lightest) ? nil : lightest
  }

  private func isHeld(_ target: ControlProcedure) -> Bool {
    if case .setTargetPower(let watts) = target { return acknowledgedWatts == watts && !isRepeatDue }
    return acknowledgedBrake.map { ControlProcedure($0) } == target
  }

  private mutating func succeeded(_ procedure: ControlProcedure, at now: MonotonicInstant) {
    switch procedure {
    case .requestControl:
      isGranted = true
      contest.granted(at: now)
    case .startOrResume: (isStarted, restoresTargetFirst) = (true, false)
    case .setTargetPower(let watts):
      let formerWatts = acknowledgedWatts
      (acknowledgedWatts, acknowledgedDemandWatts) = (watts, outstandingDemandWatts)
      (acknowledgedBrake, isRepeatDue) = (nil, false)
      confirmation.acknowledged(watts)
      if ability.proof == .echo { confirmation.isEchoed(after: formerWatts) }
    case .setSlope(let percent): acknowledged(.slope(percent: percent))
    case .setResistance(let percent): acknowledged(.resistance(percent: percent))
    case .startSpinDown:
      // It may have been cancelled meanwhile.
      spinDown = goal == .calibrate ? .running : ability.cancelsSpinDown ? .cancelled : .off
      releaseTarget()
    case .ignoreSpinDown: spinDown = .off
    case .pause, .stop: brakeWentOff()
    case .reset: forget()
    }
  }

  private mutating func acknowledged(_ brake: Brake) {
    (acknowledgedWatts, acknowledgedBrake, isRepeatDue) = (nil, brake, false)
    if case .brake(brake, let watts) = goal { acknowledgedDemandWatts = watts }
    confirmation.forget()
  }

  private mutating func releaseTarget() {
    (acknowledgedWatts, acknowledgedBrake, isRepeatDue) = (nil, nil, false)
    confirmation.forget()
  }

  private mutating func failed(
    _ procedure: ControlProcedure, _ result: ControlResult, wasOverdue: Bool, at now: MonotonicInstant
  ) {
    trouble = result
    failures += 1
    silences = result == .unanswered ? silences + 1 : 0
    // Some trainers accept no target before they are started.
    restoresTargetFirst = false
    if procedure.isSpinDown, result != .unanswered || silences >= Self.longestSilence {
      return spinDownFailed(procedure, result)
    }
    guard result != .notPermitted else { return denied(procedure, at: now) }
    if result != .unanswered || silences >= Self.longestSilence, proceed(without: procedure) { return }
    if procedure.isTarget, result != .unanswered { goesWithoutStart = false }
    // Silence has already taken its time, so no further rest is needed.
    if !wasOverdue { rest(for: Self.refusalPause, at: now) }
  }

  /// Continues without a spin-down that the trainer refuses, or without its end.
  ///
  /// The state of the brake is then unknown, unless the trainer refused by an answer.
  private mutating func spinDownFailed(_ procedure: ControlProcedure, _ result: ControlResult) {
    spinDown = procedure == .startSpinDown ? .refused(result) : .off
    if result == .notPermitted { isGranted = false }
    if result == .unanswered { releaseTarget() }
    (trouble, failures, silences) = (nil, 0, 0)
  }

  /// Continues without a start or a pause that the trainer refuses.
  ///
  /// Only the targets show whether it obeys.
  private mutating func proceed(without procedure: ControlProcedure) -> Bool {
    switch procedure {
    case .startOrResume: goesWithoutStart = true
    case .pause: isPauseRefused = true
    case .requestControl, .setTargetPower, .setSlope, .setResistance, .startSpinDown, .ignoreSpinDown, .stop, .reset:
      return false
    }
    (trouble, silences) = (nil, 0)
    if wanted == nil { failures = 0 }
    return true
  }

  private mutating func denied(_ procedure: ControlProcedure, at now: MonotonicInstant) {
    if procedure == .requestControl {
      // Without a rest, the request would be repeated without end.
      if failures > 1 { rest(for: Self.refusalPause, at: now) }
    } else {
      rest(for: contest.lost(at: now), at: now)
      // Control was just granted, so only the procedure is not permitted.
      if contest.losses > 1, proceed(without: procedure) { contest = ControlContest() }
    }
    // A trainer that did not pause still holds its target.
    if procedure == .pause { isGranted = false } else { forget() }
  }

  private mutating func rest(for pause: Duration, at now: MonotonicInstant) {
    guard pause > .zero else { return }
    restUntil = max(restUntil ?? now, now.advanced(by: pause))
  }

  private mutating func forget() {
    (isGranted, isStarted) = (false, false)
    releaseTarget()
  }
}

/// The spin-down of a trainer, as far as its control goes.
enum SpinDownState: Hashable, Sendable {
  case off
  /// The trainer accepted the request, or may have.
  case running
  /// The spin-down was cancelled here, and the trainer has not received the request to ignore it.
  case cancelled
  /// The trainer refused the request.
  case refused(ControlResult)
}
