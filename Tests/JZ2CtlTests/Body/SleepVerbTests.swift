import ArgumentParser
import ClientTestKit
import ControlWire
import Foundation
import RideText
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

/// The requests and the output of the verbs about nights.
@Suite struct SleepVerbTests {
  private let today = Samples.day("2026-11-25")

  private func add(_ line: String, _ daemon: ScriptedDaemon, today: String = "2026-11-25") throws -> Samples.Printed {
    try Samples.Printed.by("sleep add " + line) { (verb: SleepAddCommand, output) in
      try verb.add(with: daemon, output, today: Samples.day(today), Samples.berlin)
    }
  }

  @Test func `sleep add stores a night that began on the evening before`() throws {
    let daemon = ScriptedDaemon(.init(StoredNight(Samples.night)))
    let printed = try add("--from 23:10 --to 6:50 --awake 25min --deep 1h20 --rem 100min --light 4h15min", daemon)
    #expect(
      printed.output == """
        Night of 2026-11-25: in bed 23:10 to 06:50, 7h 40m.
        Asleep 7h 15m, awake 25m, deep 1h 20m, REM 1h 40m, light 4h 15m.

        """)
    #expect(daemon.requests == [SetNight(Samples.night)])
  }

  @Test(arguments: [
    // The clock is put forward at 2:00 and back at 3:00.
    ("--from 23:10 --to 6:50 --date 2026-03-29", "2026-03-28T23:10:00+01:00", "2026-03-29T06:50:00+02:00", 400.0),
    ("--from 23:10 --to 6:50 --date 2026-10-25", "2026-10-24T23:10:00+02:00", "2026-10-25T06:50:00+01:00", 520),
    ("--from 23:10 --to 2:30 --date 2026-03-29", "2026-03-28T23:10:00+01:00", "2026-03-29T03:30:00+02:00", 200),
    ("--from 23:10 --to 2:30 --date 2026-10-25", "2026-10-24T23:10:00+02:00", "2026-10-25T02:30:00+02:00", 200),
    ("--from 0:30 --to 6:50", "2026-11-25T00:30:00+01:00", "2026-11-25T06:50:00+01:00", 380),
    ("--from 23:10 --to 6:50 --date yesterday", "2026-11-23T23:10:00+01:00", "2026-11-24T06:50:00+01:00", 460),
    (
      "--from 2026-11-24T23:10:00+09:00 --to 2026-11-25T06:50:00+09:00", "2026-11-24T23:10:00+09:00",
      "2026-11-25T06:50:00+09:00", 460
    ),
  ])
  func `each end of a night has the UTC offset of that time`(line: String, from: String, to: String, minutes: Double)
    throws
  {
    let daemon = ScriptedDaemon(.init(StoredNight(Samples.night)))
    _ = try add(line, daemon)
    let night = try #require(daemon.requests.first as? SetNight).night
    #expect(night.from?.description == from && night.to?.description == to)
    #expect(night.inBedMinutes == minutes)
    #expect(night.date == night.to?.day)
  }

  @Test(arguments: [
    "sleep add --from 23:10", "sleep add --from 7:00 --to 7:00", "sleep add --from 24:00 --to 7:00",
    "sleep add --from 23:10 --to 6:50 --awake 25", "sleep add --from 23:10 --to 6:50 --deep 1:30",
    "sleep add --from 23:10 --to 6:50 --date 2026-02-30", "sleep edit 2026-11-25", "sleep edit --awake 5m",
    "sleep edit today --clear nap", "sleep delete", "sleep delete today --source strap", "sleep import",
    "sleep list --days 0",
  ])
  func `the command line refuses invalid arguments for nights`(line: String) {
    #expect(throws: (any Error).self) { try JZ2Ctl.parseAsRoot(line.split(separator: " ").map(String.init)) }
  }

  @Test func `sleep list requests all nights and leaves unknown values blank`() throws {
    let bare = Night(
      date: Samples.day("2026-11-24"), source: .apple, asleepMinutes: 412)
    let daemon = ScriptedDaemon(
      .init(NightList(nights: [Samples.night], more: true)), .init(NightList(nights: [Samples.night, bare])))
    let printed = try Samples.Printed.by("sleep list") { (verb: SleepListCommand, output) in
      try verb.perform(with: daemon, output: output)
    }
    #expect(
      printed.output == """
        Date        In bed                  Asleep  Awake    Deep     REM   Light  Source
        2026-11-25  23:10 to 06:50  7h 40m  7h 15m    25m  1h 20m  1h 40m  4h 15m
        2026-11-24                          6h 52m                                 Apple

        """)
    #expect(daemon.requests == [Nights(), Nights(to: today)])
  }

  private func edit(_ line: String, _ daemon: ScriptedDaemon) throws -> Samples.Printed {
    try Samples.Printed.by("sleep edit " + line) { (verb: SleepEditCommand, output) in
      try verb.edit(with: daemon, output, today: today, Samples.berlin)
    }
  }

  @Test(arguments: [
    ("today --awake 40min", "2026-11-24T23:10:00+01:00", "2026-11-25T06:50:00+01:00", 40.0 as Double?),
    ("today --to 7:10", "2026-11-24T23:10:00+01:00", "2026-11-25T07:10:00+01:00", 25),
    ("2026-11-25 --from 22:45", "2026-11-24T22:45:00+01:00", "2026-11-25T06:50:00+01:00", 25),
    ("2026-11-25 --from 0:15 --clear awake", "2026-11-25T00:15:00+01:00", "2026-11-25T06:50:00+01:00", nil),
  ])
  func `sleep edit changes only the named values`(line: String, from: String, to: String, awake: Double?) throws {
    let daemon = ScriptedDaemon(
      .init(NightList(nights: [Samples.night])), .init(StoredNight(Samples.night)))
    _ = try edit(line, daemon)
    var night = Samples.night
    (night.from, night.to, night.awakeMinutes) = (Samples.moment(from), Samples.moment(to), awake)
    #expect(daemon.requests == [Nights(from: today, to: today), SetNight(night, replace: true)])
  }

  @Test func `sleep edit reads a time in the night's time zone`() throws {
    var night = Samples.night
    (night.from, night.to) = (
      Samples.moment("2026-11-24T23:10:00+09:00"), Samples.moment("2026-11-25T06:50:00+09:00")
    )
    let daemon = ScriptedDaemon(.init(NightList(nights: [night])), .init(StoredNight(night)))
    _ = try edit("today --to 7:00 --from 22:30", daemon)
    (night.from, night.to) = (
      Samples.moment("2026-11-24T22:30:00+09:00"), Samples.moment("2026-11-25T07:00:00+09:00")
    )
    #expect(daemon.requests.last as? SetNight == SetNight(night, replace: true))
  }

  @Test func `sleep edit adds a start to a night without times`() throws {
    var night = Night(date: today, source: .entered, asleepMinutes: 400)
    let daemon = ScriptedDaemon(.init(NightList(nights: [night])), .init(StoredNight(night)))
    _ = try edit("today --from 23:10", daemon)
    night.from = Samples.moment("2026-11-24T23:10:00+01:00")
    #expect(daemon.requests.last as? SetNight == SetNight(night, replace: true))
  }

  @Test func `sleep edit refuses a night of another program and suggests sleep add`() throws {
    let apple = Night(date: today, source: .apple, asleepMinutes: 412)
    let daemon = ScriptedDaemon(.init(NightList(nights: [apple])), .init(NightList(nights: [])))
    let foreign = ControlError(.unknownNight, subject: "2026-11-25", cause: NightSource.apple)
    #expect(throws: foreign) { try edit("today --awake 5min", daemon) }
    #expect(foreign.explanation.remedy.contains("jz2ctl sleep add --date 2026-11-25 "))
    #expect(throws: ControlError(.unknownNight, subject: "2026-11-25")) { try edit("today --awake 5min", daemon) }
  }

  @Test func `sleep delete deletes the night of the named source`() throws {
    let daemon = ScriptedDaemon(.init(EmptyReply()))
    let printed = try Samples.Printed.by("sleep delete 2026-11-25 --source apple") {
      (verb: SleepDeleteCommand, output) in
      try verb.perform(with: daemon, output: output)
    }
    #expect(printed.output == "Deleted the night of 2026-11-25.\n")
    #expect(daemon.requests == [DeleteNight(date: today, source: .apple)])
  }

  // MARK: - JSON

  private func nights(_ text: String) throws -> [Night] {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "nights.json")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let reader = try PieceReader(path: path)
    return try NightsFile.nights(in: { () throws(ImportFailure) in try reader.next() })
  }

  @Test func `sleep import reads what sleep list prints`() throws {
    let list = [Samples.night, Night(date: today, source: .apple, asleepMinutes: 412)]
    #expect(try nights(Output.line(of: NightList(nights: list))) == list)
    #expect(try nights(Output.line(of: list)) == list)
    #expect(try nights(Output.line(of: Samples.night)) == [Samples.night])
    #expect(try nights(Output.line(of: StoredNight(Samples.night))) == [Samples.night])
  }

  @Test func `a night in JSON with only times gets the day of its end and the source entered`() throws {
    let night = try #require(
      try nights(#"{"from":"2026-11-24T23:10:00+01:00","to":"2026-11-25T06:50:00+01:00","awakeMinutes":25}"#).first)
    #expect(night.date == today && night.source == .entered && night.awakeMinutes == 25)
  }

  @Test(arguments: [
    ("", "it is not a JSON file of nights"), ("{}", "a night without a date"),
    (#"{"nights":[{"date":"2026-11-25"},{"date":"25.11.2026"}]}"#, "nights, 2, date: not a day such as 2026-11-25"),
    (#"[{"date":"2026-11-25","from":"23:10"}]"#, "1, from: not a time such as 2026-11-25T06:45:12Z"),
    (
      #"{"nights":[{"date":"2026-11-25","awakeMinute":25}]}"#,
      "nights, 1, awakeMinute: not a key of a night; the keys are date, source, from, to, asleepMinutes, awakeMinutes, "
        + "deepMinutes, remMinutes, lightMinutes"
    ),
  ])
  func `import reports where a file is invalid`(text: String, reason: String) {
    let error = #expect(throws: ImportFailure.self) { try nights(text) }
    if case .unreadable(let said)? = error { #expect(said.hasSuffix(reason), "\(said)") }
  }

  @Test func `import stores the other nights if one is refused`() throws {
    let other = Night(date: Samples.day("2026-11-23"), source: .apple, asleepMinutes: 400)
    let fault = ControlError.nightRefused(.overlapping, of: today)
    let counts = BodyImported(nights: .init(unchanged: 1))
    let daemon = ScriptedDaemon(.init(StoredNight(Samples.night)), .init(error: fault), .init(counts))
    let result = try NightsFile.store([Samples.night, Samples.night, other], with: daemon)
    #expect(!result.isWhole)
    #expect(result.text.hasPrefix("2 nights are stored, 1 refused.\n2026-11-25: The night of 2026-11-25"))
    #expect(
      daemon.requests == [
        SetNight(Samples.night, replace: true), SetNight(Samples.night, replace: true), ImportBody(nights: [other]),
      ])
  }
}
