import ArgumentParser
import ControlWire
import RideText

struct PlanRemoveCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Drop a plan, or one line of it.",
    discussion:
      "What is dropped does not come back; `plan export` writes a copy before. Rides that were ridden by it stay.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.")
  var name: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only this line, as `plan show` numbers them; a group goes whole.", valueName: "number"))
  var line: Int?

  func validate() throws {
    if let line, line < 1 { throw ValidationError("--line takes a number from 1, not \(line).") }
  }

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard case .done = try daemon.call(.removePlan(name: name, line: line)) else { throw .unexpectedReply }
    let what = line.map { "Line \($0) of the plan" } ?? "The plan"
    output.answer(Done(), text: "\(what) \(name.printable) is gone.")
  }
}
