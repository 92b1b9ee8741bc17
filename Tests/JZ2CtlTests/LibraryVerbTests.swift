import ArgumentParser
import ClientTestKit
import ControlWire
import RideText
import Rides
import Testing
import TrainerClient

@testable import jz2ctl

/// The requests and the output of the library's verbs.
@Suite struct LibraryVerbTests {
  /// Runs a verb against a script.
  private func run<Command: Verb>(
    _ words: String..., as type: Command.Type, _ daemon: ScriptedDaemon
  ) throws -> Samples.Printed {
    let printed = Samples.Printed()
    let command = try #require(try JZ2Ctl.parseAsRoot(words) as? Command)
    try command.perform(with: daemon, output: printed.stream(json: command.options.json))
    return printed
  }

  private var named: RideSummary {
    var ride = Samples.ride
    (ride.name, ride.note) = ("Sunday", "fine")
    return ride
  }

  @Test func `rename names a ride`() throws {
    let daemon = ScriptedDaemon(.init(EditedRide(ride: named)), .init(EditedRide(ride: Samples.ride)))
    #expect(
      try run("rename", "last", "Sunday", as: RenameCommand.self, daemon).output == "Ride 12 is now called Sunday.\n")
    #expect(try run("rename", "12", "", as: RenameCommand.self, daemon).output == "Ride 12 has no name now.\n")
    #expect(
      daemon.requests == [Edit(ride: "last", name: "Sunday"), Edit(ride: "12", name: "")])
  }

  @Test func `note saves a note`() throws {
    let daemon = ScriptedDaemon(.init(EditedRide(ride: named)), .init(EditedRide(ride: Samples.ride)))
    #expect(try run("note", "12", "fine", as: NoteCommand.self, daemon).output == "Note saved to ride 12.\n")
    #expect(try run("note", "12", "", as: NoteCommand.self, daemon).output == "Ride 12 has no note now.\n")
    #expect(daemon.requests == [Edit(ride: "12", note: "fine"), Edit(ride: "12", note: "")])
  }

  @Test func `trim requests the ride before it trims it`() throws {
    var after = Samples.ride
    after.trim = Trim(fromSeconds: 98, toSeconds: 3598, wholeSeconds: 28_800)
    let daemon = ScriptedDaemon(
      .init(ShownRide(ride: Samples.ride, samples: [])), .init(TrimmedRide(ride: after, uploads: [])))
    let printed = try run("trim", "last", "--from", "1:38", "--to", "59:58", "--json", as: TrimCommand.self, daemon)
    #expect(printed.output.contains(#""trim":{"fromSeconds":98,"toSeconds":3598,"wholeSeconds":28800}"#))
    #expect(printed.output.hasSuffix(#""uploads":[]}"# + "\n"))
    #expect(
      daemon.requests == [Show(ride: "last"), TrimRide(ride: "12", fromSeconds: 98, toSeconds: 3598)])
  }

  @Test(arguments: [
    ["export", "13", "--output", "ride.kml"], ["export", "13", "--output", "a/ride.xyz"],
    ["export", "13", "--output", "o.csv", "--format", "json"], ["chart", "13", "--output", "x.gif"],
    ["plan", "export", "X", "--output", "t.foo"], ["plan", "export", "X", "--output", "t.zwo", "--format", "erg"],
  ])
  func `exports and charts refuse a file extension of another format`(words: [String]) {
    #expect(throws: (any Error).self) { try JZ2Ctl.parseAsRoot(words) }
  }

  @Test(arguments: [
    (["export", "13", "--output", "RIDE.FIT"], ActivityFormat.fit),
    (["export", "13", "--output", "a.b/ride"], .tcx),
    (["export", "13", "--output", "ride.xml", "--format", "tcx"], .tcx), (["export", "13", "--output", ".ride"], .tcx),
    (["export", "13", "--output", "/dev/fd/3.x"], .tcx), (["export", "13"], .tcx),
  ])
  func `export takes its format from an option or the file extension`(words: [String], format: ActivityFormat) throws {
    #expect(try #require(try JZ2Ctl.parseAsRoot(words) as? ExportCommand).chosenFormat == .activity(format))
  }

  @Test(
    arguments: [
      ("Dawn / Übung", nil, "2026-11-21-dawn-übung.fit"), (nil, "Over under", "2026-11-21-over-under.fit"),
      (nil, nil, "2026-11-21-ride-12.fit"), ("../..", nil, "2026-11-21-ride-12.fit"),
    ] as [(String?, String?, String)])
  func `export names a file by the ride's day and name`(name: String?, plan: String?, file: String) {
    var ride = Samples.ride
    (ride.name, ride.plan) = (name, plan)
    #expect(ExportCommand.name(for: ride, .activity(.fit), Samples.berlin) == file)
  }

  @Test func `the name of an exported file has no slash from the reader's form of dates`() {
    DateStyle.$current.withValue(.slashes) {
      #expect(ExportCommand.name(for: Samples.ride, .activity(.tcx), Samples.berlin) == "2026-11-21-ride-12.tcx")
    }
  }

  @Test func `plan export writes plan text to a txt file`() throws {
    let command = try #require(
      try JZ2Ctl.parseAsRoot(["plan", "export", "X", "--output", "x.txt"]) as? PlanExportCommand)
    #expect(command.chosenFormat == .text)
  }

  @Test func `trim --auto leaves a ride without a tail unchanged`() throws {
    let daemon = ScriptedDaemon(
      .init(ShownRide(ride: Samples.ride, samples: [])), .init(TrimmedRide(ride: Samples.ride, uploads: [])))
    let printed = try run("trim", "12", "--auto", as: TrimCommand.self, daemon)
    #expect(printed.output == "Ride 12 is whole; nothing was trimmed.\n")
    #expect(daemon.requests.last == AnyHashable(TrimRide(ride: "12", auto: true)))
  }

  @Test func `uploaded notes an upload`() throws {
    let daemon = ScriptedDaemon(.init(TrimmedRide(ride: Samples.ride, uploads: [])))
    #expect(
      try run("uploaded", "12", "strava", as: UploadedCommand.self, daemon).output == "Upload noted for ride 12.\n")
    #expect(daemon.requests == [NoteUpload(ride: "12", service: "strava")])
  }

  @Test func `settings shows or changes the settings`() throws {
    let known = SettingsAndZones(settings: RiderSettings(zone2: 120...140), zones: [])
    let daemon = ScriptedDaemon(.init(known), .init(known))
    _ = try run("settings", as: SettingsCommand.self, daemon)
    _ = try run("settings", "--ftp", "250", as: SettingsCommand.self, daemon)
    var change = SetSettings()
    change.thresholdWatts = 250
    #expect(daemon.requests == [GetSettings(), change])
  }

  @Test func `show and export use the whole ride with --whole`() throws {
    let piece = FilePiece(fileName: "a.csv", sequence: 0, data: "YQ==")
    let daemon = ScriptedDaemon(.init(ShownRide(ride: Samples.bareRide, samples: [])), .init(piece))
    _ = try run("show", "3", "--samples", "--whole", as: ShowCommand.self, daemon)
    _ = try run("export", "3", "--format", "csv", "--whole", "--json", as: ExportCommand.self, daemon)
    #expect(
      daemon.requests == [Show(ride: "3", whole: true), Export(ride: "3", format: "csv", whole: true)])
  }
}

