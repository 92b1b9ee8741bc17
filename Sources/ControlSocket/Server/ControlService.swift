package import ControlWire

/// What stands behind the socket.
package protocol ControlService: Sendable {
  /// Answers one call; throws to refuse.
  ///
  /// The task is cancelled when the caller goes away; what a cancelled command does is the service's to decide.
  ///
  /// - Parameters:
  ///   - request: What is asked; ranges are not checked yet.
  ///   - peer: Who asks.
  ///   - more: Whether the caller takes several replies; without it a stream becomes `expectedMore`.
  /// - Returns: The answer.
  /// - Throws: The refusal.
  func answer(
    _ request: ControlRequest, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer

  /// A caller was cut off, for what it sent (`protocolViolated`) or for not reading (`noAnswer`).
  func cutOff(_ peer: Peer, because error: ControlError)
}

/// An answer to one call.
package enum ControlAnswer: Sendable {
  /// One reply.
  case reply(ControlReply)
  /// Replies as they come, and `ControlRequest.closingReply` after the last.
  ///
  /// A reply is taken from the stream only when the caller took the one before, so a stream of states wants
  /// `.bufferingNewest(1)`. A `ControlError` in it is the last reply; any other error ends the connection.
  case stream(AsyncThrowingStream<ControlReply, any Error>)
}

/// Who is at the other end of a connection: `SO_PEERCRED`, as it was when it connected (unix(7)).
package struct Peer: Hashable, Sendable {
  /// The process.
  package var pid: Int32
  /// Its effective user.
  package var uid: UInt32
  /// Its effective group.
  package var gid: UInt32

  package init(pid: Int32, uid: UInt32, gid: UInt32) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
  }
}
