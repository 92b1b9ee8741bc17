import Foundation
import Glibc
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ExitCodeTests {
  @Test func `a successful command exits with 0, and a refused one with 1`() async throws {
    try await withDaemon { daemon in
      #expect(try await daemon.ctl("status").status == 0)
      let refused = try await daemon.ctl("stop")
      #expect(refused.status == 1)
      #expect(refused.output.isEmpty)
      #expect(refused.error.contains("No ride is on") && refused.error.contains("jz2ctl start"))
      #expect(try await daemon.ctl("show", "last").status == 1)
    }
  }

  @Test(arguments: [
    ["fly"], ["start", "--warmup", "10m"], ["start", "--watts", "0", "--minutes", "1"],
    ["start", "--watts", "3001", "--minutes", "1"],
    ["start", "--watts", "150", "--minutes", "0.05"], ["start", "--watts", "150", "--minutes", "1441"],
    ["start", "--watts", "x", "--minutes", "1"], ["watts"], ["watts", "0"], ["watts", "-5", "-5"],
    ["use", ""], ["show", "0"], ["rides", "--limit", "0"], ["scan", "--seconds", "-1"],
    ["decode", "2AD2", "4"],
  ])
  func `invalid arguments of jz2ctl exit with 64`(_ words: [String]) async throws {
    let outcome = try await Program("jz2ctl", words + ["--socket", "/nowhere"]).outcome()
    #expect(outcome.status == 64, "\(outcome.error)")
    #expect(!outcome.error.isEmpty && outcome.output.isEmpty)
  }

  @Test func `without a daemon jz2ctl exits with 69 and says how to start one`() async throws {
    let place = try TemporaryDirectory()
    let outcome = try await Program("jz2ctl", ["status", "--socket", place.path(of: "s")]).outcome()
    #expect(outcome.status == 69)
    #expect(outcome.error.contains("sudo systemctl start jz2d"))
  }

  /// A listener that accepts no connection, like a stopped process.
  @Test func `jz2ctl exits with 75 if the daemon hangs`() async throws {
    let place = try TemporaryDirectory()
    let hanging = try UnixSocket(listeningAt: place.path(of: "s"), queue: 0)
    let first = try Program("jz2ctl", ["watch", "--socket", place.path(of: "s")])
    #expect(try await hanging.isCalled(), "the queue is full")
    let outcome = try await Program("jz2ctl", ["status", "--socket", place.path(of: "s")]).outcome()
    #expect(outcome.status == 75, "\(outcome.error)")
    first.signal(SIGKILL)
    _ = try await first.outcome()
  }

  @Test(
    arguments: [
      (["--rate", "5"], 64), (["--radio", "sim", "--rate", "0"], 64), (["--radio", "tin can"], 64),
      (["--radio", "sim:snap,neo2t"], 64), (["--radio", "sim:meter-21"], 64),
      (["--go-on-window", "-1"], 64), (["--go-on-window", "1441"], 64), (["--give-up", "0"], 64),
      (["--give-up", "10m"], 64), (["--auto-pause", "1km"], 64),
      (["--auto-pause", "0.5"], 64), (["--auto-pause", "3601"], 64), (["--auto-pause", "soon"], 64),
      (["--finish-after", "0.5"], 64), (["--finish-after", "1441"], 64),
      (["--sim-rider", "gain=0.4"], 64), (["--radio", "sim", "--sim-rider", "gain=0.4,"], 64),
      (["--radio", "sim", "--sim-rider", "gain=nan"], 64), (["--radio", "sim", "--sim-rider", "rest=10"], 64),
      (["--radio", "sim", "--sim-rider", "legs=2"], 64), (["--sim-events", "away=1+1"], 64),
      (["--radio", "sim", "--sim-events", "away=1"], 64), (["--radio", "sim", "--sim-events", "away=nan+1"], 64),
      (["--radio", "sim", "--sim-events", "late=1+1"], 64), (["--radio", "sim", "--sim-events", "away=1+2+3"], 64),
      (["--radio", "sim", "--replay-map", "x"], 64), (["--radio", "replay:/nowhere"], 66),
      (["--radio", "replay:/dev/null"], 66), (["--radio", "sim", "--socket", "/dev/null/x/y"], 73),
    ] as [([String], Int32)])
  func `a daemon that cannot start exits with a code and a reason`(_ options: [String], _ status: Int32) async throws {
    let place = try TemporaryDirectory()
    let outcome = try await Program("jz2d", Daemon.arguments(in: place) + options).outcome()
    #expect(outcome.status == status, "\(outcome.error)")
    #expect(!outcome.error.isEmpty)
  }
}
