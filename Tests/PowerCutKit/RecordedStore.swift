import BluetoothLE
import FuzzKit
import RideFiles
import RideSession
import RideStore
import Rides
import TestKit

/// A recorded store, used in the same way as by the daemon, and the states that it acknowledged.
final class RecordedStore {
  static let trainer = RideDevice(address: DeviceAddress(0xC0FF_EE00_0001), name: "KICKR")

  private let path: String
  private let loop: TestLoop
  private let recorder: DiskRecorder
  private var store: RideDatabase?
  /// Each acknowledged state, with the number of changes made by then.
  private(set) var milestones: [(changes: Int, promised: Promised)]

  private var promised: Promised { milestones.last?.promised ?? Promised() }

  init(in path: String, on loop: TestLoop, recorder: DiskRecorder, promised: Promised) {
    (self.path, self.loop, self.recorder) = (path, loop, recorder)
    milestones = [(0, promised)]
  }

  func open() async throws {
    let opened = try RideDatabase(directory: path, executor: loop)
    store = opened
    var next = promised
    if next.follower == nil {
      let cursor = try await opened.changes(after: nil, limit: 1).next
      next.follower = Promised.Follower(cursor: cursor, knownRides: next.rides.count)
    }
    acknowledge(next)
    try recorder.proveWhole()
  }

  /// Closes the store in the same way as the end of its process.
  func close() throws {
    try recorder.proveWhole()
    store = nil
    acknowledge(promised)
    try recorder.proveWhole()
  }

  func choose(_ kind: DeviceRole) async throws {
    let address = DeviceAddress(kind == .trainer ? 0xC0FF_EE00_0001 : 0xC0FF_EE00_0002)
    try await ask { store, promised in
      try await store.choose(address, name: nil, as: kind, at: UnixTime(seconds: 1_795_000_000))
      promised.devices += 1
    }
  }

  func set(_ settings: RiderSettings) async throws {
    try await ask { store, promised in
      try await store.setSettings(settings, at: UnixTime(seconds: 1_795_000_000))
      promised.settings = settings
    }
  }

  /// Begins the next ride.
  func begin() async throws {
    try await ask { store, promised in
      let start = UnixTime(seconds: 1_795_000_000)
      try await store.begin(
        NewRide(
          RideOrder(askedWatts: 150, plannedSeconds: 3600, trainer: Self.trainer, heartRate: nil),
          start: StartTime(start), targetWatts: 150))
      promised.rides.append(Promised.Ride(kept: Promised.Kept(start: start, askedWatts: 150)))
    }
    try await beginLinkPart()
  }

  /// Stores the next seconds of the last ride one by one, with their events.
  func ride(seconds: Int) async throws {
    for _ in 0..<seconds { try await append(1) }
  }

  /// Stores `count` rows of the last ride at once; more than one corresponds to the end of a full disk.
  // Swift 6.3.1 crashes if it inlines this into a loop, in a release build.
  @inline(never) func append(_ count: Int) async throws {
    try await askLast { store, id, kept in
      let rows = (kept.rows..<kept.rows + count).map { Promised.row($0, ride: id) }
      let (events, standing) = Self.happenings(in: kept.rows, askedWatts: kept.askedWatts)
      try await store.append(to: id, samples: rows, events: events, standing: standing)
      kept.rows += count
      kept.events += events
      if let standing { (kept.askedWatts, kept.document) = (standing.askedWatts, standing.document ?? kept.document) }
    }
    guard let store, let rows = promised.rides.last?.kept.rows, rows % 20 == 0 else { return }
    try await store.appendToLinkPart([UInt8](repeating: 7, count: 700), of: promised.rides.count)
  }

  /// Starts a recording of radio traffic, which may be lost but must not cause a failure.
  private func beginLinkPart() async throws {
    guard let store else { return }
    try await store.beginLinkPart([UInt8](repeating: 1, count: 300), of: promised.rides.count)
  }

  private static func happenings(in second: Int, askedWatts: Int) -> ([RideEvent], RideStanding?) {
    let time = Duration.seconds(second)
    return switch second % 50 {
    case 0: ([RideEvent(at: time, kind: .started)], RideStanding(askedWatts: askedWatts, document: "at \(second)"))
    case 10:
      ([RideEvent(at: time, kind: .target(watts: askedWatts + 5))], RideStanding(askedWatts: askedWatts + 5))
    case 30: ([RideEvent(at: time, kind: .paused)], nil)
    case 40: ([RideEvent(at: time, kind: .resumed)], RideStanding(askedWatts: askedWatts, document: "at \(second)"))
    default: ([], nil)
    }
  }

  /// Fills the write-ahead log up to `size` bytes without adding rows.
  func fillLog(to size: Int) async throws {
    while case .write(_, let offset, _) = recorder.changes.last(where: { if case .write = $0 { true } else { false } }),
      offset < size
    {
      try await ask { store, _ in
        let time = UnixTime(milliseconds: Int64(offset))
        try await store.choose(Self.trainer.address, name: nil, as: .trainer, at: time)
      }
    }
  }

  func setStart(_ start: UnixTime) async throws {
    try await askLast { store, id, kept in
      try await store.setStart(StartTime(start), of: id)
      kept.start = start
    }
  }

  /// Suspends or resumes the last ride; a store finds it suspended when it is opened, in both cases.
  func suspend(_ isSuspended: Bool) async throws {
    try await askLast { store, id, _ in
      if isSuspended { try await store.suspend(id) } else { try await store.resume(id) }
    }
    if !isSuspended { try await beginLinkPart() }
  }

  func finish() async throws {
    try await askLast { store, id, kept in
      _ = try await store.finish(id)
      kept.finish()
    }
  }

  func writeFile() async throws {
    try await ask { store, promised in
      let id = promised.rides.count
      let encoder = TCXEncoder(creator: RideFileCreator(name: "jz2", major: 0, minor: 0, patch: 0))
      let bytes = encoder.encode(try await store.record(id))
      _ = try await store.writeFile(bytes, of: id)
      promised.rides[id - 1].file = bytes
      promised.rides[id - 1].isFileNew = true
    }
  }

  /// Changes the last ride; its file is then out of date.
  private func askLast(
    _ call: (RideDatabase, _ id: Int, inout Promised.Kept) async throws -> Void
  ) async throws {
    try await ask { store, promised in
      let id = promised.rides.count
      guard id > 0 else { throw BrokenPromise(description: "a ride has begun") }
      try await call(store, id, &promised.rides[id - 1].kept)
      promised.rides[id - 1].isFileNew = false
    }
  }

  /// Calls the store and, once the call returns, records the state that it acknowledged.
  private func ask(_ call: (RideDatabase, inout Promised) async throws -> Void) async throws {
    guard let store else { throw BrokenPromise(description: "the store is open") }
    var next = promised
    try await call(store, &next)
    acknowledge(next)
  }

  private func acknowledge(_ promised: Promised) { milestones.append((recorder.changes.count, promised)) }
}
