private import CDBus

/// The path of an object on the bus, known to be well formed.
///
/// Source: D-Bus specification, "Valid Object Paths".
package struct ObjectPath: Hashable, Sendable {
  /// The path as written, `/org/bluez/hci0`.
  package let text: String

  /// A path from its written form; nil where that is malformed.
  package init?(_ text: String) {
    guard !text.utf8.contains(0), dbus_validate_path(text, nil) != 0 else { return nil }
    self.text = text
  }

  /// A path from the bus, which checked it.
  init(unchecked text: String) { self.text = text }

  /// Whether it lies below `other`, at any depth.
  package func isBelow(_ other: ObjectPath) -> Bool {
    guard text.utf8.count > other.text.utf8.count else { return false }
    return other.text == "/" || text.hasPrefix(other.text + "/")
  }
}

extension ObjectPath: ExpressibleByStringLiteral {
  /// A path that stands in the source; traps where it is malformed.
  package init(stringLiteral text: String) {
    precondition(dbus_validate_path(text, nil) != 0, "malformed object path in the source: \(text)")
    self.text = text
  }
}

extension ObjectPath: CustomStringConvertible {
  package var description: String { text }
}

extension ObjectPath: Comparable {
  /// Orders by the written form, so an object comes before what lies below it.
  package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}
