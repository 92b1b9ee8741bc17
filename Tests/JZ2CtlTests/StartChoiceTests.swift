import ArgumentParser
import ClientTestKit
import ControlWire
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

@Suite struct StartChoiceTests {
  private static let steady = RideRequest(watts: 150, minutes: 60)
  private static let plans = PlanList(
    plans: ["Tempo", "Test", "over under", "5x5", "20-minute-test"].map {
      PlanSummary(name: $0, intervals: 1, timerSeconds: 60, openEnded: false)
    })

  private static func settings(watts: Int? = nil, minutes: Double? = nil) -> ScriptedDaemon.Answer {
    var settings = RiderSettings()
    (settings.startWatts, settings.startMinutes) = (watts, minutes)
    return .init(SettingsAndZones(settings: settings, zones: []))
  }

  private static func asked(_ request: RideRequest) -> ScriptedDaemon.Answer {
    .init(AskedRide(ride: 12, request: request))
  }

  private static let noRide = ScriptedDaemon.Answer(error: ControlError(.unknownRide, subject: "last"))

  private func choose(_ line: String, _ answers: ScriptedDaemon.Answer...) throws -> ChosenRide {
    let daemon = ScriptedDaemon(answers)
    let command = try #require(
      try JZ2Ctl.parseAsRoot(line.split(separator: " ").map(String.init)) as? StartCommand)
    let chosen = try command.choice.ride(with: daemon)
    #expect(daemon.isFinished, "\(daemon.requests)")
    return chosen
  }

  @Test func `start alone repeats the last ride, and says so`() throws {
    let request = RideRequest(watts: 150, minutes: 60, warmupSeconds: 600, heartRate: false)
    #expect(
      try choose("start", Self.asked(request))
        == ChosenRide(
          request: request, said: "Same as last time: 150 W for 60 min, warm-up 10:00, without heart rate."))
    #expect(try choose("start --watch", Self.asked(RideRequest(plannedFor: .today))).request.plannedFor == .today)
  }

  @Test func `start alone before the first ride uses the settings, or fails if they are incomplete`() throws {
    #expect(
      try choose("start", Self.noRide, Self.settings(watts: 140, minutes: 45))
        == ChosenRide(
          request: RideRequest(watts: 140, minutes: 45), said: "From your settings: 140 W for 45 min."))
    #expect(throws: ValidationError.self) { try choose("start", Self.noRide, Self.settings(watts: 140)) }
  }

  @Test func `options change a ride repeated with last or --like`() throws {
    #expect(
      try choose("start last --watts 160 --max-heart-rate 150", Self.asked(Self.steady)).request
        == RideRequest(watts: 160, minutes: 60, maximumHeartRate: 150))
    #expect(
      try choose("start --like 12 --endless", Self.asked(Self.steady))
        == ChosenRide(
          request: RideRequest(watts: 150, endless: true), said: "Same as ride 12: 150 W until you stop."))
    #expect(throws: ValidationError.self) {
      try choose("start last --watts 160", Self.asked(RideRequest(plan: "Tempo")))
    }
    #expect(throws: ValidationError.self) {
      try choose("start last --watts 160", Self.asked(RideRequest(free: true)))
    }
  }

  @Test func `a missing time or power comes from the settings, else from the last ride`() throws {
    #expect(
      try choose("start 150", Self.settings(minutes: 90))
        == ChosenRide(
          request: RideRequest(watts: 150, minutes: 90), said: "150 W for 90 min (time from your settings)."))
    #expect(
      try choose("start 170", Self.settings(), Self.asked(Self.steady))
        == ChosenRide(
          request: RideRequest(watts: 170, minutes: 60), said: "170 W for 60 min (time from the last ride)."))
    #expect(
      try choose("start --minutes 1:30", Self.settings(), Self.asked(Self.steady)).said
        == "150 W for 1:30 (power from the last ride).")
    #expect(
      try choose("start --zone2", Self.settings(), Self.asked(RideRequest(watts: 150, endless: true))).request
        == RideRequest(endless: true, zone2: true))
    #expect(throws: ValidationError.self) { try choose("start 150", Self.settings(), Self.noRide) }
    #expect(throws: ValidationError.self) { try choose("start --minutes 60", Self.settings(), Self.noRide) }
  }

  @Test func `a ride that is typed in full needs no other requests`() throws {
    #expect(try choose("start 150 60") == ChosenRide(request: Self.steady, said: nil))
    #expect(try choose("start 150W 1h").request == Self.steady)
    #expect(try choose("start --free").request == RideRequest(free: true))
    #expect(try choose("start today").request == RideRequest(plannedFor: .today))
    #expect(try choose("start --plan 5x5").request == RideRequest(plan: "5x5"))
  }

  @Test func `start accepts the unique beginning of a plan's name in any case`() throws {
    #expect(try choose("start OVER", .init(Self.plans)).request.plan == "over under")
    #expect(try choose("start over under", .init(Self.plans)).request.plan == "over under")
    #expect(try choose("start 20-minute-test", .init(Self.plans)).request.plan == "20-minute-test")
    #expect(try choose("start test", .init(Self.plans)).request.plan == "Test")
  }

  @Test func `start --route stores the road of a GPX file and rides it by the name of its plan`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "col.GPX")
    try #require(FileWriting.replaceFile(at: path, with: Array(SyntheticCol.gpx().utf8)) == nil)
    let daemon = ScriptedDaemon(
      .init(
        PlanImportProgress(number: 1, plan: PlanSummary(name: "col", intervals: 1, timerSeconds: 0, openEnded: true))))
    let command = try #require(
      try JZ2Ctl.parseAsRoot(["start", "--route", path, "--no-heart-rate"]) as? StartCommand)
    let chosen = try command.choice.ride(with: daemon)
    #expect(chosen == ChosenRide(request: RideRequest(plan: "col", heartRate: false), said: nil))
    let sent = try #require(daemon.requests.last?.base as? ImportPlan)
    #expect(sent.road == true && sent.name == nil && sent.replace == nil)
    #expect(sent.fileName == "col.GPX")
  }

  @Test func `start --route without a file name rides a plan, and a missing file is an error`() throws {
    #expect(try choose("start --route over", .init(Self.plans)).request.plan == "over under")
    #expect(throws: ImportFailure.self) { try choose("start --route /nowhere/col.gpx") }
  }

  @Test(arguments: [
    "start tempo --route col.gpx", "start --plan tempo --route col.gpx", "start 150 --route col.gpx",
    "start --zone2 --route col.gpx", "start --free --route col.gpx", "start --route col.gpx --minutes 20",
    "start last --route col.gpx",
  ])
  func `a road cannot be combined with another kind of ride`(line: String) {
    let words = line.split(separator: " ").map(String.init)
    #expect(throws: (any Error).self) { try JZ2Ctl.parseAsRoot(words) }
  }

  @Test func `an ambiguous or unknown plan name is refused with the nearest names`() throws {
    let several = #expect(throws: ControlError.self) { try choose("start te", .init(Self.plans)) }
    #expect(several == ControlError(.unknownPlan, subject: "te", detail: "Tempo or Test"))
    let option = #expect(throws: ValidationError.self) { try choose("start zone2", .init(Self.plans)) }
    #expect(option?.message == "There is no plan zone2. Did you mean `jz2ctl start --zone2`?")
    let none = #expect(throws: ControlError.self) { try choose("start tmepo", .init(Self.plans)) }
    #expect(none == ControlError(.unknownPlan, subject: "tmepo", detail: "Tempo"))
    #expect(
      none?.explanation.remedy
        == "Did you mean Tempo? See your plans: `jz2ctl plans`; deleted plans: `jz2ctl plans --deleted`.")
  }
}

