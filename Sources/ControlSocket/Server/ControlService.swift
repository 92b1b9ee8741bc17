package import ControlWire
import Glibc
import NIOCore

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

/// The process at the other end of a connection: `SO_PEERCRED`, as it was when it connected (unix(7)).
package struct Peer: Hashable, Sendable {
  /// The process.
  package var pid: Int32
  /// Its effective user.
  package var uid: UInt32
  /// Its effective group.
  package var gid: UInt32
  /// The name of the socket that it came by.
  package var socket: String

  package init(pid: Int32, uid: UInt32, gid: UInt32, socket: String) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
    self.socket = socket
  }
}

extension Peer {
  /// The process that connected to `channel` by a socket (`SO_PEERCRED`).
  static func of(_ channel: any Channel, by socket: String) -> EventLoopFuture<Peer> {
    guard let options = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
    }
    // The three numbers of `struct ucred`, which Glibc's module does not show.
    let credentials: EventLoopFuture<(Int32, UInt32, UInt32)> = options.unsafeGetSocketOption(
      level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
    return credentials.map { Peer(pid: $0.0, uid: $0.1, gid: $0.2, socket: socket) }
  }
}
