import BluetoothLE
import Captures
import RadioSim
import TestKit
import Testing

@Suite struct ReplayCentralTests {
  private typealias Trainer = SampleCapture.Trainer
  private static let trainer = SampleCapture.trainer
  private static let strap = SampleCapture.strap

  private func seconds(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(sinceOrigin: .seconds(seconds)) }

  private func bikeData(_ value: UInt8, at time: Double) -> LinkEvent {
    .notified(.indoorBikeData, value: [value], at: seconds(time))
  }

  private func closed(_ code: LinkError.Code, _ device: DeviceAddress = trainer) -> LinkEvent {
    .closed(LinkError(code, operation: "link", device: device))
  }

  /// Connected at 0 s, values at 1, 2 and 3 s, lost at 3.5 s; back at 10 s, a value at 11 s, ended by the host at 12 s.
  private static var ride: SampleCapture {
    var sample = SampleCapture()
    sample.connectTrainer()
    for value: UInt8 in 1...3 {
      sample.wait(milliseconds: 1000)
      sample.notify(Trainer.bikeData, [value])
    }
    sample.wait(milliseconds: 500)
    sample.disconnect(SampleCapture.trainerHandle, reason: 0x08)
    sample.wait(milliseconds: 6500)
    sample.connectTrainer(discovering: false)
    sample.wait(milliseconds: 1000)
    sample.notify(Trainer.bikeData, [4])
    sample.wait(milliseconds: 1000)
    sample.disconnect(SampleCapture.trainerHandle, reason: 0x16)
    return sample
  }

  @Test func `replayed values come at their recorded times`() async throws {
    let replay = Replay(Self.ride)
    let link = try await replay.connect(Self.trainer).value.get()
    let events = replay.record(link)
    try await replay.perform { () async throws(LinkError) in try await link.subscribe(to: .indoorBikeData) }
    replay.advance(by: .seconds(20))
    let expected = [
      bikeData(1, at: 1), bikeData(2, at: 2), bikeData(3, at: 3), closed(.supervisionTimeout),
    ]
    #expect(await events.value == expected)
  }

  @Test func `a replay begins with the first connect`() async throws {
    var sample = SampleCapture()
    sample.add(.advertisingReport(from: Self.trainer, name: "KICKR", services: [0x1826], rssi: -50))
    sample.wait(milliseconds: 60_000)
    sample.connectTrainer()
    sample.wait(milliseconds: 1000)
    sample.notify(Trainer.bikeData, [1])
    let replay = Replay(sample)
    replay.advance(by: .seconds(100))
    let link = try await replay.connect(Self.trainer).value.get()
    let events = replay.record(link)
    try await replay.perform { () async throws(LinkError) in try await link.subscribe(to: .indoorBikeData) }
    replay.advance(by: .seconds(2))
    #expect(await events.value == [bikeData(1, at: 101), closed(.captureEnded)])
  }

  @Test func `a second connect waits for the recorded reconnection`() async throws {
    let replay = Replay(Self.ride)
    _ = try await replay.connect(Self.trainer).value.get()
    replay.advance(by: .seconds(4))
    let connecting = replay.connect(Self.trainer)
    replay.advance(by: .seconds(6))
    let link = try await connecting.value.get()
    #expect(replay.clock.now == seconds(10))
    let events = replay.record(link)
    try await replay.perform { () async throws(LinkError) in try await link.subscribe(to: .indoorBikeData) }
    replay.advance(by: .seconds(5))
    #expect(await events.value == [bikeData(4, at: 11), closed(.captureEnded)])
  }

