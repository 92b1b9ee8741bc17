/// A value of any D-Bus type.
///
/// Variants inside a message are read as what they hold: `a{sv}` is a dictionary whose values are of many types.
package enum Variant: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(ObjectPath)
  case signature(String)
  /// An array of bytes, `ay`.
  case bytes([UInt8])
  /// Any other array; `of` is the elements' signature.
  case array([Variant], of: String)
  /// A dictionary; `of` is the signature of key and value, `sv` say.
  case dictionary([Variant: Variant], of: String)
  case structure([Variant])
  /// A file descriptor that came with the message, which keeps it: nothing here takes one. Never sent.
  case descriptor
  /// To be sent as a variant where it does not stand in a container of such; never read.
  indirect case variant(Variant)
}

extension Variant {
  /// Named values of any type, `a{sv}`, as properties and options are sent.
  package static func properties(_ properties: [String: Variant]) -> Variant {
    .dictionary(Dictionary(uniqueKeysWithValues: properties.map { (.string($0.key), $0.value) }), of: "sv")
  }

  /// The type's signature.
  package var signature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .bytes: "ay"
    case .array(_, let of): "a" + of
    case .dictionary(_, let of): "a{" + of + "}"
    case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
    case .descriptor: "h"
    case .variant: "v"
    }
  }

  /// The text, where it is a string.
  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The truth, where it is a boolean.
  package var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The path, where it is one.
  package var objectPath: ObjectPath? {
    if case .objectPath(let value) = self { value } else { nil }
  }

  /// The bytes, where it is an array of them.
  package var bytes: [UInt8]? {
    if case .bytes(let value) = self { value } else { nil }
  }

  /// The number, where it is an integer of any width.
  package var integer: Int? {
    switch self {
    case .byte(let value): Int(value)
    case .int16(let value): Int(value)
    case .uint16(let value): Int(value)
    case .int32(let value): Int(value)
    case .uint32(let value): Int(value)
    case .int64(let value): Int(exactly: value)
    case .uint64(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The elements, where it is an array of anything but bytes.
  package var array: [Variant]? {
    if case .array(let elements, _) = self { elements } else { nil }
  }

  /// The entries, where it is a dictionary.
  package var dictionary: [Variant: Variant]? {
    if case .dictionary(let entries, _) = self { entries } else { nil }
  }

  /// The entries by name, where it is a dictionary with text for keys.
  package var properties: [String: Variant]? {
    guard let dictionary else { return nil }
    var named: [String: Variant] = [:]
    named.reserveCapacity(dictionary.count)
    for (key, value) in dictionary {
      guard let name = key.string else { return nil }
      named[name] = value
    }
    return named
  }
}
