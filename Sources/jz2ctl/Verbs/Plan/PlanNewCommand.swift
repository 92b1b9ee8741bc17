import ArgumentParser
import ControlWire
import RideText

struct PlanNewCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Begin a plan, with nothing in it yet.",
    discussion: "`plan add` puts intervals into it; `plan import` makes a plan from a file at once.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "What to call it.")
  var name: String

  @Option(help: ArgumentHelp("What it is for.", valueName: "text"))
  var about: String?

  func validate() throws { try ShortText.check("A plan's name", name) }

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let details = try daemon.plan(by: .newPlan(name: name, summary: about))
    output.answer(details, text: PlanOverview.begun(details.plan))
  }
}
