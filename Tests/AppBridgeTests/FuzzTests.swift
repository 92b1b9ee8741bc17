import AppBridge
import BluetoothLE
import ControlWire
import DirectConnect
import FitnessGATT
import Rides
import Testing

/// Repeatable random numbers.
private struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}

/// A machine with random apps, and a jz2d that answers as it likes.
private struct RandomBench {
  private var random: Seeded
  private(set) var bench: Bench
  private(set) var pending: BridgeCall?
  /// The number of calls that were made while another one was pending.
  private(set) var overlaps = 0
  /// The notifications to apps without a subscription.
  private(set) var strays = 0
  private var subscriptions: [BridgeMachine.AppID: Set<CharacteristicID>] = [:]

  init(seed: UInt64) {
    random = Seeded(seed)
    bench = Bench(offers: seed % 8 == 0 ? .strap : .trainer)
  }

  mutating func step() {
    let app = BridgeMachine.AppID(rawValue: Int.random(in: 1...4, using: &random))
    let ids = bench.bridge.services.flatMap(\.characteristics).map(\.id) + [CharacteristicID(0x1826, 0x2ACD)]
    let id = ids.randomElement(using: &random) ?? .indoorBikeData
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      subscriptions[app] = []
      take(.joined(app, Bool.random(using: &random) ? .network : .bluetooth))
    case 1 where Int.random(in: 0..<4, using: &random) == 0:
      subscriptions[app] = nil
      take(.left(app))
    case 1, 2, 3:
      let isOn = Int.random(in: 0..<4, using: &random) > 0
      if isOn { subscriptions[app]?.insert(id) } else { subscriptions[app]?.remove(id) }
      take(.subscribed(app, id, isOn))
    case 4, 5, 6: take(.wrote(app, Bool.random(using: &random) ? .fitnessMachineControlPoint : id, value()))
    case 7, 8: take(.status(status()))
    case 9: if Int.random(in: 0..<5, using: &random) == 0 { take(.daemonLost) }
    case 10: answer()
    default: for (_, effect) in bench.pass(seconds: Double.random(in: 0..<40, using: &random)) { observe(effect) }
    }
  }

  private mutating func take(_ input: BridgeMachine.Input) {
    for effect in bench.take(input, after: Int.random(in: 0..<500, using: &random)) { observe(effect) }
  }

  private mutating func observe(_ effect: BridgeMachine.Effect) {
    switch effect {
    case .call(let call):
      if pending != nil { overlaps += 1 }
      pending = call
    case .notify(let apps, let id, _): for app in apps where subscriptions[app]?.contains(id) != true { strays += 1 }
    case .accepted, .refused: break
    }
  }

  private mutating func answer() {
    guard let call = pending else { return }
    pending = nil
    let codes: [ControlError.Code] = [
      .noTrainerInRange, .rideInProgress, .wrongPhase, .noRide, .startWithdrawn, .connectionLost, .noPowerTargets,
      .modeUnsupported,
    ]
    let code = codes.randomElement(using: &random) ?? .noRide
    let isDone = Bool.random(using: &random)
    take(.answered(call, isDone ? .success(Int.random(in: 1...3, using: &random)) : .failure(ControlError(code))))
  }

  private mutating func value() -> [UInt8] {
    let known: [[UInt8]] = [
      [0], [1], [7], [8, 1], [8, 2], [5, 0xC8, 0], [5, 0xFA, 0], [0x11, 0, 0, 0x64, 0, 0x28, 0x33],
    ]
    if Bool.random(using: &random) { return known.randomElement(using: &random) ?? [] }
    return (0..<Int.random(in: 0..<12, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private mutating func status() -> Status {
    let phase = RidePhase.allCases.randomElement(using: &random) ?? .idle
    guard phase != .idle else { return Status(phase: .idle) }
    let numbers = [-Double.infinity, -5, 0, 0, 60, 90, 1e12, .nan]
    return .riding(
      phase, ride: Int.random(in: 1...3, using: &random),
      power: [nil, 0, 200, Int.max, Int.min].randomElement(using: &random) ?? nil,
      cadence: numbers.randomElement(using: &random), speed: numbers.randomElement(using: &random),
      heartRate: [nil, 0, 130, Int.max].randomElement(using: &random) ?? nil,
      target: [nil, 0, 200, Int.max].randomElement(using: &random) ?? nil, slope: numbers.randomElement(using: &random),
      link: LinkState.allCases.randomElement(using: &random) ?? .away, autoPaused: Bool.random(using: &random))
  }
}

@Suite struct FuzzTests {
  @Test(arguments: 1...24)
  func `random apps and a random jz2d cause no trap, no second call and no stray notification`(_ seed: Int) {
    var random = RandomBench(seed: UInt64(seed))
    for _ in 0..<600 { random.step() }
    #expect(random.overlaps == 0)
    #expect(random.strays == 0)
  }

  @Test func `random frames are each answered, or end the connection`() {
    var random = Seeded(3)
    var bridge = BridgeMachine(
      identity: BridgeIdentity(serialNumber: 1, firmware: ""), offers: .trainer, at: .origin)
    _ = bridge.handle(.joined(Bench.zwift, .network), at: .origin)
    for _ in 0..<20_000 {
      var body = (0..<Int.random(in: 0..<24, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      if Bool.random(using: &random) {
        body =
          [0, 0, 0x2A, UInt8.random(in: 0xC0...0xDF, using: &random), 0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5F, 0x9B]
          + [0x34, 0xFB] + body
      }
      var frame = DirectConnectFrame(
        DirectConnectMessage(rawValue: UInt8.random(in: 0...9, using: &random)),
        sequence: UInt8.random(in: 0...255, using: &random), body: body)
      frame.version = Int.random(in: 0..<10, using: &random) == 0 ? 3 : 1
      let response = bridge.answer(frame, from: Bench.zwift, at: .origin).response
      #expect((response == nil) == (frame.message == .notification))
      #expect(response.map { $0.sequence == frame.sequence && $0.message == frame.message } ?? true)
    }
  }
}