@Suite struct DiscardTests {
  private func stop(_ line: String, _ daemon: ScriptedDaemon, ask: (String) -> Bool?) throws -> (Bool, String) {
    let printed = Samples.Printed()
    let command = try #require(
      try JZ2Ctl.parseAsRoot(line.split(separator: " ").map(String.init)) as? StopCommand)
    let isDone = try command.stop(with: daemon, output: printed.stream(json: command.options.json), ask: ask)
    return (isDone, printed.output)
  }

  @Test func `stop says where the ride's file is`() throws {
    var ride = Samples.ride
    ride.fileName = "a.tcx"
    let daemon = ScriptedDaemon(.init(EndedRide(ride: ride, folder: "/var/lib/jz2/rides")))
    #expect(try stop("stop", daemon) { _ in nil }.1.contains("\nFile /var/lib/jz2/rides/a.tcx;"))
    #expect(daemon.requests == [Stop(), Records(quick: true)])
  }

  @Test func `stop --discard asks before it deletes the ride`() throws {
    let daemon = ScriptedDaemon(.init(EndedRide(ride: Samples.ride)))
    #expect(try stop("stop --discard", daemon) { _ in false } == (true, "The ride goes on.\n"))
    #expect(try !stop("stop --discard", daemon) { _ in nil }.0)
    #expect(try !stop("stop --discard --json", daemon) { _ in true }.0)
    #expect(daemon.requests.isEmpty)
    let (isDone, text) = try stop("stop --discard --yes", daemon) { _ in nil }
    #expect(isDone && text.hasSuffix("\nIt is deleted; `jz2ctl undo 12` restores it.\n"))
    #expect(daemon.requests == [Stop(discard: true)])
  }
}
