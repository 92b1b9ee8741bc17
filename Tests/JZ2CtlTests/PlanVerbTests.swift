import ArgumentParser
import ClientTestKit
import ControlWire
import FoundationEssentials
import Glibc
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

/// The requests and the output of the verbs for plans.
@Suite struct PlanVerbTests {
  /// Runs a verb against a script.
  private func run<Command: Verb>(
    _ words: String..., as type: Command.Type, _ daemon: ScriptedDaemon
  ) throws -> Samples.Printed {
    let printed = Samples.Printed()
    let command = try #require(try JZ2Ctl.parseAsRoot(words) as? Command)
    try command.perform(with: daemon, output: printed.stream(json: command.options.json))
    return printed
  }

  /// Returns the request of `plan add mix` with these words.
  private func addition(_ words: String...) throws -> AddToPlan {
    try #require(try JZ2Ctl.parseAsRoot(["plan", "add", "mix"] + words) as? PlanAddCommand).addition(to: "mix")
  }

  @Test func `plan new creates a plan and says how to add to it`() throws {
    var empty = Samples.mix
    (empty.groups, empty.plan.name) = ([], "over under")
    let daemon = ScriptedDaemon(.init(empty), .init(empty))
    let printed = try run("plan", "new", "over under", "--about", "Sundays", as: PlanNewCommand.self, daemon)
    #expect(
      printed.output == """
        Created the plan over under. `jz2ctl plan add 'over under' --timer 10:00 --watts 150` adds an interval.

        """)
    let shown = try run("plan", "show", "over under", as: PlanShowCommand.self, daemon)
    #expect(shown.output.hasPrefix("over under, by Ada\nSundays\n\nIt is empty. `jz2ctl plan add 'over"))
    #expect(
      daemon.requests == [NewPlan(name: "over under", summary: "Sundays"), ShowPlan(name: "over under")])
  }

  @Test func `plan list shows the plans, and says how to create the first`() throws {
    let bare = PlanSummary(name: "hour", intervals: 1, timerSeconds: 3600, openEnded: false)
    let daemon = ScriptedDaemon(
      .init(PlanList(plans: [bare, Samples.mix.plan])), .init(PlanList(plans: [])), .init(PlanList(plans: [bare])))
    #expect(
      try run("plan", "list", as: PlanListCommand.self, daemon).output == """
        Plan  Intervals            Time     Route  About
        hour          1         1:00:00         -
        mix          11  14:00 and more  12.35 km  Sundays

        """)
    #expect(
      try run("plan", "list", as: PlanListCommand.self, daemon).output.hasPrefix("No plans of your own yet; `jz2ctl"))
    #expect(
      try run("plan", "list", "--json", as: PlanListCommand.self, daemon).output
        == #"{"plans":[{"intervals":1,"name":"hour","openEnded":false,"timerSeconds":3600}]}"# + "\n")
  }

  @Test func `plan rename and plan delete --line say what they did`() throws {
    let left = RemovedPlan(plan: Samples.mix.plan)
    let daemon = ScriptedDaemon(.init(Samples.mix), .init(left), .init(left))
    #expect(
      try run("plan", "rename", "old", "mix", as: PlanRenameCommand.self, daemon).output
        == "Renamed the plan old to mix.\n")
    #expect(
      try run("plan", "delete", "mix", "--line", "2.1", as: PlanDeleteCommand.self, daemon).output
        == "Deleted line 2.1 of the plan mix.\n")
    #expect(
      try run("plan", "remove", "mix", "--line", "2", as: PlanDeleteCommand.self, daemon).output
        == "Deleted line 2 of the plan mix.\n")
    #expect(
      daemon.requests == [
        RenamePlan(name: "old", to: "mix"), RemovePlan(name: "mix", line: 2, interval: 1),
        RemovePlan(name: "mix", line: 2),
      ])
  }

  /// Deletes a plan by `plan delete`, with an answer to its question.
  private func delete(
    _ words: String..., daemon: ScriptedDaemon, answering answer: Bool?
  ) throws -> (outcome: Deletion.Outcome, questions: [String], output: String) {
    let printed = Samples.Printed()
    let command = try #require(try JZ2Ctl.parseAsRoot(["plan", "delete"] + words) as? PlanDeleteCommand)
    var questions: [String] = []
    let outcome = try command.deletion.delete(
      with: daemon, output: printed.stream(json: command.options.json),
      ask: { question in
        questions.append(question)
        return answer
      })
    return (outcome, questions, printed.output)
  }

  private static let deleted: PlanSummary = {
    var plan = Samples.mix.plan
    plan.deletedUntil = "2026-12-20T06:45:12Z"
    return plan
  }()

  @Test func `plan delete asks and says how to restore the plan`() throws {
    let daemon = ScriptedDaemon(.init(Samples.mix), .init(RemovedPlan(plan: Self.deleted)))
    let done = try delete("MIX", daemon: daemon, answering: true)
    #expect(done.outcome == .deleted)
    #expect(done.questions == ["Delete the plan mix (11 intervals, 14:00 and more)?"])
    #expect(done.output.hasPrefix("Deleted the plan mix; `jz2ctl undo mix` restores it, until 2026-12-20"))
    #expect(daemon.requests == [ShowPlan(name: "MIX"), RemovePlan(name: "mix")])
  }

  @Test func `plan delete keeps the plan after no, and without an answer`() throws {
    let daemon = ScriptedDaemon(.init(Samples.mix), .init(Samples.mix))
    let kept = try delete("mix", daemon: daemon, answering: false)
    #expect(kept.outcome == .kept && kept.output == "The plan mix was not deleted.\n")
    #expect(try delete("mix", daemon: daemon, answering: nil).outcome == .unasked)
    #expect(try delete("mix", "--json", daemon: daemon, answering: true).outcome == .unasked)
    #expect(daemon.requests == [ShowPlan(name: "mix"), ShowPlan(name: "mix")])
  }

  @Test func `an already deleted plan is not deleted again`() throws {
    let unknown = ControlError(.unknownPlan, subject: "mix")
    let daemon = ScriptedDaemon(.init(error: unknown), .init(PlanList(plans: [Self.deleted])))
    let done = try delete("MIX", "--yes", daemon: daemon, answering: nil)
    #expect(done.outcome == .deleted && done.questions.isEmpty)
    #expect(done.output.hasPrefix("The plan mix is already deleted; `jz2ctl undo mix` restores it, until"))
    #expect(daemon.requests == [ShowPlan(name: "MIX"), Plans(deleted: true)])
    #expect(throws: unknown) {
      let none = ScriptedDaemon.Answer(PlanList(plans: []))
      _ = try delete("mix", "--yes", daemon: ScriptedDaemon(.init(error: unknown), none, none), answering: nil)
    }
  }

  @Test func `a workout from the calendar cannot be deleted, but a damaged plan can`() throws {
    var workout = Samples.mix
    workout.plan.source = "intervals"
    #expect(throws: ControlError(.planReadOnly, subject: "mix")) {
      try delete("mix", "--yes", daemon: ScriptedDaemon(.init(workout)), answering: nil)
    }
    let daemon = ScriptedDaemon(.init(error: ControlError(.badPlan, subject: "mix")), .init(RemovedPlan(plan: nil)))
    let done = try delete("mix", daemon: daemon, answering: true)
    #expect(done.questions == ["Delete the plan mix?"])
    #expect(done.output == "Deleted the plan mix; `jz2ctl undo mix` restores it.\n")
  }

  @Test func `plans and plan list the plans, and plans --deleted lists the deleted ones`() throws {
    let daemon = ScriptedDaemon(
      .init(PlanList(plans: [Samples.mix.plan])), .init(PlanList(plans: [Samples.mix.plan])),
      .init(PlanList(plans: [Self.deleted])))
    let listed = try run("plans", as: PlanListCommand.self, daemon).output
    #expect(try run("plan", as: PlanListCommand.self, daemon).output == listed)
    #expect(
      try run("plans", "--deleted", as: PlanListCommand.self, daemon).output == """
        Plan  Intervals            Time  Until
        mix          11  14:00 and more  2026-12-20

        `jz2ctl undo NAME` restores a plan until the day shown.

        """)
    #expect(daemon.requests == [Plans(), Plans(), Plans(deleted: true)])
  }

  @Test func `start --plan today requests the day's workout, not a plan of that name`() throws {
    func call(_ words: String...) throws -> Start? {
      try (try JZ2Ctl.parseAsRoot(["start"] + words) as? StartCommand)?.typed
    }
    #expect(try call("--plan", "today") == Start(plannedFor: .today))
    #expect(try call("--plan", "tomorrow", "--no-heart-rate") == Start(plannedFor: .tomorrow, heartRate: false))
    #expect(try call("--plan", "Today") == Start(plan: "Today"))
  }

  @Test func `plan copy says what it did`() throws {
    let daemon = ScriptedDaemon(.init(Samples.mix))
    #expect(
      try run("plan", "copy", "2026-11-25 Tempo", "mix", as: PlanCopyCommand.self, daemon).output
        == "Copied the plan 2026-11-25 Tempo to mix.\n")
    #expect(daemon.requests == [CopyPlan(name: "2026-11-25 Tempo", to: "mix")])
  }

  @Test func `plan list --all includes the calendar's workouts and says which were ridden`() throws {
    let workout = PlanSummary(
      name: "2026-11-25 Tempo", intervals: 3, timerSeconds: 3600, openEnded: false, day: "2026-11-25",
      source: "intervals", ridden: true)
    let own = PlanSummary(name: "hour", intervals: 1, timerSeconds: 3600, openEnded: false)
    let daemon = ScriptedDaemon(.init(PlanList(plans: [workout, own])))
    let printed = try run("plan", "list", "--all", as: PlanListCommand.self, daemon)
    #expect(daemon.requests == [Plans(all: true)])
    #expect(
      printed.output == """
        Plan              Intervals     Time  Route  From       Ridden  About
        2026-11-25 Tempo          3  1:00:00      -  intervals  yes
        hour                      1  1:00:00      -  -          -

        """)
  }

  private static func packaged(_ name: String, _ kind: PlanKind, _ summary: String) -> PlanSummary {
    var plan = PlanSummary(name: name, summary: summary, intervals: 7, timerSeconds: 2700, openEnded: kind == .test)
    plan.kind = kind
    if kind != .test { (plan.intensityFactor, plan.trainingStressScore) = (0.7326, 40.25) }
    return plan
  }

  @Test func `plan list shows the package's workouts by kind behind the rider's own plans`() throws {
    let packaged = [
      Self.packaged("tempo-45", .tempo, "Two blocks."), Self.packaged("tempo-60", .tempo, "Three blocks."),
      Self.packaged("ramp-test", .test, "Finds your FTP."),
    ]
    let own = PlanSummary(name: "hour", intervals: 1, timerSeconds: 3600, openEnded: false)
    let daemon = ScriptedDaemon(.init(PlanList(plans: [own] + packaged)), .init(PlanList(plans: packaged)))
    let table = """
      Workouts of jz2, in percent of your FTP:
      Kind   Plan                 Time    IF  TSS  About
      Tempo  tempo-45            45:00  0.73   40  Two blocks.
             tempo-60            45:00  0.73   40  Three blocks.
      Test   ramp-test  45:00 and more     -    -  Finds your FTP.

      """
    #expect(
      try run("plan", "list", as: PlanListCommand.self, daemon).output
        == "Plan  Intervals     Time  Route  About\nhour          1  1:00:00      -\n\n" + table)
    let first = try run("plan", "list", as: PlanListCommand.self, daemon).output
    #expect(first.hasPrefix("No plans of your own yet; `jz2ctl plan new NAME`") && first.hasSuffix("\n\n" + table))
  }

  @Test func `plan show names the load of a workout of the package`() throws {
    let plan = Self.packaged("tempo-45", .tempo, "Two blocks.")
    let interval = PlannedInterval(end: .timer, seconds: 2700, thresholdPercent: 82)
    let details = PlanDetails(plan: plan, groups: [PlannedGroup(repeats: 1, intervals: [interval])])
    let printed = try run("plan", "show", "tempo-45", as: PlanShowCommand.self, ScriptedDaemon(.init(details)))
    #expect(printed.output.hasPrefix("tempo-45\nTwo blocks.\n\n"))
    #expect(printed.output.hasSuffix("7 intervals: 45:00 by time. IF 0.73, TSS 40.\n"))
  }

  @Test func `a workout of the package is neither edited nor deleted`() throws {
    let details = PlanDetails(plan: Self.packaged("tempo-45", .tempo, "Two blocks."), groups: [])
    let refusal = ControlError(.planReadOnly, subject: "tempo-45", detail: "package")
    #expect(throws: refusal) {
      _ = try delete("tempo-45", "--yes", daemon: ScriptedDaemon(.init(details)), answering: nil)
    }
    let command = try #require(try JZ2Ctl.parseAsRoot(["plan", "edit", "tempo-45"]) as? PlanEditCommand)
    let output = Samples.Printed().stream(json: false)
    #expect(throws: refusal) {
      _ = try command.edit(
        with: ScriptedDaemon(.init(details)), output: output, editing: { _ in true }, ask: { false })
    }
  }

  @Test func `plan add adds an interval with an end, a label and a target`() throws {
    let daemon = ScriptedDaemon(.init(Samples.mix))
    let printed = try run(
      "plan", "add", "mix", "--timer", "1:00", "--label", "Run", "--watts", "150", as: PlanAddCommand.self, daemon)
    let interval = PlannedInterval(label: "Run", end: .timer, seconds: 60, watts: 150)
    #expect(daemon.requests == [AddToPlan(name: "mix", intervals: [interval])])
    #expect(printed.output.hasPrefix("mix, by Ada\nSundays\n\nLine  Interval      Label "))
  }

  @Test func `plan add accepts every kind of interval end`() throws {
    func ended(_ words: String...) throws -> [PlannedInterval] {
      try #require(try JZ2Ctl.parseAsRoot(["plan", "add", "mix"] + words) as? PlanAddCommand).addition(to: "mix")
        .intervals
    }
    #expect(try ended("--timer", "1h30") == [PlannedInterval(end: .timer, seconds: 5400)])
    #expect(try ended("--distance", "2.5km") == [PlannedInterval(end: .distance, meters: 2500)])
    #expect(
      try ended("--location", "-33.8688,151.2093")
        == [PlannedInterval(end: .location, latitudeDegrees: -33.8688, longitudeDegrees: 151.2093)])
    #expect(try ended("--location", "Café 2") == [PlannedInterval(end: .location, place: "Café 2")])
    #expect(try ended("--activity") == [PlannedInterval(end: .activity)])
  }

  @Test func `plan add accepts every kind of interval target`() throws {
    #expect(
      try addition("--timer", "1:00", "--watts", "100-200W").intervals
        == [PlannedInterval(end: .timer, seconds: 60, watts: 100, toWatts: 200)])
    #expect(
      try addition("--timer", "1:00", "--ftp", "62.5%").intervals
        == [PlannedInterval(end: .timer, seconds: 60, thresholdPercent: 62.5)])
    #expect(
      try addition("--timer", "1:00", "--ftp", "75-50").intervals
        == [PlannedInterval(end: .timer, seconds: 60, thresholdPercent: 75, toThresholdPercent: 50)])
    #expect(
      try addition("--timer", "1:00", "--zone", "2", "--ftp", "60", "--cadence", "90").intervals
        == [
          PlannedInterval(
            end: .timer, seconds: 60, thresholdPercent: 60, zone: 2, cadenceFrom: 90, cadenceTo: 90)
        ])
    #expect(
      try addition("--timer", "1:00", "--bpm", "120-130", "--watts", "140").intervals
        == [PlannedInterval(end: .timer, seconds: 60, watts: 140, bpmFrom: 120, bpmTo: 130)])
  }

  @Test func `plan add sends cues in order of time`() throws {
    let addition = try addition("--timer", "5min", "--cue", "1:30 Ease  off ", "--cue", "0s Go")
    #expect(
      addition.intervals.first?.cues == [
        PlanCue(atSeconds: 0, seconds: 10, text: "Go"), PlanCue(atSeconds: 90, seconds: 10, text: "Ease  off"),
      ])
  }

  @Test func `plan add with --repeat alone groups the last intervals`() throws {
    #expect(try addition("--repeat", "4") == AddToPlan(name: "mix", intervals: [], repeats: 4))
    #expect(
      try addition("--repeat", "4", "--last", "2") == AddToPlan(name: "mix", intervals: [], repeats: 4, last: 2))
    #expect(
      try addition("--repeat", "4", "--activity")
        == AddToPlan(name: "mix", intervals: [PlannedInterval(end: .activity)], repeats: 4))
  }

  @Test func `import sends a workout in pieces`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "mix.zwo")
    let bytes = (0...PieceReader.pieceSize).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try #require(FileWriting.replaceFile(at: path, with: bytes) == nil)
    let daemon = ScriptedDaemon(
      .init(PlanImportProgress(number: 3)),
      .init(PlanImportProgress(number: 3, plan: Samples.mix.plan)))
    let printed = try run("import", path, "--name", "mix", "--replace", as: ImportCommand.self, daemon)
    #expect(printed.output == "\(path): plan mix: 11 intervals, 14:00 and more, a route of 12.35 km.\n")
    let pieces = daemon.requests.compactMap { $0.base as? ImportPlan }
    #expect(pieces.map(\.sequence) == [0, 1] && pieces.map(\.last) == [false, true])
    #expect(pieces.map(\.number) == [nil, 3])
    #expect(Set(pieces.map(\.name)) == ["mix"] && Set(pieces.map(\.fileName)) == ["mix.zwo"])
    #expect(Set(pieces.map(\.replace)) == [true])
    #expect(pieces.compactMap { Data(base64Encoded: $0.data) }.flatMap { Array($0) } == bytes)
  }

  @Test(arguments: [
    ("plan export mix", WorkoutFileFormat.text), ("plan export mix --output a.ZWO", .zwo),
    ("plan export mix --output a.txt", .text),
    ("plan export mix --output a.xml --format mrc", .mrc), ("plan export mix --output /tmp/a.erg", .erg),
  ])
  func `plan export takes its format from an option or the file name`(line: String, format: WorkoutFileFormat) throws {
    let words = line.split(separator: " ").map(String.init)
    #expect(try #require(try JZ2Ctl.parseAsRoot(words) as? PlanExportCommand).chosenFormat == format)
  }

  @Test func `plan export writes the file`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "a.zwo")
    let daemon = ScriptedDaemon(.init(FilePiece(fileName: "mix.zwo", sequence: 0, data: "YQ==")))
    let printed = try run("plan", "export", "mix", "--output", path, as: PlanExportCommand.self, daemon)
    #expect(printed.output == "\(path): 1 bytes.\n")
    #expect(daemon.requests == [ExportPlan(name: "mix", format: "zwo")])
  }

  @Test func `plan export --output - writes to standard output and creates no file of that name`() throws {
    let daemon = ScriptedDaemon(.init(FilePiece(fileName: "mix.txt", sequence: 0, data: "YQ==")))
    let printed = try run("plan", "export", "mix", "--output", "-", "--json", as: PlanExportCommand.self, daemon)
    #expect(printed.output == #"{"byteCount":1,"data":"YQ==","fileName":"mix.txt"}"# + "\n")
    #expect(access("-", F_OK) != 0)
  }

  @Test(
    arguments: [
      ("back", Back()), ("extend 2:00", Extend(seconds: 120)),
      ("extend 2min", Extend(seconds: 120)), ("extend 500m", Extend(meters: 500)),
      ("extend 1.5km", Extend(meters: 1500)), ("extend -1:00", Extend(seconds: -60)), ("bias +5", Bias(change: 5)),
      ("bias -5", Bias(change: -5)), ("bias 5", Bias(percent: 5)),
      ("bias 0", Bias(percent: 0)), ("bias +5%", Bias(change: 5)),
    ] as [(String, any TrainerCall)])
  func `a step says which interval the ride is in`(line: String, step: any TrainerCall) throws {
    let daemon = ScriptedDaemon(.init(StepTaken(plan: Samples.planStatus)))
    let printed = Samples.Printed()
    let command = try #require(
      try JZ2Ctl.parseAsRoot(line.split(separator: " ").map(String.init)) as? any StepVerb)
    try command.perform(with: daemon, output: printed.stream())
    #expect(daemon.requests.first == AnyHashable(step))
    #expect(printed.output == "Interval 2 of 11, Over: 100 to 200 W, 0:40 to go. Bias +5 %.\n")
  }

  @Test func `a step in JSON prints one object`() throws {
    let daemon = ScriptedDaemon(.init(StepTaken(plan: PlanStatus(intervals: 2, expiredCount: 2, share: 1))))
    #expect(
      try run("back", "--json", as: BackCommand.self, daemon).output
        == #"{"plan":{"biasPercent":0,"expired":[],"expiredCount":2,"intervals":2,"share":1}}"# + "\n")
  }

  @Test func `next ends an interval that waits, and skips any other`() throws {
    let taken = ScriptedDaemon.Answer(StepTaken(plan: Samples.planStatus))
    let waiting = ScriptedDaemon(taken)
    #expect(try run("next", as: NextCommand.self, waiting).output.hasPrefix("Interval 2 of 11"))
    #expect(waiting.requests == [Done()])
    let timed = ScriptedDaemon(.init(error: ControlError(.notAwaited, subject: "2")), taken)
    _ = try run("next", as: NextCommand.self, timed)
    #expect(timed.requests == [Done(), Skip()] as [AnyHashable])
    let noRide = ScriptedDaemon(.init(error: ControlError(.noRide)))
    #expect(throws: ControlError(.noRide)) { try run("next", as: NextCommand.self, noRide) }
  }
}
