import AppBridge
import BluetoothLE
import ControlWire
import FitnessGATT
import Rides
import Testing

/// A machine with a manual clock.
struct Bench {
  typealias AppID = BridgeMachine.AppID

  static let zwift = AppID(rawValue: 1)
  static let other = AppID(rawValue: 2)

  private(set) var bridge: BridgeMachine
  private(set) var now = MonotonicInstant.origin.advanced(by: .seconds(1000))
  /// All calls since the last `takeCalls`.
  private var calls: [BridgeCall] = []

  init(offers: BridgeOffers = .trainer) {
    bridge = BridgeMachine(identity: BridgeIdentity(serialNumber: 77, firmware: "0.3.0"), offers: offers, at: now)
  }

  /// Handles an input, after a time in which no deadline is handled.
  mutating func take(_ input: BridgeMachine.Input, after milliseconds: Int = 0) -> [BridgeMachine.Effect] {
    now = now.advanced(by: .milliseconds(milliseconds))
    let effects = bridge.handle(input, at: now)
    for case .call(let call) in effects { calls.append(call) }
    return effects
  }

  /// Lets time pass, and returns the effects of the deadlines with their times.
  mutating func pass(seconds: Double) -> [(at: Duration, effect: BridgeMachine.Effect)] {
    let start = now
    let end = now.advanced(by: .milliseconds(Int(seconds * 1000)))
    var (effects, turns): ([(at: Duration, effect: BridgeMachine.Effect)], Int) = ([], 0)
    while let deadline = bridge.deadline, deadline <= end {
      turns += 1
      guard turns < 10_000 else {
        Issue.record("the deadline does not advance")
        break
      }
      now = max(now, deadline)
      effects += take(.deadline).map { (now - start, $0) }
    }
    now = end
    return effects
  }

  /// Returns the calls since the last time.
  mutating func takeCalls() -> [BridgeCall] {
    defer { calls = [] }
    return calls
  }

  /// Joins an app that subscribes to these characteristics.
  mutating func join(
    _ app: AppID, _ door: BridgeMachine.Door = .network,
    subscribing: [CharacteristicID] = [.indoorBikeData, .fitnessMachineControlPoint, .fitnessMachineStatus]
  ) {
    _ = take(.joined(app, door))
    for id in subscribing { _ = take(.subscribed(app, id, true)) }
  }

  /// Writes to the control point, and returns its response.
  mutating func write(_ bytes: [UInt8], from app: AppID = zwift, after milliseconds: Int = 0) -> [UInt8]? {
    let effects = take(.wrote(app, .fitnessMachineControlPoint, bytes), after: milliseconds)
    return effects.values(of: .fitnessMachineControlPoint, to: app).first
  }

  /// Answers the pending call with success.
  mutating func accept(_ call: BridgeCall, ride: Int? = nil) -> [BridgeMachine.Effect] {
    take(.answered(call, .success(ride)))
  }

  /// Answers the pending call with a refusal.
  mutating func refuse(_ call: BridgeCall, _ code: ControlError.Code) -> [BridgeMachine.Effect] {
    take(.answered(call, .failure(ControlError(code))))
  }

  /// Rides for some seconds with the same status.
  mutating func ride(_ status: Status, seconds: Int) -> [(at: Duration, effect: BridgeMachine.Effect)] {
    (0..<seconds).flatMap { second in
      take(.status(status)).map { (.seconds(second), $0) }
        + pass(seconds: 1).map { (.seconds(second) + $0.at, $0.effect) }
    }
  }

  /// Begins a ride of the app with a target, and answers all calls.
  mutating func begin(_ target: [UInt8] = [5, 0xC8, 0], ride: Int = 7) {
    join(Self.zwift)
    _ = take(.status(Status(phase: .idle)))
    _ = write([0])
    _ = write(target)
    for call in takeCalls() { _ = accept(call, ride: ride) }
    _ = take(.status(.riding(ride: ride)))
    while let call = takeCalls().first { _ = accept(call, ride: ride) }
  }
}

extension [BridgeMachine.Effect] {
  /// The values that are sent to an app.
  func values(of id: CharacteristicID, to app: BridgeMachine.AppID) -> [[UInt8]] {
    compactMap { effect in
      guard case .notify(let apps, id, let value) = effect, apps.contains(app) else { return nil }
      return value
    }
  }
}

extension Status {
  /// A status of a ride in hand.
  static func riding(
    _ phase: RidePhase = .riding, ride: Int = 7, power: Int? = 200, cadence: Double? = 90, speed: Double? = 31.87,
    heartRate: Int? = nil, target: Int? = 200, slope: Double? = nil, link: LinkState = .connected,
    autoPaused: Bool? = nil
  ) -> Status {
    var figures = RideStatus(
      id: ride, targetWatts: target, timerSeconds: 10, elapsedSeconds: 10, remainingSeconds: nil, distanceMeters: 88.5,
      wantedWatts: target)
    figures.slopePercent = slope
    return Status(
      phase: phase, autoPaused: autoPaused, ride: figures,
      trainer: DeviceStatus(
        address: "C0:FF:EE:00:00:01", state: link, powerWatts: power, cadenceRpm: cadence, speedKmh: speed),
      heartRate: heartRate.map {
        DeviceStatus(address: "C0:FF:EE:00:00:02", state: .connected, beatsPerMinute: $0)
      })
  }
}
