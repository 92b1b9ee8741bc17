/// The reason why an operation on the bus failed.
package struct DBusError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: Hashable, Sendable {
    /// The callee answered with an error, identified by `name`.
    case replied
    /// No answer arrived in time.
    case timedOut
    /// The connection is gone, or could not be established.
    case disconnected
    /// The waiting task was cancelled; the call may still have its effect.
    case cancelled
    /// The message cannot be encoded: for example, a name is malformed or a text contains a NUL.
    case invalidArgument
    /// A reply was not of the expected type.
    case unexpectedReply
  }

  package var code: Code
  /// The error's name on the bus, for example `org.bluez.Error.InProgress`; nil unless the callee answered.
  package var name: String?
  /// The text of the answer, or a description of the failure on this side.
  package var message: String

  package init(_ code: Code, name: String? = nil, _ message: String) {
    self.code = code
    self.name = name
    self.message = message
  }
}

extension DBusError: CustomStringConvertible {
  /// One line for a log: `org.bluez.Error.Failed: Operation already in progress`.
  package var description: String {
    message.isEmpty ? name ?? "\(code)" : "\(name ?? "\(code)"): \(message)"
  }
}
