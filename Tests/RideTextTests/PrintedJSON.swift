import Foundation

/// Encodes values as `jz2ctl --json` does.
enum PrintedJSON {
  /// Returns the value as one line of JSON with sorted keys, including the line end.
  static func text(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
  }
}
