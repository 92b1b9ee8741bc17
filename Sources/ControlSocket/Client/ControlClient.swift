package import ControlWire
import Glibc

/// A connection to the daemon, for a program that waits for the replies.
///
/// It blocks the calling thread and needs no other one, so a client starts in a millisecond.
package struct ControlClient: ~Copyable {
  let socket: ClientSocket
  private var framing: VarlinkFraming

  /// Connects to the first of `paths` where a process listens.
  ///
  /// - Parameters:
  ///   - paths: The paths to try, in order.
  ///   - limit: How long connecting may take; also the time in which the daemon must accept a request.
  /// - Throws: `noDaemon` if no process listens; its reason is a `ClosedSocket` if one of the sockets may not be
  ///   opened. `noAnswer` if the listening process does not accept. `foreignListener` if that process is neither root's
  ///   nor this user's; it gets no byte.
  package init(connectingTo paths: [String], within limit: Duration = .seconds(5)) throws(ControlError) {
    socket = try ClientSocket(connectingTo: paths, within: limit)
    // Set after the call that throws: Swift 6.2 would otherwise destroy it twice.
    framing = VarlinkFraming()
  }

  /// Returns the process that listens at a path, of any user; nil if no process listens or accepts within `limit`.
  package static func listener(at path: String, within limit: Duration = .seconds(5)) -> Peer? {
    guard case .connected(let descriptor)? = try? ClientSocket.connect(to: path, within: limit) else { return nil }
    defer { close(descriptor) }
    return Peer(descriptor: descriptor, socket: path)
  }

  /// Sends a request and waits for its only reply.
  ///
  /// - Parameters:
  ///   - call: The request.
  ///   - limit: How long to wait; nil for the request's `patience`.
  /// - Returns: The reply.
  /// - Throws: The daemon's refusal, or `noAnswer`, `connectionLost`, `protocolViolated`.
  package mutating func call<C: VarlinkCall>(
    _ call: C, within limit: Duration? = nil
  ) throws(ControlError) -> C.Reply {
    try socket.send(CallMessage(call).encoded())
    return try ReplyMessage<C.Reply>(decoding: nextMessage(before: .now + (limit ?? call.patience))).reply
  }

  /// Sends requests of one method, one after the other, until `next` returns nil.
  ///
  /// - Parameter next: Returns the next request; its argument is the previous reply, nil before the first request.
  /// - Throws: The errors of `call` and of `next`.
  package mutating func converse<C: VarlinkCall>(
    _ next: (C.Reply?) throws(ControlError) -> C?
  ) throws(ControlError) {
    var reply: C.Reply?
    while let following = try next(reply) { reply = try call(following) }
  }

  /// Sends a request with several replies, and passes each to `each` until the last one or until `each` returns false.
  ///
  /// - Parameters:
  ///   - call: The request.
  ///   - limit: How long to wait for a reply; nil for the request's `patience`, and `patienceBetween` after the first.
  ///   - each: Receives a reply, and returns whether to continue.
  /// - Throws: The errors of `call` and of `each`; earlier replies have been passed on.
  package consuming func stream<C: StreamedCall>(
    _ call: C, within limit: Duration? = nil, each: (C.Reply) throws(ControlError) -> Bool
  ) throws(ControlError) {
    try socket.send(CallMessage(call, more: true).encoded())
    var deadline: ContinuousClock.Instant? = .now + (limit ?? call.patience)
    while true {
      let message = try ReplyMessage<C.Reply>(decoding: nextMessage(before: deadline))
      guard try each(message.reply), message.continues else { return }
      deadline = call.patienceBetween.map { .now + (limit ?? $0) }
    }
  }

  /// Returns the service's information about itself.
  ///
  /// - Throws: The errors of `call`.
  package mutating func serviceInfo(within limit: Duration = .seconds(15)) throws(ControlError) -> ServiceInfo {
    try socket.send(CallMessage(.success(.serviceInfo)).encoded())
    return try ReplyMessage<ServiceInfo>(decoding: nextMessage(before: .now + limit)).reply
  }

  mutating func nextMessage(before deadline: ContinuousClock.Instant?) throws(ControlError) -> [UInt8] {
    while true {
      if let message = try framing.next() { return message }
      framing.append(try socket.receive(before: deadline))
    }
  }
}

/// A connected stream socket whose waits have time limits.
struct ClientSocket: ~Copyable {
  private let descriptor: Int32

  /// Connects to the first of `paths` where a process listens.
  init(connectingTo paths: [String], within limit: Duration) throws(ControlError) {
    var denied: String?
    for path in paths {
      switch try Self.connect(to: path, within: limit) {
      case .connected(let descriptor):
        try Self.checkListener(descriptor, path)
        self.descriptor = descriptor
        return
      case .denied: denied = denied ?? path
      case .nobody: continue
      }
    }
    if let denied { throw ControlError.closed(denied) }
    throw ControlError(.noDaemon, subject: paths.count == 1 ? paths.first : nil)
  }

  deinit { close(descriptor) }

  /// Sends a whole message.
  func send(_ message: [UInt8]) throws(ControlError) {
    var rest = message[...]
    while !rest.isEmpty {
      // Without MSG_NOSIGNAL, a daemon that closed the connection would kill this process.
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

  /// Returns received bytes, at least one; waits until `deadline`, or forever if it is nil.
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

  /// Returns a timeout for `poll`: at least 0, rounded up, a day at most.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let clamped = min(max(duration, .zero), .seconds(86_400))
    return Int32((clamped / .milliseconds(1)).rounded(.up))
  }
}

extension ClientSocket {
  fileprivate enum Attempt {
    case connected(Int32)
    case denied
    case nobody
  }

  /// Closes the connection and throws if the listening program cannot be trusted.
  private static func checkListener(_ descriptor: Int32, _ path: String) throws(ControlError) {
    let peer = Peer(descriptor: descriptor, socket: path)
    if let peer, peer.isTrusted(by: geteuid()) { return }
    close(descriptor)
    throw ControlError(.foreignListener, subject: path, detail: peer.map { "\($0.uid)" })
  }

  fileprivate static func connect(to path: String, within limit: Duration) throws(ControlError) -> Attempt {
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

  /// Limits the time of `connect`, which waits while the queue is full, and of `send` (unix(7), socket(7)).
  private static func setSendTimeout(of descriptor: Int32, _ limit: Duration) {
    let milliseconds = milliseconds(limit)
    var time = timeval(tv_sec: Int(milliseconds / 1000), tv_usec: Int(milliseconds % 1000) * 1000)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }
}
