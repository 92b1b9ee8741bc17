import ArgumentParser
import ControlWire
import RideText

struct DevicesCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Show the devices that rides use.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard case .devices(let devices) = try daemon.call(.devices) else { throw .unexpectedReply }
    output.answer(DeviceList(devices: devices), text: DeviceText.known(devices))
  }
}
