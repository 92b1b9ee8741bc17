import BluetoothLE
import Dispatch
import Foundation
import RideStore
import Rides

/// A thread for the store, as in the daemon.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "store")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}

/// A state directory that is removed with its last reference.
final class TemporaryState: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "jz2-\(UUID())").path()

  var database: String { path + "/jz2.sqlite" }
  var rides: String { path + "/rides" }

  /// Opens the store, optionally with directories that may contain spools.
  func open(spools: [String] = []) throws(StoreError) -> RideDatabase {
    try RideDatabase(directory: path, spools: spools, secondLookAfter: {}, executor: QueueExecutor())
  }

  /// Returns the files that a kill would leave: the present database and log, with no connection closed.
  func asAfterAKill() throws -> TemporaryState {
    let left = TemporaryState()
    try FileManager.default.createDirectory(atPath: left.path, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: database + suffix, toPath: left.database + suffix)
    }
    return left
  }

  func names(in folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + folder)) ?? []).sorted()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

let trainer = DeviceAddress(0xC0FF_EE00_0001)
let strap = DeviceAddress(0xC0FF_EE00_0002)

/// 2026-11-21T06:45:12.250Z.
let start = UnixTime(milliseconds: 1_795_243_512_250)

func newRide(start: UnixTime = start) -> NewRide {
  NewRide(
    RideOrder(
      askedWatts: 150, plannedSeconds: 3600, trainer: RideDevice(address: trainer, name: "KICKR 1234"),
      heartRate: RideDevice(address: strap)),
    start: StartTime(start), targetWatts: 150)
}

extension StoredRide {
  /// The ride as a new ride; nil for a ride from a file.
  var begunAs: NewRide? {
    order.map { NewRide($0, start: begun, targetWatts: targetWatts, askedWatts: askedWatts) }
  }
}

/// Steady seconds, with RR intervals that need both bytes.
func steady(_ seconds: Range<Int>) -> [RideSample] {
  seconds.map {
    RideSample(
      second: $0, timerRunning: true, powerWatts: 150.5, targetWatts: 150, cadenceRpm: 88.25, beatsPerMinute: 130,
      speedKmh: 30, distanceMeters: Double($0 + 1) * 8, rrIntervals: [0x0372, 65_535, 1])
  }
}
