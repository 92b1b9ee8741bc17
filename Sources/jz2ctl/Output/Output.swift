import ControlWire
import FoundationEssentials
import Glibc
import RideText
import Rides

/// The destination of a verb's answer: text for a person, or one JSON object per line.
struct Output {
  /// Whether answers are printed as JSON.
  let json: Bool
  /// Writes answers.
  var say: (String) -> Void = { StandardStream.output.write($0) }
  /// Writes complaints.
  var complain: (String) -> Void = { StandardStream.error.write($0) }

  /// Prints an answer in the requested form.
  func answer(_ value: some Encodable, text: @autoclosure () -> String) {
    say(json ? Self.line(of: value) : text() + "\n")
  }

  /// Prints a refusal: as text to standard error, or as an object to standard output.
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

  /// Tells a waiting person what happens; prints nothing if standard error is not a terminal.
  func remark(_ text: @autoclosure () -> String) {
    guard !json, isatty(STDERR_FILENO) == 1 else { return }
    StandardStream.error.write(text() + "\n")
  }

  /// A value as one line of JSON, with what is promised of every answer.
  static func line(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(value) else { return "{}\n" }
    return String(decoding: JSONText.finished(Array(data)), as: UTF8.self) + "\n"
  }
}

/// A refusal as `--json` prints it; its sentences are in the reader's language, which is English for JSON.
struct Refusal: Encodable, Equatable {
  /// The name of the error on the wire: `NoDaemon`.
  let error: String
  /// The problem, in a sentence.
  let message: String
  /// The remedy, in a sentence.
  let remedy: String
  /// The thing that the refusal is about.
  let subject: String?
  /// Details beyond the error's name.
  let detail: String?
  /// The devices to choose from, strongest signal first; nil if there is no choice.
  var devices: [Device]?
  /// What it is among the lines of an answer.
  let kind = LineKind.refusal
}

extension Refusal {
  /// The daemon's refusal, or the reason why there is no answer.
  init(_ refusal: ControlError) {
    self.init(
      error: refusal.code.rawValue, message: refusal.sentence.message, remedy: refusal.sentence.remedy,
      subject: refusal.subject, detail: refusal.detail, devices: refusal.devices.isEmpty ? nil : refusal.devices)
  }

  /// The reason why a file could not be written.
  init(cannotWriteTo place: String, _ reason: String) {
    self.init(
      error: "CannotWrite", message: String(localized: "The file cannot be written to \(place): \(reason)."),
      remedy: String(localized: "Choose another place with `--output FILE`."), subject: place, detail: reason)
  }

  /// The text for a person; each device has its own line.
  var text: String {
    guard let devices else { return "\(message.printable)\n\(remedy.printable)" }
    let heading = ControlError(.severalDevices, subject: subject).sentence.message
    return "\(heading)\n\(DeviceText.heard(devices, page: .current))\n\(remedy.printable)"
  }
}

/// The last step of an answer in JSON: numbers with the digits that were measured, and keys with their unit beside those
/// without one.
struct JSONText {
  /// A key with its unit for each that has none; both are told, since programs hold on to the latter.
  static let keysWithUnit = [
    "averageHeartRate": "averageBeatsPerMinute", "maximumHeartRate": "maximumBeatsPerMinute",
    "restingHeartRate": "restingBeatsPerMinute", "thresholdHeartRate": "thresholdBeatsPerMinute",
    "meanHeartRate": "meanBeatsPerMinute", "averageCadence": "averageCadenceRpm",
    "maximumCadence": "maximumCadenceRpm", "cadenceFrom": "cadenceFromRpm", "cadenceTo": "cadenceToRpm",
    "zone2From": "zone2FromBeatsPerMinute", "zone2To": "zone2ToBeatsPerMinute",
    "zoneFrom": "zoneFromBeatsPerMinute", "zoneTo": "zoneToBeatsPerMinute", "rssi": "signalDBm",
    "efficiencyFactor": "efficiencyWattsPerBpm", "rmssd": "rmssdMilliseconds", "sdnn": "sdnnMilliseconds",
  ]

  private let source: [UInt8]
  private var position = 0
  private var result: [UInt8] = []
  /// The key whose value is read; in an array, the array's.
  private var key = ""
  private var precisions: [String: Precision?] = [:]

  private init(_ source: [UInt8]) {
    self.source = source
    result.reserveCapacity(source.count + source.count / 8)
  }

  /// Finishes what `JSONEncoder` wrote without spaces.
  static func finished(_ source: [UInt8]) -> [UInt8] {
    var text = JSONText(source)
    text.finish()
    return text.result
  }

  private mutating func finish() {
    while position < source.count {
      switch source[position] {
      case UInt8(ascii: "\""): copyString()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): copyNumber()
      case let other:
        result.append(other)
        position += 1
      }
    }
  }

  /// Copies a string, and notes it if it is a key.
  private mutating func copyString() {
    let start = position
    position += 1
    while position < source.count, source[position] != UInt8(ascii: "\"") {
      position += source[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, source.count)
    result += source[start..<position]
    guard position < source.count, source[position] == UInt8(ascii: ":") else { return }
    key = String(decoding: source[(start + 1)..<(position - 1)], as: UTF8.self)
  }

  private mutating func copyNumber() {
    let isMember = position > 0 && source[position - 1] == UInt8(ascii: ":")
    let start = position
    while position < source.count, Self.isOfNumber(source[position]) { position += 1 }
    let number = rounded(source[start..<position])
    result += number
    guard isMember, let named = Self.keysWithUnit[key] else { return }
    result += Array(",\"\(named)\":".utf8) + number
  }

  /// A whole number stays as it is.
  private mutating func rounded(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    guard digits.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }),
      let precision = precision, let value = Double(String(decoding: digits, as: UTF8.self))
    else { return Array(digits) }
    let text = "\(precision.rounded(value))"
    return Array((text.hasSuffix(".0") ? String(text.dropLast(2)) : text).utf8)
  }

  private var precision: Precision? {
    mutating get {
      if let known = precisions[key] { return known }
      let precision = Precision(ofKey: key)
      precisions[key] = .some(precision)
      return precision
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
