import ArgumentParser
import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

extension VerbFamily {
  static var device: [any ParsableCommand.Type] {
    [
      ScanCommand.self, UseCommand.self, DevicesCommand.self, CalibrateCommand.self, ForgetCommand.self,
    ]
  }
}

struct ScanCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Show the trainers and heart-rate straps in range.",
    discussion: """
      On a terminal, it shows devices as it finds them, and lists everything at the end. Some devices do not say what \
      they are: --all also lists them, and `use` finds out. Refused during a ride: a scan would endanger its \
      connections.
      """)

  @OptionGroup var options: CommonOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long to scan, \(Limits.scanSeconds.text) s.", valueName: "seconds"),
    transform: LengthReader("--seconds 30", bare: .seconds).seconds)
  var seconds = 10.0

  @Flag(help: "Also list devices that do not say what they are.")
  var all = false

  func validate() throws {
    guard Limits.scanSeconds.contains(seconds) else {
      throw ValidationError(String(localized: "--seconds takes \(Limits.scanSeconds.span) s."))
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
    if isatty(STDOUT_FILENO) == 1 { ListedDevices.ofUser.keep(found) }
    output.answer(DeviceList(devices: found), text: DeviceText.inRange(found, page: .current))
  }
}

struct UseCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Choose a device for rides; it replaces the previous one.",
    discussion: """
      A trainer, a strap and a fan are recognised by what they advertise. For another sensor, give its role. With --as \
      power, the ride's power comes from the power meter, and the trainer is controlled so that the meter shows the \
      target. With --as cadence, the cadence comes from the sensor. Without such a sensor, the trainer's own values \
      count; `forget` returns to them. With the trainer's address, --as heartRate replaces the strap: the heart rate \
      that the trainer passes on counts.

      jz2 connects briefly to a device that does not say what it is, to find out. During a ride, you can choose a \
      strap, a sensor or a fan that is known or was heard lately, and the ride uses it at once. You cannot change the \
      trainer then.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "The beginning of its name, its number in the list of `scan`, or its address.", valueName: "device"))
  var device: DeviceArgument

  @Option(name: .customLong("as"), help: "The device's role: trainer, heartRate, power, cadence or fan.")
  var role: DeviceRoleArgument?

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let address = try daemon.address(ofHeard: device, listed: ListedDevices.ofUser.devices)
    let reply = try daemon.call(Use(address: address, as: role?.role))
    output.answer(reply, text: DeviceText.chosen(reply.device))
  }
}

struct ForgetCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Forget a chosen device.",
    discussion: "`jz2ctl use` replaces a device by another one, so this is for one that you no longer have.",
    shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "The beginning of its name, its number in the list of `devices`, or its address.", valueName: "device"))
  var device: DeviceArgument

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let address = try daemon.address(ofKnown: device)
    output.answer(
      try daemon.call(Forget(address: address)), text: String(localized: "Forgot \(address.printable)."))
  }
}

struct DevicesCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Show the devices that rides use.",
    discussion: "`jz2ctl use` replaces one, `jz2ctl forget` drops one.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let known = try daemon.call(Devices())
    output.answer(known, text: DeviceText.known(known.devices, page: .current))
  }
}
