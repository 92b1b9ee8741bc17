private import CDBus

/// A message, copied out of libdbus' memory.
package struct Message: Hashable, Sendable {
  /// The kinds of message.
  package enum Kind: Hashable, Sendable {
    case methodCall, methodReturn, error, signal
  }

  package var kind: Kind
  /// The number its sender gave it; a reply names it.
  package var serial: UInt32 = 0
  /// Who sent it, a unique name.
  package var sender: String?
  /// Whom it is meant for; nil for a signal to all.
  package var destination: String?
  package var path: ObjectPath?
  package var interface: String?
  package var member: String?
  /// The error's name, where it is one.
  package var errorName: String?
  /// The message that it replies to.
  package var replySerial: UInt32?
  package var body: [Variant] = []

  package init(_ kind: Kind) { self.kind = kind }
}

extension Message {
  /// A call of `member` on the object at `path` of whoever owns the name `destination`.
  package static func call(
    _ destination: String, _ path: ObjectPath, _ interface: String, _ member: String, _ body: [Variant] = []
  ) -> Message {
    var message = Message(.methodCall)
    message.destination = destination
    message.path = path
    message.interface = interface
    message.member = member
    message.body = body
    return message
  }

  /// A signal from the object at `path`.
  package static func signal(
    _ path: ObjectPath, _ interface: String, _ member: String, _ body: [Variant] = []
  ) -> Message {
    var message = Message(.signal)
    message.path = path
    message.interface = interface
    message.member = member
    message.body = body
    return message
  }

  /// The answer to a call.
  package func reply(_ body: [Variant] = []) -> Message {
    var message = Message(.methodReturn)
    message.destination = sender
    message.replySerial = serial
    message.body = body
    return message
  }

  /// The refusal of a call.
  package func reply(error name: String, _ text: String) -> Message {
    var message = reply([.string(text)])
    message.kind = .error
    message.errorName = name
    return message
  }
}

extension Message {
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

  /// The message in libdbus' memory; the caller releases it.
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

  /// Refuses what libdbus would abort the process for.
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

extension Message.Kind {
  fileprivate var code: Int32 {
    switch self {
    case .methodCall: DBUS_MESSAGE_TYPE_METHOD_CALL
    case .methodReturn: DBUS_MESSAGE_TYPE_METHOD_RETURN
    case .error: DBUS_MESSAGE_TYPE_ERROR
    case .signal: DBUS_MESSAGE_TYPE_SIGNAL
    }
  }
}
