import ArgumentParser
import ClientTestKit
import ControlWire
import FitnessGATT
import Foundation
import RideText
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

/// `--json` prints replies as they are on the wire; `jz2ctl help json` describes the answers that jz2ctl itself
/// creates.
@Suite struct JSONShapeTests {
  private let shapes: ShapeText
  private let folder: TemporaryDirectory

  init() throws {
    shapes = try ShapeText(Shapes.text)
    folder = try TemporaryDirectory()
  }

  // MARK: - The text

  @Test func `each verb has a shape, and each shape a verb`() throws {
    func leaves(_ tree: VerbTree, _ path: [String]) -> [String] {
      tree.verbs.isEmpty ? [path.joined(separator: " ")] : tree.verbs.flatMap { leaves($0, path + [$0.name]) }
    }
    let verbs = Set(leaves(try #require(VerbTree(of: JZ2Ctl.self)), [])).subtracting(["help"])
    #expect(verbs.subtracting(shapes.verbs.map(\.name)) == [])
    #expect(Set(shapes.verbs.map(\.name)).subtracting(verbs) == [])
    let documented = Set(shapes.verbs.map(\.words))
    #expect(documented.count == shapes.verbs.count && documented == Set(runs.keys), "each has a run in this test")
  }

  @Test func `each name is a type of jz2ctl, or a method or type of an interface`() throws {
    let interfaces = InterfaceArgument.allCases.map(\.interface.description).joined()
    func declares(_ kind: String, _ name: String) -> Bool { interfaces.contains("\n\(kind) \(name)") }
    for name in shapes.verbs.flatMap(\.types) {
      #expect((shapes.types[name] == nil) == declares("method", "\(name)("), "\(name)")
    }
    let types = Set(shapes.types.values.flatMap { $0.values.map { ShapeText.element(of: $0.type) } })
    for name in types.subtracting(ShapeText.simple) {
      #expect((shapes.types[name] == nil) == declares("type", "\(name) ("), "\(name)")
    }
    #expect(Set(shapes.types.keys).subtracting(shapes.verbs.flatMap(\.types) + types) == [])
  }

  @Test func `the text fits a terminal and a manual page`() {
    for line in Shapes.text.split(separator: "\n") {
      #expect(line.count < 80 && !line.hasPrefix(".") && !line.hasPrefix("'") && !line.contains("\\"), "\(line)")
    }
  }

  @Test func `the documentation has the same text`() throws {
    let root = #filePath.split(separator: "/Tests/")[0]
    #expect(try String(contentsOfFile: "\(root)/docs/json.md", encoding: .utf8).contains("```\n\(Shapes.text)```\n"))
  }

  // MARK: - The answers

  @Test func `a verb prints only documented members, and each documented key is printed`() throws {
    var seen: Set<String> = []
    for verb in shapes.verbs {
      let run = try #require(runs[verb.words])
      var methods: Set<String> = []
      for isFull in [true, false] {
        let printed = Samples.Printed()
        let daemon = MadeUpDaemon(isFull: isFull)
        do {
          try run(daemon, printed.stream(json: true))
        } catch let error as ControlError where !isFull {
          // A verb may fail with a minimal reply.
          #expect(error.code != .methodNotFound, "\(verb.words)")
        }
        methods.formUnion(daemon.methods)
        let lines = printed.output.split(separator: "\n")
        #expect(!isFull || !lines.isEmpty, "\(verb.words)")
        for line in lines { check(try JSONTree(line), verb, daemon, seen: &seen) }
      }
      let calls = verb.types.filter { shapes.types[$0] == nil }
      #expect(calls.isEmpty || !methods.isDisjoint(with: calls), "\(verb.words)")
    }
    let refusal = Refusal(
      ControlError.several(
        .trainer, among: [Device(address: "C0:FF:EE:00:00:01", name: "K", kinds: [], rssi: 1, known: false)]))
    #expect(shapes.faults(of: try JSONTree(Output.line(of: refusal)), as: "Refusal", at: "", seen: &seen) == [])
    let documented = shapes.types.flatMap { name, fields in fields.keys.map { "\(name).\($0)" } }
    #expect(Set(documented).subtracting(seen).sorted() == [])
  }

  private func check(_ line: JSONTree, _ verb: ShapeText.Verb, _ daemon: MadeUpDaemon, seen: inout Set<String>) {
    guard case .object(let members) = line else { return #expect(Bool(false), "\(verb.words) prints no object") }
    let others = members.filter { key, value in
      let told = daemon.members.filter { $0.key == key }.map(\.value)
      return !told.contains(value) && !value.isList(ofElementsOf: told)
    }
    var best: (faults: [String], seen: Set<String>)?
    if verb.types.contains(where: { shapes.types[$0] == nil }) {
      best = (others.map { "\(verb.words): \($0.key) is of no reply" }, [])
    }
    for type in verb.types where shapes.types[type] != nil {
      var noted: Set<String> = []
      let faults = shapes.faults(of: line, as: type, at: "\(verb.words): \(type)", seen: &noted)
      if faults.count < best?.faults.count ?? .max { best = (faults, noted) }
    }
    #expect(best?.faults == [])
    seen.formUnion(best?.seen ?? [])
  }

  // MARK: - The verbs

  private typealias Run = (MadeUpDaemon, Output) throws -> Void

  /// The command lines of verbs that need only `perform`.
  private static let typed = [
    "scan", "use C0:FF:EE:00:00:01", "devices", "start --watts 150 --minutes 60",
    "pause", "resume", "lap", "stop", "plan new mix", "plan add mix --activity",
    "plan list", "plan show mix", "plan rename mix mox", "plan copy mix mox", "plan delete mix --yes",
    "plan export mix", "back", "extend 2:00", "bias +5", "rides --limit 1", "rides --strava", "show last",
    "show --link", "stats weeks", "stats records", "stats power", "stats load", "stats history", "stats scores",
    "export", "settings", "today", "hrv list", "hrv show last", "hrv delete last", "hrv add --rmssd 40",
    "sleep add --from 23:10 --to 6:50", "sleep list", "sleep edit today --awake 25min", "sleep delete today",
    "rename last x", "note last x", "trim last --auto", "trim --suggest", "delete last --yes",
    "connect list", "uploaded last garmin", "services", "sync now", "sync status", "sync again last --service hub",
    "disconnect strava",
    "page status", "page pair", "page phones", "page revoke --all", "page public on",
  ]

  private static func perform(_ line: String, _ daemon: MadeUpDaemon, _ output: Output) throws {
    let words = line.split(separator: " ").map(String.init) + ["--json"]
    let verb = try #require(try JZ2Ctl.parseAsRoot(words) as? any Verb, "\(line)")
    try verb.perform(with: daemon, output: output)
  }

  private static func command<Command: ParsableCommand>(_ words: String..., as type: Command.Type) throws -> Command {
    try #require(try JZ2Ctl.parseAsRoot(words + ["--json"]) as? Command)
  }

  private func file(_ name: String, _ text: String) throws -> String {
    let path = folder.path(of: name)
    try #require(FileWriting.replaceFile(at: path, with: Array(text.utf8)) == nil)
    return path
  }

  /// The function that runs each row of the verbs.
  private var runs: [String: Run] {
    var runs: [String: Run] = [:]
    for line in Self.typed {
      guard
        let row = shapes.verbs.map(\.words).filter({ "\(line) ".hasPrefix("\($0) ") }).max(by: { $0.count < $1.count })
      else { continue }
      runs[row] = { try Self.perform(line, $0, $1) }
    }
    runs.merge(ridingRuns) { $1 }
    runs.merge(chartRuns) { $1 }
    runs.merge(fileRuns) { $1 }
    return runs
  }

  private var ridingRuns: [String: Run] {
    [
      "status": { daemon, output in
        try Self.perform("status", daemon, output)
        daemon.scripted["Status"] = Status(phase: .idle)
        try Self.perform("status", daemon, output)
      },
      "watch": { daemon, output in output.say(LineDisplay(json: true).line(of: try daemon.call(Watch()))) },
      "start --watch": { daemon, output in
        try Self.perform("start --watts 150 --minutes 60", daemon, output)
        WatchLoop<MadeUpDaemon, NotedDisplay>.tellEnd(of: try daemon.summary("last"), with: daemon, output)
      },
      "watts": { daemon, output in
        try Self.perform("watts 150", daemon, output)
        try Self.perform("watts free", daemon, output)
      },
      "slope": { try Self.perform("slope 2", $0, $1) },
      "resistance": { try Self.perform("resistance 40", $0, $1) },
      "calibrate": { daemon, output in
        let reply = try daemon.call(Calibrate())
        daemon.scripted["Calibrate"] = Calibrating(calibration: CalibrationStatus(device: .trainer, step: .done))
        let run = CalibrationRun(daemon: daemon, output: output, progress: .current(json: true))
        output.answer(daemon.isFull ? reply : Calibrating(calibration: try run.run(.trainer)), text: "")
      },
      "forget": { try Self.perform("forget C0:FF:EE:00:00:01", $0, $1) },
      "next": { daemon, output in
        try Self.perform("next", daemon, output)
        daemon.refused["Done"] = ControlError(.notAwaited, subject: "2")
        try Self.perform("next", daemon, output)
      },
      "undo": { daemon, output in
        for name in ["last", "mix"] {
          let command = try Self.command("undo", name, as: UndoCommand.self)
          if let refusal = try command.undo(with: daemon, output: output, .system) { output.refuse(refusal) }
        }
      },
      "plan delete": { daemon, output in
        try Self.perform("plan delete mix --yes", daemon, output)
        try Self.perform("plan delete mix --line 2", daemon, output)
      },
      "hrv measure": { daemon, output in
        let command = try Self.command("hrv", "measure", as: HRVMeasureCommand.self)
        try command.measure(with: daemon, output, MeasureLines(output))
      },
      "sync restore": { daemon, output in
        let command = try Self.command("sync", "restore", as: SyncRestoreCommand.self)
        _ = try command.restore(with: daemon, output: output)
      },
      "doctor": { _, output in
        var problem = Problem(
          .storeFailing, obstacle: StoreObstacle(.diskFull, path: "/var", user: "jz2", context: "x"), taken: (1, 2))
        problem.detail = "x"
        var check = Check(name: "state directory", outcome: .failed, problem)
        (check.code, check.subject, check.detail, check.count) = ("libraryOpen", "/var", "x", 1)
        output.answer(CheckList(checks: [check]), text: "")
      },
      "decode": { _, output in
        output.answer(
          DecodedValue(try GATTValueDescription(assignedNumber: 0x2AD2, decoding: Self.cutRecord)), text: "")
      },
      "json": { _, output in output.answer(JSONCommand.Description(description: ""), text: "") },
      "page on": { [folder] daemon, output in
        let page = try PageScene(in: folder).page
        _ = try Self.command("page", "on", as: PageOnCommand.self).switchOn(page, with: daemon, output: output)
      },
      "page off": { [folder] _, output in
        let page = try PageScene(in: folder).page
        try Self.command("page", "off", as: PageOffCommand.self).switchOff(page, output: output)
      },
      "page certificate": { [folder] daemon, output in
        let words = ["page", "certificate"] + (daemon.isFull ? [] : ["--remove"])
        let command = try #require(try JZ2Ctl.parseAsRoot(words) as? PageCertificateCommand)
        try command.perform(on: PageScene(in: folder).page, host: "pi", output: output, picture: nil)
      },
    ]
  }

  /// A record of a trainer that was cut at 20 bytes.
  private static let cutRecord: [UInt8] = [0xFE, 0x1F] + [UInt8](repeating: 1, count: 18)

  private var chartRuns: [String: Run] {
    [
      "chart": { daemon, output in
        try Self.perform("chart --panels power,heart,cadence,alpha,speed", daemon, output)
        guard daemon.isFull else { return }
        daemon.scripted["Show"] = ShownRide(ride: Samples.ride, samples: Self.samples)
        for reviewed in Self.reviewed {
          daemon.scripted["Review"] = reviewed
          try Self.perform("chart --panels power,heart", daemon, output)
        }
      },
      "chart --strava": { daemon, output in
        try Self.perform("chart --strava 7", daemon, output)
        var activity = RemoteActivity(id: "7", start: MadeUp.time, timerSeconds: 3600, elapsedSeconds: 3600)
        (activity.averageWatts, activity.sport) = (149.44, "Ride")
        daemon.scripted["Activities"] = RemoteActivityList([activity])
        try Self.perform("chart --strava --weeks 4", daemon, output)
      },
    ]
  }

  /// A ride with a spike, a pause and a second without power.
  private static let samples = (0..<300).map { second in
    RideSample(
      second: second, timerRunning: !(100..<120).contains(second),
      powerWatts: second == 7 ? nil : second == 200 ? 900 : 150, targetWatts: 150, beatsPerMinute: 130)
  }

  /// That ride, once recorded by jz2 and once imported from another program.
  private static let reviewed = [nil, "fit"].map { importedFrom in
    var ride = Samples.ride
    ride.importedFrom = importedFrom
    var lap = ReviewedRide.Lap(fromSeconds: 0, toSeconds: 100, timerSeconds: 100, kilojoules: 15, trigger: "time")
    (lap.plannedWatts, lap.plannedToWatts) = (100, 200)
    let review = RideReview(
      workFromSeconds: 0, workToSeconds: 300, zone2From: 120, zone2To: 140, zone2Seconds: 0, zoneMethod: .zone2Range,
      zones: [])
    let events = ["paused", "resumed"].map { ReviewedRide.Event(atSeconds: 100, kind: $0) }
    return ReviewedRide(ride: ride, review: review, laps: [lap, lap], events: events, uploads: [])
  }

  /// One resting heart rate, and one that is left out.
  private static let health: String = {
    let record = """
      <Record type="HKQuantityTypeIdentifierRestingHeartRate" unit="count/min" value="%" \
      startDate="2026-09-14 00:05:00 +0200"/>
      """
    let records = ["47", "x"].map { record.replacingOccurrences(of: "%", with: $0) }.joined()
    return "<HealthData>\(records)</HealthData>"
  }()

  private var fileRuns: [String: Run] {
    [
      "plan edit": { daemon, output in
        guard daemon.isFull else { return }
        let plan = PlanSummary(name: "mix", intervals: 1, timerSeconds: 60, openEnded: false)
        daemon.scripted["ShowPlan"] = PlanDetails(plan: plan, groups: [])
        daemon.refused["ImportPlan"] = ControlError(.planReadOnly, subject: "mix", detail: "strava")
        let command = try Self.command("plan", "edit", "mix", as: PlanEditCommand.self)
        var edits = 0
        _ = try command.edit(
          with: daemon, output: output,
          editing: { path in
            edits += 1
            if edits > 1 { daemon.refused = [:] }
            return (try? "timer 1:0\(edits) 150W".write(toFile: path, atomically: false, encoding: .utf8)) != nil
          }, ask: { true })
      },
      "import": { daemon, output in
        guard daemon.isFull else { return }
        let silent = ProgressLine(columns: { 80 }, write: nil)
        let path = try file("a.tcx", "<ride/>")
        let others = [
          try file("a.zwo", "<workout_file/>"), try file("a.xml", "<HealthData></HealthData>"),
          try file("a.csv", "Datetime,Rmssd\n2026-11-25 06:45:12,50\n"), try file("a.txt", "812\n840\n"),
          try file("a.jz2", "SQLite format 3\0"),
        ]
        for words in [
          ["import", folder.path, "--dry-run"], ["import", try file("b.xml", Self.health)],
          ["import", try file("c.xml", Self.health), "--dry-run"],
          ["import", path, folder.path(of: "none.fit")],
          ["import", "--force"] + others,
        ] {
          let command = try #require(try JZ2Ctl.parseAsRoot(words) as? ImportCommand)
          _ = try command.takeAll(with: daemon, output: output, progress: silent)
        }
        daemon.refused["Import"] = .badFile(FileFault(.noActivity, byte: 0, line: nil, detail: ""))
        daemon.refused["SetNight"] = ControlError(.nightRefused, subject: "2026-11-25")
        let command = try Self.command(
          "import", try file("a.json", #"{"date":"2026-11-25"}"#), as: ImportCommand.self)
        _ = try command.takeAll(with: daemon, output: output, progress: silent)
      },
      "backup": { try Self.perform("backup \(folder.path(of: "rides.jz2"))", $0, $1) },
      "export": { daemon, output in
        try Self.perform("export", daemon, output)
        try Self.perform("export --output \(folder.path(of: "a.tcx"))", daemon, output)
      },
      "restore": { daemon, output in
        guard daemon.isFull else { return }
        try Self.perform("restore \(try file("rides.jz2", "library"))", daemon, output)
      },
      "connect intervals": {
        try Self.perform("connect intervals --key-file \(try file("key", "secret"))", $0, $1)
      },
      "connect strava": {
        try Self.perform("connect strava --client-id 1 --client-secret-file \(try file("app", "secret"))", $0, $1)
      },
      "connect hub": { try Self.perform("connect hub --token-file \(try file("token", "secret"))", $0, $1) },
    ]
  }
}
