package import BluetoothLE
import Rides
import Trainers

/// The state machine of a ride: takes inputs and the time, and returns what is to be done.
///
/// It alone decides, and the only clock that it knows is the time it is handed; nothing here waits, sends or stores. A peer
/// can make it refuse, retry or give up, never trap.
package struct RideMachine: Sendable {
  /// The ride in hand; only `takeUp` and `leave` put one here or take it away.
  var ride: Ride?
  private var keepers: [DeviceRole: LinkKeeper]
  var ladder = RecoveryLadder()
  /// The measure against the radio that is under way.
  var mending: Mending?
  var isAwaitingRadio = false
  var silence: [DeviceRole: SilenceWatch] = [:]
  /// How often the devices send.
  var pace = SendingPaces()
  /// When the trainer came, after it was gone; nil while no link has been made since.
  var trainerCameAt: MonotonicInstant?
  /// Whether the last record on the trainer's link leaves it open that somebody pedals.
  var legsMayTurn = false
  /// Whether the last start was cancelled because the pedals never turned.
  var isStartForgotten = false
  /// The signal strength of the present links, in dBm, if the radio reports it.
  var signalDBm: [DeviceRole: Int] = [:]
  var control = TrainerControl()
  /// How the trainer is spoken to; nil until its first link.
  var speech: AnyTrainer?
  /// Whether the trainer's data are subscribed to on the present link.
  var isStreamOn = false
  /// Whether the trainer has refused to simulate a road.
  var refusesRoad = false
  /// Whether a free ride began without control, which the trainer did not give.
  var hasGivenUpControl = false
  var live = LiveReadings()
  var batteryPercent: [DeviceRole: Int] = [:]
  /// The devices whose data has arrived on the present link.
  var speaking: Set<DeviceRole> = []
  /// Whether the pedals turn, by what the trainer has shown on the present link.
  var evidence = PedallingEvidence()
  /// What the wheel tells of the legs on the present link.
  var wheel = WheelCadence()
  /// How the trainer holds its target, by its own account on the present link; nil if it says nothing.
  var hold: TargetHold?
  /// Whether the strap's contact is to be believed on the present link.
  var contact = SkinContact()
  /// Whether the strap's data has arrived in this ride.
  var strapWasHeard = false
  /// The heart rate that comes by the trainer's link.
  var relayed = RelayedHeartRate()
  /// Whether the trainer sends power on the present link.
  var powerAbsence = PowerAbsence()
  /// Whether the trainer asks to be calibrated on the present link.
  var isCalibrationRequested = false
  /// What the sensors beside trainer and strap send.
  var sensors = SensorReadings()
  /// Steers the trainer so that the power meter shows what is asked.
  var match = PowerMatch()
  var fan = FanControl()

  /// The latest events of workouts, also of former rides.
  var planEvents: [PlanEvent] = []

  /// The time of the latest input; never goes back.
  private(set) var now: MonotonicInstant
  var effects: [RideEffect] = []

  let rules: RideRules

  package init(at now: MonotonicInstant, rules: RideRules = RideRules()) {
    self.now = now
    self.rules = rules
    keepers = Dictionary(uniqueKeysWithValues: DeviceRole.allCases.map { ($0, LinkKeeper(at: now)) })
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
    case .controlWritten: control.written()
    case .writeFailed(let error): writeFailed(error)
    case .signalStrength(let role, let dBm): signalDBm[role] = dBm
    case .remedied(let remedy, let error): remedied(remedy, error)
    case .radioUsable: radioUsable()
    case .recordOpened(let id): recordOpened(id)
    case .recordFailed(let reason): recordFailed(reason)
    case .recordClosed(let isStored): recordClosed(isStored: isStored)
    case .deadline: break
    }
    settle()
    return effects
  }

  /// When the machine is to be called next if nothing happens before.
  package var deadline: MonotonicInstant? {
    let rowEnd = phase == .finishing ? nil : ride?.sampler?.rowEnd
    let silences = DeviceRole.allCases.map { self[$0].isLinked ? silence[$0]?.deadline : nil }
    return
      ([
        control.deadline, rowEnd, ride?.starting?.deadline, heartDeadline, ride?.freeingDeadline, giveUpDeadline,
        forgottenDeadline, silenceDeadline,
      ] + keepers.values.map(\.deadline) + silences).compactMap { $0 }.min()
  }

  private mutating func advance(to instant: MonotonicInstant) {
    noteSleep(until: instant)
    endRows(until: instant)
    stopTimerIfSilent(by: instant)
    tick(to: instant)
    for role in DeviceRole.allCases { self[role].advance(to: now) }
    if let deadline = ride?.starting?.deadline, deadline <= now { startTimedOut() }
    if let heartDeadline, heartDeadline <= now { failStartWithoutHeart() }
    if let giveUpDeadline, giveUpDeadline <= now { finishForgotten(because: .trainerAway) }
    if let forgottenDeadline, forgottenDeadline <= now { finishForgotten(because: .idle) }
  }

  /// Moves the time forward within one input.
  mutating func tick(to instant: MonotonicInstant) {
    now = max(now, instant)
  }

  /// Does what follows from the state, whatever the input was.
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

  /// Takes up a ride; nothing of the former one is left.
  mutating func takeUp(_ ride: Ride) {
    self.ride = ride
    speech = nil
    (refusesRoad, hasGivenUpControl) = (false, false)
    control = TrainerControl()
    live = LiveReadings()
    batteryPercent = [:]
    strapWasHeard = false
    (evidence, wheel, hold) = (PedallingEvidence(), WheelCadence(), nil)
    (relayed, powerAbsence, isCalibrationRequested) = (RelayedHeartRate(), PowerAbsence(), false)
    (sensors, match, fan) = (SensorReadings(), PowerMatch(), FanControl(rule: ride.order.fanRule))
    ladder = RecoveryLadder()
    silence = [:]
    pace = SendingPaces()
    (trainerCameAt, legsMayTurn, isStartForgotten) = (nil, false, false)
    trainer.want(at: now)
  }

  subscript(role: DeviceRole) -> LinkKeeper {
    get { keepers[role] ?? LinkKeeper(at: now) }
    set { keepers[role] = newValue }
  }

  var trainer: LinkKeeper {
    get { self[.trainer] }
    set { self[.trainer] = newValue }
  }

  var strap: LinkKeeper {
    get { self[.heartRate] }
    set { self[.heartRate] = newValue }
  }
}

/// How patient a ride is; an administrator may set it.
package struct RideRules: Hashable, Sendable {
  /// How long nobody pedals before auto-pause stops the timer; nil for never.
  package var autoPause: Duration? = .seconds(5)
  /// How long a ride goes on without its trainer before it ends as it stands.
  package var giveUp = Duration.seconds(30 * 60)
  /// How long nobody pedals before the ride ends; nil for never.
  ///
  /// For the rider it ends with the last pedal stroke; before the first one the start is cancelled. While the trainer is gone, `giveUp`
  /// applies instead. A pause by the rider may last longer.
  package var finishAfter: Duration? = .seconds(15 * 60)

  package init() {}
}
