import ArgumentParser
import ControlWire
import RideText

struct PlanRenameCommand: Verb {
  static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give a plan another name.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.")
  var name: String

  @Argument(help: "The new name.")
  var new: String

  func validate() throws { try ShortText.check("A plan's name", new) }

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let details = try daemon.plan(by: .renamePlan(name: name, to: new))
    output.answer(details, text: "The plan \(name.printable) is called \(details.plan.name.printable) now.")
  }
}
