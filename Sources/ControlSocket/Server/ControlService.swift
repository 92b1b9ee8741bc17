package import ControlWire

/// The service behind the socket.
package protocol ControlService: Sendable {
  /// Answers one call; throws to refuse.
  ///
  /// The task is cancelled when the caller goes away; what a cancelled command does is the service's to decide.
  ///
  /// - Parameters:
  ///   - call: The call; ranges are not checked yet.
  ///   - peer: Who calls.
  ///   - more: Whether the caller takes several replies; without it a stream becomes `expectedMore`.
  /// - Returns: The answer.
  /// - Throws: The refusal.
  func answer<C: VarlinkCall>(
    _ call: C, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer<C.Reply>

  /// A caller was cut off, for what it sent (`protocolViolated`) or for not reading (`noAnswer`).
  func cutOff(_ peer: Peer, because error: ControlError)
}

/// An answer to one call.
package enum ControlAnswer<Reply: Codable & Sendable>: Sendable {
  /// One reply.
  case reply(Reply)
  /// Replies as they come, and `closing` of the last after it.
  ///
  /// A reply is taken from the stream only when the caller took the one before, so a stream of states wants
  /// `.bufferingNewest(1)`. A `ControlError` in it is the last reply; any other error ends the connection.
  case stream(AsyncThrowingStream<Reply, any Error>, closing: @Sendable (_ last: Reply?) -> Reply?)

  /// The replies of a stream, as they answer `call`.
  package static func stream<C: StreamedCall>(
    _ replies: AsyncThrowingStream<Reply, any Error>, answering call: C
  ) -> ControlAnswer where C.Reply == Reply {
    .stream(replies) { call.closingReply(after: $0) }
  }
}
