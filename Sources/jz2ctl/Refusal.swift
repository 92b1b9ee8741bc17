import ControlWire
import RideText

/// A refusal as `--json` prints it.
struct Refusal: Encodable, Equatable {
  /// The code's name on the wire: `NoDaemon`.
  let error: String
  /// What went wrong, in a sentence.
  let message: String
  /// What to do about it, in a sentence.
  let remedy: String
  /// What it was about.
  let subject: String?
  /// What is known beyond the code.
  let detail: String?
  /// What there is to choose from, the strongest first.
  var devices: [Device]?
}

extension Refusal {
  /// What the daemon answered instead, or why it did not.
  init(_ refusal: ControlError) {
    self.init(
      error: refusal.code.rawValue, message: refusal.sentence.message, remedy: refusal.sentence.remedy,
      subject: refusal.subject, detail: refusal.detail, devices: refusal.devices.isEmpty ? nil : refusal.devices)
  }

  /// Why a file is not where it should be.
  init(cannotWriteTo place: String, _ reason: String) {
    self.init(
      error: "CannotWrite", message: "The file cannot be written to \(place): \(reason).",
      remedy: "Choose another place with `--output FILE`.", subject: place, detail: reason)
  }

  /// What a person reads: a device stands on a line of its own.
  var text: String {
    guard let devices else { return "\(message.printable)\n\(remedy.printable)" }
    let heading = ControlError(.severalDevices, subject: subject).sentence.message
    return "\(heading)\n\(DeviceText.heard(devices))\n\(remedy.printable)"
  }
}
