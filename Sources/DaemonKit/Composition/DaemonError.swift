/// Why the daemon does not start.
package struct DaemonError: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable {
    /// The capture, or the map of its handles, cannot be read or holds nothing to replay.
    case captureUnreadable
    /// The state directory or the database in it cannot be used.
    case stateUnusable
    /// The socket cannot be made.
    case socketUnusable
  }

  package let code: Code
  /// The file, directory or socket.
  package let subject: String
  package let detail: String

  package init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }
}
