/// The value of a GATT characteristic, as bytes and as fields.
package protocol CharacteristicValue: Hashable, Sendable {
  /// Decodes all bytes of a read, notification, indication or write.
  ///
  /// Bytes after the last known field are ignored unless the type says otherwise. Invalid bytes throw; they never trap.
  init(decoding bytes: [UInt8]) throws(DecodingFailure)

  /// Returns the bytes of the value, little-endian, with the fields in the specification's order.
  ///
  /// They may exceed one notification (ATT_MTU − 3); the sender must check that.
  func encoded() -> [UInt8]

  /// The fields with the specification's names and in its order; absent fields are omitted.
  var fields: [GATTField] { get }
}

/// A one-byte code whose values the specification names, possibly more in later revisions.
///
/// A reserved code is a value like any other: it is stored, shown and sent.
package protocol NamedCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible where RawValue == UInt8 {
  init(rawValue: UInt8)

  /// The specification's name; nil for a reserved code.
  var name: String? { get }
}

extension NamedCode {
  /// The specification's name, or `Reserved (0x06)`.
  package var description: String {
    name ?? "Reserved (0x\(rawValue < 0x10 ? "0" : "")\(String(rawValue, radix: 16, uppercase: true)))"
  }
}

/// A code whose names the specification lists from 0 without gaps.
package protocol ListedCode: NamedCode {
  static var names: [String] { get }
}

extension ListedCode {
  package var name: String? { Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : nil }
}
