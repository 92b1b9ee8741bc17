private import CDBus

/// A value of any D-Bus type.
///
/// Variants inside a message are read as their contents: `a{sv}` becomes a dictionary with values of several types.
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
  /// A dictionary; `of` is the signature of key and value, for example `sv`.
  case dictionary([Variant: Variant], of: String)
  case structure([Variant])
  /// A file descriptor that arrived with a message and stays with it: it is never used or sent.
  case descriptor
  /// A value to send as a variant outside a container of variants; never read.
  indirect case variant(Variant)
}

extension Variant {
  /// Returns named values of any type, `a{sv}`: properties and options.
  package static func properties(_ properties: [String: Variant]) -> Variant {
    .dictionary(Dictionary(uniqueKeysWithValues: properties.map { (.string($0.key), $0.value) }), of: "sv")
  }

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

  /// The text; nil if it is not a string.
  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The truth value; nil if it is not a boolean.
  package var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The object path; nil if it is not an object path.
  package var objectPath: ObjectPath? {
    if case .objectPath(let value) = self { value } else { nil }
  }

  /// The bytes; nil if it is not an array of bytes.
  package var bytes: [UInt8]? {
    if case .bytes(let value) = self { value } else { nil }
  }

  /// The number; nil if it is not an integer or does not fit `Int`.
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

  /// The elements; nil if it is not an array, or an array of bytes.
  package var array: [Variant]? {
    if case .array(let elements, _) = self { elements } else { nil }
  }

  /// The entries; nil if it is not a dictionary.
  package var dictionary: [Variant: Variant]? {
    if case .dictionary(let entries, _) = self { entries } else { nil }
  }

  /// The entries by name; nil if it is not a dictionary with string keys.
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

/// The path of an object on the bus, known to be well-formed.
///
/// Source: D-Bus specification, "Valid Object Paths".
package struct ObjectPath: Hashable, Sendable {
  /// The path as written, `/org/bluez/hci0`.
  package let text: String

  /// Creates a path from its written form; nil if it is malformed.
  package init?(_ text: String) {
    guard !text.utf8.contains(0), dbus_validate_path(text, nil) != 0 else { return nil }
    self.text = text
  }

  /// Creates a path from the bus, which has checked it.
  init(unchecked text: String) { self.text = text }

  /// Returns whether it is below `other`, at any depth.
  package func isBelow(_ other: ObjectPath) -> Bool {
    guard text.utf8.count > other.text.utf8.count else { return false }
    return other.text == "/" || text.hasPrefix(other.text + "/")
  }
}

extension ObjectPath: ExpressibleByStringLiteral {
  /// Creates a path from a literal; traps if it is malformed.
  package init(stringLiteral text: String) {
    precondition(dbus_validate_path(text, nil) != 0, "malformed object path in the source: \(text)")
    self.text = text
  }
}

extension ObjectPath: CustomStringConvertible {
  package var description: String { text }
}

extension ObjectPath: Comparable {
  /// Orders by the written form, so that an object precedes the objects below it.
  package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}
