import CLinux
import ServiceLifecycle

/// Keeps the daemon small: what only a start, or the beginning of a ride, needed is let go.
///
/// Swift's runtime touches most of the program once, when it first looks for a conformance; an hour of riding needs
/// little of it.
struct MemoryTrim: Service {
  /// After the start, and then again and again: a ride begins at any time.
  private static let settling = Duration.seconds(20)
  private static let interval = Duration.seconds(300)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var pause = Self.settling
      while (try? await Task.sleep(for: pause)) != nil {
        linux_drop_idle_pages()
        pause = Self.interval
      }
    }
  }
}
