import BluetoothLE
import FitnessGATT
import RadioSim
import Rides

@testable import RideSession

/// A test bench for a machine: a simulated trainer and strap, and a clock that jumps from one event to the next.
struct RideBench {
  private enum Happening {
    case input(RideInput)
    /// An input that only counts while the link with that number lasts.
    case onLink(DeviceRole, Int, RideInput)
    case bikeData(Int)
    case otherData(Int)
    case beat(Int)
    case back(DeviceRole)
    case giveUp(DeviceRole)
  }

  static let trainer = RideDevice(address: SimulatedWorld.trainerAddress, name: "KICKR")
  /// The trainer in the orders of rides.
  var ridden = Self.trainer
  static let strap = RideDevice(address: SimulatedWorld.strapAddress, name: "HRM")
  /// The sensors in the orders of rides.
  ///
  /// They send the values that a test passes to `notify`.
  var sensors: [DeviceRole: RideDevice] = [:]
  var fanRule = FanRule.off
  /// The characteristics of the devices other than the trainer.
  var characteristics: [DeviceRole: Set<CharacteristicID>] = [
    .heartRate: [.heartRateMeasurement], .power: [.cyclingPowerMeasurement], .cadence: [.cscMeasurement],
    .fan: [.headwindControlPoint],
  ]
  private static let trainerCharacteristics: Set<CharacteristicID> = [
    .indoorBikeData, .fitnessMachineControlPoint, .fitnessMachineStatus, .fitnessMachineFeature, .supportedPowerRange,
  ]

  private(set) var machine: RideMachine
  private(set) var now = MonotonicInstant.origin
  var trainer = SimulatedTrainer()
  /// A trainer with another protocol, in place of `trainer`, and its reactions.
  var other: (any SimulatedControl)?
  var mood = TrainerMood.obliging
  var beatsPerMinute: UInt16 = 124
  var cadenceRpm = 88.0
  var trainerCharacteristics = Self.trainerCharacteristics
  /// The devices that are out of range.
  var away: Set<DeviceRole> = []
  /// The number of further procedures without an answer.
  var mutes = 0
  /// The procedures that the trainer never carries out.
  var reluctance: [FitnessMachineControlPoint.OpCode: Reluctance] = [:]
  /// The number of further targets that are refused as invalid.
  var invalidTargets = 0
  /// The errors of the next writes.
  var writeFailures: [LinkError] = []
  /// The number of further targets that are acknowledged and not applied.
  var deafness = 0
  /// The power of the legs, in watts, at any target; nil for the target itself.
  var legWatts: Int16?
  /// Whether the trainer's speed and count are always 0.
  var isSpeedless = false
  /// Converts each set of the trainer's data into its notifications; nil for a notification of the unchanged set.
  var sending: (@Sendable (IndoorBikeData) -> [IndoorBikeData])?
  /// Whether the trainer never reports the result of a target.
  var isStatusSilent = false
  /// Whether attempts to link an absent device end after 40 s.
  var isConnectTimingOut = false
  /// The devices that are linked and send no data.
  var silent: Set<DeviceRole> = []
  /// The time between two records of the trainer, and between two values of the strap.
  var trainerPeriod = Duration.milliseconds(250)
  var strapPeriod = Duration.seconds(1)
  /// The store's time to accept a ride.
  var storeDelay = Duration.milliseconds(5)
  /// The errors of the next attempts to link the trainer.
  var connectFailures: [LinkError.Code] = []
  /// The errors of the next attempts to link the strap.
  var strapFailures: [LinkError.Code] = []
  /// The duration of a failing attempt to link the strap.
  var strapFailureTime = Duration.seconds(10)
  /// The errors of subscriptions, until the test removes them.
  var refusals: [DeviceRole: [CharacteristicID: LinkError]] = [:]
  /// The time when the trainer begins to show all of its services.
  ///
  /// Before that, its links show some of them.
  var completeAt = MonotonicInstant.origin
  /// Whether the radio does not answer until it is power-cycled, and the number of further power cycles without effect.
  var isStuck = false
  var vainCycles = 0
  /// The number of the trainer's further links that show only some of its services.
  var incompleteLinks = 0
  /// The number of the trainer's further links that are an earlier link still closing.
  var dyingLinks = 0
  /// The error of the next remedies; nil if they succeed.
  var remedyFailure: LinkError?

