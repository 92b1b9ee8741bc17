import ArgumentParser
import ControlWire

struct ResumeCommand: Verb {
  static let configuration = CommandConfiguration(commandName: "resume", abstract: "Go on after a pause.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard case .done = try daemon.call(.resume) else { throw .unexpectedReply }
    output.answer(Done(), text: "The ride goes on.")
  }
}
