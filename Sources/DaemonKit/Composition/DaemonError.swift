/// Why the daemon does not start: what stands on its command line cannot be done, and will not mend by itself.
package struct DaemonError: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable {
    /// The capture, or the map of its handles, cannot be read or holds nothing to replay.
    case captureUnreadable
    /// The socket cannot be made.
    case socketUnusable
  }

  package let code: Code
  /// The file or socket.
  package let subject: String
  package let detail: String

  package init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }
}
