import ArgumentParser
import ControlWire

struct StartCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Begin a ride at a steady power.",
    discussion: """
      Returns once the trainer acknowledged the target; the time begins with the first pedal stroke. A strap that \
      is missing does not delay it.

      Where no trainer was chosen yet, it listens for 5 to 20 s and takes the only one in range, and the only strap; \
      later rides use the same. With several it shows them, and `jz2ctl use ADDRESS` chooses.
      """)

  @OptionGroup var options: CommonOptions

  @Option(parsing: .unconditional, help: "The power to hold, 1 to 3000 W.")
  var watts: Int

  @Option(parsing: .unconditional, help: "How long to ride, 0.1 to 1440 min; pauses do not count.")
  var minutes: Double

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ease the power down while the heart rate is above, 60 to 230.", valueName: "bpm"))
  var maxHeartRate: Int?

  @Flag(name: .customLong("no-heart-rate"), help: "Ride without a strap, though one is chosen or in range.")
  var withoutHeartRate = false

  @Flag(help: "Show the ride until it ends. Ctrl-C ends the view, not the ride.")
  var watch = false

  func validate() throws {
    guard (1...3000).contains(watts) else { throw ValidationError("--watts takes 1 to 3000, not \(watts).") }
    guard (0.1...1440).contains(minutes) else {
      throw ValidationError("--minutes takes 0.1 to 1440, not \(Figure.short(minutes)).")
    }
    if let maxHeartRate, !(60...230).contains(maxHeartRate) {
      throw ValidationError("--max-heart-rate takes 60 to 230, not \(maxHeartRate).")
    }
    if withoutHeartRate, maxHeartRate != nil {
      throw ValidationError("--max-heart-rate needs a strap, which --no-heart-rate leaves out.")
    }
  }

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    output.remark("Connecting, after a look for a trainer if none was chosen. Only `jz2ctl stop` stops that.")
    let request = ControlRequest.start(
      watts: watts, minutes: minutes, maximumHeartRate: maxHeartRate, heartRate: !withoutHeartRate)
    guard case .started(let started) = try daemon.call(request) else {
      throw .unexpectedReply
    }
    output.answer(started, text: RideText.started(started, withHeartRate: !withoutHeartRate))
    guard watch else { return }
    try WatchLoop.follow(ride: started.ride.id, with: daemon, output: output)
  }
}
