import ArgumentParser

/// How a ride is watched.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Run this, with /bin/sh, at the end of each interval and of the plan.", valueName: "command"))
  var onEvent: String?

  @Flag(help: "Do not ring the terminal's bell then.")
  var quiet = false

  /// What is run at each event; nil where nothing is.
  func command(writing: EventCommand.Writing) -> EventCommand? {
    onEvent.map { EventCommand($0, writing: writing) }
  }
}
