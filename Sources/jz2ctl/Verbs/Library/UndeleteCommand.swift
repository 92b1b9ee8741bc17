import ArgumentParser
import ControlWire

struct UndeleteCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "undelete", abstract: "Have a deleted ride back; `rides --deleted` lists them.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.")
  var ride: RideArgument

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let ride = try daemon.edited(by: .undelete(ride: ride.text))
    output.answer(ride, text: "Ride \(ride.id) is back.")
  }
}
