import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

extension VerbFamily {
  static var rideEdit: [any ParsableCommand.Type] {
    [
      RenameCommand.self, NoteCommand.self, TrimCommand.self, DeleteCommand.self, UndoCommand.self,
      UploadedCommand.self,
    ]
  }
}

struct RenameCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Set a ride's name or sport; an empty name, '', removes the name.",
    usage: """
      jz2ctl rename <ride> <name> [--sport <sport>]
      jz2ctl rename <ride> --sport <sport>
      """,
    discussion: "A ride without a name has the name of its plan. Exported files contain the sport.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.", completion: .rides, transform: RideArgument.init(typed:))
  var ride: RideArgument

  @Argument(help: "The name.")
  var name: String?

  @Option(help: "The sport.")
  var sport: Sport?

  func validate() throws {
    guard name != nil || sport != nil else {
      throw ValidationError(String(localized: "Give a name, --sport, or both."))
    }
    if let name { try ShortText.checkRide(String(localized: "A ride's name"), name, atMostBytes: Limits.rideNameBytes) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let reply = try daemon.call(Edit(ride: daemon.number(of: ride), name: name, sport: sport))
    output.answer(reply, text: RideLine.renamed(reply.ride, isNamed: name != nil, isOfSport: sport != nil))
  }
}

struct NoteCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Write a note for a ride; an empty note, '', removes it.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.", completion: .rides, transform: RideArgument.init(typed:))
  var ride: RideArgument

  @Argument(help: "The note; it replaces the previous one.")
  var text: String

  func validate() throws {
    try ShortText.checkRide(String(localized: "A ride's note"), text, atMostBytes: Limits.rideNoteBytes)
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let reply = try daemon.call(Edit(ride: daemon.number(of: ride), note: text))
    let ride = reply.ride
    let text =
      ride.note == nil
      ? String(localized: "Ride \(ride.id) has no note now.") : String(localized: "Note saved to ride \(ride.id).")
    output.answer(reply, text: text)
  }
}

struct TrimCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "trim", abstract: "Cut off the start or the end of a ride.",
    usage: """
      jz2ctl trim [<ride>] [--from <time>] [--to <time>]
      jz2ctl trim [<ride>] --auto
      jz2ctl trim [<ride>] --suggest
      """,
    discussion: """
      A time is written \(TypedTime.forms), and counts from the start of the whole ride. All values are computed \
      again. Nothing is lost: `undo` makes the ride whole again. If the ride is trimmed already, the side that you \
      leave out stays.

      Without a ride, it trims the last one, and asks first; without a terminal, it needs --yes.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(help: "The ride's number, or 'last'.", completion: .rides, transform: RideArgument.init(typed:))
  var ride: RideArgument?

  @Option(
    help: ArgumentHelp("The start of the part to keep. Default: unchanged.", valueName: "time"),
    transform: LengthReader("--from 1:38", bare: .seconds).wholeSeconds)
  var from: Int?

  @Option(
    help: ArgumentHelp("The end of the part to keep. Default: unchanged.", valueName: "time"),
    transform: LengthReader("--to 58:20", bare: .seconds).wholeSeconds)
  var to: Int?

  @Flag(help: "Trim as --suggest proposes.")
  var auto = false

  @Flag(help: "Suggest where to trim, without trimming.")
  var suggest = false

  @Flag(help: "Trim the last ride without asking.")
  var yes = false

  func validate() throws {
    guard [from != nil || to != nil, auto, suggest].count(where: { $0 }) == 1 else {
      throw ValidationError(String(localized: "Give --from, --to or both; or --auto; or --suggest."))
    }
    guard let from, let to else { return }
    guard from < to else { throw ValidationError(String(localized: "--from must be earlier than --to.")) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    guard try trim(with: daemon, output: output, ask: Confirmation.ask) else { return }
    let action = String(localized: "Trimming the last ride")
    refuseUnasked(Confirmation.missing(action, command: "jz2ctl trim --yes …"), output)
  }

  /// Trims the ride, after a confirmation if no ride was named; `ask` returns nil without a terminal.
  ///
  /// - Returns: Whether a confirmation was needed and impossible.
  func trim(
    with daemon: some DaemonConnection, output: Output, ask: (String) -> Bool?
  ) throws(ControlError) -> Bool {
    let name = try daemon.number(of: ride ?? .last)
    if suggest {
      let suggested = try daemon.call(SuggestTrim(ride: name))
      output.answer(suggested, text: TrimText.suggested(suggested.suggestion, ride: suggested.ride))
      return false
    }
    if ride == nil, !yes, output.json { return true }
    let before = try daemon.summary(name)
    if ride == nil, !yes {
      let question = String(localized: "Trim \(RideLine.known(before, time: .system))?")
      guard let isMeant = ask(question) else { return true }
      guard isMeant else {
        output.answer(EmptyReply(), text: String(localized: "Ride \(before.id) is unchanged."))
        return false
      }
    }
    let after = try daemon.call(
      TrimRide(ride: "\(before.id)", fromSeconds: from, toSeconds: to, auto: auto ? true : nil))
    output.answer(
      after,
      text: TrimText.changed(from: before, to: after.ride, uploads: after.uploads, page: .current, time: .system))
    return false
  }
}

struct UploadedCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "uploaded", abstract: "Mark a ride as uploaded to a service.",
    discussion: "If you trim it later, `trim` and `show` say that the service has the old version.",
    shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.", completion: .rides, transform: RideArgument.init(typed:))
  var ride: RideArgument

  @Argument(help: "The service, such as strava.")
  var service: String

  @Option(
    help: ArgumentHelp(
      "The uploaded version, as `export --json` and `show --json` name it. Default: the current one.",
      valueName: "activity"))
  var activity: String?

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let noted = try daemon.call(NoteUpload(ride: daemon.number(of: ride), service: service, activity: activity))
    let uploads = noted.uploads.map { UploadText.line($0, ofRide: noted.ride.id, time: .system) }
    output.answer(
      noted,
      text: ([String(localized: "Upload noted for ride \(noted.ride.id).")] + uploads).joined(separator: "\n"))
  }
}

extension Sport: ExpressibleByArgument {}
