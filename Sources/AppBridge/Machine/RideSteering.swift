import BluetoothLE
import ControlWire
import FitnessGATT
import Rides

/// Turns the requests of the app in control into calls to jz2d.
///
/// - One call at a time; while it is pending, the newest target waits.
/// - Apps repeat their target every second or two. Only a target that differs from the app's previous one is sent, so
///   the rider's own keys overrule the app until it requests something else.
/// - The first target, or a start, begins a ride if no ride is on. After the rider or the app has ended a ride, targets
///   begin no other one until the app requests control or a start.
/// - A ride that the rider began is never ended.
struct RideSteering: Sendable {
  typealias ResultCode = FitnessMachineControlPoint.ResultCode

  /// How long a start waits for the target that apps send right after it.
  private static let startDelay = Duration.seconds(1)
  /// How long a reset waits for another target before the ride becomes free: Zwift resets at every change of mode.
  private static let resetDelay = Duration.seconds(2)
  /// A rest after which the end of a ride is jz2d's, not the rider's.
  private static let longRest = Duration.seconds(5 * 60)
  /// How long after an answer a change of the ride counts as its effect.
  private static let effectTime = Duration.seconds(2)

  /// A change of the ride's state that waits to be requested.
  private enum SessionWish: Hashable, Sendable {
    case pause
    case resume
    case stop
  }

  /// A target that waits to be requested.
  private enum AimWish: Hashable, Sendable {
    case aim(RideAim)
    case free
  }

  // Wishes of the app.

  private var session: SessionWish?
  private var aim: AimWish?
  /// The last target that the app in control requested; nil if the next one counts as new.
  private(set) var asked: RideAim?
  /// Whether a target may begin a ride.
  private var isArmed = false
  /// When a start without a target is due; nil without one.
  private var startDue: MonotonicInstant?
  /// When a reset makes the ride free; nil without a reset.
  private var freeDue: MonotonicInstant?
  /// Since when no app has control; nil while one has it.
  private var goneAt: MonotonicInstant?

  // The ride, from statuses.

  /// The phase; nil while it is unknown.
  private var phase: RidePhase?
  private var isAutoPaused = false
  private var rideID: Int?
  private(set) var rideAim: RideAim?
  /// Since when the legs have been still; nil while they turn, or if it is not known.
  private var stillAt: MonotonicInstant?

  // Calls and their effects.

  /// The call without an answer.
  private var pending: BridgeCall?
  /// The target that it sets.
  private var pendingAim: RideAim?
  /// The last call with an answer, and when it was answered.
  private var lastAnswer: (call: BridgeCall, at: MonotonicInstant)?
  /// The target in effect that an app requested; nil if the rider has changed it since.
  private var held: RideAim?
  /// The number of the ride that an app began; nil without one.
  private var ownRide: Int?
  private var isPausedByApp = false
  private var refusals = CallRefusals()
}

// MARK: - Calls

extension RideSteering {
  /// Returns the next call; nil while one is pending, or without a wish.
  mutating func next(at now: MonotonicInstant) -> BridgeCall? {
    guard pending == nil else { return nil }
    switch phase {
    case nil, .connecting, .finishing: return nil
    case .idle: pending = startCall(at: now)
    case .ready, .riding, .paused, .reconnecting: pending = sessionCall() ?? aimCall()
    }
    return pending
  }

  private mutating func startCall(at now: MonotonicInstant) -> BridgeCall? {
    session = nil
    if aim == .free { aim = nil }
    guard isArmed else {
      aim = nil
      return nil
    }
    guard refusals.result(of: .start, at: now) == nil else { return nil }
    if case .aim(let first)? = aim {
      startDue = nil
      (aim, pendingAim) = (nil, first)
      return .start(first.ride)
    }
    guard let due = startDue, due <= now else { return nil }
    startDue = nil
    return .start(RideRequest(free: true))
  }

  private mutating func sessionCall() -> BridgeCall? {
    defer { session = nil }
    switch session {
    case .pause where phase != .ready && (phase != .paused || isAutoPaused): return .pause
    case .resume where phase == .paused && isPausedByApp: return .resume
    case .stop where ownRide != nil && ownRide == rideID: return .stop
    case .pause, .resume, .stop, nil: return nil
    }
  }

  private mutating func aimCall() -> BridgeCall? {
    startDue = nil
    defer { aim = nil }
    switch aim {
    case .aim(let target):
      pendingAim = target
      return target.call
    case .free: return .rideFree
    case nil: return nil
    }
  }

