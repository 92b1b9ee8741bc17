import ArgumentParser
import ClientTestKit
import ControlWire
import Foundation
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

/// Files that are not rides, with a daemon whose replies are scripted.
@Suite struct ImportDoorTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func take(
    _ words: [String], _ daemon: ScriptedDaemon, json: Bool = false
  ) throws -> (isTaken: Bool, printed: Samples.Printed) {
    let command = try #require(try JZ2Ctl.parseAsRoot(["import"] + words) as? ImportCommand)
    let printed = Samples.Printed()
    let silent = ProgressLine(columns: { 80 }, write: nil)
    return (try command.takeAll(with: daemon, output: printed.stream(json: json), progress: silent), printed)
  }

  private static let noActivity = ControlError.badFile(FileFault(.noActivity, byte: 0, line: nil, detail: "x"))
  private static let saved = ScriptedDaemon.Answer(PlanImportProgress(number: 1, plan: Samples.mix.plan))
  private static let fit: [UInt8] = [14, 32, 0, 0, 0, 0, 0, 0] + Array(".FIT".utf8)

  @Test(arguments: [false, true])
  func `a workout file, packed or not, becomes a plan with the file's name`(isPacked: Bool) throws {
    let bytes = Array("timer 1:00 150W".utf8)
    let path = try folder.place(isPacked ? "tempo.txt.gz" : "tempo.txt", isPacked ? PackedFiles.gzip(bytes) : bytes)
    let daemon = ScriptedDaemon(Self.saved)
    let (isTaken, printed) = try take([path], daemon)
    #expect(isTaken)
    #expect(printed.output.hasPrefix("\(path): plan \(Samples.mix.plan.name): "))
    #expect((daemon.requests.first?.base as? ImportPlan)?.fileName == "tempo.txt")
  }

  @Test func `a dry run of a workout is a dry run in the daemon`() throws {
    let daemon = ScriptedDaemon(Self.saved)
    let (isTaken, printed) = try take([try folder.place("a.zwo", "<workout_file/>"), "--dry-run"], daemon)
    #expect(isTaken && printed.output.contains(": would be the plan "))
    #expect((daemon.requests.first?.base as? ImportPlan)?.dryRun == true)
  }

  @Test func `a FIT file without an activity is imported as a plan`() throws {
    let path = try folder.place("a.fit", Self.fit)
    let daemon = ScriptedDaemon(.init(error: Self.noActivity), Self.saved)
    #expect(try take([path], daemon).isTaken)
    let plan = try #require(daemon.requests.last?.base as? ImportPlan)
    #expect(Data(base64Encoded: plan.data) == Data(Self.fit))
  }

  @Test func `a FIT file that is neither an activity nor a workout is refused as lacking an activity`() throws {
    let daemon = ScriptedDaemon(
      .init(error: Self.noActivity), .init(error: .badPlan(PlanFault(.unsupported, detail: "x"), of: "a.fit")))
    let (isTaken, printed) = try take([try folder.place("a.fit", Self.fit)], daemon)
    #expect(!isTaken && daemon.isFinished)
    #expect(printed.error.contains("The file has no activity"))
  }

  @Test func `an invalid FIT workout is refused with its fault`() throws {
    let daemon = ScriptedDaemon(
      .init(error: Self.noActivity), .init(error: .badPlan(PlanFault(.powerOutOfRange), of: "a.fit")))
    #expect(
      try take([try folder.place("a.fit", Self.fit)], daemon).printed.error.contains("a power that no trainer can hold")
    )
  }

  @Test(arguments: [false, true]) func `a JSON file of nights is stored as nights`(isRehearsed: Bool) throws {
    let path = try folder.place("nights.json", Output.line(of: NightList(nights: [Samples.night])))
    let daemon = ScriptedDaemon(.init(error: Self.noActivity), .init(StoredNight(Samples.night)))
    let (isTaken, printed) = try take([path] + (isRehearsed ? ["--dry-run"] : []), daemon)
    #expect(isTaken && daemon.isFinished == !isRehearsed)
    let text = isRehearsed ? "nights, which would be stored." : "1 night is stored."
    #expect(printed.output == "\(path): \(text)\n")
  }

  @Test func `other JSON is refused with the daemon's error`() throws {
    let daemon = ScriptedDaemon(.init(error: Self.noActivity))
    let (isTaken, printed) = try take([try folder.place("a.json", "{}")], daemon)
    #expect(!isTaken && printed.error.contains("The file has no activity"))
  }

  private static let health = """
    <HealthData><Record type="HKQuantityTypeIdentifierRestingHeartRate" unit="count/min" value="47" \
    startDate="2026-09-14 00:05:00 +0200"/></HealthData>
    """

  @Test(arguments: ["export.xml", "export.zip"])
  func `an Apple Health export is imported as XML and from its archive`(name: String) throws {
    let xml = Array(Self.health.utf8)
    let archive = PackedFiles.zip([("apple_health_export/exportación.xml", xml)])
    let path = try folder.place(name, name == "export.zip" ? archive : xml)
    let (isTaken, printed) = try take([path, "--dry-run"], ScriptedDaemon())
    #expect(isTaken)
    #expect(
      printed.output == """
        \(path): 1 resting heart rate, 2026-09-14
          Nothing was stored.

        """)
    let daemon = ScriptedDaemon(.init(BodyImported(values: .init(added: 1))))
    let line = try take([path], daemon, json: true).printed.output
    #expect(line.hasPrefix(#"{"file":"\#(path)","health":{"found":{"#) && line.contains(#""kind":"health""#))
  }

  @Test func `workout routes in an Apple Health archive are imported as rides`() throws {
    let path = try folder.place(
      "export.zip",
      PackedFiles.zip([
        ("apple_health_export/workout-routes/1.gpx", Array("<gpx/>".utf8)),
        ("apple_health_export/export.xml", Array(Self.health.utf8)),
      ]))
    let daemon = ScriptedDaemon(
      .init(BodyImported(values: .init(added: 1))),
      .init(ImportProgress(number: 1, rides: [ImportedRide(there: 7)])))
    let (isTaken, printed) = try take([path], daemon)
    #expect(isTaken)
    #expect(printed.output.contains("1 resting heart rate") && printed.output.contains("1 ride was there already"))
  }

  @Test func `an archive with other XML is imported file by file`() throws {
    let path = try folder.place(
      "a.zip", PackedFiles.zip([("x.xml", Array("<x/>".utf8)), ("a.zwo", Array("<workout_file/>".utf8))]))
    let (isTaken, printed) = try take([path], ScriptedDaemon(Self.saved))
    #expect(isTaken)
    #expect(printed.output.hasSuffix("\nImported: 1 workout; 1 other file is not a ride.\n"))
  }

  @Test func `beat intervals and daily values are imported as measurements`() throws {
    let measured = ScriptedDaemon(.init(StoredMeasurement(Samples.morning)))
    let intervals = try folder.place("rr.txt", "812\n840\n")
    #expect(try take([intervals], measured).printed.output.hasPrefix("\(intervals): Measurement "))
    let counted = ScriptedDaemon(.init(BodyImported(measurements: .init(added: 1))))
    let days = try folder.place("days.csv", "Datetime,Rmssd\n2026-11-25 06:45:12,50\n")
    #expect(
      try take([days], counted).printed.output
        == "\(days): New mornings: 1, already known: 0, left out: 0.\n")
    let (isTaken, printed) = try take([intervals, days, "--dry-run"], ScriptedDaemon())
    #expect(isTaken)
    #expect(printed.output.hasSuffix("Would be imported: 1 file of mornings, 1 measurement. Nothing was stored.\n"))
  }

  @Test func `a backup is restored into an empty library, and with --force into any library`() throws {
    let path = try folder.place("rides.jz2", "SQLite format 3\0")
    let (empty, full) = (RideList(rides: []), RideList(rides: [Samples.ride]))
    let restored = ScriptedDaemon.Answer(RestoreProgress(number: 1, rides: 7, kept: "/x"))
    #expect(try take([path], ScriptedDaemon(.init(empty), restored)).isTaken)
    #expect(try take([path, "--force"], ScriptedDaemon(.init(full), restored)).isTaken)
    let daemon = ScriptedDaemon(.init(full), restored)
    let (isTaken, printed) = try take([path], daemon)
    #expect(!isTaken && !daemon.isFinished)
    #expect(printed.error.contains("`jz2ctl restore \(path)`"))
    let rehearsal = try take([path, "--dry-run"], ScriptedDaemon(.init(empty)))
    #expect(rehearsal.isTaken && rehearsal.printed.output.contains("a backup, which would become your library."))
  }

  @Test(arguments: [
    ("ride.json", #"{"uuid":"x","start":"2026-11-21T06:45:12Z"}"#),
    ("ride.csv", "elapsed_seconds,time,timer_running\r\n0,x,true\r\n"),
    ("ride.btsnoop", "btsnoop\0"),
  ])
  func `an own export that lacks a part of the ride is refused with the complete one`(name: String, text: String) throws
  {
    let detail = "it is not a whole ride; jz2ctl export --format json --whole writes one"
    let daemon = ScriptedDaemon(.init(error: .badFile(FileFault(.noActivity, byte: 0, line: 1, detail: detail))))
    let (isTaken, printed) = try take([try folder.place(name, text)], daemon)
    #expect(!isTaken && printed.error.contains("`jz2ctl export RIDE --format json --whole`"))
  }

  @Test(arguments: ["<gpx/>", "<workout_file/>", "name: Overs"])
  func `a file with a plan's name becomes that plan or its route`(text: String) throws {
    let daemon = ScriptedDaemon(Self.saved)
    #expect(try take([try folder.place("a", text), "--name", "mix", "--replace"], daemon).isTaken)
    let call = try #require(daemon.requests.first?.base as? ImportPlan)
    #expect(call.name == "mix" && call.replace == true)
  }

  @Test func `a name is refused for several files`() {
    #expect(throws: (any Error).self) { try JZ2Ctl.parseAsRoot(["import", "a.zwo", "b.zwo", "--name", "mix"]) }
  }

  @Test func `--since leaves out earlier days of an Apple Health export`() throws {
    let path = try folder.place("export.xml", Self.health)
    let printed = try take([path, "--since", "2026-09-15", "--dry-run"], ScriptedDaemon()).printed
    #expect(!printed.output.contains("1 resting heart rate"))
  }
}
