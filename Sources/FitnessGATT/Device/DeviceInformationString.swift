/// A string of the Device Information service: maker, model, a number or a revision (DIS 1.1, §3.1 to §3.6).
///
/// 0x2A24 Model Number, 0x2A25 Serial Number, 0x2A26 Firmware Revision, 0x2A27 Hardware Revision, 0x2A28 Software
/// Revision, 0x2A29 Manufacturer Name.
public struct DeviceInformationString: Hashable, Sendable {
  /// The text; may be empty.
  public var text: String

  /// A string.
  public init(_ text: String) {
    self.text = text
  }
}

extension DeviceInformationString: CharacteristicValue {
  /// Reads UTF-8.
  ///
  /// Broken sequences become U+FFFD and NULs that pad the end are dropped. Any bytes are a string, so that a value cut
  /// short is a shorter string.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    text = reader.text()
  }

  /// The text in UTF-8, without a NUL.
  public func encoded() -> [UInt8] { Array(text.utf8) }

  /// The text under the name `String`; the characteristic gives it a better one.
  public var fields: [GATTField] { [GATTField("String", .text(text))] }
}
