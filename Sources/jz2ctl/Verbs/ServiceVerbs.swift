import ArgumentParser
import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

extension VerbFamily {
  static var service: [any ParsableCommand.Type] {
    [ServicesCommand.self, SyncCommand.self, ConnectCommand.self, DisconnectCommand.self]
  }
}

struct ServicesCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "services", abstract: "List the services that receive your finished rides.",
    discussion: "`jz2ctl connect` alone does the same. It calls jz2sync, from the package jz2-sync.")

  @OptionGroup var options: CommonOptions

  var asked: AskedProgram { .sync }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    try daemon.listServices(output)
  }
}

extension DaemonConnection {
  /// Lists the services.
  func listServices(_ output: Output) throws(ControlError) {
    let list = try call(Services())
    output.answer(list, text: ServiceText.list(list.services, page: .current, time: .system))
  }
}

struct DisconnectCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "disconnect", abstract: "Disconnect a service and delete its keys.",
    discussion: "Rides stay at the service and on this computer.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "One of: \(SyncService.namesOfRider).")
  var service: SyncService

  var asked: AskedProgram { .sync }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    guard service.traits.isConnectedByRider else { fail(Refusal(namedByAdministrator: service), output) }
    let answer = try daemon.call(Disconnect(service: service))
    output.answer(answer, text: ServiceText.disconnected(answer))
  }
}

extension Refusal {
  /// Creates the refusal for connecting or disconnecting a folder or a command by a request.
  init(namedByAdministrator service: SyncService) {
    self.init(
      error: "NamedByAdministrator",
      message: String(localized: "\(service.title) for finished rides is set up by the administrator."),
      remedy: String(localized: "As root, edit /etc/jz2/sync.conf, then `systemctl restart jz2-sync`."),
      subject: service.rawValue, detail: nil)
  }
}

struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Send finished rides now, and fetch planned workouts.",
    discussion: """
      jz2sync sends rides automatically: at the end of each ride, when the network returns, and from time to time. \
      `jz2ctl sync` means `jz2ctl sync now`; `sync status`, `sync again` and `sync restore` are rarely needed.
      """,
    subcommands: [SyncNowCommand.self, SyncStatusCommand.self, SyncAgainCommand.self, SyncRestoreCommand.self],
    defaultSubcommand: SyncNowCommand.self)

  @OptionGroup var options: CommonOptions
}

struct SyncNowCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "now", abstract: "Send finished rides now, and fetch planned workouts.",
    discussion: "Exits with 1 if the run ended with an error. Ctrl-C ends the view, not the sending.")

  @OptionGroup var options: CommonOptions

  @Option(help: ArgumentHelp("Send only to this service.", valueName: "service", visibility: .hidden))
  var service: SyncService?

  @Flag(help: ArgumentHelp("Send all rides to your own server again.", visibility: .hidden))
  var full = false

  var asked: AskedProgram { .sync }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    guard try synchronise(with: daemon, output: output) else {
      Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
    }
  }

  /// Follows a run to its end and prints the result.
  ///
  /// - Parameters:
  ///   - daemon: jz2sync.
  ///   - output: The output for the result.
  ///   - progress: The output for the progress; nil for the terminal.
  /// - Returns: Whether the run ended without an error.
  /// - Throws: The error of jz2sync or the connection.
  func synchronise(
    with daemon: some DaemonConnection, output: Output, progress: ProgressLine? = nil
  ) throws(ControlError) -> Bool {
    let progress = progress ?? .current(json: output.json)
    let last = try progress.follow(SyncNow(service: service, full: full), of: daemon) { part in
      SyncText.progress(part.status, glyphs: .current)
    }
    let text = SyncText.result(last.status)
    if last.status.state == .error, !output.json {
      output.complain(text + "\n")
    } else {
      output.answer(last, text: text)
    }
    return last.status.state != .error
  }
}

struct SyncStatusCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the current sync run, or the result of the last one.", shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  var asked: AskedProgram { .sync }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let reply = try daemon.call(GetSyncStatus())
    output.answer(reply, text: SyncText.status(reply.status))
  }
}

struct SyncAgainCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "again", abstract: "Send a ride to a service again.",
    discussion: """
      Use it for a ride that you trimmed after it was sent. Delete the ride at the service first, or the service \
      treats it as a duplicate. Use it also for a ride that is older than the connection, or that the service refused.
      """, shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.", completion: .rides, transform: RideArgument.init(typed:))
  var ride: RideArgument

  @Option(help: ArgumentHelp("The service.", valueName: "service"))
  var service: SyncService

  var asked: AskedProgram { .sync }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    // jz2sync knows rides only by their numbers.
    let number = ride.isExact ? ride.text : try DaemonSocket(path: nil, of: .daemon).number(of: ride)
    let reply = try daemon.call(SyncAgain(ride: number, service: service))
    output.answer(reply, text: SyncText.again(reply.upload, ride: number))
  }
}

struct SyncRestoreCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Fetch the rides that only your own server has.",
    discussion: """
      For a new SD card or a new computer: connect the server (`jz2ctl connect hub`), then run this. Each ride returns \
      with its trim, name and note. Rides that are here do not change, including deleted ones. If it is interrupted, \
      run it again to continue. Exits with 1 if a ride could not be fetched.
      """, shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  var asked: AskedProgram { .sync }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    guard try restore(with: daemon, output: output) else {
      Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
    }
  }

  /// Follows the restore to its end and prints the result.
  ///
  /// - Parameters:
  ///   - daemon: jz2sync.
  ///   - output: The output for the result.
  ///   - progress: The output for the progress; nil for the terminal.
  /// - Returns: Whether no ride failed.
  /// - Throws: The error that ended the restore.
  func restore(
    with daemon: some DaemonConnection, output: Output, progress: ProgressLine? = nil
  ) throws(ControlError) -> Bool {
    let progress = progress ?? .current(json: output.json)
    let last = try progress.follow(RestoreRides(), of: daemon) { SyncText.restoring($0.restoring) }
    guard last.restoring.isOver else { throw ControlError(.connectionLost) }
    let text = SyncText.restored(last.restoring)
    let isWhole = last.restoring.failed == 0
    if isWhole || output.json { output.answer(last, text: text) } else { output.complain(text + "\n") }
    return isWhole
  }
}
