import ArgumentParser
import ControlWire
import RideText

struct ScanCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Show the trainers and heart-rate straps in range.",
    discussion: "Refused during a ride, whose links it would endanger.")

  @OptionGroup var options: CommonOptions

  @Option(parsing: .unconditional, help: "How long to listen, 1 to 300 s.")
  var seconds = 10.0

  func validate() throws {
    guard (1...300).contains(seconds) else { throw ValidationError("--seconds takes 1 to 300.") }
  }

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    output.remark("Listening for \(Figure.short(seconds)) s.")
    guard case .devices(let devices) = try daemon.call(.scan(seconds: seconds)) else { throw .unexpectedReply }
    output.answer(DeviceList(devices: devices), text: DeviceText.heard(devices))
  }
}

/// Devices as `--json` prints them.
struct DeviceList: Encodable {
  let devices: [Device]
}
