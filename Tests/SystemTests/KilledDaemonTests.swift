import Foundation
import Glibc
import TestKit
import Testing

/// Tests rides whose daemon is killed or restarted.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct KilledDaemonTests {
  /// Kills in real time, at seeded instants: during the ride, while the trainer reconnects, and during startup.
  @Test func `a ride survives kills at any instant and loses at most a second per kill`() async throws {
    var random = SeededGenerator(seed: 20_261_121)
    var daemon = try await Daemon.start()
    try await daemon.ride(toSecond: 1)
    var ridden: [Range<Int>] = []
    for kill in 0..<6 {
      if kill % 2 == 0 {
        let from = try await daemon.secondsOnceRiding()
        try await Task.sleep(for: .milliseconds(Int.random(in: 1000...2500, using: &random)))
        ridden.append(from..<(try await daemon.seconds()))
      } else {
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...400, using: &random)))
      }
      _ = try await daemon.end(by: SIGKILL)
      daemon = try await Daemon.start(in: daemon.place)
      #expect(try await daemon.json("status")["ride"] != nil, "it goes on by itself")
    }
    _ = try await daemon.secondsOnceRiding()
    let stopped = try await daemon.json("stop")["ride"] as? [String: Any]
    #expect(stopped?["state"] as? String == "finished")
    let rows = try await daemon.expectOneWholeRide()
    for seconds in ridden {
      // The second in progress at the time of the status may be missing, and one that may be lost.
      let kept = rows[(seconds.lowerBound + 1)..<max(seconds.lowerBound + 1, seconds.upperBound - 1)]
      #expect(kept.allSatisfy { $0["powerWatts"] != nil }, "at most the last second is lost")
    }
    #expect(try await daemon.end().status == 0)
  }

  /// Each kill ends a ride, because a resume window of 0 resumes no ride.
  @Test func `rides killed in their first second do not disturb later rides`() async throws {
    var daemon = try await Daemon.start("--go-on-window", "0")
    try await daemon.json("use", "C0:FF:EE:00:00:01")
    for kill in 0..<5 {
      let starting = Task { [daemon] in try? await daemon.ctl("start", "--watts", "150", "--minutes", "60") }
      try await eventually("it is ridden") { try await daemon.json("status")["phase"] as? String == "riding" }
      // From the first instant to the first row.
      try await Task.sleep(for: .milliseconds(200 * kill))
      _ = try await daemon.end(by: SIGKILL)
      _ = await starting.value
      daemon = try await Daemon.start("--go-on-window", "0", in: daemon.place)
      let states = try await daemon.rides().map { $0["state"] as? String }
      #expect(states.allSatisfy { $0 == "finished" }, "\(states)")
    }
    try await daemon.ride(toSecond: 2)
    try await daemon.json("stop")
    let shown = try await daemon.json("show", "last")["ride"] as? [String: Any]
    #expect(shown?["elapsedSeconds"] as? Int ?? 0 >= 2)
    for ride in try await daemon.rides() {
      #expect(ride["state"] as? String == "finished")
      try await daemon.json("delete", "\(try #require(ride["id"] as? Int))", "--yes")
    }
    #expect(try await daemon.rides().isEmpty)
    #expect(daemon.files.isEmpty)
    #expect(try await daemon.end().status == 0)
  }

  @Test func `a ride at 60 times real time survives kills with its full timer time`() async throws {
    var random = SeededGenerator(seed: 64)
    var daemon = try await Daemon.start("--rate", "60")
    try await daemon.ride(minutes: "5", toSecond: 30)
    for _ in 0..<3 {
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...700, using: &random)))
      _ = try await daemon.end(by: SIGKILL)
      daemon = try await Daemon.start("--rate", "60", in: daemon.place)
    }
    try await eventually("the ride ends") { try await daemon.json("status")["phase"] as? String == "idle" }
    let rows = try await daemon.expectOneWholeRide()
    #expect(rows.count { $0["timerRunning"] as? Bool == true } == 300)
    #expect(try await daemon.end().status == 0)
  }

  /// Seconds ridden while the disk was full are lost with the process and leave a gap.
  @Test(.enabled(if: SmallDisk.isPossible, "needs root, to mount a small disk"))
  func `a ride survives a kill while the disk is full`() async throws {
    let disk = try SmallDisk()
    let first = try await Daemon.start(in: disk.directory)
    try await first.ride(toSecond: 3)
    try disk.fill()
    try await eventually("it says so") { try await first.problems().contains("storeFailing") }
    #expect(first.program.error.contains("kept in memory"))
    _ = try await first.end(by: SIGKILL)
    try await withDaemon(in: disk.directory) { daemon in
      _ = try await daemon.secondsOnceRiding()
      #expect(try await daemon.problems().contains("storeFailing"))
      disk.makeRoom()
      try await eventually("it is written") { try await !daemon.problems().contains("storeFailing") }
      try await daemon.json("stop")
      let rows = try await daemon.expectOneWholeRide()
      for row in rows.prefix(2) { #expect(row["powerWatts"] != nil) }
    }
  }

  /// The service's runtime directory keeps the ride while the state directory is full.
  @Test(.enabled(if: SmallDisk.isPossible, "needs root, to mount a small disk"))
  func `the runtime directory keeps a ride across a restart while the disk is full`() async throws {
    let disk = try SmallDisk()
    let runtime = try TemporaryDirectory()
    let environment = ["RUNTIME_DIRECTORY": runtime.path]
    let first = try await Daemon.start(in: disk.directory, environment: environment)
    try await first.ride(toSecond: 3)
    try disk.fill()
    try await eventually("it says so") { try await first.problems().contains("storeFailing") }
    let ridden = try await first.seconds()
    #expect(try await first.end().status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: runtime.path) == ["spool-1"])
    disk.makeRoom()
    let second = try await Daemon.start(in: disk.directory, environment: environment)
    _ = try await second.secondsOnceRiding()
    try await second.json("stop")
    let rows = try await second.expectOneWholeRide()
    #expect(rows.prefix(ridden - 1).allSatisfy { $0["powerWatts"] != nil })
    #expect(try await second.end().status == 0)
  }

  @Test func `a daemon restart suspends the ride, and the next daemon resumes it`() async throws {
    let first = try await Daemon.start("--rate", "20")
    try await first.ride(toSecond: 20)
    let outcome = try await first.end()
    #expect(outcome.status == 0, "\(outcome.error)")
    let path = try #require(first.files.first)
    #expect(try await ActivityFile(path).trackpoints >= 20, "the file is written as it stands")
    try await withDaemon("--rate", "20", in: first.place) { daemon in
      #expect(try await (daemon.json("rides")["rides"] as? [[String: Any]])?.first?["state"] as? String == "riding")
      let before = try await daemon.secondsOnceRiding()
      try await eventually("it rides on") { try await daemon.seconds() > before + 20 }
      try await daemon.json("stop")
      _ = try await daemon.expectOneWholeRide()
      #expect(daemon.files == [path], "the same file")
    }
  }
}

