import ArgumentParser
import ControlWire

struct StatusCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say what goes on, once.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard case .status(let status) = try daemon.call(.status) else { throw .unexpectedReply }
    output.answer(status, text: StatusText.full(status, glyphs: .current))
  }
}
