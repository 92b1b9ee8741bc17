import ArgumentParser
import ControlWire
import RideText

struct UseCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Take a trainer or a strap for rides, in place of the one before.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The device's address, as `scan` shows it.")
  var address: DeviceAddressArgument

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard case .device(let device) = try daemon.call(.use(address: address.text)) else { throw .unexpectedReply }
    output.answer(device, text: DeviceText.chosen(device))
  }
}
