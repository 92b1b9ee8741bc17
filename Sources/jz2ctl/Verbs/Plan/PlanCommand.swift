import ArgumentParser

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Build, show, import and export plans.",
    discussion: """
      A plan is a list of intervals; each ends by time, by distance, at a place on a route, or when the rider says so.

        jz2ctl plan new 'over under'
        jz2ctl plan add 'over under' --timer 10:00 --ftp 50-75 --label 'Warm up'
        jz2ctl plan add 'over under' --timer 1:00 --ftp 105 --label Over
        jz2ctl start --plan 'over under' --watch
      """,
    subcommands: [
      PlanNewCommand.self, PlanAddCommand.self, PlanListCommand.self, PlanShowCommand.self, PlanRenameCommand.self,
      PlanRemoveCommand.self, PlanImportCommand.self, PlanExportCommand.self,
    ])

  @OptionGroup var options: CommonOptions
}
