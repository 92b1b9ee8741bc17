import ArgumentParser
import ControlWire
import RideText

struct UntrimCommand: Verb {
  static let configuration = CommandConfiguration(commandName: "untrim", abstract: "Make a ride whole again.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.")
  var ride: RideArgument

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let before = try daemon.summary(ride.text)
    let after = try daemon.trimmed(by: .untrim(ride: "\(before.id)"))
    let text =
      before.trim == nil
      ? "Ride \(before.id) is whole already."
      : TrimText.changed(from: before, to: after.ride, uploads: after.uploads, time: .system)
    output.answer(TrimmedRide(ride: after.ride, uploads: after.uploads), text: text)
  }
}
