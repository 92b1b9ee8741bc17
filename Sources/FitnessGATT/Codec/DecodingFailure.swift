/// Why the bytes of a characteristic are not a value of it.
///
/// It names the field by the specification's name and says where it stands, so that one log line is enough to
/// look the packet up.
public struct DecodingFailure: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The bytes end inside the field, or before it.
    case truncated
    /// The same, of a value of the 20 bytes that the smallest ATT_MTU, 23, leaves for a notification (Bluetooth Core 5.4,
    /// Vol 3, Part F, §3.4.7.1 and Part G, §5.2.1): the fields before are whole.
    case cut
    /// More bytes than an attribute value can have: 512 (Bluetooth Core 5.4, Vol 3, Part F, §3.2.9).
    ///
    /// Bytes after the last known field of a shorter value are no failure: later revisions append fields, and devices
    /// in the field send some.
    case tooLong
    /// The field is complete and holds a value that the specification rules out.
    case notAllowed
  }

  /// What kind of failure.
  public var code: Code
  /// The field under the specification's name: `Instantaneous Power`.
  public var field: String
  /// Where the field begins, in bytes from the start of the value.
  public var offset: Int
  /// Bytes that the field takes; for `tooLong` the most that a value may have.
  public var needed: Int
  /// Bytes that were left for the field; for `tooLong` all that came.
  public var available: Int
  /// For `notAllowed` what the field held, as the raw number.
  public var rawValue: Int?

  /// A failure with all its parts.
  public init(_ code: Code, field: String, offset: Int, needed: Int, available: Int, rawValue: Int? = nil) {
    self.code = code
    self.field = field
    self.offset = offset
    self.needed = needed
    self.available = available
    self.rawValue = rawValue
  }
}

extension DecodingFailure {
  /// The most bytes of a value in one notification where ATT_MTU is the smallest.
  private static let leastNotification = 20

  /// This failure of a value that ends where the smallest ATT_MTU ends a notification; nil of any other.
  var cut: DecodingFailure? {
    guard code == .truncated, offset + available == Self.leastNotification else { return nil }
    var cut = self
    cut.code = .cut
    return cut
  }
}

extension DecodingFailure: CustomStringConvertible {
  /// One line for a log: `truncated: Instantaneous Power at byte 2 takes 2 bytes, 1 left`.
  public var description: String {
    switch code {
    case .truncated: "truncated: \(shortfall)"
    case .cut: "cut at \(offset + available) bytes: \(shortfall)"
    case .tooLong:
      "too long: \(available) bytes, a value has at most \(needed)"
    case .notAllowed:
      "not allowed: \(field) at byte \(offset)" + (rawValue.map { " is \($0)" } ?? "")
    }
  }

  private var shortfall: String {
    "\(field) at byte \(offset) takes \(needed) \(needed == 1 ? "byte" : "bytes"), \(available) left"
  }
}