  @Test func `a connect during a link or another connect fails as busy`() async throws {
    let replay = Replay(Self.ride)
    _ = try await replay.connect(Self.trainer).value.get()
    await #expect(throws: LinkError(.busy, operation: "connect", device: Self.trainer, detail: "it is connected")) {
      try await replay.connect(Self.trainer).value.get()
    }
    replay.advance(by: .seconds(4))
    let pending = replay.connect(Self.trainer)
    await #expect(throws: LinkError(.busy, operation: "connect", device: Self.trainer)) {
      try await replay.connect(Self.trainer).value.get()
    }
    pending.cancel()
    replay.loop.drain()
    await #expect(throws: LinkError(.cancelled, operation: "connect", device: Self.trainer)) {
      try await pending.value.get()
    }
  }

  @Test func `a connect after the last connection waits for the end of the capture`() async throws {
    var sample = Self.ride
    sample.wait(milliseconds: 8000)
    sample.add(.advertisingReport(from: Self.strap, name: "TICKR", services: [], rssi: -50))
    let replay = Replay(sample)
    _ = try await replay.connect(Self.trainer).value.get()
    replay.advance(by: .seconds(13))
    let connecting = replay.connect(Self.trainer)
    replay.advance(by: .seconds(6))
    #expect(replay.clock.nextDeadline == seconds(20))
    replay.advance(by: .seconds(1))
    await #expect(throws: LinkError(.captureEnded, operation: "connect", device: Self.trainer)) {
      try await connecting.value.get()
    }
  }

  @Test func `a link closed here can be made again at once`() async throws {
    let replay = Replay(Self.ride)
    let first = try await replay.connect(Self.trainer).value.get()
    let firstEvents = replay.record(first)
    replay.advance(by: .milliseconds(1500))
    try await replay.perform { () async throws(LinkError) in await first.close() }
    #expect(await firstEvents.value == [closed(.closedHere)])
    let second = try await replay.connect(Self.trainer).value.get()
    let events = replay.record(second)
    try await replay.perform { () async throws(LinkError) in try await second.subscribe(to: .indoorBikeData) }
    replay.advance(by: .seconds(5))
    #expect(await events.value == [bikeData(2, at: 2), bikeData(3, at: 3), closed(.supervisionTimeout)])
  }

  @Test func `only subscribed characteristics are notified in a replay`() async throws {
    let replay = Replay(Self.ride)
    let link = try await replay.connect(Self.trainer).value.get()
    let events = replay.record(link)
    replay.advance(by: .milliseconds(2500))
    try await replay.perform { () async throws(LinkError) in try await link.subscribe(to: .indoorBikeData) }
    replay.advance(by: .seconds(5))
    #expect(await events.value == [bikeData(3, at: 3), closed(.supervisionTimeout)])
  }

  @Test(
    arguments: [(0x08, .supervisionTimeout), (0x13, .closedByPeer), (0x16, .closedHere), (0x22, .lost)]
      as [(UInt8, LinkError.Code)])
  func `a replayed disconnection keeps its recorded reason`(_ reason: UInt8, _ code: LinkError.Code) async throws {
    var sample = SampleCapture()
    sample.connectTrainer()
    sample.wait(milliseconds: 1000)
    sample.disconnect(SampleCapture.trainerHandle, reason: reason)
    sample.connectTrainer()
    let replay = Replay(sample)
    let events = replay.record(try await replay.connect(Self.trainer).value.get())
    replay.advance(by: .seconds(1))
    #expect(await events.value == [closed(code)])
  }

  @Test func `a connect to the strap waits for its recorded connection`() async throws {
    var sample = SampleCapture()
    sample.connectTrainer()
    sample.wait(milliseconds: 3000)
    sample.connectStrap()
    sample.wait(milliseconds: 1000)
    sample.beat(99)
    let replay = Replay(sample)
    _ = try await replay.connect(Self.trainer).value.get()
    let connecting = replay.connect(Self.strap)
    replay.advance(by: .seconds(3))
    let link = try await connecting.value.get()
    let events = replay.record(link)
    try await replay.perform { () async throws(LinkError) in try await link.subscribe(to: .heartRateMeasurement) }
    replay.advance(by: .seconds(1))
    let beat = LinkEvent.notified(.heartRateMeasurement, value: [0, 99], at: seconds(4))
    #expect(await events.value == [beat, closed(.captureEnded, Self.strap)])
  }

  @Test func `a scan of a replay reports the connected devices and continues`() async throws {
    var sample = Self.ride
    sample.connectStrap()
    sample.add(.advertisingReport(from: DeviceAddress(9), name: "TV", services: [], rssi: -50))
    let replay = Replay(sample)
    let scanning = Task(executorPreference: replay.loop) { [central = replay.central] in
      var found: [Advertisement] = []
      for try await advertisement in central.scan() { found.append(advertisement) }
      return found
    }
    replay.advance(by: .seconds(100))
    scanning.cancel()
    replay.loop.drain()
    let found = try await scanning.value
    #expect(found.map(\.address) == [Self.trainer, Self.strap])
    #expect(found.map { $0.names(.fitnessMachine) } == [true, false])
    #expect(found.map { $0.names(.heartRate) } == [false, true])
  }

  private func scanned(_ sample: SampleCapture) async throws -> [Advertisement] {
    let replay = Replay(sample)
    let scanning = Task(executorPreference: replay.loop) { [central = replay.central] in
      var found: [Advertisement] = []
      for try await advertisement in central.scan() { found.append(advertisement) }
      return found
    }
    replay.advance(by: .seconds(1))
    scanning.cancel()
    replay.loop.drain()
    return try await scanning.value
  }

  @Test(arguments: [[], [0x1818], [0xFC82]] as [[UInt16]])
  func `a recorded advertisement is replayed unchanged`(services: [UInt16]) async throws {
    var sample = SampleCapture()
    sample.add(.advertisingReport(from: Self.trainer, name: "KICKR", services: services, rssi: -50))
    sample.connectTrainer()
    let found = try await scanned(sample)
    #expect(found.map(\.services) == [Set(services.map { BluetoothUUID($0) })])
    #expect(found.map(\.name) == ["KICKR"])
  }

  @Test func `a device that never advertises in the capture is found by the services of its link`() async throws {
    var sample = SampleCapture()
    sample.connectTrainer()
    #expect(try await scanned(sample).first?.names(.fitnessMachine) == true)
  }

  @Test func `a device that the capture does not contain is unknown`() async {
    let replay = Replay(Self.ride)
    await #expect(throws: LinkError(.deviceUnknown, operation: "connect", device: DeviceAddress(7))) {
      try await replay.connect(DeviceAddress(7)).value.get()
    }
  }

  @Test func `the devices of JSON lines are connected from the start`() async throws {
    let replay = Replay(
      lines: """
        {"t": 5, "dir": "notify", "uuid": "2AD2", "hex": "01"}
        {"t": 6, "dir": "notify", "uuid": "2A37", "hex": "0050"}
        {"t": 7, "dir": "notify", "uuid": "2AD2", "hex": "02"}
        """)
    let link = try await replay.connect(Capture.jsonTrainer).value.get()
    _ = try await replay.connect(Capture.jsonStrap).value.get()
    let events = replay.record(link)
    try await replay.perform { () async throws(LinkError) in try await link.subscribe(to: .indoorBikeData) }
    replay.advance(by: .seconds(3))
    // The first value arrived with the connection, before a subscription was possible.
    #expect(await events.value == [bikeData(2, at: 2), closed(.captureEnded, Capture.jsonTrainer)])
  }
}
