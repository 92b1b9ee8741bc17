private import CDBus
private import Glibc

/// A message, copied from libdbus' memory.
package struct BusMessage: Hashable, Sendable {
  /// The kinds of message.
  package enum Kind: Hashable, Sendable {
    case methodCall, methodReturn, error, signal
  }

  package var kind: Kind
  /// The number that the sender assigned; a reply refers to it.
  package var serial: UInt32 = 0
  /// The unique name of the sender.
  package var sender: String?
  /// The name of the receiver; nil for a broadcast signal.
  package var destination: String?
  package var path: ObjectPath?
  package var interface: String?
  package var member: String?
  /// The error's name; nil for other kinds.
  package var errorName: String?
  /// The serial of the message that it replies to; nil if it is not a reply.
  package var replySerial: UInt32?
  package var body: [Variant] = []

  package init(_ kind: Kind) { self.kind = kind }
}

extension BusMessage {
  /// Returns a call of `member` on the object at `path` of the connection that owns the name `destination`.
  package static func call(
    _ destination: String, _ path: ObjectPath, _ interface: String, _ member: String, _ body: [Variant] = []
  ) -> BusMessage {
    var message = BusMessage(.methodCall)
    message.destination = destination
    message.path = path
    message.interface = interface
    message.member = member
    message.body = body
    return message
  }

  /// Returns a signal from the object at `path`.
  package static func signal(
    _ path: ObjectPath, _ interface: String, _ member: String, _ body: [Variant] = []
  ) -> BusMessage {
    var message = BusMessage(.signal)
    message.path = path
    message.interface = interface
    message.member = member
    message.body = body
    return message
  }

  /// Returns the answer to this call.
  package func reply(_ body: [Variant] = []) -> BusMessage {
    var message = BusMessage(.methodReturn)
    message.destination = sender
    message.replySerial = serial
    message.body = body
    return message
  }

  /// Returns an error as the answer to this call.
  package func reply(error name: String, _ text: String) -> BusMessage {
    var message = reply([.string(text)])
    message.kind = .error
    message.errorName = name
    return message
  }
}

extension BusMessage {
  init(copying pointer: OpaquePointer) {
    let incoming = IncomingMessage(pointer)
    self.init(Self.kind(of: pointer))
    serial = dbus_message_get_serial(pointer)
    sender = incoming.sender
    path = incoming.path
    interface = incoming.interface
    member = incoming.member
    errorName = dbus_message_get_error_name(pointer).map { String(cString: $0) }
    let answered = dbus_message_get_reply_serial(pointer)
    replySerial = answered == 0 ? nil : answered
    body = incoming.body
  }

  private static func kind(of pointer: OpaquePointer) -> Kind {
    switch dbus_message_get_type(pointer) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL: .methodCall
    case DBUS_MESSAGE_TYPE_METHOD_RETURN: .methodReturn
    case DBUS_MESSAGE_TYPE_ERROR: .error
    default: .signal
    }
  }

  /// Returns the message in libdbus' memory; the caller releases it.
  func encoded() throws(DBusError) -> OpaquePointer {
    try validate()
    guard let message = dbus_message_new(kind.code) else { throw DBusError(.invalidArgument, "no memory") }
    dbus_message_set_destination(message, destination)
    dbus_message_set_path(message, path?.text)
    dbus_message_set_interface(message, interface)
    dbus_message_set_member(message, member)
    dbus_message_set_error_name(message, errorName)
    if let replySerial {
      dbus_message_set_reply_serial(message, replySerial)
      dbus_message_set_no_reply(message, 1)
    }
    do throws(DBusError) {
      var writer = MessageWriter(message)
      for value in body { try writer.append(value) }
      return message
    } catch {
      dbus_message_unref(message)
      throw error
    }
  }

  /// Throws for a message that would make libdbus abort the process.
  private func validate() throws(DBusError) {
    try check(destination, "bus name") { dbus_validate_bus_name($0, nil) }
    try check(interface, "interface") { dbus_validate_interface($0, nil) }
    try check(member, "member") { dbus_validate_member($0, nil) }
    try check(errorName, "error name") { dbus_validate_error_name($0, nil) }
    let isComplete =
      switch kind {
      case .methodCall: path != nil && member != nil
      case .signal: path != nil && member != nil && interface != nil
      case .error: errorName != nil && replySerial != nil && replySerial != 0
      case .methodReturn: replySerial != nil && replySerial != 0
      }
    guard isComplete else { throw DBusError(.invalidArgument, "an incomplete message") }
  }

  private func check(
    _ name: String?, _ what: String, _ validate: (UnsafePointer<CChar>) -> dbus_bool_t
  ) throws(DBusError) {
    guard let name else { return }
    guard !name.utf8.contains(0), validate(name) != 0 else {
      throw DBusError(.invalidArgument, "not a valid \(what): \(name)")
    }
  }
}

extension BusMessage.Kind {
  fileprivate var code: Int32 {
    switch self {
    case .methodCall: DBUS_MESSAGE_TYPE_METHOD_CALL
    case .methodReturn: DBUS_MESSAGE_TYPE_METHOD_RETURN
    case .error: DBUS_MESSAGE_TYPE_ERROR
    case .signal: DBUS_MESSAGE_TYPE_SIGNAL
    }
  }
}

/// A message in libdbus' memory, valid during its handler's call; its parts are copied only when they are read.
///
/// It is borrowed: a handler may pass it on to its actor, but cannot keep it.
package struct IncomingMessage: ~Copyable, @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  /// The path of the object that sent it or will receive it.
  package var path: ObjectPath? {
    dbus_message_get_path(pointer).map { ObjectPath(unchecked: String(cString: $0)) }
  }

  /// The unique name of the connection that sent it.
  package var sender: String? { dbus_message_get_sender(pointer).map { String(cString: $0) } }

  package var interface: String? { dbus_message_get_interface(pointer).map { String(cString: $0) } }

  /// The method or signal.
  package var member: String? { dbus_message_get_member(pointer).map { String(cString: $0) } }

  /// The arguments.
  package var body: [Variant] {
    var reader = MessageReader(pointer)
    return reader.readAll()
  }

  /// Returns whether it is this signal.
  package func isSignal(_ interface: String, _ member: String) -> Bool {
    dbus_message_is_signal(pointer, interface, member) != 0
  }

  /// Returns whether the object at `path` sent it or will receive it.
  package func isAt(_ path: ObjectPath) -> Bool {
    guard let own = dbus_message_get_path(pointer) else { return false }
    return path.text.withCString { compare(own, $0) }
  }

  /// Returns whether the connection with this unique name sent it.
  package func isSent(by name: String) -> Bool { dbus_message_has_sender(pointer, name) != 0 }

  /// Returns the new bytes of a property in `PropertiesChanged`; nil if the signal does not set it.
  ///
  /// Every notification over the bus uses it: it allocates one array and reads no other value.
  package func changedBytes(of interface: String, _ property: String) -> [UInt8]? {
    var reader = MessageReader(pointer)
    guard reader.skip(text: interface) else { return nil }
    return reader.bytes(named: property)
  }
}

/// Whether two C strings are equal.
func compare(_ left: UnsafePointer<CChar>, _ right: UnsafePointer<CChar>) -> Bool { strcmp(left, right) == 0 }
