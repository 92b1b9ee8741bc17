import Glibc
import Synchronization

/// A thread that waits for the signals that `start` and the views handle.
enum SignalThread {
  /// The current handler; nil until the thread has been started.
  private static let handler = Mutex<(@Sendable (Int32?) -> Void)?>(nil)

  /// The body of the thread, passed through the pointer of `pthread_create`.
  private final class Body: Sendable {
    func run() -> Never {
      var signals = SignalThread.signals
      while true {
        var timeout = timespec(tv_sec: 1, tv_nsec: 0)
        let signal = sigtimedwait(&signals, nil, &timeout)
        guard signal > 0 || errno == EAGAIN else { continue }
        SignalThread.handler.withLock(\.self)?(signal > 0 ? signal : nil)
      }
    }
  }

  /// Ctrl-C, termination, the end of the terminal, Ctrl-Z and a change of size.
  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH] { sigaddset(&signals, signal) }
    return signals
  }

  /// Blocks the signals in the calling thread and handles them on a new one; further calls only replace the handler.
  ///
  /// Call it first while the program has a single thread: later threads inherit the blocked signals.
  ///
  /// - Parameter handle: Called on the new thread with the signal, or with nil after a second without one.
  static func start(handle: @escaping @Sendable (Int32?) -> Void) {
    let isBegun = handler.withLock { handler in
      defer { handler = handle }
      return handler != nil
    }
    guard !isBegun else { return }
    var signals = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let body = Unmanaged.passRetained(Body())
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
      }, body.toOpaque())
  }

  /// Reacts to a signal as a program without a handler does: stops, or ends with 128 plus its number.
  static func leave(to signal: Int32?) {
    switch signal {
    case nil, SIGWINCH: break
    case SIGTSTP: kill(getpid(), SIGSTOP)
    case let signal?: _exit(128 + signal)
    }
  }
}
