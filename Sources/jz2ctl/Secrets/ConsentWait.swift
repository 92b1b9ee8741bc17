import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

/// The wait for the rider's consent, given in the browser or pasted on the terminal.
struct ConsentWait<Source: DaemonConnection> {
  let daemon: Source
  let output: Output
  /// The service at the start of the wait.
  let service: ServiceStatus
  /// Reads a line from the terminal, waiting at most a number of seconds; nil if there was none.
  var typed: (Int) -> String? = TerminalLine.read
  /// The monotonic clock.
  var now: () -> ContinuousClock.Instant = { .now }

  /// The time between two requests, in seconds.
  static var pause: Int { 2 }

  /// Polls until the service is connected, and prints the result.
  ///
  /// - Parameter seconds: How long to wait, at most.
  /// - Returns: Whether the service is connected.
  /// - Throws: An error of the daemon, except a rejected code.
  func run(seconds: Int) throws(ControlError) -> Bool {
    let end = now() + .seconds(min(max(0, seconds), 86_400))
    while now() < end {
      if let text = typed(Self.pause), let given = try give(SecretText.trimmed(text)) { return report(given) }
      let known = try daemon.call(Services()).services.first { $0.$service == service.$service }
      guard let known else { return report(service) }
      if known.state == .connected { return report(known) }
      // A new message means that the rider refused in the browser.
      if known.message != service.message, known.message != nil { return report(known) }
    }
    output.complain(ServiceText.waitedInVain + "\n")
    return false
  }

  /// Sends the pasted text.
  ///
  /// - Returns: The connected service; nil if the text is empty or was rejected. A rejection is printed.
  private func give(_ text: String) throws(ControlError) -> ServiceStatus? {
    guard !text.isEmpty else { return nil }
    var call = Connect(service: service.service)
    call.code = text
    do throws(ControlError) { return try daemon.call(call).service } catch {
      guard error.code == .connectRefused else { throw error }
      output.refuse(Refusal(error))
      return nil
    }
  }

  private func report(_ service: ServiceStatus) -> Bool {
    let text = ServiceText.nowConnected(service) + "\n"
    if service.state == .connected { output.say(text) } else { output.complain(text) }
    return service.state == .connected
  }
}

/// A line that is typed or pasted on the terminal.
private enum TerminalLine {
  /// Reads a line; nil if there was none within a number of seconds.
  static func read(within seconds: Int) -> String? {
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, Int32(seconds * 1000)) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count > 0 { return String(decoding: buffer.prefix(count), as: UTF8.self) }
    // Ctrl-D, or the terminal is gone: `poll` returns at once from now on.
    sleep(UInt32(seconds))
    return nil
  }
}
