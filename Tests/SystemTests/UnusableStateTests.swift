import Foundation
import Glibc
import TestKit
import Testing

/// Tests unusable state directories: the daemon keeps running, reports the reason, and rides as soon as it can.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct UnusableStateTests {
  private static let setpriv = "/usr/bin/setpriv"

  @Test func `the daemon reports a file in place of its state directory and works once it is removed`() async throws {
    let place = try TemporaryDirectory()
    let state = place.path(of: "state")
    try Data("mine".utf8).write(to: URL(filePath: state))
    try await withDaemon(in: place) { daemon in
      let problem = try #require(try await daemon.problems().first)
      #expect(problem["code"] as? String == "stateUnusable")
      let message = try #require(problem["message"] as? String)
      let remedy = try #require(problem["remedy"] as? String)
      #expect(message.contains("\(state) is not a directory"))
      #expect(remedy.contains("`namei -l \(state)`"))
      #expect(daemon.program.error.contains("\(message) \(remedy)"), "standard error has it at once")
      let doctor = try await daemon.ctl("doctor").output
      #expect(doctor.contains(message) && doctor.contains(remedy))
      let refused = try await daemon.ctl("start", "--watts", "150", "--minutes", "1")
      #expect(refused.status == 1)
      #expect(refused.error.contains("\(state) is not a directory") && refused.error.contains("namei"))
      #expect(try await daemon.ctl("scan", "--seconds", "1").output.contains("KICKR SIM"))
      #expect(try Data(contentsOf: URL(filePath: state)) == Data("mine".utf8))

      try FileManager.default.removeItem(atPath: state)
      try await daemon.untilUsable()
      try await daemon.ride(toSecond: 1)
      #expect(daemon.program.error.count(of: "No ride can be saved") == 1, "the journal has it once")
      #expect(daemon.program.error.count(of: "the state directory can be used") == 1)
    }
  }

  @Test(.enabled("needs python3") { try await Self.python("import sqlite3", "").status == 0 })
  func `a database of a later version is left unchanged and used once it is readable`() async throws {
    let place = try TemporaryDirectory()
    try await withDaemon("--rate", "20", in: place) { daemon in
      try await daemon.ride(toSecond: 1)
      try await daemon.json("stop")
    }
    let database = place.path(of: "state/jz2.sqlite")
    try await Self.change(database, "INSERT INTO grdb_migrations VALUES ('9 gears')")
    let before = try Data(contentsOf: URL(filePath: database))
    try await withDaemon(in: place) { daemon in
      let message = try #require(try await daemon.problems().first?["message"] as? String)
      #expect(message.contains(#"\#(database) was written by a newer jz2d (its migration "9 gears")"#))
      #expect(try await daemon.ctl("rides").error.contains("apt install"))
      #expect(try Data(contentsOf: URL(filePath: database)) == before)
      try await Self.change(database, "DELETE FROM grdb_migrations WHERE identifier = '9 gears'")
      try await daemon.untilUsable()
      #expect((try await daemon.json("rides")["rides"] as? [Any])?.count == 1)
    }
  }

  @Test(
    .enabled("needs root and setpriv") { try await Self.mayBeNobody() }, arguments: [Closed.otherOwner, .mode, .parent])
  func `an inaccessible state directory is reported and needs no restart once opened`(_ closed: Closed) async throws {
    let place = try TemporaryDirectory()
    let state = place.path(of: "state/jz2")
    try closed.make(state)
    let daemon = try await Daemon.start(in: place, state: state, user: nobody)
    let problem = try #require(try await daemon.problems().first)
    let (message, remedy) = (problem["message"] as? String ?? "", problem["remedy"] as? String ?? "")
    #expect(message.contains(closed.message(state)), "\(message)")
    #expect(remedy.contains(closed.remedy(state)), "\(remedy)")
    try closed.open(state)
    try await daemon.untilUsable()
    try await daemon.ride(toSecond: 1)
    #expect(try await daemon.end().status == 0)
  }

  /// A reason why the user `nobody` cannot use a directory.
  enum Closed: Sendable {
    case otherOwner, mode, parent

    func make(_ state: String) throws {
      let path = self == .parent ? URL(filePath: state).deletingLastPathComponent().path() : state
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      if self == .mode { chown(state, nobody, nobody) }
      chmod(path, self == .mode ? 0 : 0o755)
    }

    func message(_ state: String) -> String {
      switch self {
      case .otherOwner: "\(state) belongs to root, and jz2d runs as nobody"
      case .mode: "nobody is not allowed to use \(state)"
      case .parent: "\(state) does not exist, and nobody is not allowed to create it"
      }
    }

    func remedy(_ state: String) -> String {
      switch self {
      case .otherOwner: "`sudo chown -R nobody: \(state)`"
      case .mode: "`namei -l \(state)`"
      case .parent: "`sudo install -d -o nobody \(state)`"
      }
    }

    /// Carries out the remedy.
    func open(_ state: String) throws {
      switch self {
      case .otherOwner: chown(state, nobody, nobody)
      case .mode: chmod(state, 0o700)
      case .parent:
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
        chown(state, nobody, nobody)
      }
    }
  }

  /// Whether the daemon can run as another user here, which requires root and programs that any user may execute.
  static func mayBeNobody() async throws -> Bool {
    guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: setpriv) else { return false }
    let program = Program.products.appending(path: "jz2d").path()
    let user = ["--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"]
    return try await Program(setpriv, user + [program, "--version"]).outcome().status == 0
  }

  private static func change(_ database: String, _ statement: String) async throws {
    let script = """
      import sqlite3, sys
      with sqlite3.connect(sys.argv[1]) as database: database.execute(sys.argv[2])
      database.close()
      """
    let outcome = try await python(script, database, statement)
    try #require(outcome.status == 0, "\(outcome.error)")
  }

  private static func python(_ script: String, _ arguments: String...) async throws -> Program.Outcome {
    try await Program(
      "/usr/bin/env", ["python3", "-c", script] + arguments, environment: ProcessInfo.processInfo.environment
    ).outcome()
  }
}

private let nobody: UInt32 = 65_534

extension Daemon {
  fileprivate func problems() async throws -> [[String: Any]] {
    try await json("status")["problems"] as? [[String: Any]] ?? []
  }

  fileprivate func untilUsable() async throws {
    try await eventually("the state directory is used") { try await problems().isEmpty }
  }
}

extension String {
  /// How often the string contains another text.
  fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