  /// Handles jz2d's answer to the pending call.
  mutating func answered(_ result: Result<Int?, ControlError>, at now: MonotonicInstant) {
    guard let call = pending else { return }
    let target = pendingAim
    (pending, pendingAim, lastAnswer) = (nil, nil, (call, now))
    switch (call, result) {
    case (.start, .success(let id)):
      (ownRide, held, isPausedByApp) = (id, target, false)
      // A status from before the start may still arrive.
      if phase == .idle { phase = nil }
    case (.start, .failure(let error)): startRefused(error, target, at: now)
    case (.setWatts, .success), (.setSlope, .success), (.setResistance, .success): held = target
    case (.setWatts, .failure(let error)): refused(error, .erg, at: now)
    case (.setSlope, .failure(let error)): refused(error, .slope, at: now)
    case (.setResistance, .failure(let error)): refused(error, .resistance, at: now)
    case (.pause, .success): isPausedByApp = phase == .paused && !isAutoPaused
    case (.resume, .success): isPausedByApp = false
    case (.stop, _): (ownRide, held) = (nil, nil)
    case (.rideFree, .success): held = nil
    case (.pause, .failure), (.resume, .failure), (.rideFree, .failure): break
    }
  }

  private mutating func startRefused(_ error: ControlError, _ target: RideAim?, at now: MonotonicInstant) {
    switch error.code {
    case .rideInProgress, .wrongPhase:
      // The rider began a ride at the same time; its status follows.
      phase = nil
      if aim == nil { aim = target.map(AimWish.aim) }
    case .startWithdrawn: forgetWishes()
    default:
      if let target, error.isAboutBrake {
        // The trainer lacks such a brake, and can be ridden freely.
        refusals.add(.aim(target.mode), error, at: now)
        (asked, startDue) = (nil, now)
        return
      }
      forgetWishes()
      isArmed = true
      refusals.add(.start, error, at: now)
    }
  }

  private mutating func refused(_ error: ControlError, _ mode: TrainerMode, at now: MonotonicInstant) {
    asked = nil
    switch error.code {
    case .noRide, .wrongPhase, .shuttingDown, .connectionLost, .noDaemon: break
    default: refusals.add(.aim(mode), error, at: now)
    }
  }

  /// Whether a stop waits or is pending.
  private var isStopping: Bool { session == .stop || pending == .stop }

  /// Drops all that waits, and begins no ride until the app requests one.
  private mutating func forgetWishes() {
    (session, aim, asked, startDue, freeDue, isArmed) = (nil, nil, nil, nil, nil, false)
  }

  /// Whether a change that a status shows is the effect of this call.
  private func isEffect(of call: BridgeCall, at now: MonotonicInstant) -> Bool {
    if pending == call { return true }
    return lastAnswer.map { $0.call == call && now - $0.at < Self.effectTime } ?? false
  }

  /// Whether a change of the ride's phase is the effect of a call.
  func isEffectOfCall(at now: MonotonicInstant) -> Bool {
    if pending?.changesSession == true { return true }
    guard let lastAnswer, lastAnswer.call.changesSession else { return false }
    return now - lastAnswer.at < Self.effectTime
  }

  /// Whether a change of the ride's target to `aim` is the effect of a call.
  private func isEffectOfCall(_ aim: RideAim?, at now: MonotonicInstant) -> Bool {
    if pending?.changesAim == true { return true }
    guard let lastAnswer, lastAnswer.call.changesAim, now - lastAnswer.at < Self.effectTime else { return false }
    return held.map { $0.mode == aim?.mode } ?? true
  }
}

// MARK: - Statuses

extension RideSteering {
  /// Takes a status.
  ///
  /// - Returns: The target, if the rider or the plan has changed it; nil for all other changes.
  mutating func take(_ status: Status, at now: MonotonicInstant) -> RideAim? {
    let before = (phase: phase, aim: rideAim, isPaused: phase == .paused && !isAutoPaused)
    (phase, isAutoPaused, rideID) = (status.phase, status.autoPaused == true, status.ride?.id)
    rideAim = RideAim(status)
    if phase != .idle { refusals.remove(.start) }
    if phase != .paused || isAutoPaused {
      isPausedByApp = false
    } else if !before.isPaused {
      isPausedByApp = isEffect(of: .pause, at: now)
    }
    if phase == .idle, before.phase != nil, before.phase != .idle { rideEnded(status, at: now) }
    observeLegs(status, at: now)
    guard rideAim != before.aim, !isEffectOfCall(rideAim, at: now) else { return nil }
    held = nil
    return rideAim
  }

  /// Handles the end of a ride.
  ///
  /// jz2d itself ends a start that was forgotten, and a ride after a long rest; after that the app's next target begins
  /// a ride.
  private mutating func rideEnded(_ status: Status, at now: MonotonicInstant) {
    if case .start? = pending { return }
    (ownRide, held) = (nil, nil)
    let wasForgotten = status.problems.contains { $0.code == ProblemCode.startForgotten.rawValue }
    let hadRested = stillAt.map { now - $0 >= Self.longRest } ?? false
    if !wasForgotten, !hadRested { forgetWishes() }
  }

