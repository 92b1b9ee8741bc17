import ArgumentParser

/// A ride as it is typed: its number, or `last`.
struct RideArgument: ExpressibleByArgument {
  /// The name that the daemon takes.
  let text: String

  init?(argument: String) {
    guard argument == "last" || (Int(argument) ?? 0) > 0 else { return nil }
    text = argument
  }
}
