import DaemonKit

extension DaemonError {
  /// What to tell a person who reads the journal.
  var sentence: String {
    switch code {
    case .captureUnreadable: "The capture \(subject) cannot be replayed: \(detail)."
    case .socketUnusable: "The socket cannot be made: \(detail)."
    }
  }

  /// As `sysexits.h` has them.
  var exitCode: Int32 {
    switch code {
    case .captureUnreadable: 66  // EX_NOINPUT
    case .socketUnusable: 73  // EX_CANTCREAT
    }
  }
}
