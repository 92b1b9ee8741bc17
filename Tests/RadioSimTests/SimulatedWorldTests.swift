import BluetoothLE
import FitnessGATT
import RadioSim
import Synchronization
import TestKit
import Testing

@Suite struct SimulatedWorldTests {
  private static let beside = "cadence,meter-4,headwind"

  @Test func `a world advertises only the devices that its cast names`() throws {
    let plain = SimulatedWorld(try SimulatedCast(words: "kickr")).advertisements
    let all = SimulatedWorld(try SimulatedCast(words: Self.beside)).advertisements
    let services = Set(all.dropFirst(plain.count).flatMap(\.services))
    #expect(plain.map(\.address) == [SimulatedWorld.trainerAddress, SimulatedWorld.strapAddress])
    #expect(services == [.cyclingSpeedAndCadence, .cyclingPower, .headwind])
    #expect(Set(all.map(\.address)).count == all.count)
  }

  @Test func `a sensor counts the rider's crank only once the trainer is linked`() async throws {
    let air = try Air(Self.beside)
    let sensor = try await air.listen(to: SimulatedWorld.cadenceSensorAddress, .cscMeasurement)
    air.advance(bySeconds: 30)
    #expect(try sensor.cranks().last?.count == 0)
    _ = try await air.listen(to: SimulatedWorld.trainerAddress, .indoorBikeData)
    let before = sensor.values.count
    air.advance(bySeconds: 60)
    #expect(sensor.values.count == before + 60)
    let count = try #require(try sensor.cranks().last?.count)
    #expect(abs(Double(count) - SimulatedRider().cadenceRpm) <= 2, "\(count)")
  }

  @Test func `the crank keeps turning while the meter's link is down`() async throws {
    let meter = SimulatedWorld.powerMeterAddress
    let air = try Air(Self.beside, faults: [.away(meter, .seconds(20)..<Duration.seconds(40))])
    _ = try await air.listen(to: SimulatedWorld.trainerAddress, .indoorBikeData)
    let first = try await air.listen(to: meter, .cyclingPowerMeasurement)
    air.advance(bySeconds: 30)
    #expect(first.isClosed && first.values.count >= 15)
    air.advance(bySeconds: 10)
    let second = try await air.listen(to: meter, .cyclingPowerMeasurement)
    air.advance(bySeconds: 10)
    let (old, new) = (try #require(try first.powers().last?.crank), try #require(try second.powers().first?.crank))
    #expect(abs(Double(new.count - old.count) - SimulatedRider().cadenceRpm * 22 / 60) <= 4)
  }

  @Test func `the meter shows the trainer's target with its own deviation`() async throws {
    let air = try Air(Self.beside)
    let trainer = try await air.listen(to: SimulatedWorld.trainerAddress, .fitnessMachineControlPoint)
    let meter = try await air.listen(to: SimulatedWorld.powerMeterAddress, .cyclingPowerMeasurement)
    for request in [FitnessMachineControlPoint.Request.requestControl, .set(.power(watts: 200))] {
      try await air.write(request.encoded(), to: .fitnessMachineControlPoint, of: trainer)
    }
    air.advance(bySeconds: 60)
    let watts = try meter.powers().suffix(40).map { Double($0.powerWatts) }
    let mean = watts.reduce(0, +) / Double(watts.count)
    #expect(abs(mean - 192) < 2)
  }

  @Test func `a silent sensor keeps its link`() async throws {
    let sensor = SimulatedWorld.cadenceSensorAddress
    let air = try Air(Self.beside, faults: [.silent(sensor, .seconds(10)..<Duration.seconds(20))])
    _ = try await air.listen(to: SimulatedWorld.trainerAddress, .indoorBikeData)
    let listener = try await air.listen(to: sensor, .cscMeasurement)
    air.advance(bySeconds: 10)
    let before = listener.values.count
    air.advance(bySeconds: 5)
    #expect(listener.values.count <= before + 1 && !listener.isClosed)
    air.advance(bySeconds: 10)
    #expect(listener.values.count > before + 3)
  }
}

@Suite struct SimulatedFanTests {
  private static let fan = SimulatedWorld.headwindAddress

