import ArgumentParser
import ControlWire

struct PauseCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Stop the timer and free the trainer.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard case .done = try daemon.call(.pause) else { throw .unexpectedReply }
    output.answer(Done(), text: "Paused; `jz2ctl resume` goes on.")
  }
}