  private mutating func observeLegs(_ status: Status, at now: MonotonicInstant) {
    switch status.phase {
    case .idle, .reconnecting: stillAt = nil
    case .finishing: break
    case .connecting: stillAt = stillAt ?? now
    case .ready, .riding, .paused:
      let isPedalling = (status.powerWatts ?? 0) > 0 || (status.cadenceRpm ?? 0) > 0
      stillAt = isPedalling ? nil : stillAt ?? now
    }
  }

  /// Handles the loss of the connection to jz2d; the app's wishes wait for its return.
  mutating func daemonLost() { (phase, stillAt) = (nil, nil) }
}

// MARK: - Time

extension RideSteering {
  /// The time of the next `timePassed`.
  var deadline: MonotonicInstant? {
    [readyStart, freeDue, freeingDue, endDue].compactMap(\.self).min()
  }

  /// When a start without a target is due; nil if it cannot be made now.
  private var readyStart: MonotonicInstant? {
    pending == nil && phase == .idle && isArmed ? startDue : nil
  }

  /// When a ride becomes free because its app is gone; nil if the app's target is not in effect.
  private var freeingDue: MonotonicInstant? {
    held == nil || phase == nil || isStopping ? nil : goneAt?.advanced(by: BridgeMachine.silence)
  }

  /// When a ride ends that an app began, because the app is gone and the legs are still.
  private var endDue: MonotonicInstant? {
    guard let goneAt, let stillAt, let ownRide, ownRide == rideID, session == nil, pending == nil else { return nil }
    return max(goneAt, stillAt).advanced(by: BridgeMachine.silence)
  }

  mutating func timePassed(at now: MonotonicInstant) {
    if let due = freeDue, due <= now {
      freeDue = nil
      if aim == nil { aim = .free }
    }
    if let due = endDue, due <= now {
      session = .stop
    } else if let due = freeingDue, due <= now {
      (aim, held) = (.free, nil)
    }
  }
}

// MARK: - Requests

extension RideSteering {
  /// Handles a grant of control: the app's first target counts as new.
  mutating func granted() { (isArmed, goneAt, asked) = (true, nil, nil) }

  /// Handles another request for control by the app that has it.
  mutating func kept() { isArmed = true }

  /// Handles the end of the connection of the app in control.
  mutating func left(at now: MonotonicInstant) {
    goneAt = now
    (startDue, freeDue, asked) = (nil, nil, nil)
    if phase == .idle || phase == nil { aim = nil }
  }

  /// Handles a target.
  mutating func request(_ target: RideAim, at now: MonotonicInstant) -> ResultCode {
    freeDue = nil
    if let failure = refusals.result(of: .aim(target.mode), at: now) { return failure }
    if phase == .idle || phase == nil, let failure = refusals.result(of: .start, at: now) { return failure }
    guard target != asked else { return .success }
    asked = target
    if isArmed || !(phase == .idle || isStopping) { aim = .aim(target) }
    return .success
  }

  /// Handles Start or Resume.
  ///
  /// A pause by the rider is ended by the rider.
  mutating func start(at now: MonotonicInstant) -> ResultCode {
    if phase == .idle || phase == nil, let failure = refusals.result(of: .start, at: now) { return failure }
    isArmed = true
    switch phase {
    case .idle, nil: startDue = startDue ?? now.advanced(by: Self.startDelay)
    case .paused: if isPausedByApp { session = .resume }
    case .connecting, .ready, .riding, .reconnecting, .finishing: break
    }
    return .success
  }

  /// Handles Pause.
  mutating func pause() -> ResultCode {
    session = .pause
    return .success
  }

  /// Handles Stop: only a ride that an app began ends.
  mutating func stop() -> ResultCode {
    switch phase {
    case .connecting, .ready, .riding, .paused, .reconnecting:
      if case .start? = pending { break }
      guard ownRide != nil, ownRide == rideID else { return .operationFailed }
    case .idle, .finishing, nil: break
    }
    forgetWishes()
    session = .stop
    return .success
  }

  /// Handles Reset: the app gives up its target.
  mutating func reset(at now: MonotonicInstant) -> ResultCode {
    asked = nil
    if held != nil { freeDue = now.advanced(by: Self.resetDelay) }
    return .success
  }
}

extension BridgeCall {
  fileprivate var changesSession: Bool {
    switch self {
    case .start, .pause, .resume, .stop: true
    case .setWatts, .setSlope, .setResistance, .rideFree: false
    }
  }

  fileprivate var changesAim: Bool {
    switch self {
    case .start, .setWatts, .setSlope, .setResistance, .rideFree: true
    case .pause, .resume, .stop: false
    }
  }
}
