import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

extension VerbFamily {
  static var device: [any ParsableCommand.Type] {
    [
      ScanCommand.self, UseCommand.self, ForgetCommand.self, DevicesCommand.self,
    ]
  }
}

struct ScanCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Show the trainers and heart-rate straps in range.",
    discussion: """
      Says on a terminal what it hears as it hears it, and lists everything at the end. Some devices do not say what they are: \
      with --all they are listed, too, and `use` finds out. Refused during a ride: a scan would endanger its links.
      """)

  @OptionGroup var options: CommonOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long to listen, \(Limits.scanSeconds.text) s.", valueName: "seconds"),
    transform: LengthReader("--seconds 30", bare: .seconds).seconds)
  var seconds = 10.0

  @Flag(help: "List also devices that do not say what they are.")
  var all = false

  func validate() throws {
    guard Limits.scanSeconds.contains(seconds) else {
      throw ValidationError("--seconds takes \(Limits.scanSeconds.text).")
    }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    output.remark(String(localized: "Listening for \(Figure.short(seconds)) s."))
    var found: [Device] = []
    try daemon.stream(Scan(seconds: seconds, all: all ? true : nil)) { part throws(ControlError) in
      for device in part.devices {
        if let index = found.firstIndex(where: { $0.address == device.address }) {
          found[index] = device
        } else {
          found.append(device)
          output.remark(DeviceText.news(of: device))
        }
      }
      return true
    }
    output.answer(DeviceList(devices: found), text: DeviceText.inRange(found, page: .current))
  }
}

struct UseCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Choose a device for rides, in place of the one before.",
    discussion: """
      A trainer, a strap and a fan are taken for what they advertise. A sensor beside the trainer needs a word: with --as power \
      the ride's power is the meter's, and the trainer is steered so that the meter shows the target; with --as cadence \
      the cadence is the sensor's. Without it, the trainer's own values count. `forget` ends that. With the trainer's address, \
      --as heartRate leaves out the strap: the heart rate that the trainer passes on counts.

      A device that does not say what it is gets a short connection, which shows it. During a ride, the ride takes a strap, a \
      sensor or a fan at once if it is known or was heard lately; the trainer cannot be changed then.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The device's address, as `scan` shows it.")
  var address: DeviceAddressArgument

  @Option(name: .customLong("as"), help: "What it is to be: power, cadence or fan; or trainer or heartRate.")
  var role: DeviceRoleArgument?

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let reply = try daemon.call(Use(address: address.text, as: role?.role))
    output.answer(reply, text: DeviceText.chosen(reply.device))
  }
}

struct ForgetCommand: Verb {
  static let configuration = CommandConfiguration(commandName: "forget", abstract: "Forget a chosen device.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The device's address, as `devices` shows it.")
  var address: DeviceAddressArgument

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    output.answer(
      try daemon.call(Forget(address: address.text)), text: String(localized: "Forgot \(address.text)."))
  }
}

struct DevicesCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Show the devices that rides use.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let known = try daemon.call(Devices())
    output.answer(known, text: DeviceText.known(known.devices, page: .current))
  }
}