extension Daemon {
  /// The elapsed seconds of the current ride.
  fileprivate func seconds() async throws -> Int {
    try #require(try await (json("status")["ride"] as? [String: Any])?["elapsedSeconds"] as? Int)
  }

  /// The rides that have not been deleted.
  fileprivate func rides() async throws -> [[String: Any]] {
    try #require(try await json("rides")["rides"] as? [[String: Any]])
  }

  /// The codes of the current problems.
  fileprivate func problems() async throws -> [String] {
    try await (json("status")["problems"] as? [[String: Any]])?.compactMap { $0["code"] as? String } ?? []
  }

  fileprivate func secondsOnceRiding() async throws -> Int {
    try await eventually("the ride is ridden") { try await json("status")["phase"] as? String == "riding" }
    return try await seconds()
  }

  /// Expects one finished ride with rows one second apart and one valid file, and returns the rows.
  fileprivate func expectOneWholeRide() async throws -> [[String: Any]] {
    #expect(try await (json("rides")["rides"] as? [Any])?.count == 1)
    let shown = try await json("show", "last")
    let ride = try #require(shown["ride"] as? [String: Any])
    #expect(ride["state"] as? String == "finished")
    let rows = try #require(shown["samples"] as? [[String: Any]])
    #expect(rows.enumerated().allSatisfy { $1["elapsedSeconds"] as? Int == $0 })
    #expect(files.count == 1)
    #expect(try await ActivityFile(#require(files.first)).trackpoints == ride["timerSeconds"] as? Int)
    return rows
  }
}

/// A reproducible random number generator: SplitMix64.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
