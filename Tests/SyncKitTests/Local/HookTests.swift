import Foundation
import Glibc
import Rides
import TestKit
import Testing

@testable import SyncKit

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct HookTests {
  private let bench = ServiceBench()
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func hook(_ command: String, whole: Duration = TestDeadline.event, grace: Duration = TestDeadline.event)
    throws -> Hook
  {
    var limits = Hook.Limits()
    (limits.whole, limits.grace) = (whole, grace)
    let configuration = try #require(try SyncConfiguration(text: "[hook]\ncommand=\(command)\nformat=csv").hook)
    let environment = ["PATH": "/usr/bin:/bin", "HOME": directory.path, "SECRET": "x", "LISTEN_FDS": "1"]
    return Hook(
      bench.tools(), configuration, temporary: directory.path(of: "tmp"), environment: environment, limits: limits)
  }

  private func run(_ command: String) async throws -> Delivery {
    await (try hook(command)).send(ServiceBench.parcel(7, form: "b"), mayBeThere: false)
  }

  private var written: String? { try? String(contentsOfFile: directory.path(of: "out"), encoding: .utf8) }

  private var leftFiles: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory.path(of: "tmp"))) ?? []
  }

  private let done = Delivery.there(remoteID: nil, url: nil, wasThere: false)

  @Test func `a hook gets only the ride, its file, its activity, PATH and HOME`() async throws {
    #expect(try await run(#"{ env; cat "$JZ2_FILE"; } > "$HOME/out""#) == done)
    let lines = try #require(written).split(separator: "\n").map(String.init).sorted()
    let own = ["PWD=", "OLDPWD=", "SHLVL=", "_="]
    let names = lines.filter { line in !own.contains { line.hasPrefix($0) } }
    #expect(names.count == 6)
    #expect(names[0] == "HOME=\(directory.path)" && names[1] == "JZ2_ACTIVITY=STORE.7b")
    #expect(names[2].hasPrefix("JZ2_FILE=\(directory.path)/tmp/hook-") && names[2].hasSuffix("/ride-7.csv"))
    #expect(names[3] == "JZ2_RIDE=7" && names[4] == "PATH=/usr/bin:/bin" && names[5] == "ride 7 b")
  }

  @Test func `only this user can read a hook's file, which is removed afterwards`() async throws {
    let command = #"stat -c %a "$JZ2_FILE" "${JZ2_FILE%/*}" > "$HOME/out"; touch "${JZ2_FILE%/*}/more""#
    #expect(try await run(command) == done)
    #expect(written == "600\n700\n")
    #expect(leftFiles.isEmpty)
  }

  @Test func `files left by a killed process are removed`() async throws {
    try FileManager.default.createDirectory(atPath: directory.path(of: "tmp/hook-x"), withIntermediateDirectories: true)
    #expect(try await run("true") == done)
    #expect(leftFiles.isEmpty)
  }

  @Test
  func `a failing hook is reported by its status and last line, and abandoned after eight attempts`() async throws {
    let hook = try hook(#"echo one; printf 'two\033[31m\tthree\n\n' >&2; exit 3"#)
    let fault = SyncFault(.commandFailed, detail: "exit code 3: two [31m three")
    for _ in 1..<Hook.mostFailures {
      #expect(await hook.send(ServiceBench.parcel(7), mayBeThere: false) == .later(fault, after: nil))
    }
    #expect(await hook.send(ServiceBench.parcel(7), mayBeThere: false) == .refused(fault))
    #expect(await hook.send(ServiceBench.parcel(7), mayBeThere: false) == .later(fault, after: nil), "it begins anew")
  }

  @Test func `exit code 75 requests another attempt, without a limit`() async throws {
    let hook = try hook("exit 75")
    let fault = SyncFault(.commandFailed, detail: "exit code 75")
    for _ in 0...Hook.mostFailures {
      #expect(await hook.send(ServiceBench.parcel(7), mayBeThere: false) == .later(fault, after: nil))
    }
  }

  @Test func `a hook that is ended by a signal has failed`() async throws {
    #expect(try await run("kill -9 $$") == .later(SyncFault(.commandFailed, detail: "signal 9"), after: nil))
  }

  @Test func `a hook that exceeds its time gets SIGTERM and can clean up`() async throws {
    let hook = try hook(#"trap 'echo ended > "$HOME/out"; exit 0' TERM; sleep 600 & wait"#, whole: .seconds(2))
    let result = await hook.send(ServiceBench.parcel(7), mayBeThere: false)
    #expect(result == .later(SyncFault(.commandTimedOut), after: nil))
    #expect(written == "ended\n")
    #expect(leftFiles.isEmpty)
  }

  @Test func `a hook that ignores SIGTERM is killed with all of its children`() async throws {
    // The command and its children have the pipe open. The pipe closes when the last of them ends.
    let pipe = directory.path(of: "alive")
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(reader >= 0)
    defer { close(reader) }
    let hook = try hook(
      #"exec 9> "$HOME/alive"; trap '' TERM; sleep 600 & echo begun > "$HOME/out"; wait; wait; sleep 600"#,
      whole: .seconds(2), grace: .milliseconds(300))
    let result = await hook.send(ServiceBench.parcel(7), mayBeThere: false)
    #expect(result == .later(SyncFault(.commandTimedOut), after: nil))
    #expect(written == "begun\n")
    let events = try await blocking {
      var waiting = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      return poll(&waiting, 1, TestDeadline.eventMilliseconds) == 1 ? Int32(waiting.revents) : 0
    }
    #expect(events == POLLHUP)
  }

  @Test func `large output does not block a hook, and its end is reported`() async throws {
    let result = try await run("head -c 300000 /dev/zero | tr '\\0' x; echo; echo last; exit 1")
    #expect(result == .later(SyncFault(.commandFailed, detail: "exit code 1: last"), after: nil))
    let long = try await run("head -c 300000 /dev/zero | tr '\\0' x; exit 1")
    guard case .later(let fault, nil) = long else { Issue.record("not later"); return }
    #expect((fault.detail?.count ?? 0) < 250)
  }

  @Test func `a ride waits if the hook's file cannot be created`() async throws {
    try Data().write(to: URL(filePath: directory.path(of: "tmp")))
    guard case .later(let fault, nil) = try await run("true") else { Issue.record("not later"); return }
    #expect(fault.code == .notWritable)
  }
}
