import ArgumentParser
import ClientTestKit
import ControlWire
import Rides
import Testing
import TrainerClient

@testable import jz2ctl

/// The requests to jz2sync and the output of the verbs about services.
@Suite struct ServiceVerbTests {
  private func run<Command: Verb>(
    _ words: String..., as type: Command.Type, _ daemon: ScriptedDaemon
  ) throws -> Samples.Printed {
    let printed = Samples.Printed()
    let command = try #require(try JZ2Ctl.parseAsRoot(words) as? Command)
    #expect(command.asked == .sync)
    try command.perform(with: daemon, output: printed.stream(json: command.options.json))
    return printed
  }

  private let strava = ServiceStatus(
    .strava, .connected, account: "Ada", queued: 2, lastSuccess: "2026-11-21T06:45:12Z")

  @Test func `services in JSON are an array in one object`() throws {
    let daemon = ScriptedDaemon(.init(ServiceList([strava, ServiceStatus(.folder, .disconnected)])))
    #expect(
      try run("services", "--json", as: ServicesCommand.self, daemon).output
        == #"{"services":[{"account":"Ada","lastSuccess":"2026-11-21T06:45:12Z","queued":2,"service":"strava","#
        + #""state":"connected","traits":{"connection":"consent","renames":true,"renewal":"deletion","#
        + #""title":"Strava","wholeRides":false}},{"queued":0,"service":"folder","state":"disconnected","#
        + #""traits":{"connection":"file","renames":false,"renewal":"automatic","title":"The folder","#
        + #""wholeRides":false}}]}"# + "\n")
    #expect(daemon.requests == [Services()])
  }

