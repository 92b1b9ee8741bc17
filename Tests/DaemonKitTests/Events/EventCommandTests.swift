import Foundation
import Logging
import Rides
import TestKit
import Testing

@testable import DaemonKit

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct EventCommandTests {
  private static let event = PlanEvent(
    serial: 7,
    news: PlanNews(
      kind: .intervalEnded,
      interval: ExpiredInterval(
        number: 3, label: "Over \"it\"", end: .timer, outcome: .skipped, atSeconds: 90, timerSeconds: 80, meters: 640)))

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func command(_ text: String, limit: Duration = TestDeadline.event) -> EventCommand {
    EventCommand(
      text,
      environment: [
        "PATH": "/usr/bin:/bin", "OUT": directory.path(of: "out"), "NOTIFY_SOCKET": "x", "JZ2_TRACE_NOTIFICATIONS": "x",
      ], limit: limit, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func run(_ text: String, limit: Duration = TestDeadline.event) async -> EventCommand.Ending {
    await command(text, limit: limit).begin(Self.event, ride: 12).value
  }

  private var written: String? { try? String(contentsOfFile: directory.path(of: "out"), encoding: .utf8) }

  @Test func `an event command gets the event in its environment`() async throws {
    let script = directory.path(of: "beep.sh")
    try Data(
      #"echo "$JZ2_EVENT $JZ2_NUMBER ($JZ2_LABEL) $JZ2_OUTCOME ($JZ2_NEXT_LABEL) $JZ2_RIDE $1" > "$OUT""#.utf8
    ).write(to: URL(filePath: script))
    #expect(await run("sh \(script) lamp") == .exited(code: 0))
    #expect(written == "intervalEnded 3 (Over \"it\") skipped () 12 lamp\n")
  }

  @Test func `an event command does not get the daemon's systemd variables`() async {
    #expect(await run(#"echo "$NOTIFY_SOCKET|$JZ2_TRACE_NOTIFICATIONS|$PATH" > "$OUT""#) == .exited(code: 0))
    #expect(written == "||/usr/bin:/bin\n")
  }

  /// The kernel numbers processes in the order of their start.
  @Test func `event commands start in the order of their events`() async throws {
    for round in 0..<20 {
      let command = command(#"echo "$$ $JZ2_RIDE" >> "$OUT"; mkdir "$OUT-$JZ2_RIDE""#)
      let rides = (0..<4).map { round * 4 + $0 }
      for ride in rides { command.take(Self.event, ride: ride) }
      for ride in rides {
        while access(directory.path(of: "out-\(ride)"), F_OK) != 0 { try await Task.sleep(for: .milliseconds(5)) }
      }
    }
    let lines = try #require(written).split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    let begun = lines.sorted { $0[0] < $1[0] }.map { $0[1] }
    let wrapped = begun.firstIndex(of: 0).map { begun[$0...] + begun[..<$0] } ?? []
    #expect(wrapped == ArraySlice(0..<80))
  }

  @Test func `an event command inherits no file descriptors`() async {
    let kept = open("/dev/null", O_RDONLY)
    defer { close(kept) }
    #expect(await run(#"ls /proc/self/fd | tr '\n' ' ' > "$OUT""#) == .exited(code: 0))
    #expect(written == "0 1 2 3 ", "the last is of ls itself")
  }

  @Test func `an event command's exit code or signal is reported`() async {
    #expect(await run("exit 3") == .exited(code: 3))
    #expect(await run("kill -USR1 $$") == .signalled(SIGUSR1))
  }

  @Test func `an event command with much output is not blocked`() async {
    #expect(await run("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2") == .exited(code: 0))
  }

  @Test func `an event command over its time limit is killed with its children`() async throws {
    // Only the sleeping process writes to this pipe, so the pipe hangs up when it is gone.
    let path = directory.path(of: "out.pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let pipe = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(pipe >= 0)
    defer { close(pipe) }
    let ending = await run(#"sleep 600 > "$OUT.pipe" & wait"#, limit: .seconds(3))
    #expect(ending == .tooLong)
    let hungUp = try await blocking {
      var entry = pollfd(fd: pipe, events: 0, revents: 0)
      return poll(&entry, 1, TestDeadline.eventMilliseconds) == 1 && entry.revents & Int16(POLLHUP) != 0
    }
    #expect(hungUp)
  }

  @Test func `a background process of an event command may run to its end`() async {
    #expect(await run(#"{ sleep 0.2; echo done > "$OUT"; } &"#) == .exited(code: 0))
    #expect(written == "done\n")
  }

  @Test func `four event commands run at once, and a fifth is dropped`() async throws {
    let command = command(#"echo >> "$OUT"; while [ ! -e "$OUT.go" ]; do sleep 0.02; done"#)
    var running: [Task<EventCommand.Ending, Never>] = []
    for _ in 0..<4 { running.append(await command.begin(Self.event, ride: nil)) }
    #expect(await command.begin(Self.event, ride: nil).value == .dropped)
    try Data().write(to: URL(filePath: directory.path(of: "out.go")))
    for task in running { #expect(await task.value == .exited(code: 0)) }
    #expect(written == "\n\n\n\n")
    #expect(await command.begin(Self.event, ride: nil).value == .exited(code: 0), "there is room again")
  }
}
