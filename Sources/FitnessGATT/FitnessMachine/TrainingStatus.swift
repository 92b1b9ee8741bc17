/// Training Status (0x2AD3): what phase of a training the machine is in (FTMS 1.0.1, §4.10).
public struct TrainingStatus: Hashable, Sendable {
  /// The phase; may be reserved.
  public var code: Code
  /// The machine's own words; nil if it sends none.
  ///
  /// A string that was cut off on the way is a shorter string: nothing in the value tells.
  public var string: String?
  /// Whether the string goes on beyond the notification and must be read to be known whole.
  public var isStringExtended: Bool

  /// A status, with words or without.
  public init(_ code: Code, string: String? = nil, isStringExtended: Bool = false) {
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
  /// Broken UTF-8 is repaired with U+FFFD, and NULs at the end are dropped.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let flags = try reader.uint8("Flags")
    code = Code(rawValue: try reader.uint8("Training Status"))
    string = flags & Self.stringPresent == 0 ? nil : reader.text()
    isStringExtended = flags & Self.extendedStringPresent != 0
  }

  /// The flags, the status and the string.
  public func encoded() -> [UInt8] {
    let flags =
      (string == nil ? 0 : Self.stringPresent) | (isStringExtended ? Self.extendedStringPresent : 0)
    return [flags, code.rawValue] + (string ?? "").utf8
  }

  /// The status and the string.
  public var fields: [GATTField] {
    var fields = [GATTField("Training Status", code)]
    if let string { fields.append(GATTField("Training Status String", .text(string))) }
    if isStringExtended { fields.append(GATTField("Extended String", .bool(true))) }
    return fields
  }
}
