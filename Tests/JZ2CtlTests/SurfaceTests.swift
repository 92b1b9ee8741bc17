import ArgumentParser
import ClientTestKit
import ControlWire
import FoundationEssentials
import RideText
import Rides
import Testing
import TrainerClient
import Translations

@testable import jz2ctl

/// What the help shows, and what became of old spellings.
@Suite struct SurfaceTests {
  private struct Tool: Decodable {
    struct Command: Decodable {
      let commandName: String
      let shouldDisplay: Bool
      let subcommands: [Command]?
      let arguments: [Argument]?

      var shown: [Command] { (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" } }

      /// The options that the help of this command and of its subcommands shows, without those of every command.
      var options: [String] {
        let common: Set = ["socket", "json", "version", "help", "h"]
        let own = (arguments ?? []).filter { $0.kind != "positional" && $0.shouldDisplay }
          .map { $0.names?.first?.name ?? "" }
        return own.filter { !common.contains($0) } + shown.flatMap(\.options)
      }
    }

    struct Argument: Decodable {
      struct Name: Decodable { let name: String }

      let kind: String
      let shouldDisplay: Bool
      let names: [Name]?
    }

    let command: Command
  }

  @Test func `the help shows at most 34 verbs and 117 options`() throws {
    let tool = try JSONDecoder().decode(Tool.self, from: Data(JZ2Ctl._dumpHelp().utf8))
    #expect(tool.command.shown.count <= 34, "\(tool.command.shown.map(\.commandName))")
    #expect(tool.command.options.count <= 117, "\(tool.command.options.count)")
  }

  @Test func `the help is English in every language`() {
    let german = Translation.$current.withValue(Translation(.german)) { JZ2Ctl._dumpHelp() }
    #expect(german.contains("lying, sitting, or standing"))
    #expect(german == JZ2Ctl._dumpHelp())
  }

  @Test func `each old spelling is refused and answered with a present one`() throws {
    let tree = try #require(VerbTree(of: JZ2Ctl.self))
    for (old, new) in OldWords.changes {
      let words = old.split(separator: " ").map(String.init)
      #expect(OldWords.answer(to: words) == "`\(old)` is now `jz2ctl \(new)`.")
      #expect(throws: (any Error).self, "\(old)") { try JZ2Ctl.parseAsRoot(words + ["x"]) }
      #expect(tree.misspelling(in: new.split(separator: " ").map(String.init)) == nil, "\(new)")
    }
  }

  @Test(arguments: [
    ("records", "records"), ("--json --socket /s records", "records"), ("help records", "records"),
    ("chart last --history --weeks 3", "chart --history"), ("rides --weeks=4", "rides --weeks"),
    ("plan undelete mix", "plan undelete"), ("start --again --watts 155", "start --again"),
    ("health import export.zip --dry-run", "health import"), ("undelete 12", "undelete"),
  ])
  func `an old spelling is found with options and names around it`(line: String, old: String) {
    let answer = OldWords.answer(to: line.split(separator: " ").map(String.init))
    #expect(answer?.hasPrefix("`\(old)` is now ") == true)
  }

  @Test(arguments: [
    "stats records", "rename 12 records", "plan show done", "note last -- --weeks", "--socket done status",
  ])
  func `a name that is an old spelling is left alone`(line: String) {
    #expect(OldWords.answer(to: line.split(separator: " ").map(String.init)) == nil)
  }

  @Test(arguments: [
    (Language.german, "`records` heißt jetzt `jz2ctl stats records`."),
    (.french, "`records` s'appelle maintenant `jz2ctl stats records`."),
    (.spanish, "`records` ahora es `jz2ctl stats records`."),
  ])
  func `an old spelling is answered in the rider's language`(language: Language, text: String) {
    Translation.$current.withValue(Translation(language)) { #expect(OldWords.answer(to: ["records"]) == text) }
  }

  // MARK: - jz2ctl alone

  private func page(width: Int) -> [String] {
    HomeText.page(["Idle."], width: width).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `jz2ctl alone shows the state and eight commands`() {
    let lines = page(width: 79)
    #expect(lines.prefix(3) == ["Idle.", "", "Type `jz2ctl` and one of these:"])
    #expect(lines.count == 11 && lines[3].hasPrefix("  start     ride as last time"))
    #expect(lines.allSatisfy { $0.count < 80 })
  }

  @Test(arguments: [nil, Language.german, .french, .spanish])
  func `jz2ctl alone fits 80 and 40 columns in every language`(language: Language?) {
    let (wide, narrow) = Translation.$current.withValue(language.flatMap { Translation($0) }) {
      (page(width: 79), page(width: 39))
    }
    #expect(wide.count == 11 && (wide.map(\.count).max() ?? 0) < 80)
    #expect(narrow.count <= 23 && (narrow.map(\.count).max() ?? 0) < 40)
  }

  @Test func `the state names the last ride and the chosen devices, or what is missing`() {
    var status = Status(phase: .idle)
    #expect(
      HomeText.state(status, last: nil, today: 20_778, Samples.berlin)
        == "Idle. No device is chosen; `jz2ctl start` takes the only trainer in range.")
    status.trainer = DeviceStatus(address: "C0:FF:EE:00:00:01", name: "KICKR CORE", state: .away)
    status.heartRate = DeviceStatus(address: "C0:FF:EE:00:00:02", name: "HRM-Dual", state: .away)
    let day = Samples.berlin.day(Samples.ride.start) ?? 0
    for (days, when) in [(0, "today"), (1, "yesterday"), (3, "3 days ago"), (30, "2026-11-21")] {
      #expect(
        HomeText.state(status, last: Samples.ride, today: day + days, Samples.berlin)
          == "Idle. Last ride: 149 W, 1:00:00, \(when). KICKR CORE and HRM-Dual are chosen.")
    }
  }

  @Test func `jz2ctl alone works without a daemon`() throws {
    let printed = Samples.Printed()
    let command = try #require(try JZ2Ctl.parseAsRoot([]) as? JZ2Ctl)
    try command.perform(with: ScriptedDaemon(.init(error: ControlError(.noDaemon))), output: printed.stream())
    #expect(printed.output.contains("  start     ride as last time") && printed.error.isEmpty)
  }
}
