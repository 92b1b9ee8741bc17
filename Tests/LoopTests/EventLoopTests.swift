import BluetoothLE
import Glibc
import Locks
import Testing

@testable import Loop

/// An actor on a loop that records numbers.
private actor Witness {
  private let loop: EventLoop
  private(set) var seen: [Int] = []
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(on loop: EventLoop) { self.loop = loop }

  func note(_ number: Int) { seen.append(number) }
  var isOnLoop: Bool { loop.isOnLoop }
}

private func withLoop(
  _ pace: EventLoop.Pace = .real, _ body: (EventLoop) async throws -> Void
) async throws {
  let loop = EventLoop(name: "test", pace: pace)
  do { try await body(loop) } catch {
    await loop.stop()
    throw error
  }
  await loop.stop()
}

@Suite struct EventLoopTests {
  @Test func `an actor on the loop runs on its thread`() async throws {
    try await withLoop { loop in
      #expect(await Witness(on: loop).isOnLoop)
      #expect(!loop.isOnLoop)
    }
  }

  @Test func `a task that prefers the loop runs on its thread`() async throws {
    try await withLoop { loop in
      let isOnLoop = await Task(executorPreference: loop) { loop.isOnLoop }.value
      #expect(isOnLoop)
    }
  }

  @Test func `assumeIsolated holds in a scheduled call`() async throws {
    try await withLoop { loop in
      let witness = Witness(on: loop)
      await withCheckedContinuation { done in
        loop.schedule(at: .origin) {
          witness.assumeIsolated { $0.note(7) }
          done.resume()
        }
      }
      #expect(await witness.seen == [7])
    }
  }

  @Test func `jobs run in the order in which they were queued`() async throws {
    try await withLoop { loop in
      let witness = Witness(on: loop)
      await Task(executorPreference: loop) {
        for number in 0..<100 { Task(executorPreference: loop) { await witness.note(number) } }
      }.value
      while await witness.seen.count < 100 {}
      #expect(await witness.seen == Array(0..<100))
    }
  }

  @Test func `jobs from many threads all run`() async throws {
    try await withLoop { loop in
      let witness = Witness(on: loop)
      await withTaskGroup { group in
        for number in 0..<1000 { group.addTask { await witness.note(number) } }
      }
      #expect(await Set(witness.seen) == Set(0..<1000))
    }
  }

  @Test func `a loop that stops wakes its sleepers`() async throws {
    let loop = EventLoop(name: "test", pace: .real)
    let sleeper = Task { try await loop.sleep(for: .seconds(3600)) }
    let call = Task { try await loop.sleep(for: .milliseconds(1)) }
    try await call.value
    await loop.stop()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    await #expect(throws: CancellationError.self) { try await loop.sleep(for: .seconds(1)) }
    await loop.stop()
  }

  @Test func `a watch reports bytes that can be read`() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    try await withLoop { loop in
      let (bytes, arrived) = AsyncStream.makeStream(of: UInt8.self)
      loop.schedule(at: .origin) {
        _ = loop.watch(reading, for: .readable) { events in
          var byte: UInt8 = 0
          if events.contains(.readable), read(reading, &byte, 1) == 1 { arrived.yield(byte) }
        }
      }
      for value: UInt8 in [1, 2, 3] {
        var value = value
        try #require(write(writing, &value, 1) == 1)
      }
      let received = await bytes.prefix(3).reduce(into: []) { $0.append($1) }
      #expect(received == [1, 2, 3])
    }
    // Closed last: another test may get the number of a closed descriptor, and the loop would read that test's bytes.
    for end in ends { close(end) }
  }

  @Test func `a watch for no events reports nothing`() async throws {
    try await withLoop { loop in
      let (calls, called) = AsyncStream.makeStream(of: Bool.self)
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      let writing = ends[1]
      loop.schedule(at: .origin) {
        let watch = loop.watch(writing, for: .writable) { _ in called.yield(true) }
        loop.update(watch, for: [])
        loop.schedule(at: loop.now.advanced(by: .milliseconds(20))) {
          loop.remove(watch)
          called.finish()
        }
      }
      let reported = await calls.reduce(into: 0) { count, _ in count += 1 }
      #expect(reported == 0)
      for end in ends { close(end) }
    }
  }

  @Test func `a hook runs before each wait`() async throws {
    try await withLoop { loop in
      await withCheckedContinuation { done in
        let once = Lock<EventLoop.Watch?>(nil)
        loop.schedule(at: .origin) {
          let hook = loop.beforeWaiting {
            guard let hook = once.withLock({ $0 }) else { return }
            loop.removeHook(hook)
            done.resume()
          }
          once.withLock { $0 = hook }
        }
      }
    }
  }
}
