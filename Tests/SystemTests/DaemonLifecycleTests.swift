import Foundation
import Glibc
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct DaemonLifecycleTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func `SIGTERM or SIGINT ends the daemon and writes the ride's file`(_ signal: Int32) async throws {
    let daemon = try await Daemon.start("--rate", "20")
    try await daemon.ride(toSecond: 10)
    let outcome = try await daemon.end(by: signal)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(!FileManager.default.fileExists(atPath: daemon.place.path(of: "sock")))
    let path = try #require(daemon.files.first)
    #expect(daemon.files.count == 1)
    #expect(try await ActivityFile(path).trackpoints >= 10)
  }

  @Test func `a signal right after startup ends the daemon`() async throws {
    for _ in 1...5 {
      let outcome = try await Daemon.start().end()
      #expect(outcome.status == 0, "\(outcome.error)")
    }
  }

  @Test func `a signal ends the daemon within 5 s despite a watch and a scan`() async throws {
    let daemon = try await Daemon.start()
    let watcher = try Program("jz2ctl", ["watch", "--socket", daemon.place.path(of: "sock")])
    try await eventually("it watches") { !watcher.output.isEmpty }
    let scanner = try RawClient(daemon.place.path(of: "sock"))
    scanner.send(#"{"method":"org.justzone2.Trainer.Scan","parameters":{"seconds":300},"more":true}"#)
    let heard = try await blocking { scanner.receive(1) }
    #expect(heard.first?.contains("\"continues\":true") == true, "it scans: \(heard)")
    let began = ContinuousClock.now
    let outcome = try await daemon.end()
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(ContinuousClock.now - began < .seconds(5))
    let rest = try await blocking { scanner.receiveToEnd() }
    #expect(rest != nil, "the scanner is let go")
    watcher.signal(SIGKILL)
    _ = try await watcher.outcome()
  }

  @Test func `with a resume window of 0 the next daemon finishes a killed ride`() async throws {
    let killed = try await Daemon.start("--rate", "20")
    try await killed.ride(toSecond: 15)
    _ = try await killed.end(by: SIGKILL)
    #expect(killed.files.isEmpty)
    try await withDaemon("--go-on-window", "0", in: killed.place) { daemon in
      let shown = try await daemon.json("show", "last")
      #expect((shown["ride"] as? [String: Any])?["state"] as? String == "finished")
      try await eventually("its file is written") { !daemon.files.isEmpty }
      let path = try #require(daemon.files.first)
      let rows = try #require(shown["samples"] as? [[String: Any]])
      #expect(rows.count >= 15)
      let seconds = rows.map { $0["elapsedSeconds"] as? Int }
      #expect(seconds == Array(0..<rows.count))
      #expect(try await ActivityFile(path).trackpoints == rows.count)
    }
  }

  @Test func `a second daemon takes over the state directory once the first one ends`() async throws {
    let first = try await Daemon.start()
    let state = first.place.path(of: "state")
    // A daemon is ready before it has opened the state directory; this call waits for that.
    try await first.json("rides")
    let second = try await Daemon.start(state: state)
    let refused = try await second.ctl("rides")
    #expect(refused.status == 1)
    #expect(refused.error.contains("another program (process \(first.program.pid)) uses \(state)"), "\(refused.error)")
    try await first.ride(toSecond: 1)
    #expect(try await first.end().status == 0)
    try await eventually("the next one has the rides, and goes on") {
      try await second.ctl("status", "--json").json["ride"] != nil
    }
    #expect(try await second.end().status == 0)
  }

  @Test func `a second daemon leaves a socket in use alone and exits with 73`() async throws {
    try await withDaemon { daemon in
      let place = daemon.place
      let second = try await Program(
        "jz2d", ["--radio", "sim", "--state", place.path(of: "other"), "--socket", place.path(of: "sock")]
      ).outcome()
      #expect(second.status == 73)
      #expect(second.error.contains("another daemon listens on \(place.path(of: "sock"))"))
      #expect(try await daemon.ctl("status").status == 0)
    }
  }

  /// Under systemd the socket exists first, and a caller may wait on it before the daemon runs.
  @Test func `a socket passed by systemd is served and left in place`() async throws {
    let place = try TemporaryDirectory()
    let path = place.path(of: "sock")
    let socket = try UnixSocket(listeningAt: path)
    let caller = try Program("jz2ctl", ["status", "--json", "--socket", path])
    let daemon = try Program(
      "/bin/sh",
      [
        "-c", #"LISTEN_FDS=1 LISTEN_PID=$$ exec "$@""#, "sh", Program.products.appending(path: "jz2d").path(),
        "--radio", "sim", "--state", place.path(of: "state"),
      ], passing: socket.descriptor)
    let outcome = try await caller.outcome()
    #expect(outcome.status == 0)
    #expect(try outcome.json["phase"] as? String == "idle")
    daemon.signal(SIGTERM)
    let end = try await daemon.outcome()
    #expect(end.status == 0, "\(end.error)")
    #expect(FileManager.default.fileExists(atPath: path), "the file is systemd's")
  }
}
