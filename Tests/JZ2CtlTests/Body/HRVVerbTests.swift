import ArgumentParser
import ClientTestKit
import ControlWire
import Foundation
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

/// The requests and the output of the verbs about measurements.
@Suite struct HRVVerbTests {
  private func run<Command: Verb>(
    _ line: String, as type: Command.Type, _ daemon: ScriptedDaemon
  ) throws -> Samples.Printed {
    try Samples.Printed.by(line) { (verb: Command, output) in try verb.perform(with: daemon, output: output) }
  }

  private func measure(
    _ words: String..., daemon: ScriptedDaemon
  ) throws -> Samples.Printed {
    try Samples.Printed.by(["hrv", "measure"] + words) { (verb: HRVMeasureCommand, output) in
      try verb.measure(with: daemon, output, MeasureLines(output))
    }
  }

  private func answer(_ parts: [MeasureReply], error: ControlError? = nil) -> ScriptedDaemon.Answer {
    var answer = ScriptedDaemon.Answer(error: error)
    answer.parts = parts
    return answer
  }

  private let result = MeasureReply(MeasuringProgress(.done, beats: 66), measurement: Samples.morning)

  @Test func `hrv measure without a terminal prints each phase once, then the result`() throws {
    let daemon = ScriptedDaemon(
      answer([
        MeasureReply(MeasuringProgress(.connecting)), MeasureReply(MeasuringProgress(.settling, secondsLeft: 15)),
        MeasureReply(MeasuringProgress(.settling, secondsLeft: 14)),
        MeasureReply(MeasuringProgress(.measuring, secondsLeft: 60)),
        MeasureReply(MeasuringProgress(.interrupted, beats: 30)),
        MeasureReply(MeasuringProgress(.measuring, secondsLeft: 31.6, beats: 31)), result, result,
      ]))
    let printed = try measure("--seconds", "60", "--position", "lying", daemon: daemon)
    #expect(
      printed.output == """
        Looking for the strap.
        Settling: beats do not count yet, 15 s.
        Measuring, 60 s.
        Strap lost: waiting for it.
        Measuring, 32 s.
        Measurement 12: 2026-11-25 06:45, strap, lying

        RMSSD            43.1 ms
        NN50             12 of 63 pairs
        Mean heart rate  58.2 bpm, taken as resting heart rate
        Beats            66 in 60 s, 1 artefact (1.5 %)
        Quality          good

        60 s is ultra-short: compare it with your own mornings of the same length, not
        with 5-minute figures. SDNN needs 120 s.

        """)
    #expect(daemon.requests == [Measure(seconds: 60, position: .lying)])
  }

  @Test func `hrv measure in JSON prints one line for each update`() throws {
    let daemon = ScriptedDaemon(answer([MeasureReply(MeasuringProgress(.connecting)), result, result]))
    let lines = try measure("--json", daemon: daemon).output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first == #"{"progress":{"artefacts":0,"beats":0,"intervals":[],"phase":"connecting"}}"#)
    #expect(lines.last?.hasPrefix(#"{"measurement":{"at":"2026-11-25T06:45:12+01:00","#) == true)
  }

  @Test func `hrv measure fails with the daemon's error`() throws {
    let fault = ControlError.measurementRefused(MeasurementFault(.tooManyArtefacts, artefactPercent: 12.4))
    let daemon = ScriptedDaemon(answer([MeasureReply(MeasuringProgress(.measuring))], error: fault))
    #expect(throws: fault) { try measure(daemon: daemon) }
    #expect(fault.explanation.message.contains("(12 %)"))
  }

  @Test func `a measurement that ends without a result is reported as a lost connection`() {
    let daemon = ScriptedDaemon(answer([MeasureReply(MeasuringProgress(.measuring))]))
    #expect(throws: ControlError(.connectionLost)) { try measure(daemon: daemon) }
  }

  @Test func `hrv list requests pages until it has enough measurements`() throws {
    let second = HRVMeasurement(
      id: 11, day: Samples.day("2026-11-24"), source: .strap, figures: HRVFigures(rmssd: 40), restingHeartRate: 60)
    let daemon = ScriptedDaemon(
      .init(MeasurementList(measurements: [Samples.morning], more: true)),
      .init(MeasurementList(measurements: [Samples.morning, second])))
    #expect(
      try run("hrv list", as: HRVListCommand.self, daemon).output == """
        ID  When              Source  Position    RMSSD  Resting  Artefacts
        12  2026-11-25 06:45  strap   lying     43.1 ms   58 bpm      1.5 %
        11  2026-11-24        strap             40.0 ms   60 bpm

        """)
    #expect(
      daemon.requests == [Measurements(limit: 30), Measurements(to: Samples.day("2026-11-25"), limit: 30)])
  }

  @Test func `hrv list says that older measurements exist`() throws {
    let daemon = ScriptedDaemon(.init(MeasurementList(measurements: [Samples.morning], more: true)))
    let printed = try run("hrv list --limit 1", as: HRVListCommand.self, daemon)
    #expect(printed.output.hasSuffix("There are older ones: raise `--limit`.\n"))
  }

  @Test func `hrv show prints the beats in JSON or one per line`() throws {
    let shown = ShownMeasurement(Samples.morning, intervals: [812, 840.25], breaks: [1])
    let daemon = ScriptedDaemon(.init(shown), .init(shown))
    let json = try run("hrv show last --json", as: HRVShowCommand.self, daemon)
    #expect(json.output.hasPrefix(#"{"breaks":[1],"intervals":[812,840.25],"measurement":{"#))
    #expect(
      try run("hrv show 12 --intervals", as: HRVShowCommand.self, daemon).output == "812\n# break\n840.25\n")
    #expect(daemon.requests == [ShowMeasurement(measurement: "last"), ShowMeasurement(measurement: "12")])
  }

  @Test func `hrv delete deletes a measurement and describes it`() throws {
    let daemon = ScriptedDaemon(
      .init(ShownMeasurement(Samples.morning, intervals: [], breaks: [])), .init(EmptyReply()))
    #expect(
      try run("hrv delete last", as: HRVDeleteCommand.self, daemon).output
        == "Deleted. Measurement 12: 2026-11-25 06:45, strap, lying: RMSSD 43.1 ms, 58 bpm at rest.\n")
    #expect(daemon.requests == [ShowMeasurement(measurement: "last"), DeleteMeasurement(measurement: "12")])
  }

  @Test(arguments: [
    "hrv measure --seconds 29", "hrv measure --seconds 1801", "hrv measure --position upside-down",
    "hrv list --limit 0", "hrv show first", "hrv add", "hrv add --rmssd 0.5", "hrv add --resting-heart-rate 29",
    "import a --at noon",
  ])
  func `the command line refuses invalid arguments for measurements`(line: String) {
    #expect(throws: (any Error).self) { try JZ2Ctl.parseAsRoot(line.split(separator: " ").map(String.init)) }
  }

  private func take(_ text: String, _ words: String..., daemon: ScriptedDaemon) throws -> Samples.Printed {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "rr.txt")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let now = Samples.moment("2026-11-25T09:00:00+01:00")
    return try Samples.Printed.by(["import", path] + words) { (verb: ImportCommand, output) in
      let silent = ProgressLine(columns: { 80 }, write: nil)
      var doors = ImportDoors(daemon: daemon, choice: verb.choice, progress: silent)
      (doors.time, doors.now) = (Samples.berlin, now)
      let file = try PieceReader(path: path)
      let opened = try OpenedFile(
        { () throws(ImportFailure) in try file.next() }, beginning: try file.next(), bytes: file.size)
      guard case .other(let content) = try doors.take(opened, path, rideName: nil, isNamed: true) else { return }
      output.say(content.text(dryRun: false) + "\n")
    }
  }

  @Test(arguments: [
    ("7:10", "2026-11-25T07:10:00+01:00"), ("2026-07-01 7:10", "2026-07-01T07:10:00+02:00"),
    ("2026-11-20T07:10:00-08:00", "2026-11-20T07:10:00-08:00"),
  ])
  func `import sends the file and its local time`(at: String, moment: String) throws {
    let daemon = ScriptedDaemon(.init(StoredMeasurement(Samples.morning)))
    _ = try take("812\n840\n", "--at", at, "--position", "sitting", daemon: daemon)
    #expect(
      daemon.requests == [ImportIntervals(text: "812\n840\n", at: Samples.moment(moment), position: .sitting)])
  }

  @Test func `import sends daily values of another program with their local times`() throws {
    let stored = BodyImported(
      nights: BodyImported.Counts(), measurements: BodyImported.Counts(added: 1, unchanged: 1),
      values: BodyImported.Counts())
    let daemon = ScriptedDaemon(.init(stored))
    let csv = "Datetime,HR,Rmssd\n2026-11-24 06:45:12,50,48\n2026-07-01 06:45:12,51,47\n,,\n"
    #expect(
      try take(csv, daemon: daemon).output == "New mornings: 1, already known: 1, left out: 1.\n")
    let call = try #require(daemon.requests.first as? ImportBody)
    #expect(
      call.measurements?.map { $0.at?.description } == ["2026-11-24T06:45:12+01:00", "2026-07-01T06:45:12+02:00"])
  }

  @Test func `import refuses a file that is too large for a message`() {
    #expect(throws: ImportFailure.refused(.measurementRefused(MeasurementFault(.tooLong)))) {
      try take(String(repeating: "8", count: Limits.intervalsTextBytes + 1), daemon: ScriptedDaemon())
    }
  }

  @Test func `hrv add stores figures for a day`() throws {
    var figures = HRVFigures()
    figures.rmssd = 45
    let stored = HRVMeasurement(id: 3, day: Samples.day("2026-11-24"), source: .strap, figures: figures)
    let daemon = ScriptedDaemon(.init(StoredMeasurement(stored)))
    let printed = try Samples.Printed.by("hrv add --date yesterday --rmssd 45") { (verb: HRVAddCommand, output) in
      try verb.add(with: daemon, output, today: Samples.day("2026-11-25"))
    }
    #expect(printed.output == "Measurement 3: 2026-11-24, strap: RMSSD 45.0 ms.\n")
    #expect(daemon.requests == [AddMeasurement(day: Samples.day("2026-11-24"), rmssd: 45)])
  }
}
