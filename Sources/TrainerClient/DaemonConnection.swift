import ControlSocket
package import ControlWire

/// A connection to a program through its socket, or to a script in a test.
///
/// It can be used on several threads at the same time.
package protocol DaemonConnection: Sendable {
  /// Makes a call and waits for its reply, for as long as the call's `patience` lasts.
  ///
  /// - Throws: The refusal; `noDaemon`, `noAnswer` or `connectionLost` if there was no reply.
  func call<C: VarlinkCall>(_ call: C) throws(ControlError) -> C.Reply

  /// Makes a call with several replies, and passes each to `each` until the last, or until `each` returns `false`.
  ///
  /// - Throws: As `call`, and the error that `each` throws.
  func stream<C: StreamedCall>(_ call: C, each: (C.Reply) throws(ControlError) -> Bool) throws(ControlError)

  /// Makes calls of one method on one connection, one after the other.
  ///
  /// - Parameter next: Returns the next call, given the reply to the previous one (nil at first). Nil ends the
  ///   conversation.
  /// - Throws: As `call`, and the error that `next` throws.
  func converse<C: VarlinkCall>(_ next: (C.Reply?) throws(ControlError) -> C?) throws(ControlError)
}

/// A connection to a program through its socket.
///
/// Each call opens its own connection; a conversation uses one for all of its calls. All of them block the thread.
package struct DaemonSocket: DaemonConnection {
  /// The paths to try, in order.
  package let paths: [String]

  /// - Parameter paths: The possible paths of the program's socket, in order.
  package init(at paths: [String]) { self.paths = paths }

  package func call<C: VarlinkCall>(_ call: C) throws(ControlError) -> C.Reply {
    var client = try ControlClient(connectingTo: paths)
    return try client.call(call)
  }

  package func stream<C: StreamedCall>(
    _ call: C, each: (C.Reply) throws(ControlError) -> Bool
  ) throws(ControlError) {
    try ControlClient(connectingTo: paths).stream(call, each: each)
  }

  package func converse<C: VarlinkCall>(_ next: (C.Reply?) throws(ControlError) -> C?) throws(ControlError) {
    var client = try ControlClient(connectingTo: paths)
    try client.converse(next)
  }
}
