package import BluetoothLE
import Rides
import Trainers

/// The state machine of a ride.
///
/// It receives inputs and the time, and returns effects.
///
/// The machine makes all decisions. Its only clock is the time that it receives. It does not wait, send or store. A
/// peer can make it refuse, retry or give up, but never trap.
package struct RideMachine: Sendable {
  /// The ride in hand.
  ///
  /// Only `takeUp` and `leave` set or remove it.
  var ride: Ride?
  private var keepers: [DeviceRole: LinkKeeper]
  var ladder = RecoveryLadder()
  /// The present measure against the radio.
  var mending: Mending?
  var isAwaitingRadio = false
  var silence: [DeviceRole: SilenceWatch] = [:]
  /// The sending pace of each device.
  var pace = SendingPaces()
  /// The time of the trainer's return after an absence; nil while no link has been made since.
  var trainerCameAt: MonotonicInstant?
  /// Whether the rider may be pedalling, by the last record on the trainer's link.
  var legsMayTurn = false
  /// Whether the last start was cancelled because the pedals never turned.
  var isStartForgotten = false
  /// The signal strength of the present links, in dBm, if the radio reports it.
  var signalDBm: [DeviceRole: Int] = [:]
  var control = TrainerControl()
  /// The trainer's protocol; nil until it is first linked.
  var trainerProtocol: AnyTrainer?
  /// Whether the trainer's data is subscribed to on the present link.
  var isStreamOn = false
  /// Whether the trainer has refused to simulate a road.
  var refusesRoad = false
  /// Whether a free ride began without control, because the trainer refused it.
  var hasGivenUpControl = false
  var live = LiveReadings()
  var batteryPercent: [DeviceRole: Int] = [:]
  /// The devices whose data has arrived on the present link.
  var speaking: Set<DeviceRole> = []
  /// The evidence of pedalling, from the trainer's data on the present link.
  var evidence = PedallingEvidence()
  /// The cadence from the wheel's speed on the present link.
  var wheel = WheelCadence()
  /// The last cadence from the wheel's speed, in revolutions a minute.
  var wheelRpm = Reading<Double>(notOlderThan: .seconds(2))
  /// The trainer's report on the present link of how well it holds its target; nil without a report.
  var hold: TargetHold?
  /// Whether the strap's contact bit is reliable on the present link.
  var contact = SkinContact()
  /// Whether the strap's data has arrived in this ride.
  var strapWasReceived = false
  /// The heart rate on the trainer's link.
  var relayed = RelayedHeartRate()
  /// Whether the trainer sends power on the present link.
  var powerAbsence = PowerAbsence()
  /// Whether the trainer has requested a calibration on the present link.
  var isCalibrationRequested = false
  /// The values of the sensors other than trainer and strap.
  var sensors = SensorReadings()
  /// Adjusts the trainer's target so that the power meter shows the requested power.
  var match = PowerMatch()
  var fan = FanControl()

  /// The latest events of workouts, including previous rides.
  var planEvents: [PlanEvent] = []

  /// The time of the latest input.
  ///
  /// It never goes back.
  private(set) var now: MonotonicInstant
  var effects: [RideEffect] = []

  let rules: RideRules

  package init(at now: MonotonicInstant, rules: RideRules = RideRules()) {
    self.now = now
    self.rules = rules
    keepers = Dictionary(uniqueKeysWithValues: DeviceRole.allCases.map { ($0, LinkKeeper(at: now)) })
  }

  /// Handles one input and returns the effects.
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
    case .recordClosed(let isStored): recordClosed(isStored: isStored)
    case .deadline: break
    }
    settle()
    return effects
  }

  /// The time of the next call if no other input comes first.
  package var deadline: MonotonicInstant? {
    let rowEnd = phase == .finishing ? nil : ride?.sampler?.rowEnd
    let silences = DeviceRole.allCases.map { self[$0].isLinked ? silence[$0]?.deadline : nil }
    return
      ([
        control.deadline, rowEnd, ride?.starting?.deadline, heartDeadline, ride?.freeingDeadline, giveUpDeadline,
        forgottenDeadline, silenceDeadline, phase == .finishing ? nil : ride?.calibration?.deadline,
      ] + keepers.values.map(\.deadline) + silences).compactMap { $0 }.min()
  }

  private mutating func advance(to instant: MonotonicInstant) {
    noteSleep(until: instant)
    endRows(until: instant)
    stopTimerIfSilent(by: instant)
    tick(to: instant)
    for role in DeviceRole.allCases { self[role].advance(to: now) }
    calibrationTimePassed()
    if let deadline = ride?.starting?.deadline, deadline <= now { startTimedOut() }
    if let heartDeadline, heartDeadline <= now { failStartWithoutHeart() }
    if let giveUpDeadline, giveUpDeadline <= now { finishForgotten(because: .trainerAway) }
    if let forgottenDeadline, forgottenDeadline <= now { finishForgotten(because: .idle) }
  }

  /// Moves the time forward within one input.
  mutating func tick(to instant: MonotonicInstant) {
    now = max(now, instant)
  }

  /// Performs the steps that follow from the state, after every input.
  private mutating func settle() {
    // Comes after the input, because the input may be the missing data, or the end of the link.
    for role in DeviceRole.allCases { breakSilence(of: role) }
    aim()
    for role in DeviceRole.allCases { breakSilence(of: role) }
    steer()
    keepProgress()
    keepIntervals()
    reportTest()
    finishIfFree()
    takeTurns()
  }

  /// Takes up a ride, and clears the state of the previous one.
  mutating func takeUp(_ ride: Ride) {
    self.ride = ride
    trainerProtocol = nil
    (refusesRoad, hasGivenUpControl) = (false, false)
    control = TrainerControl()
    live = LiveReadings()
    batteryPercent = [:]
    strapWasReceived = false
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

/// The time limits of a ride.
///
/// An administrator may set them.
package struct RideRules: Hashable, Sendable {
  /// The time without pedalling after which auto-pause stops the timer; nil for never.
  package var autoPause: Duration? = .seconds(5)
  /// The time without its trainer after which a ride ends in its present state.
  package var giveUp = Duration.seconds(30 * 60)
  /// The time without pedalling after which the ride ends; nil for never.
  ///
  /// For the rider, it ends with the last pedal stroke. Before the first stroke, the start is cancelled. While the
  /// trainer is gone, `giveUp` applies instead. A pause by the rider may last longer.
  package var finishAfter: Duration? = .seconds(15 * 60)

  package init() {}
}
