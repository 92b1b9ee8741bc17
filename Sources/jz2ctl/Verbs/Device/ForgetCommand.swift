import ArgumentParser
import ControlWire

struct ForgetCommand: Verb {
  static let configuration = CommandConfiguration(commandName: "forget", abstract: "No longer take a device for rides.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The device's address, as `devices` shows it.")
  var address: DeviceAddressArgument

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard case .done = try daemon.call(.forget(address: address.text)) else { throw .unexpectedReply }
    output.answer(Done(), text: "\(address.text) is forgotten.")
  }
}

/// The answer that says no more than that it was done: `{}`.
struct Done: Encodable {}
