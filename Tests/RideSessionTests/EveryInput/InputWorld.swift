import BluetoothLE
import FitnessGATT
import Rides
import TestKit

@testable import RideSession

/// A machine in a world that answers its requests one after the other, and records each broken promise.
struct InputWorld {
  enum Request: Hashable {
    case connect(DeviceRole)
    case cancelled(DeviceRole)
    case close(DeviceRole)
    case subscribe(DeviceRole, CharacteristicID)
    case read(DeviceRole, CharacteristicID)
    case control([UInt8])
    case openRecord
    case closeRecord
    case remedy(RadioRemedy)
    case radio
  }

  private(set) var machine = RideMachine(at: .origin)
  private(set) var now = MonotonicInstant.origin
  private(set) var flaws: [String] = []

  /// Whether the legs turn.
  var isPedalling = true
  /// The requests that the world leaves unanswered.
  var withholds: @Sendable (Request) -> Bool = { _ in false }

  private var waiting: [(request: Request, dueAt: MonotonicInstant)] = []
  private var links: Set<DeviceRole> = []
  private var unanswered: Set<CommandToken> = []
  private var lastToken = 0
  private var nextData = MonotonicInstant.origin
  private var targetWatts = 100
  private var watch = RecordWatch()

  /// The time that the world takes for an answer.
  ///
  /// The store is slow.
  private static func delay(of request: Request) -> Duration {
    switch request {
    case .openRecord, .closeRecord: .seconds(2)
    case .connect, .cancelled, .close, .subscribe, .read, .control, .remedy, .radio: .milliseconds(20)
    }
  }

  mutating func send(_ command: RideCommand) {
    lastToken += 1
    hand(.command(command, CommandToken(lastToken)))
  }

  /// Gives the machine an input.
  ///
  /// If it answers a request, that request is answered.
  mutating func hand(_ input: RideInput) {
    if case .command(_, let token) = input { unanswered.insert(token) }
    takeAccount(of: input)
    let before = machine.phase
    let effects = machine.handle(input, at: now)
    flaws += watch.look(at: effects, before: before, after: machine.phase)
    for effect in effects { carryOut(effect) }
  }

  /// Reads the machine's state as clients do.
  func look() { _ = (machine.snapshot(at: now), machine.outline, machine.rideInHand) }

  /// Lets time pass in the world.
  mutating func run(for duration: Duration) { run(for: duration) { _ in false } }

  /// Lets time pass until the machine is in a phase.
  mutating func run(until phase: RidePhase, within limit: Duration) {
    run(for: limit) { $0.machine.phase == phase }
    if machine.phase != phase { flaws.append("\(phase) is not reached within \(limit), but \(machine.phase)") }
  }

  private mutating func run(for duration: Duration, isOver: (InputWorld) -> Bool) {
    let end = now.advanced(by: duration)
    var (turns, last) = (0, now)
    while !isOver(self), flaws.count < 5 {
      let deadline = machine.deadline
      let due = waiting.filter { !withholds($0.request) }.map(\.dueAt).min()
      guard let next = [deadline, due, nextData].compactMap(\.self).min(), next <= end else { break }
      now = max(now, next)
      if now > last { (turns, last) = (0, now) }
      turns += 1
      if turns > 30 { return flaws.append("time stands at \(now): \(String(describing: deadline)), \(waiting)") }
      if let due, due <= now {
        answerOne()
      } else if nextData <= now {
        nextData = now.advanced(by: .milliseconds(500))
        sendData()
      } else {
        hand(.deadline)
      }
    }
    now = max(now, isOver(self) ? now : end)
  }

  /// Ends the present ride.
  ///
  /// The machine must become idle, and every command must be answered.
  mutating func bringToAnEnd() {
    if machine.phase != .idle { send(.stop) }
    run(until: .idle, within: .seconds(120))
    if !unanswered.isEmpty { flaws.append("not answered: \(unanswered)") }
  }

  private mutating func answerOne() {
    guard
      let index = waiting.indices.filter({ !withholds(waiting[$0].request) })
        .min(by: { waiting[$0].dueAt < waiting[$1].dueAt })
    else { return }
    let request = waiting.remove(at: index).request
    switch request {
    case .connect(let role): hand(.linked(role, role.characteristics))
    case .cancelled(let role): hand(.connectFailed(role, LinkError(.cancelled, operation: "connect")))
    case .close(let role): hand(.linkLost(role, LinkError(.closedHere, operation: "link")))
    case .subscribe(let role, let characteristic): hand(.subscribed(role, characteristic, nil))
    case .read(let role, let characteristic):
      hand(.read(role, characteristic, .success(Self.value(of: characteristic))))
    case .control(let value): hand(.notified(.trainer, .fitnessMachineControlPoint, [0x80, value.first ?? 0, 1]))
    case .openRecord: hand(.recordOpened(id: 7))
    case .closeRecord: hand(.recordClosed(isStored: true))
    case .remedy(let remedy): hand(.remedied(remedy, nil))
    case .radio: hand(.radioUsable)
    }
  }

  /// Sends the trainer's target as its power, and agreeing values from the other devices.
  private mutating func sendData() {
    let watts = Int16(isPedalling ? targetWatts : 0)
    var data = IndoorBikeData()
    data.instantaneousSpeed = Speed(kmh: isPedalling ? 30 : 0)
    data.instantaneousCadence = Cadence(rpm: isPedalling ? 88 : 0)
    data.instantaneousPowerWatts = watts
    if links.contains(.trainer) { hand(.notified(.trainer, .indoorBikeData, data.encoded())) }
    if links.contains(.heartRate) { hand(.notified(.heartRate, .heartRateMeasurement, [0x06, 124])) }
    let meter = CyclingPowerMeasurement(powerWatts: watts)
    if links.contains(.power) { hand(.notified(.power, .cyclingPowerMeasurement, meter.encoded())) }
  }

