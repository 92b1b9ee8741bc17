import FoundationEssentials
import Glibc

/// Where a verb's answer goes: text for a person, or one JSON object a line.
struct Output {
  /// Whether the answer is printed as JSON.
  let json: Bool
  /// Where answers go.
  var say: (String) -> Void = { StandardStream.output.write($0) }
  /// Where complaints go.
  var complain: (String) -> Void = { StandardStream.error.write($0) }

  /// Prints an answer in the form asked for.
  func answer(_ value: some Encodable, text: @autoclosure () -> String) {
    say(json ? Self.line(of: value) : text() + "\n")
  }

  /// Says why there is no answer: text to standard error, or the error as an object to standard output.
  ///
  /// - Parameters:
  ///   - refusal: Why there is none.
  ///   - text: What a person reads; nil for the refusal's own words.
  func refuse(_ refusal: Refusal, text: String? = nil) {
    if json {
      say(Self.line(of: refusal))
    } else {
      complain((text ?? refusal.text) + "\n")
    }
  }

  /// Tells a waiting person what goes on; nothing where nobody watches.
  func remark(_ text: @autoclosure () -> String) {
    guard !json, isatty(STDERR_FILENO) == 1 else { return }
    StandardStream.error.write(text() + "\n")
  }

  /// One line of JSON, its keys sorted, so that equal answers are equal bytes.
  static func line(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(value) else { return "{}\n" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
