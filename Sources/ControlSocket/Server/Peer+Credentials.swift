import Glibc
import NIOCore

extension Peer {
  /// Who connected to `channel` (`SO_PEERCRED`).
  static func of(_ channel: any Channel) -> EventLoopFuture<Peer> {
    guard let options = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
    }
    // The three numbers of `struct ucred`, which Glibc's module does not show.
    let credentials: EventLoopFuture<(Int32, UInt32, UInt32)> = options.unsafeGetSocketOption(
      level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
    return credentials.map { Peer(pid: $0.0, uid: $0.1, gid: $0.2) }
  }
}
