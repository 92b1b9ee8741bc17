/// Why something on the bus failed.
package struct DBusError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: Hashable, Sendable {
    /// Whoever was called answered with an error; `name` tells which.
    case replied
    /// Nobody answered in time.
    case timedOut
    /// The connection is gone, or could not be made.
    case disconnected
    /// The task that waited was cancelled; what was asked may happen all the same.
    case cancelled
    /// The message cannot be put into words: a malformed name, a text with a NUL in it.
    case invalidArgument
    /// A reply was not of the expected type.
    case unexpectedReply
  }

  /// What kind of failure.
  package var code: Code
  /// The error's name on the bus, `org.bluez.Error.InProgress` say; only where one was replied.
  package var name: String?
  /// The text that came with it, or what went wrong here.
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
