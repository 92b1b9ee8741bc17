import ArgumentParser
import ControlWire
import RideText

struct RenameCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a ride a name; an empty one, '', takes it away.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.")
  var ride: RideArgument

  @Argument(help: "The name.")
  var name: String

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let ride = try daemon.edited(by: .edit(RideEdit(ride: ride.text, name: name)))
    output.answer(
      ride, text: ride.name.map { "Ride \(ride.id) is called \($0.printable)." } ?? "Ride \(ride.id) has no name now.")
  }
}