  private(set) var samples: [RideSample] = []
  private(set) var events: [RideEvent] = []
  private(set) var kept: [PlanProgress] = []
  private(set) var keptIntervals: [[DeviceRole: IntervalStatistics]] = []
  private(set) var planEvents: [PlanEvent] = []
  private(set) var tests: [TestStatus] = []
  private(set) var calibrations: [CalibrationStatus] = []
  private(set) var replies: [CommandToken: Result<RideAnswer, RideRefusal>] = [:]
  private(set) var phases: [RidePhase] = []
  private(set) var requests: [(at: MonotonicInstant, request: FitnessMachineControlPoint.Request)] = []
  /// The writes to a trainer with another protocol.
  private(set) var written: [(at: MonotonicInstant, write: GATTWrite)] = []
  /// The writes to other devices.
  private(set) var sent: [(at: MonotonicInstant, write: GATTWrite)] = []
  private(set) var connects: [(at: MonotonicInstant, role: DeviceRole)] = []
  private(set) var openedRecords = 0
  private(set) var closedRecords: [MonotonicInstant?] = []
  private(set) var recordEnds: [RecordEnd] = []
  private(set) var resubscriptions: [(at: MonotonicInstant, role: DeviceRole)] = []
  private(set) var remedies: [RadioRemedy] = []
  private(set) var remedyInstants: [MonotonicInstant] = []
  private(set) var isRadioAwaited = false
  private(set) var pending: Set<DeviceRole> = []
  private(set) var maximumPending = 0
  /// The total time for which each device was requested.
  private(set) var asked: [DeviceRole: Duration] = [:]

  /// In order of time.
  private var queue: [(at: MonotonicInstant, happening: Happening)] = []
  private var links: [DeviceRole: Int] = [:]
  private var askedSince: [DeviceRole: MonotonicInstant] = [:]
  private var isDying = false
  private var lastLink = 0
  private var lastToken = 0

  init(rules: RideRules = RideRules()) {
    machine = RideMachine(at: .origin, rules: rules)
  }

  /// Orders a ride.
  @discardableResult
  mutating func start(
    watts: Int = 150, seconds: Int = 60, strap: Bool = true, ceiling: Int? = nil
  ) -> CommandToken {
    var order = RideOrder(
      askedWatts: watts, plannedSeconds: seconds, trainer: ridden, heartRate: strap ? Self.strap : nil,
      guards: TargetGuards(maximumBeatsPerMinute: ceiling))
    (order.sensors, order.fanRule) = (sensors, fanRule)
    return send(.start(order))
  }

  /// Brings the radio back, if the machine waits for it.
  mutating func bringRadioBack() {
    guard isRadioAwaited else { return }
    isRadioAwaited = false
    hand(.radioUsable)
  }

  /// Brings a device back into range.
  mutating func bringBack(_ role: DeviceRole) { happen(.back(role)) }

  /// Measures a link's signal.
  mutating func measureSignal(of role: DeviceRole, dBm: Int) { hand(.signalStrength(role, dBm: dBm)) }

  @discardableResult
  mutating func send(_ command: RideCommand) -> CommandToken {
    lastToken += 1
    let token = CommandToken(lastToken)
    hand(.command(command, token))
    return token
  }

  /// Lets this much time pass.
  mutating func run(for duration: Duration) {
    let end = now.advanced(by: duration)
    while let next = nextTime(), next <= end {
      now = max(now, next)
      if let first = queue.first, first.at <= now {
        queue.removeFirst()
        happen(first.happening)
      } else {
        hand(.deadline)
      }
    }
    now = end
  }

  /// Lets time pass while the process does not run.
  ///
  /// Events of that time arrive afterwards.
  mutating func sleep(for duration: Duration) { now = now.advanced(by: duration) }

  /// Cuts a link.
  ///
  /// The device is back after a time.
  mutating func drop(_ role: DeviceRole, for absence: Duration) {
    guard links.removeValue(forKey: role) != nil else { return }
    if role == .trainer {
      trainer.linkLost()
      other?.linkLost()
    }
    away.insert(role)
    schedule(.back(role), after: absence)
    hand(.linkLost(role, LinkError(.supervisionTimeout, operation: "link")))
  }

  /// Makes a device send a notification.
  mutating func notify(_ role: DeviceRole, _ characteristic: CharacteristicID, _ value: [UInt8]) {
    hand(.notified(role, characteristic, value))
  }

  private func nextTime() -> MonotonicInstant? {
    guard let first = queue.first?.at else { return machine.deadline }
    return machine.deadline.map { min($0, first) } ?? first
  }

  private mutating func schedule(_ happening: Happening, after delay: Duration) {
    let at = now.advanced(by: delay)
    queue.insert((at, happening), at: queue.lastIndex { $0.at <= at }.map { $0 + 1 } ?? 0)
  }

