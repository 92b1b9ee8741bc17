import ArgumentParser
import ControlWire

struct NoteCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Note something about a ride; an empty note, '', takes it away.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.")
  var ride: RideArgument

  @Argument(help: "The note, in place of the one before.")
  var text: String

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let ride = try daemon.edited(by: .edit(RideEdit(ride: ride.text, note: text)))
    output.answer(ride, text: ride.note == nil ? "Ride \(ride.id) has no note now." : "Noted with ride \(ride.id).")
  }
}
