import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

/// A confirmation before a deletion.
enum Deletion {
  /// The result of the confirmation.
  enum Outcome {
    case deleted
    case kept
    /// A confirmation was needed, and no terminal was there.
    case unasked
  }
}

extension Verb {
  /// Ends the program with a usage error if a confirmation was needed and impossible.
  func end(_ outcome: Deletion.Outcome, of subject: String, command: String, _ output: Output) {
    guard outcome == .unasked else { return }
    let refusal = Confirmation.missing(
      String(localized: "Deleting"), command: "jz2ctl \(command) --yes", subject: subject)
    refuseUnasked(refusal, output)
  }
}

struct DeleteCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a ride; `undo` restores it within \(Limits.deletedDays) days.",
    discussion: """
      Asks first; without a terminal, it needs --yes. --now deletes the ride for good, even if it is deleted already. \
      Its files are removed, and new rides use its space in the database, which does not shrink.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.", completion: .rides, transform: RideArgument.init(typed:))
  var ride: RideArgument

  @Flag(help: "Delete it for good. This cannot be undone.")
  var now = false

  @Flag(help: "Do not ask for confirmation.")
  var yes = false

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let outcome = try delete(with: daemon, output: output, ask: Confirmation.ask)
    guard outcome == .unasked else { return }
    let number = try daemon.number(of: ride)
    end(outcome, of: number, command: "delete \(number)", output)
  }

  /// Deletes the ride, after a confirmation unless `--yes` was given; `ask` returns nil without a terminal.
  func delete(
    with daemon: some DaemonConnection, output: Output, ask: (String) -> Bool?
  ) throws(ControlError) -> Deletion.Outcome {
    guard yes || !output.json else { return .unasked }
    // Without a question, a guess could delete the wrong ride.
    guard !yes || ride.isExact else { throw ControlError(.unknownRide, subject: ride.text) }
    let ride = try daemon.summary(daemon.number(of: ride))
    if ride.deletedUntil != nil, !now {
      output.answer(EditedRide(ride: ride), text: DeletionText.already(ride, time: .system))
      return .deleted
    }
    if !yes {
      let question = DeletionText.question(ride, forGood: now, time: .system)
      guard let isMeant = ask(question) else { return .unasked }
      guard isMeant else {
        output.answer(EmptyReply(), text: String(localized: "Ride \(ride.id) was not deleted."))
        return .kept
      }
    }
    let deleted = try daemon.call(Delete(ride: "\(ride.id)", now: now))
    let text =
      now
      ? String(localized: "Deleted ride \(ride.id) for good.") : DeletionText.deleted(deleted.ride, time: .system)
    output.answer(deleted, text: text)
    return .deleted
  }
}

// MARK: - Plans

/// The plan, or the line of a plan, to delete.
struct PlanDeletion: ParsableArguments {
  @Argument(help: "The plan's name.", completion: .ownPlans)
  var name: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Delete only this line of `plan show`, for good: 2, or 2.1 for one interval of a group.", valueName: "number"))
  var line: PlanLineArgument?

  @Flag(help: "Do not ask for confirmation.")
  var yes = false
}

extension PlanDeletion {
  /// Deletes the plan, after a confirmation unless `--yes` was given; `ask` returns nil without a terminal.
  func delete(
    with daemon: some DaemonConnection, output: Output, ask: (String) -> Bool?
  ) throws(ControlError) -> Deletion.Outcome {
    if let line {
      let left = try daemon.withPlan(name) { name throws(ControlError) in
        try daemon.call(RemovePlan(name: name, line: line.line, interval: line.interval))
      }
      output.answer(left, text: DeletionText.deleted(line: line.text, ofPlan: left.plan?.name ?? name))
      return .deleted
    }
    guard yes || !output.json else { return .unasked }
    // Without a question, a guess could delete the wrong plan.
    let plan = yes ? try exact(from: daemon) : try guessed(from: daemon)
    let name = plan?.name ?? name
    if let plan, plan.deletedUntil != nil {
      output.answer(RemovedPlan(plan: plan), text: DeletionText.already(plan, time: .system))
      return .deleted
    }
    try plan?.demandOwn()
    if !yes {
      guard let isMeant = ask(DeletionText.question(plan: name, plan)) else { return .unasked }
      guard isMeant else {
        output.answer(EmptyReply(), text: String(localized: "The plan \(name.printable) was not deleted."))
        return .kept
      }
    }
    let deleted = try daemon.call(RemovePlan(name: name))
    let text = DeletionText.deleted(plan: name, deleted.plan, time: .system)
    output.answer(deleted, text: text)
    return .deleted
  }

  /// Returns the plan of exactly this name; the error has the names that it may mean.
  private func exact(from daemon: some DaemonConnection) throws(ControlError) -> PlanSummary? {
    do throws(ControlError) { return try plan(name, from: daemon) } catch {
      guard error.code == .unknownPlan else { throw error }
      let meant = try daemon.call(Plans()).plans.name(meantBy: name)
      throw ControlError(.unknownPlan, subject: name, detail: meant.printable)
    }
  }

  /// Returns the name of the plan that was typed by its beginning.
  func wholeName(from daemon: some DaemonConnection) throws(ControlError) -> String {
    try guessed(from: daemon)?.name ?? name
  }

  private func guessed(from daemon: some DaemonConnection) throws(ControlError) -> PlanSummary? {
    try daemon.withPlan(name) { name throws(ControlError) in try plan(name, from: daemon) }
  }

  /// Returns the plan, even if it is already deleted; nil if it cannot be read, which does not prevent its deletion.
  private func plan(_ name: String, from daemon: some DaemonConnection) throws(ControlError) -> PlanSummary? {
    do throws(ControlError) { return try daemon.call(ShowPlan(name: name)).plan } catch {
      if error.code == .badPlan { return nil }
      guard error.code == .unknownPlan,
        let deleted = try daemon.call(Plans(deleted: true)).plans.first(where: {
          $0.name.lowercased() == name.lowercased()
        })
      else { throw error }
      return deleted
    }
  }
}

struct PlanDeleteCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a plan; `undo` restores it within \(Limits.deletedDays) days.",
    discussion: """
      Asks first; without a terminal, it needs --yes. Rides of the plan stay. --line deletes a line for good, without \
      asking.
      """, aliases: ["remove"])

  @OptionGroup var options: CommonOptions

  @OptionGroup var deletion: PlanDeletion

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let outcome = try deletion.delete(with: daemon, output: output, ask: Confirmation.ask)
    guard outcome == .unasked else { return }
    let name = try deletion.wholeName(from: daemon)
    end(outcome, of: name, command: "plan delete \(name.printable.shellWord)", output)
  }
}
