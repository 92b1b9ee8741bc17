import Glibc
import Synchronization

/// A thread that waits for the signals that a start or a view has to answer.
enum SignalThread {
  /// What is done about them; nil until the thread was begun.
  private static let handler = Mutex<(@Sendable (Int32?) -> Void)?>(nil)

  /// What the thread runs, behind the pointer that `pthread_create` passes on.
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

  /// The end of the view, the end of the terminal, a stop and a change of size.
  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH] { sigaddset(&signals, signal) }
    return signals
  }

  /// Takes the signals from the calling thread, which must be the only one yet, and hands them over on a new one; from the
  /// second call on, to somebody else there.
  ///
  /// - Parameter handle: What to do; called on that thread, after a second without a signal with none.
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

  /// Does what a program without a handler does at a signal: stops, or ends as that signal ends one.
  static func leave(to signal: Int32?) {
    switch signal {
    case nil, SIGWINCH: break
    case SIGTSTP: kill(getpid(), SIGSTOP)
    case let signal?: _exit(128 + signal)
    }
  }
}