  @Test func `the fan responds over its link, and reports its state every second`() async throws {
    let air = try Air("headwind")
    let fan = try await air.listen(to: Self.fan, .headwindControlPoint)
    for request in [HeadwindRequest.setMode(.manual), .setSpeed(percent: 40)] {
      try await air.write(request.encoded(), to: .headwindControlPoint, of: fan)
    }
    let told = fan.values.count
    air.advance(bySeconds: 3)
    let news = try fan.values.map { try HeadwindNews(decoding: $0) }
    #expect(news.contains(.modeSet(status: 1, mode: .manual)) && news.contains(.speedSet(status: 1, percent: 40)))
    #expect(news.dropFirst(told) == [HeadwindNews](repeating: .state(percent: 40, mode: .manual), count: 3)[...])
  }

  @Test func `the fan refuses requests during its fault, and the trainer does not`() async throws {
    let air = try Air("headwind", faults: [.fan(.denying, .seconds(0)..<Duration.seconds(10))])
    let trainer = try await air.listen(to: SimulatedWorld.trainerAddress, .fitnessMachineControlPoint)
    let fan = try await air.listen(to: Self.fan, .headwindControlPoint)
    let control = FitnessMachineControlPoint.Request.requestControl
    try await air.write(control.encoded(), to: .fitnessMachineControlPoint, of: trainer)
    let answers = try trainer.values.map { try FitnessMachineControlPoint.Response(decoding: $0).resultCode }
    #expect(answers == [.success])
    let manual = HeadwindRequest.setMode(.manual).encoded()
    try await air.write(manual, to: .headwindControlPoint, of: fan)
    air.advance(bySeconds: 10)
    try await air.write(manual, to: .headwindControlPoint, of: fan)
    let news = try fan.values.map { try HeadwindNews(decoding: $0) }
    let statuses: [UInt8] = news.compactMap { if case .modeSet(let status, _) = $0 { status } else { nil } }
    #expect(statuses == [0, 1])
  }

  @Test func `only the device with the fault cannot be written to`() async throws {
    let air = try Air("headwind", faults: [.unwritable(Self.fan, .seconds(0)..<Duration.seconds(60))])
    let trainer = try await air.listen(to: SimulatedWorld.trainerAddress, .fitnessMachineControlPoint)
    let fan = try await air.listen(to: Self.fan, .headwindControlPoint)
    await #expect(throws: LinkError.self) {
      try await air.write(HeadwindRequest.getMode.encoded(), to: .headwindControlPoint, of: fan)
    }
    let control = FitnessMachineControlPoint.Request.requestControl
    try await air.write(control.encoded(), to: .fitnessMachineControlPoint, of: trainer)
    #expect(trainer.values.count == 1)
  }
}

/// A simulated radio on a manual clock.
private final class Air: Sendable {
  private let clock = ManualClock()
  private let loop = TestLoop()
  private let central: SimulatedCentral

  init(_ words: String, faults: [SimulatedWorld.Fault] = []) throws {
    var world = SimulatedWorld(try SimulatedCast(words: words))
    world.faults = faults
    central = SimulatedCentral(world, clock: clock, executor: loop, taskExecutor: loop)
  }

  func advance(bySeconds seconds: Int) { loop.advance(clock, by: .seconds(seconds)) }

  /// Links a device, which takes a second, and collects its notifications on a characteristic.
  func listen(to device: DeviceAddress, _ characteristic: CharacteristicID) async throws -> Listener {
    try await perform { [central] in
      let listener = Listener(link: try await central.connect(to: device))
      await listener.link.deliver { listener.hear($0) }
      try await listener.link.subscribe(to: characteristic)
      return listener
    }
  }

  /// Writes, and waits a second for the answer.
  func write(_ value: [UInt8], to characteristic: CharacteristicID, of listener: Listener) async throws {
    try await perform { try await listener.link.write(value, to: characteristic) }
  }

  private func perform<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task(executorPreference: loop) { try await body() }
    advance(bySeconds: 1)
    return try await task.value
  }
}

/// The events of a link.
private final class Listener: Sendable {
  let link: any Link
  private let events = Mutex<[LinkEvent]>([])

  init(link: any Link) {
    self.link = link
  }

  func hear(_ event: LinkEvent) { events.withLock { $0.append(event) } }

  var values: [[UInt8]] {
    events.withLock { $0.compactMap { if case .notified(_, let value, _) = $0 { value } else { nil } } }
  }

  var isClosed: Bool { events.withLock { $0.contains { if case .closed = $0 { true } else { false } } } }

  func cranks() throws -> [CrankRevolutions] {
    try values.compactMap { try CSCMeasurement(decoding: $0).crank }
  }

  func powers() throws -> [CyclingPowerMeasurement] {
    try values.map { try CyclingPowerMeasurement(decoding: $0) }
  }
}
