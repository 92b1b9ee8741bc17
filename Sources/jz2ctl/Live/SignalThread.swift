import Glibc

/// A thread that waits for the signals a view has to answer.
enum SignalThread {
  /// What the thread runs, behind the pointer that `pthread_create` passes on.
  private final class Body: Sendable {
    let seconds: Int
    let handle: @Sendable (Int32?) -> Void

    init(seconds: Int, handle: @escaping @Sendable (Int32?) -> Void) {
      self.seconds = seconds
      self.handle = handle
    }

    func run() -> Never {
      var signals = SignalThread.signals
      while true {
        var timeout = timespec(tv_sec: seconds, tv_nsec: 0)
        let signal = sigtimedwait(&signals, nil, &timeout)
        guard signal > 0 || errno == EAGAIN else { continue }
        handle(signal > 0 ? signal : nil)
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

  /// Takes the signals from the calling thread, which must be the only one yet, and hands them over on a new one.
  ///
  /// - Parameters:
  ///   - seconds: After so many without a signal, `handle` is called with none.
  ///   - handle: What to do; called on the new thread.
  static func start(seconds: Int, handle: @escaping @Sendable (Int32?) -> Void) {
    var signals = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let body = Unmanaged.passRetained(Body(seconds: seconds, handle: handle))
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
      }, body.toOpaque())
  }
}
