/// Training Status (0x2AD3): the current phase of the machine's training (FTMS 1.0.1, §4.10).
package struct TrainingStatus: Hashable, Sendable {
  /// The phase (FTMS 1.0.1, §4.10.1.2).
  package struct Code: ListedCode {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The names of the codes from 0.
    package static let names = [
      "Other",
      "Idle",
      "Warming Up",
      "Low Intensity Interval",
      "High Intensity Interval",
      "Recovery Interval",
      "Isometric",
      "Heart Rate Control",
      "Fitness Test",
      "Speed Outside of Control Region - Low",
      "Speed Outside of Control Region - High",
      "Cool Down",
      "Watt Control",
      "Manual Mode (Quick Start)",
      "Pre-Workout",
      "Post-Workout",
    ]
  }

  package var code: Code
  /// The machine's own text; nil if absent.
  ///
  /// A string that was cut in transit is a shorter string: the value does not show the cut.
  package var string: String?
  /// Whether the string continues beyond the notification, so that only a read returns all of it.
  package var isStringExtended: Bool

  package init(_ code: Code, string: String? = nil, isStringExtended: Bool = false) {
    self.code = code
    self.string = string
    self.isStringExtended = isStringExtended
  }
}

extension TrainingStatus: CharacteristicValue {
  private static let stringPresent: UInt8 = 1 << 0
  private static let extendedStringPresent: UInt8 = 1 << 1

  /// Decodes the flags, the status and the UTF-8 string.
  ///
  /// Invalid sequences become U+FFFD, and trailing NULs are dropped.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let flags = try reader.uint8("Flags")
    code = Code(rawValue: try reader.uint8("Training Status"))
    string = flags & Self.stringPresent == 0 ? nil : reader.text()
    isStringExtended = flags & Self.extendedStringPresent != 0
  }

  /// Returns the flags, the status and the string.
  package func encoded() -> [UInt8] {
    let flags =
      (string == nil ? 0 : Self.stringPresent) | (isStringExtended ? Self.extendedStringPresent : 0)
    return [flags, code.rawValue] + (string ?? "").utf8
  }

  /// The status and the string.
  package var fields: [GATTField] {
    var fields = [GATTField("Training Status", code)]
    if let string { fields.append(GATTField("Training Status String", .text(string))) }
    if isStringExtended { fields.append(GATTField("Extended String", .bool(true))) }
    return fields
  }
}
