/// How `jz2ctl` ends, in the terms of sysexits.h.
public enum ExitStatus: Int32, Hashable, Sendable, CaseIterable {
  /// Done.
  case ok = 0
  /// The daemon answered no, with its reason.
  case refused = 1
  /// The command line makes no sense (`EX_USAGE`).
  case usage = 64
  /// There is no daemon to talk to (`EX_UNAVAILABLE`).
  case unavailable = 69
  /// The daemon did not answer in time (`EX_TEMPFAIL`).
  case noAnswer = 75
}

extension ControlError {
  /// How a client ends that was given this error.
  public var exitStatus: ExitStatus {
    switch code {
    case .noDaemon, .connectionLost, .protocolViolated: .unavailable
    case .noAnswer: .noAnswer
    default: .refused
    }
  }
}
