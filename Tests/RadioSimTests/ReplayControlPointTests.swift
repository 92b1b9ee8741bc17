import BluetoothLE
import Captures
import RadioSim
import TestKit
import Testing

@Suite struct ReplayControlPointTests {
  private typealias Trainer = SampleCapture.Trainer

  private func answer(_ value: [UInt8], at milliseconds: Int64) -> LinkEvent {
    .notified(.fitnessMachineControlPoint, value: value, at: MonotonicInstant(nanoseconds: milliseconds * 1_000_000))
  }

  /// Replays `sample`, writes at the given milliseconds, and returns the answers of the control point.
  private func answers(_ sample: SampleCapture, to writes: [(at: Int64, value: [UInt8])]) async throws -> [LinkEvent] {
    let replay = Replay(sample)
    let link = try await replay.connect(SampleCapture.trainer).value.get()
    let events = replay.record(link)
    try await replay.perform { () async throws(LinkError) in try await link.subscribe(to: .fitnessMachineControlPoint) }
    for write in writes {
      replay.advance(by: MonotonicInstant(nanoseconds: write.at * 1_000_000) - replay.clock.now)
      try await replay.perform { () async throws(LinkError) in
        try await link.write(write.value, to: .fitnessMachineControlPoint)
      }
    }
    replay.advance(by: .seconds(600))
    return await events.value.filter { if case .notified = $0 { true } else { false } }
  }

  /// A request at 1 s, granted 40 ms later, and one at 2 s, refused 100 ms later; ends at 60 s.
  private static var ride: SampleCapture {
    var sample = SampleCapture()
    sample.connectTrainer()
    sample.wait(milliseconds: 1000)
    sample.control([0x05, 0x64, 0x00], answer: [0x80, 0x05, 0x01], afterMilliseconds: 40)
    sample.wait(milliseconds: 960)
    sample.control([0x05, 0xFF, 0x7F], answer: [0x80, 0x05, 0x03], afterMilliseconds: 100)
    sample.wait(milliseconds: 57_900)
    sample.notify(Trainer.bikeData, [1])
    return sample
  }

  @Test func `an answer comes at its recorded time if that is near`() async throws {
    let events = try await answers(Self.ride, to: [(900, [0x05, 1, 0]), (1100, [0x05, 2, 0])])
    #expect(events == [answer([0x80, 0x05, 0x01], at: 1040), answer([0x80, 0x05, 0x03], at: 2100)])
  }

  @Test func `an answer without a near recorded time comes after the recorded latency`() async throws {
    let events = try await answers(
      Self.ride, to: [(5000, [0x05, 1, 0]), (6000, [0x05, 2, 0]), (7000, [0x05, 3, 0])])
    #expect(
      events == [
        answer([0x80, 0x05, 0x01], at: 5040), answer([0x80, 0x05, 0x03], at: 6100),
        answer([0x80, 0x05, 0x03], at: 7100),
      ])
  }

  @Test func `an op code without a recorded answer succeeds`() async throws {
    let events = try await answers(Self.ride, to: [(500, [0x00])])
    #expect(events == [answer([0x80, 0x00, 0x01], at: 520)])
  }

  @Test func `a recorded answer is sent only after a request`() async throws {
    #expect(try await answers(Self.ride, to: []) == [])
  }

  @Test func `a recorded answer of one byte is replayed unchanged`() async throws {
    var sample = SampleCapture()
    sample.connectTrainer()
    sample.wait(milliseconds: 1000)
    sample.control([0x00], answer: [0x80], afterMilliseconds: 30)
    sample.wait(milliseconds: 60_000)
    sample.notify(Trainer.bikeData, [1])
    #expect(try await answers(sample, to: [(10_000, [0x00])]) == [answer([0x80], at: 10_030)])
  }

  @Test func `a write that was refused by ATT is refused again`() async throws {
    var sample = SampleCapture()
    sample.connectTrainer()
    let handle = SampleCapture.trainerHandle
    sample.add(.att(ATTPDU.writeRequest(Trainer.controlPoint, [0x00]), handle: handle, .sent))
    sample.add(.att(ATTPDU.writeRefused(Trainer.controlPoint, attError: 0x80), handle: handle, .received))
    sample.wait(milliseconds: 60_000)
    sample.notify(Trainer.bikeData, [1])
    let error = await #expect(throws: LinkError.self) { try await answers(sample, to: [(1000, [0x00])]) }
    #expect(error?.code == .refused)
    #expect(error?.attError == 0x80)
  }

  @Test func `a read returns the recorded value or an assumed one`() async throws {
    var sample = SampleCapture()
    sample.connectTrainer()
    sample.read(Trainer.powerRange, [0, 0, 0xD0, 0x07, 5, 0])
    sample.wait(milliseconds: 1000)
    sample.notify(Trainer.bikeData, [1])
    let replay = Replay(sample)
    let link = try await replay.connect(SampleCapture.trainer).value.get()
    func read(_ id: CharacteristicID) async throws -> [UInt8] {
      try await replay.perform { () async throws(LinkError) in try await link.read(id) }
    }
    #expect(try await read(.supportedPowerRange) == [0, 0, 0xD0, 0x07, 5, 0])
    #expect(try await read(.fitnessMachineFeature) == [0x03, 0x40, 0, 0, 0x08, 0, 0, 0])
    for missing in [CharacteristicID.batteryLevel, CharacteristicID(0x1800, 0x2A00)] {
      let error = await #expect(throws: LinkError.self) { try await read(missing) }
      #expect(error?.code == .characteristicMissing)
    }
    replay.advance(by: .seconds(2))
    let error = await #expect(throws: LinkError.self) { try await read(.supportedPowerRange) }
    #expect(error?.code == .captureEnded)
  }

  @Test func `a recorded trainer without a control point gets one`() async throws {
    let replay = Replay(
      lines: """
        {"t": 5, "dir": "notify", "uuid": "2AD2", "hex": "01"}
        {"t": 6, "dir": "notify", "uuid": "2AD2", "hex": "02"}
        """)
    let link = try await replay.connect(Capture.jsonTrainer).value.get()
    let expected: Set<CharacteristicID> = [
      .indoorBikeData, .fitnessMachineControlPoint, .fitnessMachineFeature, .supportedPowerRange,
    ]
    #expect(link.characteristics == expected)
  }
}
