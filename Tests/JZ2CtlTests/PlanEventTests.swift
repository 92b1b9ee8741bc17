import ClientTestKit
import ControlWire
import Glibc
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

@Suite struct PlanEventTests {
  @Test func `the event command receives the event in its environment`() {
    let told = ViewEventCommand.environment(Samples.intervalEnded).map { "\($0.name)=\($0.value)" }
    #expect(
      told == [
        "JZ2_EVENT=intervalEnded", "JZ2_NUMBER=3", "JZ2_LABEL=Over", "JZ2_OUTCOME=expired", "JZ2_NEXT_LABEL=Un\"der",
      ])
    let end = ViewEventCommand.environment(PlanNews(kind: .planEnded, interval: nil)).map(\.value)
    #expect(end == ["planEnded", "", "", "", ""])
  }

  @Test func `the event command is run and reaped`() async throws {
    let folder = try TemporaryDirectory()
    let (path, pipe) = (folder.path(of: "told"), folder.path(of: "pipe"))
    try #require(mkfifo(pipe, 0o600) == 0)
    let words =
      "echo \"$JZ2_EVENT $JZ2_NUMBER $JZ2_LABEL $JZ2_NEXT_LABEL\" > \(path); echo out; echo err >&2; : > \(pipe)"
    let command = ViewEventCommand(words, writing: .nowhere)
    command.run(Samples.intervalEnded)
    #expect(command.running == 1)
    // Opening the pipe is the command's last step.
    close(open(pipe, O_RDONLY))
    let text = try PieceReader(path: path).next()
    #expect(String(decoding: text, as: UTF8.self) == "intervalEnded 3 Over Un\"der\n")
    await untilReaped(command)
  }

  @Test func `an event of the plan is announced after its status`() throws {
    var status = Samples.planned
    status.news = [Samples.intervalEnded]
    var end = Status(phase: .idle)
    end.news = [PlanNews(kind: .planEnded, interval: nil)]
    let daemon = ScriptedDaemon(.init(status, end), .init(RideList(rides: [Samples.ride])))
    let display = NotedDisplay()
    _ = try WatchLoop(daemon: daemon, display: display, ride: 12, wait: {}).run()
    #expect(display.notes == ["riding", #"news interval-ended 3 "Over""#, "news plan-ended"])
  }

  @Test func `the event command runs for each event`() async throws {
    var status = Samples.planned
    status.news = [Samples.intervalEnded]
    let daemon = ScriptedDaemon(.init(status, Status(phase: .idle)), .init(RideList(rides: [Samples.ride])))
    let command = ViewEventCommand("true", writing: .nowhere)
    let display = NotedDisplay()
    _ = try WatchLoop(daemon: daemon, display: display, ride: 12, command: command, wait: {}).run()
    #expect(display.notes == ["riding", #"news interval-ended 3 "Over""#])
    await untilReaped(command)
  }

  /// A command that is not reaped keeps the testing library from seeing the end of another process.
  private func untilReaped(_ command: ViewEventCommand) async {
    while command.running > 0 {
      command.reap()
      await Task.yield()
    }
  }
}
