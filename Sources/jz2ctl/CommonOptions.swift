import ArgumentParser

/// The options that every verb takes, before or after its name.
struct CommonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
  var socket: String?

  @Flag(help: "Print one JSON object instead of text.")
  var json = false
}
