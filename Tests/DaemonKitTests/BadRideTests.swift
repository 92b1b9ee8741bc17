import BluetoothLE
import ControlWire
import Dispatch
import Foundation
import GRDB
import RideSession
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import RideRuntime

/// A ride that cannot be stored, finished or written does not delay any other ride.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct BadRideTests {
  /// Makes SQLite refuse a change of ride 1 permanently.
  private func refuse(_ change: String, in state: TemporaryDirectory) throws {
    let sql = "CREATE TRIGGER bad BEFORE \(change) BEGIN SELECT RAISE(ABORT, 'bad'); END"
    try DatabaseQueue(path: state.path(of: "jz2.sqlite")).write { try $0.execute(sql: sql) }
  }

  private func makeLibrary(in state: TemporaryDirectory) async throws {
    try await withDaemon(state: state) { bench async throws in try await bench.useDevices() }
  }

  @Test func `a ride that cannot be finished does not hold up the next one`() async throws {
    let state = try TemporaryDirectory()
    try await makeLibrary(in: state)
    try refuse("UPDATE OF state ON ride WHEN new.id = 1 AND new.state = 'finished'", in: state)
    try await withDaemon(state: state) { bench in
      try await bench.start(minutes: 0.2)
      try await bench.finish()
      #expect(await bench.parts.recorder.holds(1))
      #expect(try await bench.status.problems.map(\.code) == ["storeFailing"])
      try await bench.start(minutes: 0.2)
      try await bench.finish()
      let (ride, rows) = try await bench.show("2")
      #expect((ride.state, rows.count) == (.finished, 12))
      #expect(try bench.files.count == 1)
      #expect(try await bench.show("last").0.id == 2)
      await bench.expectRefusal(.rideUnfinished, of: Delete(ride: "1"))
    }
    try await withDaemon(state: state) { bench async throws in
      #expect(try await bench.show("last").0.id == 2)
      try await bench.call(Delete(ride: "1"))
      #expect(try await bench.rides.map(\.id) == [2])
    }
  }

  @Test func `a file that cannot be written does not block the other files`() async throws {
    let state = try TemporaryDirectory()
    try await withDaemon(state: state) { bench in
      try await bench.useDevices()
      for _ in 0..<2 {
        try await bench.start(minutes: 0.2)
        try await bench.finish()
      }
      let paths = try bench.files.keys.sorted().map { state.path(of: "rides/\($0)") }
      try #require(paths.count == 2)
      for path in paths { try FileManager.default.removeItem(atPath: path) }
      try FileManager.default.createDirectory(atPath: paths[1] + "/x", withIntermediateDirectories: true)
      await #expect(throws: ControlError.self) { try await bench.call(Delete(ride: "2")) }
      try await bench.call(Undelete(ride: "2"))
      #expect(try await bench.parts.store.unwritten() == [2, 1])
      await bench.parts.archive.writeMissing()
      #expect(try await bench.parts.store.unwritten() == [2])
    }
  }

  @Test func `an interrupted ride that cannot be finished does not block the others`() async throws {
    let state = try TemporaryDirectory()
    try await makeLibrary(in: state)
    do {
      let loop = QueueLoop()
      let store = try RideDatabase(directory: state.path, executor: loop)
      for id in 1...3 {
        let start = UnixTime(seconds: Int64(id))
        try await store.begin(
          NewRide(
            RideOrder(
              askedWatts: 150, plannedSeconds: 600, trainer: simulatedTrainer,
              heartRate: nil),
            start: StartTime(start), targetWatts: 150), as: id)
        try await store.append(to: id, samples: [RideSample(second: 0, timerRunning: true)])
      }
    }
    try refuse("UPDATE OF state ON ride WHEN new.id = 1 AND new.state = 'finished'", in: state)
    try await withDaemon(state: state) { bench async throws in
      #expect(try await bench.rides.map(\.state) == [.finished, .finished, .suspended])
      #expect(try await bench.parts.store.unfinishedNumbers() == [1])
    }
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs root, to mount a small disk"))
  func `rows that do not fit on a full disk outlive the daemon in the runtime directory`() async throws {
    let disk = try SmallDisk()
    let runtime = try TemporaryDirectory()
    let environment = ["RUNTIME_DIRECTORY": runtime.path]
    try await withDaemon(state: disk.directory, environment: environment) { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 10)
      await bench.untilStored()
      try disk.fill()
      try await bench.advance(toSecond: 300)
      let stopping = Task { try await bench.call(Stop()) }
      await bench.wait { $0.phase == .finishing }
      try await bench.finish()
      await #expect(throws: ControlError.self) { try await stopping.value }
      await bench.parts.recorder.drain(within: .zero)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: runtime.path) == ["spool-1"])
    // The disk is still full: the ride does not resume, and it is not finished without its rows.
    try await withDaemon(state: disk.directory, window: .seconds(3600), environment: environment) {
      bench async throws in
      #expect(await bench.parts.store.hasSpools)
      #expect(try await bench.status.phase == .idle)
    }
    disk.makeRoom()
    try await withDaemon(state: disk.directory, environment: environment) { bench in
      let (ride, rows) = try await bench.show()
      #expect((ride.state, ride.timerSeconds) == (.finished, 300))
      #expect(rows.map(\.second) == Array(0..<300))
      #expect(try bench.file.count(of: "<Trackpoint>") == 300)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: runtime.path) == [])
  }
}

/// A thread for a second store next to the daemon's.
private final class QueueLoop: SerialExecutor {
  private let queue = DispatchQueue(label: "store")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
