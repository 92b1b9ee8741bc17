import ControlWire
import Glibc
import Locks
import RideText

/// A thread that waits for the signals that `start` and the views handle.
enum SignalThread {
  private struct Duty {
    let period: Duration
    let handle: @Sendable (Int32?) -> Void
  }

  /// The current period and handler; nil until the thread has been started.
  private static let duty = Lock<Duty?>(nil)

  /// Waits for signals, and for the end of each period.
  private static func run() -> Never {
    var signals = signals
    while true {
      let (seconds, attoseconds) = (duty.withLock(\.self)?.period ?? .seconds(1)).components
      var timeout = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      let signal = sigtimedwait(&signals, nil, &timeout)
      guard signal > 0 || errno == EAGAIN else { continue }
      duty.withLock(\.self)?.handle(signal > 0 ? signal : nil)
    }
  }

  /// Ctrl-C, Ctrl-\, termination, hang-up, Ctrl-Z, continuation and a change of size.
  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH] { sigaddset(&signals, signal) }
    return signals
  }

  /// Blocks the signals in the calling thread and handles them on a new one; further calls only replace the handler.
  ///
  /// The first call must happen while the program has a single thread: later threads inherit the blocked signals.
  ///
  /// - Parameters:
  ///   - period: How long the thread waits for a signal.
  ///   - handle: Called on the new thread with the signal, or with nil after a period without one.
  static func start(every period: Duration = .seconds(1), handle: @escaping @Sendable (Int32?) -> Void) {
    // The new thread draws in the same language and units.
    let (translation, units) = (Translation.current, Figure.units)
    let isBegun = duty.withLock { duty in
      defer {
        duty = Duty(period: period) { signal in
          Translation.$current.withValue(translation) { Figure.$units.withValue(units) { handle(signal) } }
        }
      }
      return duty != nil
    }
    guard !isBegun else { return }
    var signals = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    PosixThread.start { run() }
  }

  /// Reacts to a signal like a program without a handler: stops, or exits with 128 plus the signal's number.
  static func leave(to signal: Int32?) {
    switch signal {
    case nil, SIGWINCH, SIGCONT: break
    case SIGTSTP: kill(getpid(), SIGSTOP)
    case let signal?: _exit(128 + signal)
    }
  }
}
