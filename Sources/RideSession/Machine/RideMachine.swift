package import BluetoothLE
import FitnessGATT

/// The ride: takes what happened and the time, and says what to do.
///
/// It alone decides, and the only clock it knows is the one it is handed; nothing here waits, sends or stores. A peer
/// can make it refuse, retry or give up, never trap.
package struct RideMachine: Sendable {
  package internal(set) var phase = RidePhase.idle
  var ride: Ride?
  var trainer: LinkKeeper
  var strap: LinkKeeper
  var ladder = RecoveryLadder()
  /// The measure against the radio that is under way.
  var mending: Mending?
  var isAwaitingRadio = false
  var silence: [DeviceRole: SilenceWatch] = [:]
  /// The signal strength of the present links, in dBm, where the radio tells.
  var signalDBm: [DeviceRole: Int] = [:]
  var control = TrainerControl()
  var profile = TrainerProfile()
  var live = LiveReadings()
  var batteryPercent: [DeviceRole: Int] = [:]
  /// The devices whose data has arrived on the present link.
  var speaking: Set<DeviceRole> = []
  /// Whether the pedals turn, by what the trainer has shown on the present link.
  var evidence = PedallingEvidence()
  /// The trainer's record that has not ended yet.
  var records = IndoorBikeDataAssembler()
  /// Whether the strap's contact is to be believed on the present link.
  var contact = SkinContact()
  /// Whether the strap's data has arrived in this ride.
  var strapWasHeard = false

  /// What happened to plans lately, ride after ride.
  var planEvents: [PlanEvent] = []

  /// The time of the latest input; never goes back.
  private(set) var now: MonotonicInstant
  var effects: [RideEffect] = []

  let rules: RideRules

  package init(at now: MonotonicInstant, rules: RideRules = RideRules()) {
    self.now = now
    self.rules = rules
    trainer = LinkKeeper(at: now)
    strap = LinkKeeper(at: now)
  }

  /// Takes one input and returns what to do about it.
  package mutating func handle(_ input: RideInput, at instant: MonotonicInstant) -> [RideEffect] {
    effects = []
    advance(to: instant)
    switch input {
    case .command(let command, let token): take(command, token)
    case .linked(let role, let characteristics): linked(role, characteristics)
    case .connectFailed(let role, let error): connectFailed(role, error)
    case .linkLost(let role, let error): linkLost(role, error)
    case .notified(let role, let characteristic, let value): notified(role, characteristic, value)
    case .subscribed(let role, let characteristic, let error): subscribed(role, characteristic, error)
    case .read(let role, let characteristic, let result): read(role, characteristic, result)
    case .writeFailed(let error): writeFailed(error)
    case .signalStrength(let role, let dBm): signalDBm[role] = dBm
    case .remedied(let remedy, let error): remedied(remedy, error)
    case .radioUsable: radioUsable()
    case .recordOpened(let id): recordOpened(id)
    case .recordFailed(let reason): failStart(.storeFailed(reason))
    case .recordClosed(let isStored): recordClosed(isStored: isStored)
    case .deadline: break
    }
    settle()
    return effects
  }

  /// When the machine next wants to be called, if nothing happens before.
  package var deadline: MonotonicInstant? {
    let rowEnd = phase == .finishing ? nil : ride?.sampler?.rowEnd
    let silences = DeviceRole.allCases.map { self[$0].isLinked ? silence[$0]?.deadline : nil }
    return
      ([
        trainer.deadline, strap.deadline, control.deadline, rowEnd, startDeadline, ride?.freeBy, giveUpDeadline,
        forgottenDeadline,
      ] + silences).compactMap { $0 }.min()
  }

  /// By when the target must be acknowledged, while somebody waits for the start.
  var startDeadline: MonotonicInstant? {
    guard let ride, ride.startToken != nil else { return nil }
    return ride.orderedAt.advanced(by: Ride.startTime)
  }

  private mutating func advance(to instant: MonotonicInstant) {
    endRows(until: instant)
    tick(to: instant)
    trainer.advance(to: now)
    strap.advance(to: now)
    if let startDeadline, startDeadline <= now { startTimedOut() }
    if let giveUpDeadline, giveUpDeadline <= now { finishForgotten(because: .trainerAway) }
    if let forgottenDeadline, forgottenDeadline <= now { finishForgotten(because: .idle) }
  }

  /// Moves the time forward within one input.
  mutating func tick(to instant: MonotonicInstant) {
    now = max(now, instant)
  }

  /// What follows from the state, whatever was the input.
  private mutating func settle() {
    // After the input, which may have been the very data that was missed, or the end of the link.
    for role in DeviceRole.allCases { breakSilence(of: role) }
    aim()
    for role in DeviceRole.allCases { breakSilence(of: role) }
    steer()
    keepProgress()
    keepIntervals()
    finishIfFree()
    takeTurns()
  }

  subscript(role: DeviceRole) -> LinkKeeper {
    get {
      switch role {
      case .trainer: trainer
      case .heartRate: strap
      }
    }
    set {
      switch role {
      case .trainer: trainer = newValue
      case .heartRate: strap = newValue
      }
    }
  }
}

/// How patient a ride is; what an administrator may set.
package struct RideRules: Hashable, Sendable {
  /// No pedalling for so long pauses the timer; nil where it never does.
  package var autoPause: Duration? = .seconds(5)
  /// A ride is finished as it stands after so long without its trainer.
  package var giveUp = Duration.seconds(30 * 60)
  /// A ride that nobody pedals is finished after so long without a pedal stroke; nil where it never is.
  ///
  /// It ends for its rider with the last stroke. A pause that the rider asked for is no reason, and a trainer that is gone is
  /// `giveUp`'s.
  package var finishAfter: Duration? = .seconds(15 * 60)

  package init() {}
}
