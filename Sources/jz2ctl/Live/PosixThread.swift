import ControlWire
import Glibc
import RideText

/// A thread outside Swift's own, for blocking system calls.
enum PosixThread {
  /// The body, passed through the pointer of `pthread_create`.
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a function on a new thread, which inherits the blocked signals, the reader's language and the units.
  static func start(_ run: @escaping @Sendable () -> Void) {
    let (translation, units) = (Translation.current, Figure.units)
    let body = Unmanaged.passRetained(
      Body { Translation.$current.withValue(translation) { Figure.$units.withValue(units) { run() } } })
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    pthread_detach(thread)
  }
}
