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
    /// The brake off, the session kept.
    case paused
    /// The brake off, the session ended, control given back.
    case free
  }

  /// How long an answer may take before the procedure is tried again.
  package static let answerTime = Duration.seconds(3)
  /// How long a refused procedure is let rest.
  package static let refusalPause = Duration.seconds(2)

  package var goal = Goal.none
  /// The target that the trainer acknowledged and may be holding, in watts.
  package private(set) var acknowledgedWatts: Int?
  /// Whether the trainer acknowledged that it is as a flat road is.
  package private(set) var isOnFlatRoad = false
  /// The procedure that was written and not answered yet.
  package private(set) var outstanding: ControlProcedure?
  /// The result of the last procedure, if it was not a success.
  package private(set) var trouble: ControlResult?
  /// How often in a row the same procedure brought no success.
  package private(set) var failures = 0

  /// Whether the trainer holds the target that it acknowledged.
  package private(set) var confirmation = TargetConfirmation()

  private var isSubscribed = false
  private var hasControl = false
  private var isStarted = false
  /// The session was on when the link was lost: its target is restored first, then the session.
  private var restoresTargetFirst = false
  /// The target was acknowledged and is not held: it is written again.
  private var isRepeatDue = false
  private var answerBy: MonotonicInstant?
  private var restUntil: MonotonicInstant?

  package init() {}

  package var isInControl: Bool { hasControl }

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
    let (goal, wasStarted) = (goal, isStarted || restoresTargetFirst)
    self = TrainerControl()
    self.goal = goal
    restoresTargetFirst = wasStarted
  }

  /// The trainer said that it took control away, or that its settings are as at power-on.
  package mutating func controlLost() { forget() }

  /// The trainer was stopped at the machine itself: it has to be started again, control stays (FTMS 1.0.1, §4.17).
  ///
  /// It is let rest first: one that stops by itself while nobody pedals would stop again at once.
  package mutating func stopped(at now: MonotonicInstant) {
    if goal.isRidden, isStarted { restUntil = now.advanced(by: Self.refusalPause) }
    brakeWentOff()
  }

  private mutating func brakeWentOff() {
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
    return true
  }

  /// The procedure to write now, if one is due.
  package mutating func next(at now: MonotonicInstant) -> ControlProcedure? {
    if outstanding != nil, let answerBy, answerBy <= now { ended(.unanswered, at: now) }
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
    outstanding = nil
    answerBy = nil
    guard result == .success || procedure == .stop || procedure == .reset else {
      failed(result, at: now)
      return procedure
    }
    trouble = nil
    failures = 0
    succeeded(procedure)
    return procedure
  }

  /// What lies between what the trainer believes and the goal.
  private var wanted: ControlProcedure? {
    switch goal {
    case .none: nil
    case .control: hasControl ? nil : .requestControl
    case .hold(let watts):
      if !hasControl {
        .requestControl
      } else if !isStarted, !restoresTargetFirst || acknowledgedWatts == watts {
        .startOrResume
      } else {
        acknowledgedWatts == watts && !isRepeatDue ? nil : .setTargetPower(watts: watts)
      }
    case .flatRoad:
      if !hasControl {
        .requestControl
      } else if !isStarted, !restoresTargetFirst || isOnFlatRoad {
        .startOrResume
      } else {
        isOnFlatRoad ? nil : .setFlatRoad
      }
    case .paused: isStarted || holdsTarget ? .pause : nil
    case .free:
      if isStarted || holdsTarget { .stop } else { hasControl ? .reset : nil }
    }
  }

  private mutating func succeeded(_ procedure: ControlProcedure) {
    switch procedure {
    case .requestControl: hasControl = true
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

  private mutating func failed(_ result: ControlResult, at now: MonotonicInstant) {
    trouble = result
    failures += 1
    // A trainer may take no target before it is started.
    restoresTargetFirst = false
    switch result {
    case .notPermitted: forget()
    case .unanswered: break
    case .success, .refused: restUntil = now.advanced(by: Self.refusalPause)
    }
    // A trainer that says "not permitted" to the very request for control would be asked without end.
    if result == .notPermitted, failures > 1 { restUntil = now.advanced(by: Self.refusalPause) }
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
}
