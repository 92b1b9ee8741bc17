import BluetoothLE
import Glibc
import Locks
import TestKit
import Testing

@testable import Loop

private func withLoop(_ pace: EventLoop.Pace, _ body: (EventLoop) async throws -> Void) async throws {
  let loop = EventLoop(name: "test", pace: pace)
  do { try await body(loop) } catch {
    await loop.stop()
    throw error
  }
  await loop.stop()
}

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct LoopClockTests {
  /// In real time it would far exceed the test's limit.
  @Test func `an hour of seconds passes at once at the stepped pace`() async throws {
    try await withLoop(.stepped) { loop in
      let ticks = try await Task(executorPreference: loop) {
        var ticks: [Int64] = []
        for second in 1...3600 {
          try await loop.sleep(until: MonotonicInstant(sinceOrigin: .seconds(second)))
          ticks.append(loop.now.sinceOrigin.components.seconds)
        }
        return ticks
      }.value
      #expect(ticks == Array(1...3600))
    }
  }

  @Test func `the clock is read once for consecutive jobs, and again for later ones`() async throws {
    try await withLoop(.real) { loop in
      let readings = await withCheckedContinuation { done in
        loop.schedule(at: .origin) {
          let first = loop.now
          while loop.clock.now == first.sinceOrigin.nanoseconds {}
          let second = loop.now
          Task(executorPreference: loop) { done.resume(returning: [first, second, loop.now]) }
        }
      }
      #expect(readings[0] == readings[1])
      #expect(readings[2] > readings[1])
    }
  }

  /// Root may request this priority; the service may through its unit.
  @Test(
    .enabled(if: getuid() == 0, "needs root"),
    arguments: [(true, SCHED_RR | LoopClockTests.resetOnFork), (false, SCHED_OTHER)])
  func `an urgent loop has priority over other threads, and the threads it starts do not`(
    _ isUrgent: Bool, _ policy: Int32
  ) async throws {
    let loop = EventLoop(name: "test", pace: .real, isUrgent: isUrgent)
    let own = await Task(executorPreference: loop) { sched_getscheduler(0) }.value
    await loop.stop()
    #expect(own == policy)
  }

  /// SCHED_RESET_ON_FORK, missing in Swift's Glibc module (sched(7)).
  static let resetOnFork: Int32 = 0x4000_0000

  @Test func `sleepers wake in the order of their deadlines`() async throws {
    try await withLoop(.stepped) { loop in
      let order = Lock<[Int]>([])
      loop.hold()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for seconds in [50, 10, 40, 20, 30] {
          group.addTask(executorPreference: loop) {
            try await loop.sleep(until: MonotonicInstant(sinceOrigin: .seconds(seconds)))
            order.withLock { $0.append(seconds) }
          }
        }
        loop.release()
        try await group.waitForAll()
      }
      let woken = order.withLock { $0 }
      #expect(woken == [10, 20, 30, 40, 50])
    }
  }

  @Test func `the stepped time does not move while it is held`() async throws {
    try await withLoop(.stepped) { loop in
      loop.hold()
      let sleeper = Task(executorPreference: loop) {
        try await loop.sleep(until: MonotonicInstant(sinceOrigin: .seconds(5)))
      }
      // Each time the loop becomes idle, and only the sleeper remains.
      for _ in 0..<100 { await Task(executorPreference: loop) {}.value }
      #expect(loop.now == .origin)
      loop.release()
      try await sleeper.value
      #expect(loop.now.sinceOrigin == .seconds(5))
    }
  }

  @Test func `queued work runs before the stepped time advances`() async throws {
    try await withLoop(.stepped) { loop in
      let instant = try await Task(executorPreference: loop) {
        let other = Task(executorPreference: loop) { try await loop.sleep(for: .seconds(1)) }
        for _ in 0..<100 { await Task.yield() }
        let instant = loop.now
        try await other.value
        return instant
      }.value
      #expect(instant == .origin)
      #expect(loop.now.sinceOrigin == .seconds(1))
    }
  }

  @Test(arguments: [EventLoop.Pace.real, .stepped])
  func `a sleep of a cancelled task throws`(pace: EventLoop.Pace) async throws {
    try await withLoop(pace) { loop in
      loop.hold()
      let sleeper = Task(executorPreference: loop) {
        withUnsafeCurrentTask { $0?.cancel() }
        try await loop.sleep(for: .seconds(3600))
      }
      await #expect(throws: CancellationError.self) { try await sleeper.value }
      loop.release()
    }
  }

  @Test(arguments: [EventLoop.Pace.real, .stepped])
  func `cancelling a task ends its sleep`(pace: EventLoop.Pace) async throws {
    try await withLoop(pace) { loop in
      loop.hold()
      for _ in 0..<200 {
        let sleeper = Task { try await loop.sleep(for: .seconds(3600)) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
      }
      loop.release()
    }
  }

  @Test func `a scaled clock runs faster`() async throws {
    try await withLoop(.scaled(100)) { loop in
      let (started, real) = (loop.now, ContinuousClock.now)
      try await loop.sleep(for: .seconds(60))
      let (passed, realPassed) = (loop.now - started, ContinuousClock.now - real)
      #expect(passed >= .seconds(60))
      #expect(realPassed < passed)
    }
  }

  /// A device sends four times a second, and a reader counts once a second, while the computer stalls for 30 s.
  @Test func `a scaled loop that is late runs the work of each timer at its time`() async throws {
    let seconds = 30
    let machine = Lock<Int64>(0)
    let clock = PacedClock(pace: .scaled(60)) { machine.withLock { $0 } }
    let loop = EventLoop(name: "test", clock: clock)
    let counts = try await Task(executorPreference: loop) {
      let sent = Lock(0)
      let device = Task(executorPreference: loop) {
        for quarter in 1...(4 * seconds) {
          try await loop.sleep(until: MonotonicInstant(sinceOrigin: .milliseconds(250 * quarter)))
          sent.withLock { $0 += 1 }
        }
      }
      machine.withLock { $0 = Int64(seconds + 1) * 1_000_000_000 / 60 }
      var counts: [Int] = []
      for second in 1...seconds {
        let end = MonotonicInstant(sinceOrigin: .milliseconds(1000 * second + 100))
        try await loop.sleep(until: end)
        #expect(loop.now == end)
        counts.append(sent.withLock { $0 })
      }
      try await device.value
      return counts
    }.value
    await loop.stop()
    #expect(counts == (1...seconds).map { 4 * $0 })
  }

  @Test func `new work on an idle scaled loop runs at the clock's time`() async throws {
    let machine = Lock<Int64>(0)
    let loop = EventLoop(name: "test", clock: PacedClock(pace: .scaled(60)) { machine.withLock { $0 } })
    machine.withLock { $0 = 1_000_000_000 }
    while loop.now.sinceOrigin < .seconds(60) { await Task.yield() }
    machine.withLock { $0 = 2_000_000_000 }
    let instant = await Task(executorPreference: loop) { loop.now }.value
    await loop.stop()
    #expect(instant.sinceOrigin == .seconds(120))
  }

  @Test func `a real sleep ends soon after its deadline`() async throws {
    try await withLoop(.real) { loop in
      // On the loop, so that no other test's work delays the sleeper.
      let lateness = try await Task(executorPreference: loop) {
        let deadline = loop.now.advanced(by: .milliseconds(20))
        try await loop.sleep(until: deadline)
        return loop.now - deadline
      }.value
      #expect(lateness >= .zero && lateness < .seconds(1))
    }
  }

  @Test func `a cancelled call is not made`() async throws {
    try await withLoop(.stepped) { loop in
      let calls = Lock(0)
      loop.hold()
      let timer = loop.schedule(at: MonotonicInstant(sinceOrigin: .seconds(1))) { calls.withLock { $0 += 1 } }
      loop.schedule(at: MonotonicInstant(sinceOrigin: .seconds(1))) { calls.withLock { $0 += 10 } }
      loop.cancel(timer)
      loop.release()
      try await loop.sleep(until: MonotonicInstant(sinceOrigin: .seconds(2)))
      let made = calls.withLock { $0 }
      #expect(made == 10)
    }
  }
}
