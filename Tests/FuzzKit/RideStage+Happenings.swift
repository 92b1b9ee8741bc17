import BluetoothLE
import FitnessGATT
import RideSession
import Rides
import TestKit

/// The events of a ride, by the byte that chooses them.
enum Happening: UInt8, CaseIterable {
  /// The oldest request succeeds.
  case answer
  case deadline
  /// A second of pedalling; a heart beat.
  case pedalling
  case command
  /// Any one of the requests fails.
  case failure
  case linkLost
  /// A device sends a value, valid or not.
  case notification
  case signal
  /// Any one of the requests succeeds.
  case answerAny
}

/// The time without events before an event.
enum Lull: UInt8, CaseIterable {
  case none
  case milliseconds
  case untilDeadline
  case seconds
  case minutes
}

extension RideStage {
  /// Performs the next event; false after the last one.
  mutating func happen() throws -> Bool {
    guard !choices.isAtEnd else { return false }
    switch choices.one(of: Lull.allCases, or: .none) {
    case .none: break
    case .milliseconds: pass(.milliseconds(Int(choices.byte()) * 4))
    case .untilDeadline: try passToDeadline()
    case .seconds: pass(.seconds(choices.byte() % 64))
    // As if the computer had been suspended.
    case .minutes: pass(.seconds(60 * (Int(choices.byte()) % 16)))
    }
    switch choices.one(of: Happening.allCases, or: .answer) {
    case .answer: try answerOldest()
    case .answerAny: try answerAny()
    case .deadline: try hand(.deadline)
    case .pedalling: try pedal()
    case .command: try send(command())
    case .failure: try failOne()
    case .linkLost:
      try loseLink(role(), LinkError(choices.one(of: LinkError.Code.allCases, or: .lost), operation: "link"))
    case .notification: try notify()
    case .signal:
      if case let role = role(), links.contains(role) { try hand(.signalStrength(role, dBm: -Int(choices.byte()))) }
    }
    return true
  }

  mutating func answerOldest() throws {
    guard !waiting.isEmpty else { return }
    try answer(waiting.removeFirst())
  }

  /// Answers any waiting request; only the store must answer in order.
  private mutating func answerAny() throws {
    guard !waiting.isEmpty else { return }
    var index = Int(choices.byte()) % waiting.count
    if waiting[index] == .closeRecord { index = waiting.firstIndex(of: .openRecord) ?? index }
    try answer(waiting.remove(at: index))
  }

  private mutating func answer(_ request: Request) throws {
    switch request {
    case .connect(let role, isCancelled: true):
      try hand(.connectFailed(role, LinkError(.cancelled, operation: "connect")))
    case .connect(let role, isCancelled: false): try link(role, role.characteristics)
    case .close(let role): try loseLink(role, LinkError(.closedHere, operation: "link"))
    case .subscribe(let role, let characteristic): try hand(.subscribed(role, characteristic, nil))
    case .read(let role, let characteristic):
      try hand(.read(role, characteristic, .success(Self.value(of: characteristic))))
    case .write(let value): try hand(.notified(.trainer, .fitnessMachineControlPoint, [0x80, value.first ?? 0, 1]))
    case .openRecord: try hand(.recordOpened(id: 7))
    case .closeRecord: try hand(.recordClosed(isStored: true))
    case .remedy(let remedy): try hand(.remedied(remedy, nil))
    case .radio: try hand(.radioUsable)
    }
  }

  private mutating func failOne() throws {
    guard !waiting.isEmpty else { return }
    let request = waiting.remove(at: Int(choices.byte()) % waiting.count)
    let error = LinkError(
      choices.one(of: LinkError.Code.allCases, or: .timedOut), operation: "any", attError: choices.flag() ? 0x0E : nil)
    switch request {
    // A connection may be made just after it was cancelled, and to a device without the services.
    case .connect(let role, isCancelled: true): try link(role, role.characteristics)
    case .connect(let role, isCancelled: false):
      if choices.flag() { try link(role, [.batteryLevel]) } else { try hand(.connectFailed(role, error)) }
    case .close(let role): try loseLink(role, error)
    case .subscribe(let role, let characteristic): try hand(.subscribed(role, characteristic, error))
    case .read(let role, let characteristic):
      try hand(.read(role, characteristic, choices.flag() ? .failure(error) : .success(choices.run())))
    case .write(let value):
      if choices.flag() { return try hand(.writeFailed(error)) }
      try hand(.notified(.trainer, .fitnessMachineControlPoint, [0x80, value.first ?? 0, choices.byte()]))
    case .openRecord: try hand(.recordOpened(id: 7))
    case .closeRecord: try hand(.recordClosed(isStored: true))
    case .remedy(let remedy): try hand(.remedied(remedy, error))
    case .radio: try hand(.radioUsable)
    }
  }

  private mutating func link(_ role: DeviceRole, _ characteristics: Set<CharacteristicID>) throws {
    links.insert(role)
    try hand(.linked(role, characteristics))
  }

  private mutating func loseLink(_ role: DeviceRole, _ error: LinkError) throws {
    guard links.remove(role) != nil else { return }
    waiting.removeAll { $0.role == role }
    try hand(.linkLost(role, error))
  }

