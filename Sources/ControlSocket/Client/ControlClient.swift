package import ControlWire
import Glibc

/// A connection to the daemon, for a program that waits for its answers.
///
/// It blocks the thread and needs none of its own, so that a client starts in a millisecond.
package struct ControlClient: ~Copyable {
  private let socket: ClientSocket
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

  /// Asks and waits for the one answer.
  ///
  /// - Parameters:
  ///   - request: What to ask.
  ///   - limit: How long to wait; nil for the request's `patience`.
  /// - Returns: The answer.
  /// - Throws: The daemon's refusal, or `noAnswer`, `connectionLost`, `protocolViolated`.
  package mutating func call(
    _ request: ControlRequest, within limit: Duration? = nil
  ) throws(ControlError) -> ControlReply {
    try socket.send(ControlCall(request).encoded())
    let message = try nextMessage(before: .now + (limit ?? request.patience))
    return try ControlReply.decode(message, answering: request).reply
  }

  /// Asks for an answer in several replies, and hands each to `each` until the last or until it returns false.
  ///
  /// The first reply must come within `limit`. Those after it must too, but for `watch`, which may be silent for hours.
  ///
  /// - Parameters:
  ///   - request: What to ask.
  ///   - limit: How long to wait for a reply; nil for the request's `patience`.
  ///   - each: Takes a reply, and says whether to go on.
  /// - Throws: As `call`; the replies before it have been handed over.
  package consuming func stream(
    _ request: ControlRequest, within limit: Duration? = nil, each: (ControlReply) -> Bool
  ) throws(ControlError) {
    try socket.send(ControlCall(request, more: true).encoded())
    let limit = limit ?? request.patience
    var deadline: ContinuousClock.Instant? = .now + limit
    while true {
      let message = try nextMessage(before: deadline)
      let (reply, continues) = try ControlReply.decode(message, answering: request)
      guard each(reply), continues else { return }
      deadline = request == .watch ? nil : .now + limit
    }
  }

  /// Makes a call and waits for its one answer.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - limit: How long to wait; nil for the call's `patience`.
  /// - Returns: The answer.
  /// - Throws: The daemon's refusal, or `noAnswer`, `connectionLost`, `protocolViolated`.
  package mutating func call<C: TrainerCall>(
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
  package mutating func converse<C: TrainerCall>(
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

  /// Who answers.
  ///
  /// - Throws: As `call`.
  package mutating func serviceInfo(within limit: Duration = .seconds(15)) throws(ControlError) -> ServiceInfo {
    try socket.send(ControlCall(.success(.serviceInfo)).encoded())
    return try ServiceInfo(decoding: nextMessage(before: .now + limit))
  }

  private mutating func nextMessage(before deadline: ContinuousClock.Instant?) throws(ControlError) -> [UInt8] {
    while true {
      if let message = try framing.next() { return message }
      framing.append(try socket.receive(before: deadline))
    }
  }
}
