import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "List, build, show and export plans.",
    discussion: """
      A plan is a list of intervals; each ends by time, by distance, at a place on a route, or with `jz2ctl next`.

        jz2ctl plan new 'over under'
        jz2ctl plan add 'over under' --timer 10:00 --percent 50-75 --label 'Warm up'
        jz2ctl plan add 'over under' --timer 1:00 --percent 105 --label Over
        jz2ctl start over --watch

      `jz2ctl plans` lists them, and the workouts that come with jz2, such as sweet-spot-60; `jz2ctl import FILE` makes \
      one from a file.
      """,
    subcommands: [
      PlanNewCommand.self, PlanAddCommand.self, PlanEditCommand.self, PlanListCommand.self, PlanShowCommand.self,
      PlanRenameCommand.self, PlanCopyCommand.self, PlanDeleteCommand.self, PlanExportCommand.self,
    ], defaultSubcommand: PlanListCommand.self, aliases: ["plans"])

  @OptionGroup var options: CommonOptions
}

struct PlanNewCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create an empty plan.",
    discussion: "`plan add` adds intervals to it; `jz2ctl import` makes a plan from a file.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.")
  var name: String

  @Option(help: ArgumentHelp("A description.", valueName: "text"))
  var about: String?

  func validate() throws { try ShortText.check(String(localized: "A plan's name"), name) }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let details = try daemon.call(NewPlan(name: name, summary: about))
    output.answer(details, text: PlanOverview.begun(details.plan))
  }
}

/// The choice of the listed plans.
struct PlanListing: ParsableArguments {
  @Flag(help: "Also list the workouts in your calendar.")
  var all = false

  @Flag(help: "List the deleted plans, the latest first.")
  var deleted = false

  func validate() throws {
    guard !all || !deleted else { throw ValidationError(String(localized: "Give --all or --deleted, not both.")) }
  }
}

extension PlanListing {
  func list(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let list = try daemon.call(Plans(all: all ? true : nil, deleted: deleted ? true : nil))
    let text =
      deleted
      ? PlanOverview.deleted(list.plans, page: .current, time: .system)
      : PlanOverview.list(list.plans, page: .current)
    output.answer(list, text: text)
  }
}

struct PlanListCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the plans; `jz2ctl plans` does the same.",
    discussion: """
      Lists your own plans, then the workouts that come with jz2, by kind. `jz2ctl start today` rides a workout of your \
      calendar; --all also lists those workouts.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @OptionGroup var listing: PlanListing

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    try listing.list(with: daemon, output: output)
  }
}

struct PlanShowCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a plan.",
    discussion: """
      Prints a line for each interval, numbered for `plan delete --line`; the intervals of group 2 are 2.1, 2.2 and so \
      on. The line also has the interval's number in the ride and, if your FTP is set, the watts of a percentage.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(help: "The plan's name.", completion: .plans)
  var name: String

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let details = try daemon.withPlan(name) { name throws(ControlError) in try daemon.call(ShowPlan(name: name)) }
    output.answer(details, text: PlanOverview(details: details, page: .current).text)
  }
}

struct PlanRenameCommand: Verb {
  static let configuration = CommandConfiguration(commandName: "rename", abstract: "Rename a plan.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.", completion: .ownPlans)
  var name: String

  @Argument(help: "The new name.")
  var new: String

  func validate() throws { try ShortText.check(String(localized: "A plan's name"), new) }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let details = try daemon.withPlan(name) { name throws(ControlError) in
      try daemon.call(RenamePlan(name: name, to: new))
    }
    output.answer(
      details, text: String(localized: "Renamed the plan \(name.printable) to \(details.plan.name.printable)."))
  }
}

struct PlanCopyCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy a plan.",
    discussion: """
      A workout of your calendar can only be changed there, and one of jz2's own cannot be changed. A copy is your own, \
      and stays.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.", completion: .plans)
  var name: String

  @Argument(help: "The copy's name.")
  var new: String

  func validate() throws { try ShortText.check(String(localized: "A plan's name"), new) }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let details = try daemon.withPlan(name) { name throws(ControlError) in
      try daemon.call(CopyPlan(name: name, to: new))
    }
    output.answer(
      details, text: String(localized: "Copied the plan \(name.printable) to \(details.plan.name.printable)."))
  }
}

struct PlanExportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a plan as a workout file.",
    discussion: """
      Plan text contains everything except the route, and can be written by hand. The other formats are for other \
      programs. A plan is refused if a format cannot express its ends or targets; labels, cadences and groups may be \
      lost. Without --output, the file goes to standard output.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.", completion: .plans)
  var name: String

  @Option(help: "The format: text, zwo, erg, mrc or fit. Default: the extension of --output, or text.")
  var format: WorkoutFileFormat?

  @Option(
    help: ArgumentHelp("The file to write or replace; - is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  /// The requested format, or the one of the file's name.
  var chosenFormat: WorkoutFileFormat { format ?? output.flatMap(FileEnding.format(of:)) ?? .text }

  func validate() throws {
    try FileEnding.check(output, format, .text, also: ["txt", "plan"])
  }

  func perform(with daemon: some DaemonConnection, output out: Output) throws(ControlError) {
    let file = try daemon.withPlan(name) { name throws(ControlError) in
      try daemon.file(by: ExportPlan(name: name, format: chosenFormat.rawValue))
    }
    give(file, to: output, out)
  }
}