@Suite struct TrimQuestionTests {
  private func trim(_ words: String..., daemon: ScriptedDaemon, ask: (String) -> Bool?) throws -> (Bool, String) {
    let command = try #require(try JZ2Ctl.parseAsRoot(words) as? TrimCommand)
    let printed = Samples.Printed()
    let isUnasked = try command.trim(with: daemon, output: printed.stream(json: command.options.json), ask: ask)
    return (isUnasked, printed.output)
  }

  private func daemon() -> ScriptedDaemon {
    ScriptedDaemon(
      .init(ShownRide(ride: Samples.ride, samples: [])), .init(TrimmedRide(ride: Samples.ride, uploads: [])))
  }

  @Test func `trim without a ride asks whether the last one is meant`() throws {
    var question: String?
    let no = daemon()
    let answer = try trim("trim", "--from", "1:38", daemon: no) {
      question = $0
      return false
    }
    #expect(question == "Trim \(RideLine.known(Samples.ride, time: .system))?")
    #expect(answer == (false, "Ride 12 is unchanged.\n"))
    #expect(no.requests == [Show(ride: "last")])
    let yes = daemon()
    _ = try trim("trim", "--from", "1:38", daemon: yes) { _ in true }
    #expect(yes.requests == [Show(ride: "last"), TrimRide(ride: "12", fromSeconds: 98)])
  }

