import ArgumentParser
import ControlWire

struct RidesCommand: Verb {
  static let configuration = CommandConfiguration(commandName: "rides", abstract: "List the rides, the newest first.")

  @OptionGroup var options: CommonOptions

  @Option(parsing: .unconditional, help: "How many at most; without it, all.")
  var limit: Int?

  func validate() throws {
    guard (limit ?? 1) >= 1 else { throw ValidationError("--limit takes 1 or more.") }
  }

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard case .rides(let rides) = try daemon.call(.rides(limit: limit ?? 0)) else { throw .unexpectedReply }
    output.answer(RideList(rides: rides), text: RideText.list(rides, localTime: LocalTime.text))
  }
}

/// Rides as `--json` prints them.
struct RideList: Encodable {
  let rides: [RideSummary]
}
