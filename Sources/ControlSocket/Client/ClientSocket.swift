import ControlWire
import Glibc

/// A connected stream socket whose every wait has an end.
struct ClientSocket: ~Copyable {
  private let descriptor: Int32

  /// Connects to the first of `paths` where somebody listens.
  init(connectingTo paths: [String], within limit: Duration) throws(ControlError) {
    var denied: String?
    for path in paths {
      switch try Self.connect(to: path, within: limit) {
      case .connected(let descriptor):
        self.descriptor = descriptor
        return
      case .denied: denied = denied ?? path
      case .nobody: continue
      }
    }
    if let denied { throw ControlError(.noDaemon, subject: denied, detail: ControlError.socketDenied) }
    throw ControlError(.noDaemon, subject: paths.count == 1 ? paths.first : nil)
  }

  deinit { close(descriptor) }

  /// Sends all of a message.
  func send(_ message: [UInt8]) throws(ControlError) {
    var rest = message[...]
    while !rest.isEmpty {
      // Without MSG_NOSIGNAL a daemon that went away would kill this process.
      let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if sent >= 0 {
        rest = rest.dropFirst(sent)
      } else if errno == EAGAIN {
        throw ControlError(.noAnswer)
      } else if errno != EINTR {
        throw ControlError(.connectionLost, detail: systemMessage(errno))
      }
    }
  }

  /// Some of what came, at least a byte; waits until `deadline`, or for ever.
  func receive(before deadline: ContinuousClock.Instant?) throws(ControlError) -> ArraySlice<UInt8> {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      try wait(until: deadline)
      let count = chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count > 0 { return chunk.prefix(count) }
      if count == 0 { throw ControlError(.connectionLost) }
      if errno != EINTR && errno != EAGAIN { throw ControlError(.connectionLost, detail: systemMessage(errno)) }
    }
  }

  private func wait(until deadline: ContinuousClock.Instant?) throws(ControlError) {
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&entry, 1, deadline.map { Self.milliseconds(ContinuousClock.now.duration(to: $0)) } ?? -1)
      if ready > 0 { return }
      if ready == 0 { throw ControlError(.noAnswer) }
      if errno != EINTR { throw ControlError(.connectionLost, detail: systemMessage(errno)) }
    }
  }

  /// What `poll` takes: at least 0, never less than asked, a day at most.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let clamped = min(max(duration, .zero), .seconds(86_400))
    return Int32((clamped / .milliseconds(1)).rounded(.up))
  }
}

extension ClientSocket {
  private enum Attempt {
    case connected(Int32)
    case denied
    case nobody
  }

  private static func connect(to path: String, within limit: Duration) throws(ControlError) -> Attempt {
    guard let address = UnixAddress(path: path) else { return .nobody }
    let descriptor = UnixAddress.makeSocket()
    guard descriptor >= 0 else { throw ControlError(.noDaemon, subject: path, detail: systemMessage(errno)) }
    setSendTimeout(of: descriptor, limit)
    while true {
      if address.with({ Glibc.connect(descriptor, $0, $1) }) == 0 { return .connected(descriptor) }
      let number = errno
      if number == EINTR { continue }
      close(descriptor)
      switch number {
      case EACCES, EPERM: return .denied
      case EAGAIN: throw ControlError(.noAnswer, subject: path)
      default: return .nobody
      }
    }
  }

  /// It bounds `connect`, which waits while the queue is full, and `send` (unix(7), socket(7)).
  private static func setSendTimeout(of descriptor: Int32, _ limit: Duration) {
    let milliseconds = milliseconds(limit)
    var time = timeval(tv_sec: Int(milliseconds / 1000), tv_usec: Int(milliseconds % 1000) * 1000)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }
}
