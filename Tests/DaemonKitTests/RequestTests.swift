import BluetoothLE
import ControlWire
import Foundation
import Loop
import RideSession
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit

/// Endless rides, repeated rides and discarded rides.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct RequestTests {
  private let machine = TestMachine(bootID: "A")

  /// Stops the ride, and lets time pass until it is finished.
  private func stop(_ bench: DaemonBench, _ call: Stop = Stop()) async throws -> EndedRide {
    let stopping = await bench.begin(call) { $0.phase == .finishing || $0.phase == .idle }
    try await bench.finish()
    return try await stopping.value
  }

  @Test func `an endless ride shows no remaining time and lasts until it is stopped`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices(strap: false)
      let started = try await bench.start(Start(watts: 150, endless: true))
      #expect(started.ride.remainingSeconds == nil && started.target?.targetWatts == 150)
      try await bench.advance(toSecond: 400)
      let status = try await bench.status
      #expect(status.phase == .riding && status.ride?.remainingSeconds == nil && status.plan == nil)
      let ended = try await stop(bench)
      #expect(ended.ride?.state == .finished)
      #expect(ended.folder == "\(bench.statePath)/rides")
      #expect(try await bench.call(Asked()) == AskedRide(ride: 1, request: Start(watts: 150, endless: true)))
    }
  }

  @Test func `a free ride has no target until the rider sets one`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices(strap: false)
      #expect(try await bench.start(Start(free: true)).target == nil)
      try await bench.advance(toSecond: 60)
      #expect(try await bench.status.ride?.targetWatts == nil)
      let taken = try await bench.command(SetWatts(watts: 120)) { $0.figures?.wantedWatts == 120 }
      #expect(taken.target.targetWatts == 120)
      _ = try await stop(bench)
      let (_, rows) = try await bench.show()
      #expect(rows.prefix(60).compactMap(\.targetWatts) == [])
    }
  }

  @Test(arguments: [Start(watts: 150, endless: true), Start(free: true)])
  func `an endless or free ride resumes without an end`(_ request: Start) async throws {
    var left: (remains: TemporaryDirectory, at: MonotonicInstant)?
    try await withDaemon(machine: machine, window: .seconds(1800)) { bench in
      try await bench.useDevices(strap: false)
      try await bench.start(request)
      try await bench.advance(toSecond: 100)
      await bench.untilStored()
      left = (try TemporaryDirectory(copying: bench.statePath), bench.loop.now)
    }
    let (remains, at) = try #require(left)
    var later = machine
    later.now = at.advanced(by: .seconds(20))
    later.wallNow = machine.wallNow.advanced(by: later.now.sinceOrigin)
    try await withDaemon(state: remains, machine: later, window: .seconds(1800)) { bench in
      try await bench.advance { $0.phase == .riding }
      let ride = try #require(try await bench.status.ride)
      #expect(ride.remainingSeconds == nil && ride.wantedWatts == request.watts)
      #expect(try await bench.call(Asked(ride: "1")).request == request)
      #expect(try await stop(bench).ride?.state == .finished)
    }
  }

  @Test func `a ride's length includes its warm-up and cool-down`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices(strap: false)
      let request = Start(watts: 200, minutes: 1, warmupSeconds: 60, cooldownSeconds: 30)
      let started = try await bench.start(request)
      #expect(started.ride.remainingSeconds == 150)
      try await bench.advance(toSecond: 90)
      #expect(try await bench.status.ride?.targetWatts == 200)
      try await bench.finish()
      #expect(try await bench.rides.first?.timerSeconds == 150)
    }
  }

  @Test func `a discarded ride can be undeleted`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices(strap: false)
      try await bench.start(watts: 150, minutes: 10)
      try await bench.advance(toSecond: 100)
      let ended = try await stop(bench, Stop(discard: true))
      #expect(ended.ride?.deletedUntil != nil && ended.folder == nil)
      #expect(try await bench.rides.isEmpty)
      #expect(try await bench.call(Asked()).request == Start(watts: 150, minutes: 10))
      #expect(try await bench.call(Undelete(ride: "1")).ride.deletedUntil == nil)
    }
  }

  @Test func `a ride that needs a heart rate takes the only strap in range`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices(strap: false)
      let plain = try await bench.start(Start(watts: 150, minutes: 1))
      #expect(plain.devices.map(\.kind) == [.trainer])
      _ = try await stop(bench)
      let starting = Task { try await bench.call(Start(watts: 150, minutes: 1, maximumHeartRate: 150)) }
      try await bench.advance { $0.phase == .ready && $0.figures?.id != nil }
      let guarded = try await starting.value
      #expect(guarded.devices.map(\.kind) == [.trainer, .heartRate])
      #expect(guarded.devices.map(\.reason) == [.chosen, .onlyOne])
    }
  }

  @Test func `a missing last ride and contradictory start options are refused`() async throws {
    try await withDaemon { bench in
      await bench.expectRefusal(.unknownRide, of: Asked(), "last")
      await bench.expectRefusal(.invalidParameter, of: Start(watts: 150), "minutes")
      await bench.expectRefusal(.invalidParameter, of: Start(watts: 150, minutes: 1, endless: true), "endless")
      await bench.expectRefusal(.invalidParameter, of: Start(watts: 150, free: true), "watts")
      await bench.expectRefusal(.invalidParameter, of: Start(warmupSeconds: 60, plan: "a"), "warmupSeconds")
      await bench.expectRefusal(
        .invalidParameter, of: Start(watts: 150, minutes: 1, cooldownSeconds: 1), "cooldownSeconds")
    }
  }
}
