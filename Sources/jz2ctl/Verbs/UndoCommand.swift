import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

struct UndoCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Restore a deleted ride or plan, or make a trimmed ride whole again.",
    usage: """
      jz2ctl undo
      jz2ctl undo <ride>
      jz2ctl undo <plan>
      """,
    discussion: """
      Says what it undid. Without a name, it restores the only deleted ride or plan; if there are several, it lists \
      them, with the time until which each can be restored, \(Limits.deletedDays) days after its deletion. A ride that \
      is deleted and trimmed is restored first, still trimmed.

      `jz2ctl rides --deleted` and `jz2ctl plans --deleted` list what is deleted.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(
    help: ArgumentHelp("The ride's number, 'last', or the name of a deleted plan.", valueName: "ride or plan"),
    completion: .undoable)
  var name: String?

  @Flag(help: ArgumentHelp("The name is that of a plan, although it is a number.", visibility: .hidden))
  var plan = false

  func validate() throws {
    guard !plan || name != nil else { throw ValidationError(String(localized: "--plan needs the plan's name.")) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    if let refusal = try undo(with: daemon, output: output, .system) { fail(refusal, output) }
  }

  /// Undoes one deletion or trim, and reports it.
  ///
  /// - Returns: The refusal if there was no change; else nil.
  func undo(with daemon: some DaemonConnection, output: Output, _ time: LocalTime) throws(ControlError) -> Refusal? {
    guard let name else { return try undoOnly(with: daemon, output, time) }
    let ride = plan ? .beginning(name) : (try? RideArgument(typed: name)) ?? .beginning(name)
    if case .beginning = ride {
      try restore(plan: name, with: daemon, output)
      return nil
    }
    let before = try daemon.summary(daemon.number(of: ride))
    if before.deletedUntil != nil {
      try restore(ride: before.id, with: daemon, output)
    } else if before.trim != nil {
      let after = try daemon.call(Untrim(ride: "\(before.id)"))
      let text = TrimText.changed(from: before, to: after.ride, uploads: after.uploads, page: .current, time: time)
      output.answer(after, text: text)
    } else {
      return .nothingToUndo(
        String(localized: "Ride \(before.id) is neither deleted nor trimmed."), subject: "\(before.id)")
    }
    return nil
  }

  /// Restores the only deleted ride or plan.
  private func undoOnly(
    with daemon: some DaemonConnection, _ output: Output, _ time: LocalTime
  ) throws(ControlError) -> Refusal? {
    let rides = try daemon.rides(Rides(deleted: true))
    let plans = try daemon.call(Plans(deleted: true)).plans
    switch (rides.count, plans.count) {
    case (0, 0): return .nothingToUndo(String(localized: "No ride and no plan is deleted."), subject: nil)
    case (1, 0): try restore(ride: rides[0].id, with: daemon, output)
    case (0, 1): try restore(plan: plans[0].name, with: daemon, output)
    default: return .severalToUndo(UndoText.choices(rides, plans, time))
    }
    return nil
  }

  private func restore(ride: Int, with daemon: some DaemonConnection, _ output: Output) throws(ControlError) {
    let reply = try daemon.call(Undelete(ride: "\(ride)"))
    output.answer(reply, text: String(localized: "Restored ride \(reply.ride.id)."))
  }

  private func restore(plan name: String, with daemon: some DaemonConnection, _ output: Output) throws(ControlError) {
    let details = try daemon.call(UndeletePlan(name: name))
    output.answer(details, text: String(localized: "Restored the plan \(details.plan.name.printable)."))
  }
}

/// The list of deletions that can be undone.
private enum UndoText {
  /// One line for each ride and plan, with the command that restores it.
  static func choices(_ rides: [RideSummary], _ plans: [PlanSummary], _ time: LocalTime) -> String {
    let commands =
      rides.map { ("jz2ctl undo \($0.id)", RideLine.known($0, time: time), $0.deletedUntil) }
      + plans.map { plan in
        let title = String(localized: "plan \(plan.name.printable)")
        return ("jz2ctl \(DeletionText.undo(plan: plan.name))", title, plan.deletedUntil)
      }
    let width = commands.map(\.0.count).max() ?? 0
    return commands.map { command, what, until in
      let limit = until.map { String(localized: "until \(time.text($0))") }
      return "  \(command.fitted(to: width))  \([what, limit].compactMap(\.self).joined(separator: ", "))"
    }.joined(separator: "\n")
  }
}

extension Refusal {
  fileprivate static func nothingToUndo(_ message: String, subject: String?) -> Refusal {
    Refusal(
      error: "NothingToUndo", message: message,
      remedy: String(localized: "`jz2ctl undo RIDE` makes a trimmed ride whole; `jz2ctl rides` lists the rides."),
      subject: subject, detail: nil)
  }

  /// The refusal to guess; `choices` has a line with the command for each ride and plan.
  fileprivate static func severalToUndo(_ choices: String) -> Refusal {
    Refusal(
      error: "SeveralToUndo", message: String(localized: "Several rides and plans are deleted."),
      remedy: String(localized: "Restore one of them:"), subject: nil, detail: nil, choices: choices)
  }
}
