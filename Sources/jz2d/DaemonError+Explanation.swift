import DaemonKit

extension DaemonError {
  /// The message for the journal.
  var explanation: String {
    switch code {
    case .captureUnreadable: "The capture \(subject) cannot be replayed: \(detail)."
    case .socketUnusable: "The socket cannot be created: \(detail)."
    }
  }

  /// The exit code, as defined in `sysexits.h`.
  var exitCode: Int32 {
    switch code {
    case .captureUnreadable: 66  // EX_NOINPUT
    case .socketUnusable: 73  // EX_CANTCREAT
    }
  }
}
