import HubTerms
import NIOPosix
import Synchronization

/// Reads whole rides on threads of their own, two at a time.
///
/// A ride may unpack to 128 MiB, which takes seconds: on Swift's own threads, every other request would wait for it.
final class WholeRideReading: Sendable {
  /// Rides at work at a time, in the whole process.
  private static let threads = {
    let threads = NIOThreadPool(numberOfThreads: 2)
    threads.start()
    return threads
  }()

  /// Requests with a ride that are received, wait for a thread, or are at work.
  static let most = 16
  /// Those of one rider.
  static let mostOfRider = 8

  private let riders = Mutex<[String: Int]>([:])

  /// Handles a request with a ride while there is room for its body.
  ///
  /// - Throws: `unavailable` if the rider, or all riders together, have too many such requests; whatever `body` throws.
  func admit<Result>(_ riderID: String, _ body: () async throws -> Result) async throws -> Result {
    let isAdmitted = riders.withLock { riders in
      guard riders[riderID, default: 0] < Self.mostOfRider, riders.values.reduce(0, +) < Self.most else { return false }
      riders[riderID, default: 0] += 1
      return true
    }
    guard isAdmitted else {
      throw HubFault(.unavailable, "The hub is reading other rides; try again.", retryAfterSeconds: 5)
    }
    defer {
      riders.withLock { riders in
        let count = riders[riderID, default: 0] - 1
        riders[riderID] = count > 0 ? count : nil
      }
    }
    return try await body()
  }

  /// Runs work on a ride when one of the threads is free.
  static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await threads.runIfActive(work)
  }
}
