/// The value of one GATT characteristic, as bytes and as fields.
package protocol CharacteristicValue: Hashable, Sendable {
  /// Reads the value from all bytes of a read, notification, indication or write.
  ///
  /// Bytes after the last known field are ignored unless the type says otherwise. No bytes make it trap.
  init(decoding bytes: [UInt8]) throws(DecodingFailure)

  /// The bytes of the value, little-endian, fields in the specification's order.
  ///
  /// They may be more than one notification carries (ATT_MTU − 3); the sender must check that.
  func encoded() -> [UInt8]

  /// The fields under the specification's names and in its order; absent fields are left out.
  var fields: [GATTField] { get }
}

/// A one-byte code to which the specification gives names, and to which it may add more.
///
/// A reserved code is a value like any other: it is kept, shown and sent on.
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

/// A code whose names the specification lists from 0 on, without a gap.
package protocol ListedCode: NamedCode {
  static var names: [String] { get }
}

extension ListedCode {
  package var name: String? { Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : nil }
}
