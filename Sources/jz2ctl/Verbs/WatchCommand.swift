import ArgumentParser
import ControlWire

struct WatchCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show the ride as it goes on.",
    discussion: """
      A live view on a terminal, a line for each change on a pipe. Ctrl-C ends the view, not the ride. It attaches \
      again by itself when the daemon was restarted. Colours are left out where NO_COLOR is set.
      """)

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    try WatchLoop.follow(ride: nil, with: daemon, output: output)
  }
}
