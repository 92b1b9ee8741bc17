import ControlWire
import Glibc
import RideText

/// The output of a verb: text for a person, or one JSON object per line.
struct Output {
  /// Whether answers are printed as JSON.
  let json: Bool
  /// Prints an answer.
  var say: (String) -> Void = { StandardStream.output.write($0) }
  /// Prints an error.
  var complain: (String) -> Void = { StandardStream.error.write($0) }

  /// Prints an answer in the requested form.
  func answer(_ value: some Encodable, text: @autoclosure () -> String) {
    say(json ? Self.line(of: value) : text() + "\n")
  }

  /// Prints a refusal: as text to standard error, or as a JSON object to standard output.
  ///
  /// - Parameters:
  ///   - refusal: The refusal.
  ///   - text: The text for a person; nil for the refusal's own.
  func refuse(_ refusal: Refusal, text: String? = nil) {
    if json {
      say(Self.line(of: refusal))
    } else {
      complain((text ?? refusal.text) + "\n")
    }
  }

  /// Prints a remark for a waiting person, only if standard error is a terminal.
  func remark(_ text: @autoclosure () -> String) {
    guard !json, isatty(STDERR_FILENO) == 1 else { return }
    StandardStream.error.write(text() + "\n")
  }

  /// Returns a value as one line of JSON, in the same form as on the wire.
  static func line(of value: some Encodable) -> String {
    String(decoding: (try? WireJSON.text(of: value)) ?? Array("{}".utf8), as: UTF8.self) + "\n"
  }
}

/// A refusal as `--json` prints it; its sentences are in the reader's language, or in English for JSON.
struct Refusal: Encodable, Equatable {
  /// The name of the error on the wire: `NoDaemon`.
  let error: String
  /// The problem, in a sentence.
  let message: String
  /// The remedy, in a sentence.
  let remedy: String
  /// The subject of the refusal.
  let subject: String?
  /// Details beyond the error's name.
  let detail: String?
  /// The devices to choose from, strongest signal first; nil if there is no choice.
  var devices: [Device]?
  /// The commands to choose from, a line each; only for a person.
  var choices: String?
  /// The kind, for verbs that print several kinds of lines.
  let kind = LineKind.refusal

  private enum CodingKeys: CodingKey {
    case error, message, remedy, subject, detail, devices, kind
  }
}

extension Refusal {
  /// Creates the refusal for an error of the daemon or the connection.
  init(_ refusal: ControlError) {
    self.init(
      error: refusal.code.rawValue, message: refusal.explanation.message, remedy: refusal.explanation.remedy,
      subject: refusal.subject, detail: refusal.detail, devices: refusal.devices.isEmpty ? nil : refusal.devices)
  }

  /// Creates the refusal for a file that could not be written.
  init(cannotWriteTo place: String, _ reason: String) {
    self.init(
      error: "CannotWrite", message: String(localized: "The file cannot be written to \(place): \(reason)."),
      remedy: String(localized: "Choose another place with `--output FILE`."), subject: place, detail: reason)
  }

  /// The text for a person; each device has its own line.
  var text: String {
    guard let devices else {
      return ["\(message.printable)\n\(remedy.printable)", choices].compactMap(\.self).joined(separator: "\n")
    }
    let heading = ControlError(.severalDevices, subject: subject).explanation.message
    return "\(heading)\n\(DeviceText.inRange(devices, page: .current))\n\(remedy.printable)"
  }
}

/// The subject of a line of `import --json`.
enum LineKind: String, Encodable {
  case imported, refusal, totals, plan, health, nights, mornings, measurement, library
}
