/// The reason why bytes are not a value of a characteristic.
///
/// It gives the specification's name and the position of the field, so that one log line is enough to find the packet.
package struct DecodingFailure: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The bytes end inside or before the field.
    case truncated
    /// The same, for a value of the 20 bytes that fit a notification at the smallest ATT_MTU, 23 (Bluetooth Core 5.4,
    /// Vol 3, Part F, §3.4.7.1 and Part G, §5.2.1): the fields before it are complete.
    case cut
    /// More bytes than an attribute value can have: 512 (Bluetooth Core 5.4, Vol 3, Part F, §3.2.9).
    ///
    /// Bytes after the last known field of a shorter value are not a failure: later revisions append fields, and some
    /// devices send extra bytes.
    case tooLong
    /// The field is complete but its value is forbidden by the specification.
    case notAllowed
  }

  package var code: Code
  /// The specification's name of the field: `Instantaneous Power`.
  package var field: String
  /// The position of the field, in bytes from the start of the value.
  package var offset: Int
  /// The length of the field in bytes; for `tooLong` the maximum length of a value.
  package var needed: Int
  /// The bytes left for the field; for `tooLong` all received bytes.
  package var available: Int
  /// The raw number in the field for `notAllowed`; otherwise nil.
  package var rawValue: Int?

  package init(_ code: Code, field: String, offset: Int, needed: Int, available: Int, rawValue: Int? = nil) {
    self.code = code
    self.field = field
    self.offset = offset
    self.needed = needed
    self.available = available
    self.rawValue = rawValue
  }
}

extension DecodingFailure {
  /// The maximum length of a notification's value at the smallest ATT_MTU, in bytes.
  static let leastNotification = 20

  /// This failure as `cut`, if the value ends at the maximum length of a notification at the smallest ATT_MTU;
  /// otherwise nil.
  var cut: DecodingFailure? {
    guard code == .truncated, offset + available == Self.leastNotification else { return nil }
    var cut = self
    cut.code = .cut
    return cut
  }
}

extension DecodingFailure: CustomStringConvertible {
  /// One line for a log: `truncated: Instantaneous Power at byte 2 takes 2 bytes, 1 left`.
  package var description: String {
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