  private mutating func happen(_ happening: Happening) {
    switch happening {
    case .input(let input): hand(input)
    case .onLink(let role, let number, let input): if links[role] == number { hand(input) }
    case .bikeData(let number):
      guard links[.trainer] == number else { return }
      schedule(.bikeData(number), after: trainerPeriod)
      for value in bikeData() where !silent.contains(.trainer) { hand(.notified(.trainer, .indoorBikeData, value)) }
      for status in trainer.takeStatuses() { hand(.notified(.trainer, status.characteristic, status.value)) }
    case .otherData(let number):
      guard let stream = other?.stream, links[.trainer] == number else { return }
      schedule(.otherData(number), after: .milliseconds(250))
      let values = other?.advance(seconds: 0.25, cadenceRpm: cadenceRpm, legWatts: legWatts.map(Double.init)) ?? []
      for value in values where !silent.contains(.trainer) { hand(.notified(.trainer, stream, value)) }
    case .beat(let number):
      guard links[.heartRate] == number else { return }
      schedule(.beat(number), after: strapPeriod)
      guard !silent.contains(.heartRate) else { return }
      let value = HeartRateMeasurement(
        heartRateBpm: beatsPerMinute, sensorContact: .detected, energyExpendedKilojoules: nil, rrIntervalTicks: [500])
      hand(.notified(.heartRate, .heartRateMeasurement, value.encoded()))
    case .giveUp(let role):
      guard endAsking(role) else { return }
      hand(.connectFailed(role, LinkError(.timedOut, operation: "connect")))
    case .back(let role):
      away.remove(role)
      if pending.contains(role) { link(role) }
    }
  }

  private mutating func hand(_ input: RideInput) {
    for effect in machine.handle(input, at: now) { carryOut(effect) }
  }

  private mutating func carryOut(_ effect: RideEffect) {
    switch effect {
    case .connect(let role, _):
      connects.append((now, role))
      pending.insert(role)
      askedSince[role] = now
      maximumPending = max(maximumPending, pending.count)
      if isStuck {
        endAsking(role)
        schedule(
          .input(.connectFailed(role, LinkError(.adapterStuck, operation: "connect"))), after: .milliseconds(10))
      } else if role == .trainer, !connectFailures.isEmpty {
        endAsking(role)
        let error = LinkError(connectFailures.removeFirst(), operation: "connect")
        schedule(.input(.connectFailed(role, error)), after: .milliseconds(100))
      } else if role == .heartRate, !strapFailures.isEmpty {
        endAsking(role)
        let error = LinkError(strapFailures.removeFirst(), operation: "connect")
        schedule(.input(.connectFailed(role, error)), after: strapFailureTime)
      } else if !away.contains(role) {
        link(role)
      } else if isConnectTimingOut {
        schedule(.giveUp(role), after: .seconds(40))
      }
    case .cancelConnect(let role):
      guard endAsking(role) else { return }
      schedule(.input(.connectFailed(role, LinkError(.cancelled, operation: "connect"))), after: .milliseconds(20))
    case .close(let role):
      guard links.removeValue(forKey: role) != nil else { return }
      schedule(.input(.linkLost(role, LinkError(.closedHere, operation: "link"))), after: .milliseconds(20))
    case .subscribe(let role, let characteristic): subscribe(role, characteristic)
    case .resubscribe(let role, let characteristic):
      resubscriptions.append((now, role))
      answer(role, .subscribed(role, characteristic, nil))
    case .remedy(let remedy): apply(remedy)
    case .awaitRadio: isRadioAwaited = true
    case .read(let role, let characteristic):
      let own = characteristic == .fitnessMachineFeature ? trainer.feature.encoded() : trainer.range.encoded()
      let value = role == .trainer ? other?.value(of: characteristic) ?? own : own
      answer(role, .read(role, characteristic, .success(value)))
    case .control(let writes):
      for write in writes { if other == nil { self.write(write.value) } else { writeToOther(write) } }
      if other != nil, writeFailures.isEmpty { answer(.trainer, .controlWritten) }
    case .write(.trainer, let write): if other != nil { writeToOther(write) }
    case .write(_, let write): sent.append((now, write))
    case .openRecord:
      openedRecords += 1
      schedule(.input(.recordOpened(id: 7)), after: storeDelay)
    case .startRecord: break
    case .append(let samples, let events):
      self.samples += samples
      self.events += events
    case .keep(let progress, _): kept.append(progress)
    case .keepIntervals(let intervals): keptIntervals.append(intervals)
    case .planHappened(let event): planEvents.append(event)
    case .testEnded(let test): tests.append(test)
    case .calibrated(let calibration): calibrations.append(calibration)
    case .closeRecord(let start, let end):
      closedRecords.append(start)
      recordEnds.append(end)
      schedule(.input(.recordClosed(isStored: true)), after: .milliseconds(5))
    case .reply(let token, let result): replies[token] = result
    case .phaseChanged(_, let phase, _): phases.append(phase)
    }
  }