  @Test func `disconnect says whether the service revoked the permission`() throws {
    let off = ServiceStatus(.strava, .disconnected)
    let daemon = ScriptedDaemon(
      .init(DisconnectedService(off, revoked: true)), .init(DisconnectedService(off, revoked: false)))
    #expect(
      try run("disconnect", "strava", as: DisconnectCommand.self, daemon).output
        == "Strava is disconnected: it revoked the permission, and its keys are deleted here.\n")
    #expect(
      try run("disconnect", "strava", as: DisconnectCommand.self, daemon).output.hasSuffix(
        "Remove the app yourself: https://www.strava.com/settings/apps.\n"))
    #expect(daemon.requests == [Disconnect(service: .strava), Disconnect(service: .strava)])
  }

  private func synchronise(
    _ words: String..., daemon: ScriptedDaemon, progress: ProgressLine? = nil
  ) throws -> (isDone: Bool, printed: Samples.Printed) {
    let printed = Samples.Printed()
    let command = try #require(try JZ2Ctl.parseAsRoot(words) as? SyncNowCommand)
    let silent = ProgressLine(columns: { 80 }, write: nil)
    let isDone = try command.synchronise(
      with: daemon, output: printed.stream(json: command.options.json), progress: progress ?? silent)
    return (isDone, printed)
  }

  private func run(_ statuses: SyncStatus...) -> ScriptedDaemon.Answer {
    var answer = ScriptedDaemon.Answer()
    answer.parts = statuses.map { SyncStatusReply($0) }
    return answer
  }

  @Test func `sync shows its progress and ends with a summary`() throws {
    var written: [String] = []
    let line = ProgressLine(columns: { 80 }, write: { written.append($0) })
    let ended = SyncStatus(.success, count: 3)
    let daemon = ScriptedDaemon(run(SyncStatus(.syncing, progress: 0.5, count: 1), ended, ended))
    let (isDone, printed) = try synchronise("sync", daemon: daemon, progress: line)
    #expect(isDone && printed.output == "Sent 3 rides.\n")
    #expect(written.first?.hasSuffix("50 %  Synchronising: 1 ride") == true)
    #expect(written.last == "\r\u{1B}[K", "it makes way for the sentence")
    #expect(daemon.requests == [SyncNow()])
  }

  @Test func `an incomplete sync is reported on standard error`() throws {
    let daemon = ScriptedDaemon(run(SyncStatus(.error, count: 1, message: "Strava received too many requests.")))
    let (isDone, printed) = try synchronise("sync", "now", "--service", "strava", "--full", daemon: daemon)
    #expect(!isDone && printed.output.isEmpty)
    #expect(
      printed.error == """
        The last sync is incomplete: Strava received too many requests. Sent 1 ride.
        See what to do: `jz2ctl services`.

        """)
    #expect(daemon.requests == [SyncNow(service: .strava, full: true)])
  }

  @Test func `sync in JSON prints only the last status`() throws {
    let daemon = ScriptedDaemon(run(SyncStatus(.syncing), SyncStatus(.error, count: 0, message: "No network.")))
    let (isDone, printed) = try synchronise("sync", "--json", daemon: daemon)
    #expect(!isDone && printed.output == #"{"status":{"count":0,"message":"No network.","state":"error"}}"# + "\n")
  }

  @Test func `sync status in JSON is one flat object`() throws {
    let status = SyncStatus(.syncing, progress: 0.25, count: 2)
    let daemon = ScriptedDaemon(.init(SyncStatusReply(status)), .init(SyncStatusReply(status)))
    #expect(
      try run("sync", "status", "--json", as: SyncStatusCommand.self, daemon).output
        == #"{"status":{"count":2,"progress":0.25,"state":"syncing"}}"# + "\n")
    #expect(
      try run("sync", "status", as: SyncStatusCommand.self, daemon).output == "Synchronising, 25 %: 2 rides so far.\n")
  }

  private func restore(
    _ words: String..., daemon: ScriptedDaemon, progress: ProgressLine? = nil
  ) throws -> (isDone: Bool, printed: Samples.Printed) {
    let printed = Samples.Printed()
    let command = try #require(try JZ2Ctl.parseAsRoot(words) as? SyncRestoreCommand)
    let silent = ProgressLine(columns: { 80 }, write: nil)
    let isDone = try command.restore(
      with: daemon, output: printed.stream(json: command.options.json), progress: progress ?? silent)
    return (isDone, printed)
  }

  private func run(_ steps: RideRestoring...) -> ScriptedDaemon.Answer {
    var answer = ScriptedDaemon.Answer()
    answer.parts = steps.map { RideRestoringReply($0) }
    return answer
  }

  @Test func `sync restore shows its progress and says how many rides it fetched`() throws {
    var written: [String] = []
    let line = ProgressLine(columns: { 80 }, write: { written.append($0) })
    let daemon = ScriptedDaemon(
      run(RideRestoring(seen: 2, restored: 1), RideRestoring(seen: 3, restored: 2, isOver: true)),
      run(RideRestoring(seen: 3, isOver: true)))
    let (isDone, printed) = try restore("sync", "restore", daemon: daemon, progress: line)
    #expect(isDone && printed.output == "Fetched 2 rides of 3.\n")
    #expect(written.first?.hasSuffix("Fetching rides: 1 ride of 2") == true)
    let again = try restore("sync", "restore", daemon: daemon)
    #expect(again.printed.output == "Nothing to fetch: every ride of the server is here already.\n")
    #expect(daemon.requests == [RestoreRides(), RestoreRides()])
  }

  @Test func `sync restore counts the rides it could not fetch, on standard error and in JSON`() throws {
    let end = RideRestoring(seen: 2, restored: 1, failed: 1, isOver: true, fault: SyncFault(.tooLarge))
    let daemon = ScriptedDaemon(run(end), run(end))
    let (isDone, printed) = try restore("sync", "restore", daemon: daemon)
    #expect(!isDone && printed.output.isEmpty)
    #expect(printed.error.hasPrefix("Fetched 1 ride of 2.\nNot fetched: 1 ride. "))
    #expect(printed.error.hasSuffix("Rides that are here already are skipped.\n"))
    let told = try restore("sync", "restore", "--json", daemon: daemon)
    #expect(
      told.printed.output.hasPrefix(#"{"restoring":{"failed":1,"fault":{"code":"tooLarge"},"isOver":true,"message":""#))
  }

  @Test func `sync again queues a ride to be sent again`() throws {
    let upload = Upload(service: "strava", state: .queued, at: "2026-11-21T06:45:12Z")
    let daemon = ScriptedDaemon(.init(SentAgain(upload)))
    #expect(
      try run("sync", "again", "12", "--service", "strava", as: SyncAgainCommand.self, daemon).output
        == "Strava: ride 12 is waiting to be sent again.\n")
    #expect(daemon.requests == [SyncAgain(ride: "12", service: .strava)])
  }

  // MARK: - Strava's own

  private func activity(_ id: String, _ start: String) -> RemoteActivity {
    var activity = RemoteActivity(id: id, start: start, timerSeconds: 3600, elapsedSeconds: 3700)
    (activity.sport, activity.averageWatts) = ("Ride", 150)
    return activity
  }

  @Test func `rides --strava requests pages until it has all activities`() throws {
    let first = activity("2", "2026-11-21T06:45:12Z")
    let daemon = ScriptedDaemon(
      .init(RemoteActivityList([first], more: true)),
      .init(RemoteActivityList([activity("1", "2026-11-20T06:45:12Z")])))
    let printed = try run("rides", "--strava", "--json", as: RidesCommand.self, daemon)
    #expect(printed.output.hasPrefix(#"{"activities":[{"averageWatts":150,"elapsedSeconds":3700,"id":"2","#))
    #expect(daemon.requests == [Activities(), Activities(before: first.start)])
  }

  @Test func `rides --strava stops at its limit`() throws {
    let daemon = ScriptedDaemon(
      .init(
        RemoteActivityList([activity("2", "2026-11-21T06:45:12Z"), activity("1", "2026-11-20T06:45:12Z")], more: true)))
    let printed = try run("rides", "--strava", "--limit", "1", as: RidesCommand.self, daemon)
    #expect(printed.output.contains("1 activity, 1:00:00") && printed.output.contains("Powered by Strava"))
    #expect(daemon.requests.count == 1)
  }

  @Test func `chart --strava draws one activity or the weeks`() throws {
    let shown = ShownActivity(activity("7", "2026-11-21T06:45:12Z"), samples: [])
    let daemon = ScriptedDaemon(.init(shown), .init(RemoteActivityList([])))
    #expect(
      try run("chart", "--strava", "7", "--json", as: ChartCommand.self, daemon).output.contains(
        #""activity":{"averageWatts":150"#))
    #expect(
      try run("chart", "--strava", "--weeks", "4", "--json", as: ChartCommand.self, daemon).output.contains(
        #""activities":[]"#))
    #expect(daemon.requests.first == AnyHashable(ShowActivity(id: "7")))
  }

  // MARK: - Without jz2sync

  @Test func `the error for a missing jz2sync says what to install`() {
    let error = AskedProgram.sync.explained(ControlError(.noDaemon), tried: []) { _ in .outside }
    #expect(error == ControlError(.notRunning, subject: "jz2sync"))
    #expect(error.exitStatus == .unavailable)
    PackageSource.$current.withValue(.files) {
      #expect(error.explanation.remedy.contains("apt install ./jz2-sync_*.deb"))
    }
  }

  @Test func `the remedy for a closed jz2sync socket names the group jz2`() {
    let path = SocketPath.syncCandidates(uid: 1000)[0]
    let denied = ControlError.closed(path)
    let error = AskedProgram.sync.explained(denied, tried: [path]) { $0 == "jz2" ? .notYet : .outside }
    #expect(error.closedSocket != nil && error.explanation.message.contains(path))
    #expect(error.explanation.remedy.contains("newgrp jz2`"))
  }

  @Test(arguments: [ControlError.Code.noAnswer, .connectionLost, .shuttingDown])
  func `the error for a failed connection to jz2sync names jz2sync`(code: ControlError.Code) {
    let error = AskedProgram.sync.explained(ControlError(code), tried: []) { _ in .outside }
    #expect(
      error.explanation.message.hasPrefix("The program jz2sync ") && error.explanation.remedy.contains("jz2-sync"))
    #expect(ControlError(code).explanation.message.hasPrefix("The daemon "))
  }
}
