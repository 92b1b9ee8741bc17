import Foundation
import Glibc
import TestKit
import Testing

/// Tests the reports of a daemon to systemd, and to a rider without a screen.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct SupervisionTests {
  /// Starts a daemon with a watchdog of one second; the socket receives its notifications.
  private func start(_ options: [String], in place: TemporaryDirectory, _ environment: [String: String] = [:]) throws
    -> (Program, UnixSocket)
  {
    let notices = try UnixSocket(receivingAt: place.path(of: "notify"))
    let program = try Program(
      "jz2d", Daemon.arguments(in: place) + options,
      environment: ["NOTIFY_SOCKET": place.path(of: "notify"), "WATCHDOG_USEC": "1000000"].merging(environment) { $1 })
    return (program, notices)
  }

  @Test func `the daemon notifies systemd of being ready, alive and stopping`() async throws {
    let place = try TemporaryDirectory()
    let (daemon, notices) = try start(["--radio", "sim"], in: place)
    var heard: [String] = []
    while heard.count(where: { $0 == "WATCHDOG=1" }) < 4 || !heard.contains("STATUS=Idle.") {
      heard.append(try #require(try await notices.next(), "\(daemon.error)"))
    }
    #expect(Set(heard) == ["READY=1", "WATCHDOG=1", "STATUS=Idle."])
    daemon.signal(SIGTERM)
    var notice = try await notices.next()
    while notice == "WATCHDOG=1" { notice = try await notices.next() }
    #expect(notice == "STOPPING=1")
    #expect(try await daemon.outcome().status == 0)
  }

  @Test func `a stopped daemon sends no watchdog notification`() async throws {
    let (place, otherPlace) = try (TemporaryDirectory(), TemporaryDirectory())
    let (daemon, notices) = try start(["--radio", "sim"], in: place)
    let (other, otherNotices) = try start(["--radio", "sim"], in: otherPlace)
    try await eventually("it is alive") { try await notices.next() == "WATCHDOG=1" }
    try await eventually("so is the other") { try await otherNotices.next() == "WATCHDOG=1" }
    daemon.signal(SIGSTOP)
    try await eventually("its threads stand still") { daemon.isStopped }
    while notices.holdsCall { _ = try await notices.next() }
    // The other daemon has the same watchdog: its four notifications take the time of three from the stopped daemon.
    while otherNotices.holdsCall { _ = try await otherNotices.next() }
    for _ in 1...4 { try await eventually("the other is alive") { try await otherNotices.next() == "WATCHDOG=1" } }
    #expect(!notices.holdsCall)
    other.signal(SIGTERM)
    #expect(try await other.outcome().status == 0)
    daemon.signal(SIGCONT)
    // A first status may have waited behind the stop.
    try await eventually("it is alive again") { try await notices.next() == "WATCHDOG=1" }
    daemon.signal(SIGTERM)
    #expect(try await daemon.outcome().status == 0)
  }

  @Test func `the systemd status line shows the ride`() async throws {
    let place = try TemporaryDirectory()
    let (daemon, notices) = try start(["--radio", "sim", "--rate", "20"], in: place)
    let socket = place.path(of: "sock")
    try await eventually("it listens") { UnixSocket.isAnswered(at: socket) }
    for words in [["use", "C0:FF:EE:00:00:01"], ["start", "--watts", "150", "--minutes", "60"]] {
      #expect(try await Program("jz2ctl", words + ["--socket", socket]).outcome().status == 0)
    }
    // On a machine whose clock is not set, the status reports that problem first.
    var notice = try await notices.next()
    while let line = notice, !(line.hasPrefix("STATUS=") && line.contains("Riding at 150 W, minute ")) {
      notice = try await notices.next()
    }
    #expect(notice?.hasSuffix(" of 60.") == true)
    daemon.signal(SIGTERM)
    #expect(try await daemon.outcome().status == 0)
  }

  /// The daemon keeps running without Bluetooth, also if Bluetooth starts later, and reports the problem everywhere.
  @Test func `without a system bus the daemon keeps running and reports the problem`() async throws {
    let place = try TemporaryDirectory()
    let (daemon, notices) = try start(
      ["--radio", "bluez"], in: place, ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(place.path(of: "nobody"))"])
    let socket = place.path(of: "sock")
    try await eventually("it listens") { UnixSocket.isAnswered(at: socket) }
    let status = try await Program("jz2ctl", ["status", "--json", "--socket", socket]).outcome().json
    #expect((status["problems"] as? [[String: Any]])?.first?["code"] as? String == "serviceMissing")
    let doctor = try await Program("jz2ctl", ["doctor", "--socket", socket]).outcome()
    #expect(doctor.output.contains("sudo systemctl start bluetooth"), "\(doctor.output)")
    let explanation = "The Bluetooth service is not running."
    try await eventually("it says so") { daemon.error.contains("error: \(explanation) Start it: ") }
    var notice = try await notices.next()
    while let line = notice, line != "STATUS=\(explanation) Idle." { notice = try await notices.next() }
    #expect(notice != nil)
    daemon.signal(SIGTERM)
    #expect(try await daemon.outcome().status == 0)
    #expect(daemon.error.components(separatedBy: explanation).count == 2, "once: \(daemon.error)")
  }
}

extension Program {
  /// Whether all threads are stopped.
  fileprivate var isStopped: Bool {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    return threads.allSatisfy { thread in
      let status = try? String(contentsOfFile: "/proc/\(pid)/task/\(thread)/status", encoding: .utf8)
      return status?.contains("\nState:\tT") == true
    }
  }
}