  private mutating func apply(_ remedy: RadioRemedy) {
    remedies.append(remedy)
    remedyInstants.append(now)
    schedule(.input(.remedied(remedy, remedyFailure)), after: .milliseconds(50))
    guard case .powerCycle(let costing) = remedy, remedyFailure == nil else { return }
    isStuck = isStuck && vainCycles > 0
    vainCycles = max(0, vainCycles - 1)
    for (role, device) in [(DeviceRole.trainer, Self.trainer), (.heartRate, Self.strap)]
    where costing.contains(device.address) && links.removeValue(forKey: role) != nil {
      schedule(.input(.linkLost(role, LinkError(.adapterOff, operation: "link"))), after: .milliseconds(10))
    }
  }

  @discardableResult
  private mutating func endAsking(_ role: DeviceRole) -> Bool {
    if let since = askedSince.removeValue(forKey: role) { asked[role, default: .zero] += now - since }
    return pending.remove(role) != nil
  }

  private mutating func link(_ role: DeviceRole) {
    endAsking(role)
    lastLink += 1
    links[role] = lastLink
    var characteristics =
      role == .trainer ? other?.characteristics ?? trainerCharacteristics : characteristics[role] ?? []
    if role == .trainer, incompleteLinks > 0 || now < completeAt {
      incompleteLinks = max(0, incompleteLinks - 1)
      characteristics = [.batteryLevel]
    }
    if role == .trainer {
      isDying = dyingLinks > 0
      dyingLinks = max(0, dyingLinks - 1)
    }
    if isDying { return schedule(.onLink(role, lastLink, .linked(role, characteristics)), after: .zero) }
    schedule(.onLink(role, lastLink, .linked(role, characteristics)), after: .milliseconds(100))
  }

  private mutating func subscribe(_ role: DeviceRole, _ characteristic: CharacteristicID) {
    if role == .trainer, isDying, let number = links[role] {
      let error = LinkError(.lost, operation: "StartNotify", detail: "Not Connected")
      return schedule(.onLink(role, number, .subscribed(role, characteristic, error)), after: .zero)
    }
    let refusal = refusals[role]?[characteristic]
    answer(role, .subscribed(role, characteristic, refusal))
    guard refusal == nil, let number = links[role] else { return }
    if characteristic == other?.stream { return schedule(.otherData(number), after: .milliseconds(250)) }
    if characteristic == .indoorBikeData { schedule(.bikeData(number), after: .milliseconds(250)) }
    if characteristic == .heartRateMeasurement { schedule(.beat(number), after: .milliseconds(400)) }
  }

  private mutating func answer(_ role: DeviceRole, _ input: RideInput) {
    guard let number = links[role] else { return }
    schedule(.onLink(role, number, input), after: .milliseconds(10))
  }

  private mutating func writeToOther(_ write: GATTWrite) {
    written.append((now, write))
    if !writeFailures.isEmpty { return answer(.trainer, .writeFailed(writeFailures.removeFirst())) }
    for notification in other?.take(write.value, on: write.characteristic, in: mood) ?? [] {
      answer(.trainer, .notified(.trainer, notification.characteristic, notification.value))
    }
  }

  private mutating func write(_ value: [UInt8]) {
    guard let request = try? FitnessMachineControlPoint.Request(decoding: value) else { return }
    requests.append((now, request))
    if !writeFailures.isEmpty { return answer(.trainer, .writeFailed(writeFailures.removeFirst())) }
    if reluctance[request.opCode] == .unanswered { return }
    if let code = refusal(of: request) {
      let response = FitnessMachineControlPoint.Response(to: request.opCode, code).encoded()
      return answer(.trainer, .notified(.trainer, .fitnessMachineControlPoint, response))
    }
    if mutes > 0 {
      mutes -= 1
      return
    }
    if deafness > 0, case .set = request {
      deafness -= 1
      let response = FitnessMachineControlPoint.Response(to: request.opCode, .success).encoded()
      return answer(.trainer, .notified(.trainer, .fitnessMachineControlPoint, response))
    }
    let (response, status) = trainer.answer(value)
    answer(.trainer, .notified(.trainer, .fitnessMachineControlPoint, response))
    if let status, !isStatusSilent { answer(.trainer, .notified(.trainer, .fitnessMachineStatus, status)) }
  }
}
