import Glibc

/// Reads keys from standard input until it ends.
enum KeyThread {
  /// How long the rest of a sequence is awaited, in milliseconds; a slow line may split one.
  private static let patience: Int32 = 300

  static func start(_ press: @escaping @Sendable (RideKey) -> Void) {
    PosixThread.start {
      var decoder = KeyDecoder()
      var buffer = [UInt8](repeating: 0, count: 256)
      while true {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        let ready = poll(&input, 1, decoder.isInSequence ? patience : -1)
        if ready == 0 {
          decoder.giveUp().forEach { press(RideKey($0)) }
          continue
        }
        let count = ready > 0 ? read(STDIN_FILENO, &buffer, buffer.count) : -1
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return }
        decoder.take(buffer.prefix(count)).forEach { press(RideKey($0)) }
      }
    }
  }
}
