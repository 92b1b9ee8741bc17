import ArgumentParser
import ControlWire
import RideText

struct StatusCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say what goes on, once.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard case .status(let status) = try daemon.call(.status) else { throw .unexpectedReply }
    let last = output.json || status.phase != .idle ? nil : daemon.lastRide
    let before = last.map { "\nLast ride   \(RideLine.summary($0)) `jz2ctl show last` tells more." } ?? ""
    output.answer(status, text: StatusText.full(status, glyphs: .current) + before)
  }
}
