/// An entry for the journal, field by field.
///
/// Source: systemd, "Native Journal Protocol" (systemd.io/JOURNAL_NATIVE_PROTOCOL).
struct JournalEntry {
  /// The longest name that the journal takes for a field.
  private static let longestName = 64

  /// The entry as a datagram.
  private(set) var bytes: [UInt8] = []

  /// Adds a field; `name` is in capitals, digits and underscores.
  mutating func add(_ name: String, _ value: String) {
    let value = Array(value.utf8)
    bytes += Array(name.utf8)
    if value.contains(UInt8(ascii: "\n")) {
      bytes.append(UInt8(ascii: "\n"))
      withUnsafeBytes(of: UInt64(value.count).littleEndian) { bytes += $0 }
    } else {
      bytes.append(UInt8(ascii: "="))
    }
    bytes += value
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The field for what a log line knows by `key`: `ride` is `JZ2_RIDE`.
  static func fieldName(_ key: String) -> String {
    let name = key.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
      default: UInt8(ascii: "_")
      }
    }
    return String(decoding: (Array("JZ2_".utf8) + name).prefix(longestName), as: UTF8.self)
  }
}
