import Foundation
import Glibc
import TestKit
import Testing

/// `jz2d` with a simulated or replayed radio, and its own state directory and socket.
final class Daemon: Sendable {
  let program: Program
  let place: TemporaryDirectory
  /// The daemon's user ID; nil for the user of the test.
  private let user: UInt32?

  private init(_ program: Program, _ place: TemporaryDirectory, _ user: UInt32?) {
    self.program = program
    self.place = place
    self.user = user
  }

  /// The beginning of a command line that runs a program as a user.
  private static func prefix(_ user: UInt32?, _ options: [String] = []) -> [String] {
    user.map { ["/usr/bin/setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"] + options } ?? []
  }

  /// Starts a daemon and returns when it reports to systemd that it is ready.
  static func start(
    _ options: String..., radio: String = "sim", in place: TemporaryDirectory? = nil, state: String? = nil,
    user: UInt32? = nil, environment: [String: String] = [:]
  ) async throws -> Daemon {
    try await start(options: options, radio: radio, in: place, state: state, user: user, environment: environment)
  }

  static func start(
    options: [String], radio: String = "sim", in place: TemporaryDirectory? = nil, state: String? = nil,
    user: UInt32? = nil, environment: [String: String] = [:]
  ) async throws -> Daemon {
    let place = try place ?? TemporaryDirectory()
    unlink(place.path(of: "notify"))
    let notices = try UnixSocket(receivingAt: place.path(of: "notify"))
    if let user {
      // The daemon creates its socket in the directory and writes to the notification socket.
      chown(place.path, user, user)
      chown(place.path(of: "notify"), user, user)
    }
    // The service has this capability too.
    let prefix = prefix(user, ["--inh-caps=+net_raw", "--ambient-caps=+net_raw"])
    let words = prefix + [Program.products.appending(path: "jz2d").path(), "--radio", radio] + arguments(in: place)
    let program = try Program(
      words[0], words.dropFirst() + (state.map { ["--state", $0] } ?? []) + options,
      environment: environment.merging(["NOTIFY_SOCKET": place.path(of: "notify")]) { $1 })
    #expect(try await notices.next() == "READY=1", "\(program.error)")
    #expect(UnixSocket.isAnswered(at: place.path(of: "sock")), "ready only after it listens")
    return Daemon(program, place, user)
  }

  /// The state directory and the socket of a daemon at a place.
  static func arguments(in place: TemporaryDirectory) -> [String] {
    ["--state", place.path(of: "state"), "--socket", place.path(of: "sock")]
  }

  /// Runs `jz2ctl` with this daemon, as the daemon's user.
  func ctl(_ words: String...) async throws -> Program.Outcome { try await ctl(words) }

  private func ctl(_ words: [String]) async throws -> Program.Outcome {
    let client = Program.products.appending(path: "jz2ctl").path()
    let line = Self.prefix(user) + [client] + words + ["--socket", place.path(of: "sock")]
    return try await Program(line[0], Array(line.dropFirst())).outcome()
  }

  /// Runs `jz2ctl`, requires success, and returns its JSON.
  @discardableResult
  func json(_ words: String...) async throws -> [String: Any] {
    let outcome = try await ctl(words + ["--json"])
    try #require(outcome.status == 0, "\(words): \(outcome.output) \(program.error)")
    return try outcome.json
  }

  /// Starts a ride and returns once that many seconds of it are in the store.
  func ride(minutes: String = "60", toSecond second: Int) async throws {
    try await json("use", "C0:FF:EE:00:00:01")
    try await json("use", "C0:FF:EE:00:00:02")
    try await json("start", "--watts", "150", "--minutes", minutes)
    try await stores(second: second)
  }

  /// Returns once that many seconds of the latest ride are in the store.
  func stores(second: Int) async throws {
    try await eventually("\(second) s are stored") {
      try await (json("rides")["rides"] as? [[String: Any]])?.first?["elapsedSeconds"] as? Int ?? 0 >= second
    }
  }

  /// Sends a signal and waits until the daemon ends.
  func end(by signal: Int32 = SIGTERM) async throws -> Program.Outcome {
    program.signal(signal)
    return try await program.outcome()
  }

  /// The paths of the complete files in `rides`; a file that is still being written has a name that starts with a dot.
  var files: [String] {
    let folder = place.path(of: "state/rides")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
  }
}

/// Runs a daemon during `body`; afterwards it must end on SIGTERM with status 0 and without output.
func withDaemon(
  _ options: String..., radio: String = "sim", in place: TemporaryDirectory? = nil,
  _ body: (Daemon) async throws -> Void
) async throws {
  let daemon = try await Daemon.start(options: options, radio: radio, in: place)
  do {
    try await body(daemon)
  } catch {
    _ = try await daemon.end(by: SIGKILL)
    throw error
  }
  let outcome = try await daemon.end()
  #expect(outcome.status == 0, "\(outcome.error)")
  #expect(outcome.output.isEmpty)
}