  private static func value(of characteristic: CharacteristicID) -> [UInt8] {
    switch characteristic {
    case .fitnessMachineFeature: [0x86, 0x50, 0, 0, 0x0C, 0xE0, 1, 0]
    case .supportedPowerRange: [0, 0, 0xD0, 7, 1, 0]
    default: [80]
    }
  }

  private mutating func carryOut(_ effect: RideEffect) {
    switch effect {
    case .connect(let role, _): queue(.connect(role))
    case .cancelConnect(let role):
      guard let index = waiting.firstIndex(where: { $0.request == .connect(role) }) else { return }
      waiting[index] = (.cancelled(role), now.advanced(by: Self.delay(of: .cancelled(role))))
    case .close(let role): if links.contains(role) { queue(.close(role)) }
    case .subscribe(let role, let characteristic), .resubscribe(let role, let characteristic):
      if links.contains(role) { queue(.subscribe(role, characteristic)) }
    case .read(let role, let characteristic): if links.contains(role) { queue(.read(role, characteristic)) }
    case .control(let writes):
      guard links.contains(.trainer), let value = writes.last?.value else { return }
      if case .set(.power(let watts))? = try? FitnessMachineControlPoint.Request(decoding: value) {
        targetWatts = Int(watts)
      }
      queue(.control(value))
    case .openRecord: queue(.openRecord)
    case .closeRecord: queue(.closeRecord)
    case .remedy(let remedy): queue(.remedy(remedy))
    case .awaitRadio: queue(.radio)
    case .reply(let token, _):
      if unanswered.remove(token) == nil { flaws.append("\(token) is answered again, or never asked") }
    case .startRecord, .append, .keep, .keepIntervals, .planHappened, .testEnded, .calibrated, .phaseChanged, .write:
      break
    }
  }

  private mutating func queue(_ request: Request) {
    waiting.append((request, now.advanced(by: Self.delay(of: request))))
  }

  /// Updates the world's own record of links and requests when an input is unexpected.
  private mutating func takeAccount(of input: RideInput) {
    switch input {
    case .linked(let role, _):
      forget { $0 == .connect(role) || $0 == .cancelled(role) }
      links.insert(role)
    case .connectFailed(let role, _): forget { $0 == .connect(role) || $0 == .cancelled(role) }
    case .linkLost(let role, _):
      links.remove(role)
      forget { request in
        switch request {
        case .close(role), .subscribe(role, _), .read(role, _): true
        case .control: role == .trainer
        case .connect, .cancelled, .close, .subscribe, .read, .openRecord, .closeRecord, .remedy, .radio: false
        }
      }
    case .subscribed(let role, let characteristic, _): forget { $0 == .subscribe(role, characteristic) }
    case .read(let role, let characteristic, _): forget { $0 == .read(role, characteristic) }
    case .writeFailed: forget { if case .control = $0 { true } else { false } }
    case .remedied(let remedy, _): forget { $0 == .remedy(remedy) }
    case .radioUsable: forget { $0 == .radio }
    case .recordOpened: forget { $0 == .openRecord }
    case .recordClosed: forget { $0 == .closeRecord }
    case .command, .notified, .controlWritten, .signalStrength, .deadline: break
    }
  }

  private mutating func forget(_ isAnswered: (Request) -> Bool) {
    if let index = waiting.firstIndex(where: { isAnswered($0.request) }) { waiting.remove(at: index) }
  }
}

/// The promises about a ride's record, over all effects.
private struct RecordWatch {
  private var opened = 0
  private var isClosed = false
  private var nextSecond: Int?

  mutating func look(at effects: [RideEffect], before: RidePhase, after: RidePhase) -> [String] {
    var flaws: [String] = []
    var isIdle = before == .idle
    for effect in effects {
      switch effect {
      case .openRecord:
        opened += 1
        if opened > 1 { flaws.append("the record is opened \(opened) times") }
      case .closeRecord:
        if isClosed { flaws.append("the record is closed again") }
        isClosed = true
      case .append(let samples, _):
        if isClosed || (isIdle && after == .idle) { flaws.append("\(effect) after the end") }
        for sample in samples {
          if let nextSecond, sample.second != nextSecond { flaws.append("row \(sample.second), not \(nextSecond)") }
          nextSecond = sample.second + 1
          let numbers = [sample.powerWatts, sample.cadenceRpm, sample.speedKmh, sample.distanceMeters]
          if !numbers.allSatisfy({ $0?.isFinite ?? true }) { flaws.append("\(sample)") }
        }
      case .startRecord, .keep, .keepIntervals, .planHappened, .testEnded, .calibrated:
        if isClosed || (isIdle && after == .idle) { flaws.append("\(effect) after the end") }
      case .connect, .control, .subscribe, .resubscribe, .read, .write, .remedy:
        if isIdle && after == .idle { flaws.append("\(effect) without a ride") }
      case .phaseChanged(_, let to, _):
        isIdle = to == .idle
        if isIdle { (opened, isClosed, nextSecond) = (0, false, nil) }
      case .cancelConnect, .close, .awaitRadio, .reply: break
      }
    }
    return flaws
  }
}
