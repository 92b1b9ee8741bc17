import ArgumentParser
import ControlWire

struct StopCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End the ride, free the trainer and write the file.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard case .stopped(let finished) = try daemon.call(.stop) else { throw .unexpectedReply }
    guard let ride = finished else {
      return output.answer(Nothing(), text: "Ended before the first pedal stroke; nothing was recorded.")
    }
    let fileName = daemon.fileName(ofRide: ride.id)
    output.answer(FinishedRide(ride: ride, fileName: fileName), text: RideText.stopped(ride, fileName: fileName))
  }
}

/// No ride: an empty object.
private struct Nothing: Encodable {}

/// A ride in figures and the name of its file, in one object.
struct FinishedRide: Encodable {
  let ride: RideSummary
  let fileName: String?

  private enum CodingKeys: CodingKey {
    case fileName
  }

  func encode(to encoder: any Encoder) throws {
    try ride.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(fileName, forKey: .fileName)
  }
}
