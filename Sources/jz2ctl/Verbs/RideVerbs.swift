import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

extension VerbFamily {
  static var ride: [any ParsableCommand.Type] {
    [
      StartCommand.self, WatchCommand.self, StatusCommand.self, WattsCommand.self, SlopeCommand.self,
      ResistanceCommand.self, PauseCommand.self, ResumeCommand.self, LapCommand.self, NextCommand.self,
      StopCommand.self,
    ]
  }
}

struct StatusCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the current status.")

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    var status = try daemon.call(GetStatus())
    if !output.json, status.alpha1 != nil, let ride = status.ride, (try? daemon.usesAlpha1(ride.id)) != true {
      status.alpha1 = nil
    }
    let last = status.phase == .idle && !output.json ? daemon.lastRide : nil
    let before = last.map { "\n\(Self.row(ofLast: $0))" } ?? ""
    output.answer(status, text: StatusText.full(status, glyphs: .current) + before)
  }

  /// Returns the row about the last ride, below the rows of the status.
  private static func row(ofLast ride: RideSummary) -> String {
    let text = String(localized: "\(RideLine.summary(ride)) `jz2ctl show last` shows more.")
    return "\(String(localized: "Last ride").fitted(to: 10))  \(text)"
  }
}

struct WatchCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show the current ride live.",
    discussion: """
      Shows a live view on a terminal, and prints a line for each change on a pipe. Keys control the ride: + and - \
      change the watts, the slope or the resistance, space pauses and resumes, n and b go on and back in a plan, l ends the lap, S and then y stop \
      the ride; ? shows all keys. q and Ctrl-C end the view, not the ride. If the daemon restarts, the view \
      reconnects. NO_COLOR turns colours off.

      When an interval or the plan ends, the terminal's bell rings and the command of --on-event runs in the \
      background. Its environment has JZ2_EVENT (intervalEnded or planEnded); JZ2_NUMBER, JZ2_LABEL and JZ2_OUTCOME \
      (expired, skipped or left) of the interval that ended; and JZ2_NEXT_LABEL. Its output goes to standard error; \
      during a live view it is discarded.

        jz2ctl watch --on-event 'aplay -q /usr/share/sounds/alsa/Front_Center.wav'
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @OptionGroup var view: ViewOptions

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    try WatchLoop.follow(ride: nil, with: daemon, output: output, view: view)
  }
}

struct WattsCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "watts", abstract: "Change the ride's target.",
    usage: "jz2ctl watts [--socket <path>] [--json] <W | +W | -W | free>",
    discussion: """
      `watts 160` sets the target; `watts +5` and `watts -5` change it. `watts free` removes it: your legs alone set \
      the power until `watts 160`. In a plan, each change lasts until the interval ends.

      `jz2ctl slope 2` rides a road that rises, and `jz2ctl resistance 40` with a constant resistance, instead of a \
      target.
      """)

  @OptionGroup var options: CommonOptions

  // The parser reads `-5` as an option; unknown options are collected here.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The target or the change, in watts; or free.", valueName: "watts"))
  var words: [String]

  /// The parsed words; nil if they are not valid.
  private var change: WattsArgument? {
    let words = words.first == "--" ? words.dropFirst() : words[...]
    return words.count == 1 ? words.first.flatMap(WattsArgument.init) : nil
  }

  func validate() throws {
    guard change == nil else { return }
    let typed = words.joined(separator: " ").printable
    throw ValidationError(
      String(
        localized:
          "watts takes \(Limits.watts.span) W, or a change like +5 or -5, not '\(typed)'. `jz2ctl watts free` "
          + "rides without a target."
      )
    )
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let call: SetWatts
    switch change {
    case .absolute(let watts): call = SetWatts(watts: watts)
    case .change(let watts): call = SetWatts(change: watts)
    case .free:
      return output.answer(
        try daemon.call(RideFree()),
        text: String(localized: "You ride without a target now; `jz2ctl watts 150` sets one again."))
    case nil: throw ControlError(.invalidParameter, subject: "watts")
    }
    let reply = try daemon.call(call)
    output.answer(reply, text: String(localized: "Target \(TargetText.target(reply.target))"))
  }
}

struct PauseCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Stop the timer and free the trainer.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    output.answer(try daemon.call(Pause()), text: String(localized: "Paused; `jz2ctl resume` ends the pause."))
  }
}

struct ResumeCommand: Verb {
  static let configuration = CommandConfiguration(commandName: "resume", abstract: "End a pause.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    output.answer(try daemon.call(Resume()), text: String(localized: "The ride goes on."))
  }
}

struct LapCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "lap", abstract: "End the lap and begin the next one.",
    discussion: "A plan's interval goes on. `jz2ctl show` and the ride's file list the laps.")

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let lap = try daemon.call(EndLap())
    output.answer(lap, text: LapText.ended(lap))
  }
}

struct StopCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End the ride, free the trainer and write the file.",
    discussion: """
      --discard deletes the ride after it ends; `undo` restores it within \(Limits.deletedDays) days. It asks \
      first; without a terminal, it needs --yes.
      """)

  @OptionGroup var options: CommonOptions

  @Flag(help: "Delete the ride.")
  var discard = false

  @Flag(help: "Do not ask for confirmation.")
  var yes = false

  func validate() throws {
    guard discard || !yes else { throw ValidationError(String(localized: "--yes needs --discard.")) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    guard try stop(with: daemon, output: output, ask: Confirmation.ask) else {
      let action = String(localized: "Deleting")
      refuseUnasked(Confirmation.missing(action, command: "jz2ctl stop --discard --yes"), output)
    }
  }

  /// Ends the ride, after a confirmation if it will be deleted; `ask` returns nil without a terminal.
  ///
  /// - Returns: False if a confirmation was needed and impossible.
  func stop(
    with daemon: some DaemonConnection, output: Output, ask: (String) -> Bool?
  ) throws(ControlError) -> Bool {
    if discard, !yes {
      let question = String(localized: "End the ride and delete it?")
      guard !output.json, let isMeant = ask(question) else { return false }
      guard isMeant else {
        output.answer(EmptyReply(), text: String(localized: "The ride goes on."))
        return true
      }
    }
    let ended = try daemon.call(Stop(discard: discard ? true : nil))
    guard let ride = ended.ride else {
      let text = String(localized: "Ended before the first pedal stroke; nothing was recorded.")
      output.answer(ended, text: text)
      return true
    }
    guard !discard else {
      output.answer(ended, text: RideLine.discarded(ride, time: .system))
      return true
    }
    let records = output.json ? nil : daemon.records(of: ride)
    let text = RideLine.stopped(ride, folder: ended.folder) + (records.map { "\n\n\($0)" } ?? "")
    output.answer(ended, text: text)
    return true
  }
}
