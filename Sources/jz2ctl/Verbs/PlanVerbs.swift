import ArgumentParser
import ControlWire
import RideText

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Build, show, import and export plans.",
    discussion: """
      A plan is a list of intervals; each ends by time, by distance, at a place on a route, or with `jz2ctl done`.

        jz2ctl plan new 'over under'
        jz2ctl plan add 'over under' --timer 10:00 --ftp 50-75 --label 'Warm up'
        jz2ctl plan add 'over under' --timer 1:00 --ftp 105 --label Over
        jz2ctl start --plan 'over under' --watch
      """,
    subcommands: [
      PlanNewCommand.self, PlanAddCommand.self, PlanListCommand.self, PlanShowCommand.self, PlanRenameCommand.self,
      PlanCopyCommand.self, PlanRemoveCommand.self, PlanImportCommand.self, PlanExportCommand.self,
    ])

  @OptionGroup var options: CommonOptions
}

struct PlanNewCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create an empty plan.",
    discussion: "`plan add` adds intervals to it; `plan import` makes a plan from a file.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "Its name.")
  var name: String

  @Option(help: ArgumentHelp("A description.", valueName: "text"))
  var about: String?

  func validate() throws { try ShortText.check("A plan's name", name) }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let details = try daemon.call(NewPlan(name: name, summary: about))
    output.answer(details, text: PlanOverview.begun(details.plan))
  }
}

struct PlanListCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the plans.",
    discussion: "Workouts of your calendar are plans that `jz2ctl start --plan today` rides; --all lists them too.")

  @OptionGroup var options: CommonOptions

  @Flag(help: "List the workouts of your calendar too.")
  var all = false

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let plans = try daemon.call(Plans(all: all ? true : nil)).plans
    output.answer(PlanList(plans: plans), text: PlanOverview.list(plans, page: .current))
  }
}

struct PlanShowCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a plan.",
    discussion:
      "One line for each interval, numbered for `plan remove --line`; a group that repeats has one number.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.", completion: .plans)
  var name: String

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let details = try daemon.call(ShowPlan(name: name))
    output.answer(details, text: PlanOverview(details: details, page: .current).text)
  }
}

struct PlanRenameCommand: Verb {
  static let configuration = CommandConfiguration(commandName: "rename", abstract: "Rename a plan.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.", completion: .plans)
  var name: String

  @Argument(help: "The new name.")
  var new: String

  func validate() throws { try ShortText.check("A plan's name", new) }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let details = try daemon.call(RenamePlan(name: name, to: new))
    output.answer(details, text: "Renamed the plan \(name.printable) to \(details.plan.name.printable).")
  }
}

struct PlanCopyCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy a plan.",
    discussion: "A workout of your calendar is changed only there; its copy is your own, and stays.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.", completion: .plans)
  var name: String

  @Argument(help: "The copy's name.")
  var new: String

  func validate() throws { try ShortText.check("A plan's name", new) }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let details = try daemon.call(CopyPlan(name: name, to: new))
    output.answer(details, text: "Copied the plan \(name.printable) to \(details.plan.name.printable).")
  }
}

struct PlanRemoveCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Delete a plan, or one line of it.",
    discussion:
      "This cannot be undone; `plan export` writes a copy. Rides of the plan stay.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.", completion: .plans)
  var name: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only this line of `plan show`; a group is deleted as a whole.", valueName: "number"))
  var line: Int?

  func validate() throws {
    if let line, line < 1 { throw ValidationError("--line takes a number from 1, not \(line).") }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let done = try daemon.call(RemovePlan(name: name, line: line))
    let deleted = line.map { "line \($0) of the plan" } ?? "the plan"
    output.answer(done, text: "Deleted \(deleted) \(name.printable).")
  }
}
