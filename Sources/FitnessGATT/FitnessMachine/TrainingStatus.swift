/// Training Status (0x2AD3): the phase of the training that the machine is in (FTMS 1.0.1, §4.10).
package struct TrainingStatus: Hashable, Sendable {
  /// The phase (FTMS 1.0.1, §4.10.1.2).
  package struct Code: ListedCode {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The names of the codes from 0 on.
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
  /// The machine's own words; nil if it sends none.
  ///
  /// A string that was cut off on the way is a shorter string: nothing in the value shows the cut.
  package var string: String?
  /// Whether the string goes on beyond the notification, so that only a read gives all of it.
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

  /// Reads the flags, the status and the string, which is UTF-8.
  ///
  /// Broken sequences become U+FFFD, and NULs at the end are dropped.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let flags = try reader.uint8("Flags")
    code = Code(rawValue: try reader.uint8("Training Status"))
    string = flags & Self.stringPresent == 0 ? nil : reader.text()
    isStringExtended = flags & Self.extendedStringPresent != 0
  }

  /// The flags, the status and the string.
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
