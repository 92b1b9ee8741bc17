import BluetoothLE
import Loop
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import RideRuntime
@testable import RideSession

/// An expected event did not happen.
struct NeverCame: Error {}

extension DaemonBench {
  /// The most time on the ride clock to wait for an expected event.
  private static let patience = Duration.seconds(6 * 3600)
  /// How often to check for it.
  private static let step = Duration.milliseconds(50)

  /// Lets time pass until the ride's state is as wanted, within 50 ms.
  func advance(until isReached: @escaping @Sendable (RideSnapshot) -> Bool) async throws {
    try await advance(untilDriven: { isReached($0.snapshot) })
  }

  /// As `advance(until:)`, but without a snapshot at each check: snapshots are expensive in rides of hours.
  private func advance(untilDriven isReached: @escaping @Sendable (isolated RideDriver) -> Bool) async throws {
    let isInTime = await withCheckedContinuation { continuation in
      look(until: loop.now.advanced(by: Self.patience), isReached, continuation)
      loop.release()
    }
    guard isInTime else { throw NeverCame() }
  }

  /// Lets time pass until this many seconds of the ride are recorded.
  func advance(toSecond second: Int) async throws {
    try await advance(untilDriven: {
      ($0.machine.ride?.totals.elapsedSeconds ?? 0) >= second || $0.machine.phase == .idle
    })
    try #require(await parts.driver.snapshot.figures?.elapsedSeconds == second, "the ride is on")
  }

  /// Lets time pass.
  func advance(by duration: Duration) async throws {
    let (loop, end) = (loop, loop.now.advanced(by: duration))
    try await advance(untilDriven: { _ in loop.now >= end })
  }

  /// Lets time pass to the end of the ride; its file is then written.
  func finish() async throws { try await advance(untilDriven: { $0.machine.phase == .idle }) }

  /// Returns once the state is as wanted, without letting time pass.
  func wait(until isReached: @Sendable (RideSnapshot) -> Bool) async {
    for await snapshot in await parts.driver.snapshots() where isReached(snapshot) { return }
  }

  /// Returns once the store has every row, and the folder every file.
  func untilStored() async {
    await loop.untilItHolds { [recorder = parts.recorder] in
      recorder.assumeIsolated { $0.rides.allSatisfy { $0.next == nil } }
    }
  }

  private func look(
    until limit: MonotonicInstant, _ isReached: @escaping @Sendable (isolated RideDriver) -> Bool,
    _ continuation: CheckedContinuation<Bool, Never>
  ) {
    loop.schedule(at: loop.now.advanced(by: Self.step)) { [self] in
      let isHere = parts.driver.assumeIsolated { isReached($0) }
      guard isHere || loop.now >= limit else { return look(until: limit, isReached, continuation) }
      loop.hold()
      continuation.resume(returning: isHere)
    }
  }
}
