package import ControlWire

/// The service behind the socket.
package protocol ControlService: Sendable {
  /// Answers one call; throws to refuse.
  ///
  /// The task is cancelled when the caller disconnects; the service decides how a cancelled command ends.
  ///
  /// - Parameters:
  ///   - call: The call; ranges are not checked yet.
  ///   - peer: The caller.
  ///   - more: Whether the caller accepts several replies; without it a stream becomes `expectedMore`.
  /// - Returns: The answer.
  /// - Throws: The refusal.
  func answer<C: VarlinkCall>(
    _ call: C, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer<C.Reply>

  /// Reports that a caller was cut off, for an invalid message (`protocolViolated`) or for not reading (`noAnswer`).
  func cutOff(_ peer: Peer, because error: ControlError)
}

/// An answer to one call.
package enum ControlAnswer<Reply: Codable & Sendable>: Sendable {
  /// One reply.
  case reply(Reply)
  /// A stream of replies, and `closing` of the last one at its end.
  ///
  /// A reply is taken from the stream only when the caller has read the previous one, so a stream of states should use
  /// `.bufferingNewest(1)`. A `ControlError` in it is the last reply; any other error ends the connection.
  case stream(AsyncThrowingStream<Reply, any Error>, closing: @Sendable (_ last: Reply?) -> Reply?)

  /// Returns a stream of replies that answers `call`.
  package static func stream<C: StreamedCall>(
    _ replies: AsyncThrowingStream<Reply, any Error>, answering call: C
  ) -> ControlAnswer where C.Reply == Reply {
    .stream(replies) { call.closingReply(after: $0) }
  }
}
