import Glibc

/// Where log lines go.
package enum LogDestination: Hashable, Sendable {
  /// Standard error, read by a person.
  case terminal
  /// The journal, by the socket at this path; standard error is a stream of its own to it.
  case journal(socket: String)

  /// As systemd says it: `$JOURNAL_STREAM` names the device and inode of the journal's stream (`systemd.exec(5)`).
  ///
  /// A program that the service starts with another standard error inherits the variable all the same.
  package init(environment: [String: String], standardError: Int32 = STDERR_FILENO) {
    var file = stat()
    if fstat(standardError, &file) == 0, environment["JOURNAL_STREAM"] == "\(file.st_dev):\(file.st_ino)" {
      self = .journal(socket: "/run/systemd/journal/socket")
    } else {
      self = .terminal
    }
  }
}
