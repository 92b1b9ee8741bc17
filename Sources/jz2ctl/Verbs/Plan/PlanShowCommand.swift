import ArgumentParser
import ControlWire
import RideText

struct PlanShowCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show what is in a plan.",
    discussion:
      "A line each, numbered for `plan remove --line`; a group that repeats is one line with its intervals below.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.")
  var name: String

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let details = try daemon.plan(by: .showPlan(name: name))
    output.answer(details, text: PlanOverview(details: details, glyphs: .current).text)
  }
}
