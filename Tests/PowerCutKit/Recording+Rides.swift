import RideStore
import Rides

extension Recording {
  /// A sequence of events for a recording.
  package enum Story: String, Hashable, Sendable, CaseIterable {
    /// The first days of a store on an empty disk: two chosen devices, a ride that a restart interrupts, and its file.
    case first
    /// The days after a cut during a ride: its write-ahead log, nearly full, is reused, checkpointed during the ride
    /// and started again; another ride with the same start gets a file of its own.
    case second
  }

  /// Records a story with rides of about `seconds`.
  package init(_ story: Story, seconds: Int) throws {
    switch story {
    case .first: try self.init("first \(seconds)", Self.first(seconds))
    case .second:
      let left = try Recording("left", Self.left(seconds))
      let last = left.milestones.last ?? (0, Promised())
      try self.init(
        "second \(seconds)", from: left.disk(after: last.changes).image, promised: last.promised, Self.second(seconds))
    }
  }

  private static func first(_ seconds: Int) -> @Sendable (RecordedStore) async throws -> Void {
    { store in
      try await store.open()
      try await store.choose(.trainer)
      try await store.choose(.heartRate)
      try await store.set(RiderSettings(maximumHeartRate: 184, weightKilograms: 78.5))
      try await store.begin()
      try await store.ride(seconds: seconds / 2)
      try await store.suspend(true)
      try await store.writeFile()
      try store.close()
      try await store.open()
      try await store.suspend(false)
      try await store.setStart(UnixTime(seconds: 1_795_000_001))
      try await store.append(20)
      try await store.ride(seconds: seconds - seconds / 2)
      try await store.finish()
      try await store.writeFile()
      try store.close()
    }
  }

  private static func left(_ seconds: Int) -> @Sendable (RecordedStore) async throws -> Void {
    { store in
      try await store.open()
      try await store.choose(.trainer)
      try await store.begin()
      try await store.ride(seconds: seconds)
      try await store.fillLog(to: 480 << 10)
    }
  }

  private static func second(_ seconds: Int) -> @Sendable (RecordedStore) async throws -> Void {
    { store in
      try await store.open()
      try await store.suspend(false)
      try await store.ride(seconds: seconds / 2)
      try await store.finish()
      try await store.writeFile()
      try await store.begin()
      try await store.ride(seconds: seconds - seconds / 2)
      try await store.finish()
      try await store.writeFile()
      try store.close()
    }
  }

  /// Returns the disk after `count` changes.
  func disk(after count: Int) -> Disk { changes.prefix(count).reduce(into: Disk(base)) { $0.make($1) } }
}
