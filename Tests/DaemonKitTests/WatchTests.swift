import ControlWire
import Loop
import RadioSim
import RideSession
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import RideRuntime
@testable import TrainerAPI

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct WatchTests {
  private func statuses(_ bench: DaemonBench) -> AsyncThrowingStream<Status, any Error> { bench.stream(Watch()) }

  @Test func `a watch shows a ride to its end`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      let watching = Task {
        var phases: [RidePhase] = []
        for try await status in statuses(bench) where status.phase != phases.last {
          phases.append(status.phase)
          if phases.count > 1, status.phase == .idle { break }
        }
        return phases
      }
      while await bench.parts.driver.watchers.count == 0 { await Task.yield() }
      try await bench.start(minutes: 0.5)
      try await bench.finish()
      let phases = try await watching.value
      #expect(phases.first == .idle && phases.last == .idle)
    }
  }

  @Test func `a watch shows every second of a ride`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 1)
      // The power ramp, which causes changes within a second, is over.
      try await bench.advance(toSecond: 20)
      var seconds: [Int] = []
      for try await status in statuses(bench) {
        seconds.append(status.ride?.elapsedSeconds ?? -1)
        if seconds.count == 10 { break }
        try await bench.advance(toSecond: 20 + seconds.count)
      }
      #expect(seconds == Array(20..<30))
    }
  }

  @Test func `a watch of values shows the trainer's notifications within a second`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 1)
      // The power ramp, which causes changes within a second, is over.
      try await bench.advance(toSecond: 20)
      let (driver, loop) = (bench.parts.driver, bench.loop)
      // On the loop, the reader misses no snapshot: the time waits for it.
      func count(ofEachValue values: Bool) async -> Int {
        await Task(executorPreference: loop) {
          var count = 0
          for await snapshot in await driver.snapshots(ofEachValue: values) {
            guard let second = snapshot.figures?.elapsedSeconds, second <= 25 else { break }
            count += 1
          }
          return count
        }.value
      }
      async let ofSeconds = count(ofEachValue: false)
      async let ofValues = count(ofEachValue: true)
      while await driver.watchers.count < 2 { await Task.yield() }
      try await bench.advance(toSecond: 27)
      let (seconds, values) = await (ofSeconds, ofValues)
      #expect(seconds > 1 && values > seconds)
    }
  }

  @Test func `a watch without a ride ends with the daemon`() async throws {
    try await withDaemon { bench in
      var replies = statuses(bench).makeAsyncIterator()
      #expect(try await replies.next()?.phase == .idle)
      await bench.parts.api.shutDown()
      while let status = try await replies.next() { #expect(status.phase == .idle) }
    }
  }

  @Test func `a watch of a ride ends with an error when the daemon shuts down`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 30)
      var replies = statuses(bench).makeAsyncIterator()
      #expect(try await replies.next()?.phase == .riding)
      let ending = Task { await bench.parts.api.shutDown() }
      await bench.wait { $0.phase == .finishing }
      try await bench.finish()
      await ending.value
      var phases: [RidePhase] = []
      let error = await #expect(throws: ControlError.self) {
        while let status = try await replies.next() { phases.append(status.phase) }
      }
      #expect(error?.code == .shuttingDown, "the ride is suspended, which is not idle")
      #expect(!phases.contains(.idle))
    }
  }

  @Test func `a watch repeats the status at each heartbeat while nothing changes`() async throws {
    try await withDaemon { bench in
      var statuses = await bench.parts.api.watch(heartbeat: .milliseconds(20)).makeAsyncIterator()
      let first = try #require(try await statuses.next())
      for _ in 0..<3 { #expect(try await statuses.next() == first) }
    }
  }

  /// The watch sends its status once it was silent for half a heartbeat, and checks as often.
  @Test func `a watch is silent for no longer than a heartbeat`() async throws {
    try await withDaemon { bench in
      let (asked, over) = (AsyncStream<Duration>.makeStream(), AsyncStream<Void>.makeStream())
      // So short that each check finds it silent.
      let stream = await bench.parts.api.watch(heartbeat: .nanoseconds(2)) { pause in
        asked.continuation.yield(pause)
        for await _ in over.stream { return }
        throw CancellationError()
      }
      var (statuses, pauses) = (stream.makeAsyncIterator(), asked.stream.makeAsyncIterator())
      _ = try await statuses.next()
      for _ in 0..<12 {
        #expect(await pauses.next() == .nanoseconds(1))
        over.continuation.yield()
        #expect(try await statuses.next() != nil)
      }
    }
  }

  @Test func `a watch without the more flag is refused`() async throws {
    try await withDaemon { bench in await bench.expectRefusal(.expectedMore, of: Watch()) }
  }
}