  @Test func `trim without a ride needs --yes if it cannot ask`() throws {
    let daemon = daemon()
    #expect(try trim("trim", "--auto", "--json", daemon: daemon) { _ in true }.0)
    #expect(daemon.requests.isEmpty)
    _ = try trim("trim", "--auto", "--yes", "--json", daemon: daemon) { _ in nil }
    #expect(daemon.requests == [Show(ride: "last"), TrimRide(ride: "12", auto: true)])
  }
}

@Suite struct DeletionTests {
  private func delete(
    _ words: String..., daemon: ScriptedDaemon, printed: Samples.Printed = Samples.Printed(),
    ask: @escaping (String) -> Bool?
  ) throws -> Deletion.Outcome {
    let command = try #require(try JZ2Ctl.parseAsRoot(words) as? DeleteCommand)
    return try command.delete(with: daemon, output: printed.stream(json: command.options.json), ask: ask)
  }

  private func daemon() -> ScriptedDaemon {
    ScriptedDaemon(.init(ShownRide(ride: Samples.ride, samples: [])), .init(EditedRide(ride: Samples.ride)))
  }

  @Test func `delete names the ride in its question`() {
    #expect(
      DeletionText.question(Samples.ride, time: Samples.utc)
        == "Delete ride 12 from 2026-11-21 06:45 (1:00:00, 149 W)?")
  }

  @Test func `delete deletes the ride after yes`() throws {
    let daemon = daemon()
    #expect(try delete("delete", "last", daemon: daemon, ask: { _ in true }) == .deleted)
    #expect(daemon.requests == [Show(ride: "last"), Delete(ride: "12")])
  }

  @Test func `delete keeps the ride after no`() throws {
    let (daemon, printed) = (daemon(), Samples.Printed())
    #expect(try delete("delete", "12", daemon: daemon, printed: printed, ask: { _ in false }) == .kept)
    #expect(daemon.requests == [Show(ride: "12")])
    #expect(printed.output == "Ride 12 was not deleted.\n")
  }

  @Test func `delete needs --yes without a terminal`() throws {
    let daemon = daemon()
    #expect(try delete("delete", "12", daemon: daemon, ask: { _ in nil }) == .unasked)
    #expect(try delete("delete", "12", "--json", daemon: daemon, ask: { _ in true }) == .unasked)
    #expect(daemon.requests == [Show(ride: "12")])
    #expect(
      Confirmation.missing("Deleting", command: "jz2ctl delete 12 --yes", subject: "12").text.hasSuffix(
        "`jz2ctl delete 12 --yes`."))
  }

  @Test func `an already deleted ride is not deleted again`() throws {
    var ride = Samples.ride
    ride.deletedUntil = "2026-12-20T06:45:12Z"
    for words in [["delete", "12", "--yes"], ["delete", "12"]] {
      let (daemon, printed) = (ScriptedDaemon(.init(ShownRide(ride: ride, samples: []))), Samples.Printed())
      let command = try #require(try JZ2Ctl.parseAsRoot(words) as? DeleteCommand)
      #expect(try command.delete(with: daemon, output: printed.stream(json: false), ask: { _ in false }) == .deleted)
      #expect(daemon.requests == [Show(ride: "12")])
      #expect(
        printed.output.hasPrefix("Ride 12 is already deleted; `jz2ctl undo 12` restores it, until 2026-12-20"))
    }
  }

  @Test func `delete with --yes does not ask`() throws {
    let (daemon, printed) = (daemon(), Samples.Printed())
    var isAsked = false
    let outcome = try delete("delete", "12", "--yes", daemon: daemon, printed: printed) { _ in
      isAsked = true
      return false
    }
    #expect(outcome == .deleted && !isAsked)
    #expect(daemon.requests == [Show(ride: "12"), Delete(ride: "12")])
    #expect(printed.output == "Deleted ride 12; `jz2ctl undo 12` restores it.\n")
  }
}
