/// The value of one GATT characteristic, as bytes and as fields.
public protocol CharacteristicValue: Hashable, Sendable {
  /// Reads the value from all bytes of a read, notification, indication or write.
  ///
  /// Bytes after the last known field are ignored unless the type says otherwise. Nothing traps, whatever the bytes.
  init(decoding bytes: [UInt8]) throws(DecodingFailure)

  /// The bytes of the value, little-endian, fields in the specification's order.
  ///
  /// The result may be longer than one notification carries (ATT_MTU − 3); who sends it sees to that.
  func encoded() -> [UInt8]

  /// What the value says, under the specification's names and in its order; absent fields are left out.
  var fields: [GATTField] { get }
}
