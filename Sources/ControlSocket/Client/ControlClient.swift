package import ControlWire
import Glibc

/// A connection to the daemon, for a program that waits for its answers.
///
/// It blocks the thread and needs none of its own, so that a client starts in a millisecond.
package struct ControlClient: ~Copyable {
  let socket: ClientSocket
  private var framing: VarlinkFraming

  /// Connects to the first of `paths` where somebody listens.
  ///
  /// - Parameters:
  ///   - paths: Where to look, in order.
  ///   - limit: How long a connection may take; also the time in which the daemon must take a call.
  /// - Throws: `noDaemon` when nobody listens; its detail is `ControlError.socketDenied` when one of the sockets may not
  ///   be opened. `noAnswer` when somebody does and does not accept.
  package init(connectingTo paths: [String], within limit: Duration = .seconds(5)) throws(ControlError) {
    socket = try ClientSocket(connectingTo: paths, within: limit)
    // Not before what throws: Swift 6.2 would destroy it twice.
    framing = VarlinkFraming()
  }

  /// Makes a call and waits for its one answer.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - limit: How long to wait; nil for the call's `patience`.
  /// - Returns: The answer.
  /// - Throws: The daemon's refusal, or `noAnswer`, `connectionLost`, `protocolViolated`.
  package mutating func call<C: VarlinkCall>(
    _ call: C, within limit: Duration? = nil
  ) throws(ControlError) -> C.Reply {
    try socket.send(CallMessage(call).encoded())
    return try ReplyMessage<C.Reply>(decoding: nextMessage(before: .now + (limit ?? call.patience))).reply
  }

  /// Makes calls of one method, one after the other, until there is nothing more to ask.
  ///
  /// - Parameter next: Makes the next call from the answer to the one before; there is none before the first. Nil ends
  ///   the conversation.
  /// - Throws: As `call`, and what `next` throws.
  package mutating func converse<C: VarlinkCall>(
    _ next: (C.Reply?) throws(ControlError) -> C?
  ) throws(ControlError) {
    var reply: C.Reply?
    while let following = try next(reply) { reply = try call(following) }
  }

  /// Makes a call that is answered in several parts, and hands each to `each` until the last or until it returns false.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - limit: How long to wait for a part; nil for the call's `patience`, and `patienceBetween` after the first.
  ///   - each: Takes a part, and says whether to go on.
  /// - Throws: As `call`, and what `each` throws; the parts before it have been handed over.
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

  /// The service that answers.
  ///
  /// - Throws: As `call`.
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
