import ControlWire
import Foundation
import RideSession
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import RideRuntime

/// Tests with a real, full file system.
@Suite(
  .timeLimit(.minutes(TestDeadline.testMinutes)),
  .enabled(if: SmallDisk.isPossible, "needs root, to mount a small disk"))
struct FullDiskTests {
  @Test func `a ride on a full disk stays in memory and is written once there is room`() async throws {
    let disk = try SmallDisk()
    try await withDaemon(state: disk.directory) { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 10)
      try disk.fill()
      try await bench.advance(toSecond: 200)
      await bench.untilStore(fails: true)
      let problem = try #require(try await bench.status.problems.first)
      #expect(problem.code == "storeFailing")
      #expect(problem.message.contains("the disk is full") && problem.remedy.contains("df -h"))
      #expect(try await bench.status.phase == .riding)
      disk.makeRoom()
      await bench.untilStore(fails: false)
      try await bench.finish()
      let (ride, rows) = try await bench.show()
      #expect((ride.state, ride.timerSeconds) == (.finished, 600))
      #expect(rows.map(\.second) == Array(0..<600))
      #expect(try bench.file.count(of: "<Trackpoint>") == 600)
    }
  }

  @Test func `a ride and the next one can begin and end on a full disk`() async throws {
    let disk = try SmallDisk()
    try await withDaemon(state: disk.directory) { bench in
      try await bench.useDevices()
      try disk.fill()
      #expect(try await bench.start(minutes: 10).ride.id == 1)
      try await bench.advance(toSecond: 30)
      let path = bench.socketPath
      let stopping = Task { try await bench.call(Stop()) }
      await bench.wait { $0.phase == .finishing }
      try await bench.finish()
      let error = await #expect(throws: ControlError.self, "\(path)") { try await stopping.value }
      #expect(error?.code == .storeFailed)
      #expect(error?.detail?.contains("in memory") == true)
      #expect(try await bench.start(minutes: 0.5).ride.id == 2, "no other ride has its number")
      try await bench.finish()
      // The last block of the store's log may have had room for the starts of the rides.
      #expect(try await !bench.rides.map(\.state).contains(.finished))
      disk.makeRoom()
      await bench.untilStored()
      #expect(try bench.files.count == 2)
      #expect(try await bench.rides.map(\.state) == [.finished, .finished])
      #expect(try await bench.rides.map(\.timerSeconds) == [30, 30])
    }
  }

  @Test func `a disk that stays full does not block the daemon's shutdown`() async throws {
    let disk = try SmallDisk()
    try await withDaemon(state: disk.directory) { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 10)
      await bench.untilStored()
      try disk.fill()
      try await bench.advance(toSecond: 200)
      await bench.untilStore(fails: true)
      let stopping = Task { try await bench.call(Stop()) }
      await bench.wait { $0.phase == .finishing }
      try await bench.finish()
      await #expect(throws: ControlError.self) { try await stopping.value }
      await bench.parts.recorder.drain(within: .zero)
    }
    disk.makeRoom()
    try await withDaemon(state: disk.directory) { bench in
      let (ride, rows) = try await bench.show()
      #expect(ride.state == .finished)
      #expect(rows.count >= 10, "what was written before is there")
    }
  }
}

extension DaemonBench {
  /// Returns once the store fails, or works again.
  fileprivate func untilStore(fails: Bool) async {
    await loop.untilItHolds { [recorder = parts.recorder] in
      recorder.assumeIsolated { ($0.failure != nil) == fails }
    }
  }
}
