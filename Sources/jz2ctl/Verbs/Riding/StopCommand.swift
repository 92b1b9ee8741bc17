import ArgumentParser
import ControlWire
import RideText

struct StopCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End the ride, free the trainer and write the file.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard case .stopped(let finished) = try daemon.call(.stop) else { throw .unexpectedReply }
    guard let ride = finished else {
      return output.answer(Nothing(), text: "Ended before the first pedal stroke; nothing was recorded.")
    }
    output.answer(ride, text: RideLine.stopped(ride))
  }
}

/// No ride: an empty object.
private struct Nothing: Encodable {}
