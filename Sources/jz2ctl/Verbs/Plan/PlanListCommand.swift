import ArgumentParser
import ControlWire
import RideText

struct PlanListCommand: Verb {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the plans.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard case .plans(let plans, _) = try daemon.call(.plans) else { throw .unexpectedReply }
    output.answer(PlanList(plans: plans), text: PlanOverview.list(plans))
  }
}

/// Plans as `--json` prints them.
struct PlanList: Encodable {
  let plans: [PlanSummary]
}
