import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

/// The wait for the rider's consent, which comes through the browser or is pasted on the terminal.
struct ConsentWait<Source: DaemonConnection> {
  let daemon: Source
  let output: Output
  /// The service as it was when the wait began.
  let service: ServiceStatus
  /// Waits on the terminal for a line, for a number of seconds at most; nil if none came.
  var typed: (Int) -> String? = TerminalLine.read
  /// The monotonic clock.
  var now: () -> ContinuousClock.Instant = { .now }

  /// The time between two questions, in seconds.
  static var pause: Int { 2 }

  /// Asks until the service is connected, and says so.
  ///
  /// - Parameter seconds: How long the answer is waited for.
  /// - Returns: Whether it is connected.
  /// - Throws: A refusal that is not about what was pasted.
  func run(seconds: Int) throws(ControlError) -> Bool {
    let end = now() + .seconds(min(max(0, seconds), 86_400))
    while now() < end {
      if let text = typed(Self.pause), let given = try give(SecretText.trimmed(text)) { return told(given) }
      let known = try daemon.call(Services()).services.first { $0.$service == service.$service }
      guard let known else { return told(service) }
      if known.state == .connected { return told(known) }
      // A new message is the browser's answer: no.
      if known.message != service.message, known.message != nil { return told(known) }
    }
    output.complain(ServiceText.waitedInVain + "\n")
    return false
  }

  /// Hands over what was pasted.
  ///
  /// - Returns: The connected service; nil if it is nothing, or was not accepted, which is said.
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

  private func told(_ service: ServiceStatus) -> Bool {
    let text = ServiceText.nowConnected(service) + "\n"
    if service.state == .connected { output.say(text) } else { output.complain(text) }
    return service.state == .connected
  }
}

/// A line that is typed, or pasted, on the terminal of standard input.
private enum TerminalLine {
  /// Waits for a line; nil if none came within a number of seconds.
  static func read(within seconds: Int) -> String? {
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, Int32(seconds * 1000)) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count > 0 { return String(decoding: buffer.prefix(count), as: UTF8.self) }
    // Ctrl-D, or the terminal is gone: `poll` does not wait any more.
    sleep(UInt32(seconds))
    return nil
  }
}
