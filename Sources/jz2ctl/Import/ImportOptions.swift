import ArgumentParser
import Rides

/// The options of an import.
struct ImportOptions: ParsableArguments {
  @Flag(
    help: """
      Import a ride as a copy even if it, or one with the same start, is stored; restore a backup even if the library \
      has rides.
      """)
  var force = false

  @Flag(help: "Show what would be imported and refused, without storing anything.")
  var dryRun = false

  @Option(help: "The name of the plan that the file becomes; for a GPX file, the plan whose route it becomes.")
  var name: String?

  @Flag(help: "Replace a plan with the same name; its route stays if the file has none.")
  var replace = false

  @Option(
    help: ArgumentHelp(
      "From Apple Health, import only data from this day or later, such as 2026-11-01.", valueName: "date"))
  var since: CalendarDay?

  @Option(
    help: ArgumentHelp(
      """
      When beat intervals began: 7:10 for today, '2026-11-25 7:10', or with an offset, 2026-11-25T07:10:00+01:00. \
      Default: now.
      """, valueName: "time", visibility: .hidden))
  var at: MomentArgument?

  // For beat intervals.
  @OptionGroup(visibility: .hidden) var place: PositionOption

  func validate() throws {
    if let name { try ShortText.check("--name", name) }
  }
}