  private mutating func pedal() throws {
    var data = IndoorBikeData()
    data.instantaneousSpeed = Speed(hundredthsKmh: UInt16(choices.byte()) * 257)
    data.instantaneousCadence = Cadence(rpm: Double(choices.byte() % 148))
    data.instantaneousPowerWatts = Int16(choices.byte()) * 2
    if links.contains(.trainer) { try hand(.notified(.trainer, .indoorBikeData, data.encoded())) }
    let beat = HeartRateMeasurement(
      heartRateBpm: UInt16(choices.byte()), sensorContact: .detected, rrIntervalTicks: [500])
    if links.contains(.heartRate) { try hand(.notified(.heartRate, .heartRateMeasurement, beat.encoded())) }
    let measured = CyclingPowerMeasurement(powerWatts: Int16(choices.byte()) * 2)
    if links.contains(.power) { try hand(.notified(.power, .cyclingPowerMeasurement, measured.encoded())) }
  }

  private mutating func notify() throws {
    let all: [CharacteristicID] = [
      .indoorBikeData, .fitnessMachineStatus, .fitnessMachineControlPoint, .heartRateMeasurement, .batteryLevel,
      .cyclingPowerMeasurement, .cscMeasurement, .headwindControlPoint,
    ]
    let (role, characteristic) = (role(), choices.one(of: all, or: .indoorBikeData))
    let value = choices.run()
    if links.contains(role) { try hand(.notified(role, characteristic, value)) }
  }

  private mutating func role() -> DeviceRole { choices.one(of: DeviceRole.allCases, or: .trainer) }

  private mutating func command() -> RideCommand {
    switch choices.byte() % 12 {
    case 0: .start(order())
    case 1: .setWatts(1 + choices.number(below: 3000))
    case 2: .changeWatts(choices.number(below: 6001) - 3000)
    case 3: .pause
    case 4: .resume
    case 5: .stop
    case 6: .suspend
    case 7: .step(step())
    case 8: .fan(.percent(Int(choices.byte())))
    case 9: .resumeUnfinished(unfinished())
    case 10: .rideFree
    case 11: .calibrate(role())
    case 12: .cancelCalibration
    default: .use(role(), choices.flag() ? Self.trainer : Self.strap)
    }
  }

  private mutating func step() -> PlanStep {
    switch choices.byte() % 8 {
    case 0: .done
    case 1: .skip
    case 2: .back
    case 3: .extend(.seconds(choices.number(below: 200_000) - 100_000))
    case 4: .extend(.meters(Double(choices.number(below: 3_000_000)) - 1_000_000))
    case 5: .bias(percent: choices.number(below: 300) - 150)
    case 6: .changeBias(percent: choices.flag() ? .max : choices.number(below: 300) - 150)
    default: .label(choices.flag() ? "" : "again")
    }
  }

  private mutating func order() -> RideOrder {
    var order = RideOrder(
      plan: plan(), trainer: Self.trainer, heartRate: choices.flag() ? Self.strap : nil,
      guards: TargetGuards(
        maximumBeatsPerMinute: choices.flag() ? 60 + Int(choices.byte()) % 171 : nil, dfa: choices.flag()))
    order.sensors = Self.sensors.filter { _ in choices.flag() }
    order.fanRule = choices.flag() ? .percent(40) : .power(ftpWatts: 250)
    return order
  }

  private mutating func plan() -> RidePlan {
    guard choices.flag() else {
      return .steady(watts: 1 + choices.number(below: 3000), seconds: 6 + choices.number(below: 86_395))
    }
    let intervals = (0...Int(choices.byte() % 5)).map { _ in RideInterval(end: end(), aim: aim()) }
    let places = [
      Place(latitudeDegrees: 48, longitudeDegrees: 16), Place(latitudeDegrees: 48.01, longitudeDegrees: 16),
    ]
    return RidePlan(name: "Arbitrary", intervals: intervals, route: choices.flag() ? Route(points: places) : nil)
  }

  private mutating func end() -> IntervalEnd {
    switch choices.byte() % 4 {
    case 0: .timer(seconds: 1 + choices.number(below: 600))
    case 1: .distance(meters: Double(1 + choices.number(below: 5000)))
    case 2: .location(Place(latitudeDegrees: 48.005, longitudeDegrees: 16))
    default: .activity
    }
  }

  private mutating func aim() -> IntervalAim {
    switch choices.byte() % 4 {
    case 0: .hold(watts: 1 + choices.number(below: 3000))
    case 1: .ramp(fromWatts: 1 + choices.number(below: 3000), toWatts: 1 + choices.number(below: 3000))
    case 2:
      .heartRate(
        HeartRateTarget(
          zone: choices.byte() % 2 == 0 ? 2 : nil, beatsPerMinute: 120...140, start: .usual(watts: 150), watts: 50...250
        ))
    default: .free
    }
  }

  private mutating func unfinished() -> UnfinishedRide {
    let order = order()
    let rows = Int(choices.byte())
    let samples = (0..<rows).map {
      RideSample(second: $0, timerRunning: true, powerWatts: 150, distanceMeters: Double($0) * 8)
    }
    var run = PlanRun(order.plan)
    run.catchUp(with: samples)
    let gap = Duration.seconds(choices.number(below: 1800))
    return UnfinishedRide(
      id: 3, order: order, run: run, start: now.advanced(by: .zero - gap - .seconds(rows)),
      totals: RideTotals(samples), isAfterReboot: choices.flag(), wasPaused: choices.flag())
  }

  private static func value(of characteristic: CharacteristicID) -> [UInt8] {
    switch characteristic {
    case .fitnessMachineFeature: [0x86, 0x50, 0, 0, 0x0C, 0xE0, 1, 0]
    case .supportedPowerRange: [0, 0, 0xD0, 7, 1, 0]
    default: [80]
    }
  }
}
