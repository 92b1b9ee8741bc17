import BluetoothLE
import ControlWire
import Foundation
import Logging
import Loop
import RadioSim
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import TrainerAPI

/// A daemon whose state directory cannot be used: it keeps running, reports the reason, and recovers by itself.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct UnopenedTests {
  /// Tests throw these failures because root cannot cause all of them.
  static let failures: [StoreError] = [
    StoreError(.notADirectory, path: "/s/jz2", detail: "mkdir: Not a directory"),
    StoreError(.otherOwner, path: "/s/jz2", detail: "open: Permission denied", context: .owner(0)),
    StoreError(.notMade, path: "/s/jz2", detail: "mkdir: Permission denied"),
    StoreError(.notPermitted, path: "/s/jz2", detail: "open: Permission denied"),
    StoreError(.readOnly, path: "/s/jz2", detail: "open: Read-only file system"),
    StoreError(.inUse, path: "/s/jz2", detail: "", context: .process(812)),
    StoreError(.newerVersion, path: "/s/jz2", detail: "", context: .migration("9 gears")),
    StoreError(.diskFull, path: "/s/jz2", detail: "open: No space left on device"),
    StoreError(.failed, path: "/s/jz2", detail: "open: Input/output error"),
  ]

  @Test(arguments: failures)
  func `status, doctor, refusals and journal agree on an unusable state directory`(failure: StoreError) async throws {
    let state = try TemporaryDirectory()
    try await withUnopenedDaemon(state: state.path) { daemon async throws in
      await daemon.open(against: failure)
      let status = try await daemon.status
      let problem = try #require(status.problems.first)
      #expect((status.phase, status.problems.count, problem.code) == (.idle, 1, "stateUnusable"))
      let (matter, measure) = (failure.obstacle.clauses.matter, failure.obstacle.clauses.measure)
      #expect(problem.message.contains(matter) && problem.remedy.contains(measure))
      let checks = try await daemon.call(Doctor()).checks
      let named = Dictionary(uniqueKeysWithValues: checks.map { ($0.name, $0) })
      let check = try #require(named["state directory"])
      #expect((check.outcome, check.message, check.remedy) == (.failed, problem.message, problem.remedy))
      #expect(named["radio"]?.outcome == .ok)
      #expect(named["clock"] != nil)
      for call in Self.needingTheStore {
        let refusal = await #expect(throws: ControlError.self) { try await daemon.call(call) }
        #expect(refusal?.code == .storeFailed)
        #expect(refusal?.subject == "/s/jz2")
        #expect(refusal?.explanation.message.contains(matter) == true)
        #expect(refusal?.explanation.remedy.contains(measure) == true)
      }
      #expect(daemon.journal.all.map(\.level) == [.error])
      #expect(daemon.journal.all.first?.message == "\(problem.message) \(problem.remedy)")
    }
  }

  private static let needingTheStore: [any TrainerCall] = [
    Start(watts: 150, minutes: 10), Use(address: "C0:FF:EE:00:00:01"), Forget(address: "C0:FF:EE:00:00:01"),
    Devices(),
    SetWatts(watts: 100), SetWatts(change: 5), Pause(), Resume(), Stop(), Rides(limit: 1), Show(ride: "last"),
    Links(ride: "last"), Review(ride: "last"), TrimRide(ride: "last", auto: true), Delete(ride: "last"),
    Import(number: nil, sequence: 0, data: "", last: true), History(since: "2026-11-01T00:00:00Z"),
    GetSettings(),
  ]

  @Test func `a radio problem and an unusable state directory are both reported`() async throws {
    let state = try TemporaryDirectory()
    var world = SimulatedWorld()
    world.faults = [.radio(LinkError(.adapterOff, operation: "scan"))]
    try await withUnopenedDaemon(state: state.path, world: world) { daemon async throws in
      await daemon.open(against: Self.failures[0])
      #expect(try await daemon.status.problems.map(\.code) == ["stateUnusable", "adapterOff"])
      await daemon.expectRefusal(.radioUnavailable, of: Scan(seconds: 1))
    }
  }

  @Test func `an unusable state directory is logged once, and its recovery once`() async throws {
    let state = try TemporaryDirectory()
    try await withUnopenedDaemon(state: state.path) { daemon async throws in
      for failure in [Self.failures[1], Self.failures[1], Self.failures[7], Self.failures[7], nil] {
        await daemon.open(against: failure)
      }
      #expect(daemon.journal.all.map(\.level) == [.error, .error, .notice])
      await daemon.startup.open()
      #expect(daemon.journal.all.count == 3, "what is open is not opened again")
      #expect(try await daemon.status.problems.isEmpty)
      try await daemon.expectToRide()
    }
  }

  @Test func `a daemon needs no restart once a file at its state directory's path is removed`() async throws {
    let place = try TemporaryDirectory()
    let path = place.path(of: "jz2")
    try Data("mine".utf8).write(to: URL(filePath: path))
    try await withUnopenedDaemon(state: path) { daemon async throws in
      await daemon.startup.open()
      #expect(try await daemon.status.problems.first?.message.contains("\(path) is not a directory") == true)
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
      try FileManager.default.removeItem(atPath: path)
      await daemon.startup.open()
      try await daemon.expectToRide()
    }
  }

  @Test func `a state directory in use is taken over once it is free`() async throws {
    let state = try TemporaryDirectory()
    try await withUnopenedDaemon(state: state.path) { daemon async throws in
      try await withDaemon(state: state) { bench async throws in
        await daemon.startup.open()
        let problem = try #require(try await daemon.status.problems.first)
        #expect(problem.remedy.contains("`kill \(getpid())`"))
        #expect(try await bench.status.problems.isEmpty, "who has it notices nothing")
      }
      await daemon.startup.open()
      try await daemon.expectToRide()
    }
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs root, to mount a small disk"))
  func `a disk that is full at startup is used once there is room`() async throws {
    let disk = try SmallDisk()
    try disk.fill()
    try await withUnopenedDaemon(state: disk.directory.path(of: "jz2")) { daemon async throws in
      await daemon.startup.open()
      #expect(try await daemon.status.problems.first?.message.contains("the disk is full") == true)
      disk.makeRoom()
      await daemon.startup.open()
      try await daemon.expectToRide()
    }
  }

  @Test func `an interrupted ride resumes once the store opens`() async throws {
    let state = try TemporaryDirectory()
    let machine = TestMachine(bootID: "A")
    try await withDaemon(state: state, machine: machine) { bench in
      let plan = NewRide(
        RideOrder(
          askedWatts: 150, plannedSeconds: 600, trainer: simulatedTrainer,
          heartRate: nil),
        start: StartTime(machine.wallNow, at: BootInstant(bootID: "A", instant: .origin)), targetWatts: 150)
      try await bench.parts.store.begin(plan, as: 1)
      let rows = (0..<60).map { RideSample(second: $0, timerRunning: true) }
      try await bench.parts.store.append(to: 1, samples: rows)
    }
    var later = machine
    later.now = MonotonicInstant(sinceOrigin: .seconds(90))
    later.wallNow = machine.wallNow.advanced(by: .seconds(90))
    try await withUnopenedDaemon(state: state.path, machine: later) { daemon async throws in
      await daemon.open(against: Self.failures[1])
      #expect(try await daemon.status.ride == nil)
      await daemon.open(against: nil)
      #expect(try await daemon.status.ride?.id == 1)
      #expect(try await daemon.status.phase != .idle)
    }
  }

  @Test func `a watch continues when the store opens`() async throws {
    let state = try TemporaryDirectory()
    try await withUnopenedDaemon(state: state.path) { daemon async throws in
      await daemon.open(against: Self.failures[1])
      var replies = daemon.stream(Watch()).makeAsyncIterator()
      #expect(try await replies.next()?.problems.map(\.code) == ["stateUnusable"])
      await daemon.open(against: Self.failures[7])
      #expect(
        try await replies.next()?.problems.first?.message.contains("the disk is full") == true, "a change is shown")
      await daemon.open(against: nil)
      // Each change is a reply, and one of them may still contain the problem.
      var reply = try await replies.next()
      while reply?.problems.isEmpty == false { reply = try await replies.next() }
      #expect(reply?.problems == [])
      try await daemon.call(Use(address: SimulatedWorld.trainerAddress.description))
      async let starting = daemon.call(Start(watts: 150, minutes: 10))
      while try await daemon.status.phase != .riding { await daemon.advance(by: .seconds(1)) }
      while let reply = try await replies.next(), reply.phase != .riding {}
      _ = try await starting
    }
  }

  @Test func `a scan needs no store and ends when the store opens`() async throws {
    let state = try TemporaryDirectory()
    try await withUnopenedDaemon(state: state.path) { daemon async throws in
      await daemon.open(against: Self.failures[1])
      var heard = daemon.stream(Scan(seconds: 3600)).makeAsyncIterator()
      let first = try #require(try await heard.next()).devices
      #expect(first.map(\.known) == [false])
      async let reply = daemon.call(Scan(seconds: 2))
      await daemon.loop.untilItHolds { [startup = daemon.startup] in startup.assumeIsolated { $0.scans.count == 2 } }
      await daemon.advance(by: .seconds(3))
      let all = try await reply.devices
      #expect(all.count == 2)
      await daemon.expectRefusal(.invalidParameter, of: Scan(seconds: 0))
      #expect(await daemon.startup.scans.count == 1)
      await daemon.open(against: nil)
      while try await heard.next() != nil {}
    }
  }

  @Test func `a shutdown before the store opens ends watches and scans`() async throws {
    let state = try TemporaryDirectory()
    try await withUnopenedDaemon(state: state.path) { daemon async throws in
      await daemon.open(against: Self.failures[1])
      var watched = daemon.stream(Watch()).makeAsyncIterator()
      var heard = daemon.stream(Scan(seconds: 3600)).makeAsyncIterator()
      _ = try await (watched.next(), heard.next())
      await daemon.startup.shutDown()
      while try await watched.next() != nil {}
      while try await heard.next() != nil {}
      await daemon.expectRefusal(.shuttingDown, of: Start(watts: 150, minutes: 1))
      await daemon.expectRefusal(.shuttingDown, of: Scan(seconds: 1))
      await daemon.open(against: nil)
      #expect(await !daemon.startup.isOpen, "nothing is opened behind the end")
    }
  }
}

extension StoreObstacle {
  /// The common parts of the obstacle's messages, taken from one of them.
  fileprivate var clauses: (matter: String, measure: String) {
    let explanation = ControlError.storeFailed(self).explanation
    let matter = explanation.message.dropFirst("The rides cannot be read or written: ".count).dropLast()
    return (String(matter), String(explanation.remedy.dropLast()))
  }
}
