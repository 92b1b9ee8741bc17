import ControlWire
import Foundation
import Logging
import Loop
import Rides
import TestKit
import Testing

@testable import SyncKit

/// A server that returns scripted responses and records the reports.
private actor ScriptedAudience: LiveAudience {
  enum Answer {
    case again(Duration)
    case showsNone
    case fault(SyncFault)
  }

  private(set) var published: [LiveRide] = []
  private var answers: [Answer]

  init(_ answers: Answer...) { self.answers = answers }

  func publish(_ ride: LiveRide) throws(SyncFault) -> Duration? {
    published.append(ride)
    switch answers.isEmpty ? .again(.seconds(15)) : answers.removeFirst() {
    case .again(let pause): return pause
    case .showsNone: return nil
    case .fault(let fault): throw fault
    }
  }
}

@Suite struct LiveReporterTests {
  private let place: TemporaryDirectory
  private let outbox: Outbox
  private let library = ScriptedLibrary()

  init() throws {
    place = try TemporaryDirectory()
    outbox = try Outbox(in: place.path, executor: EventLoop(name: "outbox", pace: .real).serialExecutor)
  }

  private func reporter(to audience: ScriptedAudience) -> LiveReporter {
    LiveReporter(
      outbox: outbox, library: library, audience: audience, clock: BenchClock(),
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func connect() async throws { try await outbox.change(.hub) { $0.state = .connected } }

  private static let riding: Status = {
    var trainer = DeviceStatus(address: "C0:FF:EE:00:00:01", state: .connected)
    trainer.powerWatts = 148
    return Status(
      phase: .riding,
      ride: RideStatus(id: 1, targetWatts: 150, timerSeconds: 59, elapsedSeconds: 60, remainingSeconds: 3540),
      trainer: trainer)
  }()

  @Test func `a live ride is reported as often as the server asks, and its end once`() async throws {
    let audience = ScriptedAudience(.again(.seconds(1)), .again(.seconds(15)))
    let reporter = reporter(to: audience)
    try await connect()
    var isReported = false
    #expect(await reporter.step(&isReported) == .seconds(15), "no ride is on")
    await library.show(Self.riding)
    #expect(await reporter.step(&isReported) == .seconds(1))
    #expect(await reporter.step(&isReported) == .seconds(15))
    await library.show(Status(phase: .idle))
    for _ in 0..<2 { #expect(await reporter.step(&isReported) == .seconds(15)) }
    let published = await audience.published
    #expect(published.map(\.phase) == ["riding", "riding", "idle"])
    let json = String(decoding: try JSONEncoder().encode(try #require(published.first)), as: UTF8.self)
    for part in [#""power_watts":148"#, #""target_watts":150"#, #""elapsed_seconds":60"#, #""remaining_seconds":3540"#]
    {
      #expect(json.contains(part))
    }
    #expect(!json.contains("heart_rate_bpm"))
  }

  @Test func `a live ride is not reported without a server or without jz2d`() async throws {
    let audience = ScriptedAudience()
    let reporter = reporter(to: audience)
    await library.show(Self.riding)
    var isReported = false
    #expect(await reporter.step(&isReported) == .seconds(15))
    try await connect()
    await library.leave(true)
    #expect(await reporter.step(&isReported) == .seconds(15))
    #expect(await audience.published.isEmpty)
  }

  @Test func `the reporter pauses if the server is unreachable or shows no live rides`() async throws {
    let reporter = reporter(to: ScriptedAudience(.fault(SyncFault(.offline)), .showsNone))
    try await connect()
    await library.show(Self.riding)
    var isReported = false
    #expect(await reporter.step(&isReported) == .seconds(60))
    #expect(await reporter.step(&isReported) == .seconds(3600))
    #expect(!isReported)
  }

  @Test(arguments: [(0, 1), (1, 1), (600, 15)])
  func `a ride is reported at most once a second and at least every 15 seconds`(
    asked: Int, published: Int
  ) async throws {
    let reporter = reporter(to: ScriptedAudience(.again(.seconds(asked))))
    try await connect()
    await library.show(Self.riding)
    var isReported = false
    #expect(await reporter.step(&isReported) == .seconds(published))
  }
}
