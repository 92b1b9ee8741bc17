private import CDBus
private import Glibc

/// A message as it lies in libdbus' memory, for the time of its handler; nothing is copied until it is asked for.
///
/// It is only ever lent, and read: a handler may pass it on to the actor that it runs for, and cannot keep it.
package struct IncomingMessage: ~Copyable, @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  /// The path of the object that it comes from or is meant for.
  package var path: ObjectPath? {
    dbus_message_get_path(pointer).map { ObjectPath(unchecked: String(cString: $0)) }
  }

  /// The unique name of the connection that sent it.
  package var sender: String? { dbus_message_get_sender(pointer).map { String(cString: $0) } }

  /// The interface that its member belongs to.
  package var interface: String? { dbus_message_get_interface(pointer).map { String(cString: $0) } }

  /// The method or signal.
  package var member: String? { dbus_message_get_member(pointer).map { String(cString: $0) } }

  /// The arguments.
  package var body: [Variant] {
    var reader = MessageReader(pointer)
    return reader.readAll()
  }

  /// Whether it is this signal.
  package func isSignal(_ interface: String, _ member: String) -> Bool {
    dbus_message_is_signal(pointer, interface, member) != 0
  }

  /// Whether it comes from, or is meant for, the object at `path`.
  package func isAt(_ path: ObjectPath) -> Bool {
    guard let own = dbus_message_get_path(pointer) else { return false }
    return path.text.withCString { compare(own, $0) }
  }

  /// Whether it was sent by the connection with this unique name.
  package func isSent(by name: String) -> Bool { dbus_message_has_sender(pointer, name) != 0 }

  /// The bytes to which a `PropertiesChanged` sets one property; nil where it is about anything else.
  ///
  /// The path that every notification takes: one array is allocated, and no other value read.
  package func changedBytes(of interface: String, _ property: String) -> [UInt8]? {
    var reader = MessageReader(pointer)
    guard reader.skip(text: interface) else { return nil }
    return reader.bytes(named: property)
  }
}

/// Whether two C strings are equal.
func compare(_ left: UnsafePointer<CChar>, _ right: UnsafePointer<CChar>) -> Bool { strcmp(left, right) == 0 }
