import ArgumentParser
import ClientTestKit
import ControlWire
import Glibc
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

/// The requests and the output of the verbs about scores.
@Suite struct ScoreVerbTests {
  private let today = Samples.day("2026-11-25")

  private func announce(_ words: String..., daemon: ScriptedDaemon) throws -> Samples.Printed {
    try Samples.Printed.by(["today"] + words) { (verb: TodayCommand, output) in
      try verb.answer(with: daemon, output, today: today, width: 79)
    }
  }

  @Test func `today in JSON has the scores and omits unknown values`() throws {
    var day = Samples.scores
    day.sleep?.efficiency = nil
    let daemon = ScriptedDaemon(.init(ScoreList(days: [day])))
    let json = try announce("--json", daemon: daemon).output
    #expect(json == Output.line(of: ScoreList(days: [day])) && !json.contains("efficiency"))
    #expect(daemon.requests == [Scores(from: today, to: today)])
  }

  @Test func `today requests the rider's source only if a measurement is missing`() throws {
    let settings = SettingsAndZones(settings: RiderSettings(hrvSource: .apple), zones: [])
    let daemon = ScriptedDaemon(
      .init(ScoreList(days: [Samples.scores])), .init(ScoreList(days: [Samples.bareDay])), .init(settings))
    #expect(try announce(daemon: daemon).output.hasPrefix("2026-11-25\n\nYour heart rate variability is in its usual"))
    #expect(try announce(daemon: daemon).output.contains("Import a new export of Apple Health"))
    #expect(daemon.requests.count == 3)
  }

  @Test func `today explains another day`() throws {
    let daemon = ScriptedDaemon(.init(ScoreList(days: [Samples.scores])))
    #expect(try announce("yesterday", "--explain", daemon: daemon).output.contains("\nRECOVERY: 69.36 of 100"))
    let yesterday = Samples.day("2026-11-24")
    #expect(daemon.requests == [Scores(from: yesterday, to: yesterday)])
  }

  @Test func `stats load in JSON requests pages until it has all days`() throws {
    let first = DayLoad(date: Samples.day("2026-11-24"), fitness: 40.3, fatigue: 30.1, rides: 0)
    let second = DayLoad(date: today, rides: 0)
    let daemon = ScriptedDaemon(
      .init(LoadList(days: [first], more: true)), .init(LoadList(days: [second])))
    let printed = try Samples.Printed.by("stats load --days 2 --json") { (verb: LoadCommand, output) in
      try verb.answer(with: daemon, output, today: today, width: 79)
    }
    #expect(
      printed.output
        == #"{"days":[{"date":"2026-11-24","fatigue":30.1,"fitness":40.3,"rides":0,"#
        + #""ridesWithoutTRIMP":0,"ridesWithoutTSS":0},"#
        + #"{"date":"2026-11-25","rides":0,"ridesWithoutTRIMP":0,"ridesWithoutTSS":0}]}"# + "\n")
    #expect(daemon.requests == [Load(from: first.date, to: today), Load(from: today, to: today)])
  }

  private func chart(_ words: String..., daemon: ScriptedDaemon) throws -> Samples.Printed {
    try Samples.Printed.by(["stats", "scores"] + words) { (verb: StatsScoresCommand, output) in
      try verb.draw(with: daemon, to: today, output)
    }
  }

  @Test func `stats scores requests its days and prints them in the chosen format`() throws {
    let daemon = ScriptedDaemon(
      .init(ScoreList(days: [Samples.scores])), .init(ScoreList(days: [Samples.scores])),
      .init(ScoreList(days: [Samples.scores])))
    let row = "2026-11-25,69.3611,optimal,true,9.4371,93.2563,3.7633,3.7212,3.6000,3.9123\r\n"
    #expect(
      try chart("--days", "2", "--format", "csv", daemon: daemon).output.hasSuffix("2026-11-24,,,,,,,,,\r\n\(row)"))
    let json = try chart("--days", "7", "--json", daemon: daemon).output
    #expect(json.hasPrefix(#"{"days":[{"date":"2026-11-19"},"#) && json.contains(#""recovery":69.3611"#))
    #expect(try chart("--days", "7", "--format", "json", daemon: daemon).output == json)
    let first = AnyHashable(Scores(from: Samples.day("2026-11-24"), to: today))
    #expect(daemon.requests.first == first)
  }

  @Test func `stats scores --output - writes to standard output and creates no file of that name`() throws {
    let daemon = ScriptedDaemon(.init(ScoreList(days: [Samples.scores])), .init(ScoreList(days: [Samples.scores])))
    #expect(try chart("--output", "-", "--format", "csv", daemon: daemon).output.contains("2026-11-24,,,,,,,,,\r\n"))
    #expect(try chart("--output", "-", "--json", daemon: daemon).output.hasPrefix(#"{"days":["#))
    #expect(access("-", F_OK) != 0)
  }

  @Test func `stats scores takes its format from the file extension`() throws {
    let folder = try TemporaryDirectory()
    let daemon = ScriptedDaemon(.init(ScoreList(days: [Samples.scores])), .init(ScoreList(days: [Samples.scores])))
    let (csv, svg) = (folder.path(of: "a.csv"), folder.path(of: "a.svg"))
    #expect(try chart("--output", csv, daemon: daemon).output.hasPrefix("\(csv): "))
    #expect(try chart("--output", svg, daemon: daemon).output.hasPrefix("\(svg): "))
  }

  @Test(arguments: [
    "stats scores 12", "stats scores --weeks 3", "stats history --days 7", "chart 12 --format csv",
    "stats scores --format svg", "stats scores --days 0", "stats scores --output a.gif",
    "stats scores --output a.csv --format json", "stats load --days 0",
    "today tomorrow", "today 2026-02-30",
  ])
  func `the command line refuses invalid arguments for scores and charts`(line: String) {
    #expect(throws: (any Error).self) { try JZ2Ctl.parseAsRoot(line.split(separator: " ").map(String.init)) }
  }
}
