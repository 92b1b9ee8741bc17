import Glibc
import NIOCore

/// The process at the other end of a connection, from the kernel (`SO_PEERCRED`, unix(7)).
///
/// For a server, it is the process that connected. For a client, it is the last process that called listen(2): systemd,
/// as root, or the service, which listens again on the socket that systemd passed to it.
package struct Peer: Hashable, Sendable {
  package var pid: Int32
  /// The effective user.
  package var uid: UInt32
  /// The effective group.
  package var gid: UInt32
  /// The name of the socket that it connected to; for a client, the path of the socket.
  package var socket: String

  package init(pid: Int32, uid: UInt32, gid: UInt32, socket: String) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
    self.socket = socket
  }
}

extension Peer {
  /// `struct ucred`, which Glibc's module does not show.
  private typealias Credentials = (pid: Int32, uid: UInt32, gid: UInt32)

  private init(_ credentials: Credentials, socket: String) {
    self.init(pid: credentials.pid, uid: credentials.uid, gid: credentials.gid, socket: socket)
  }

  /// Returns the process that connected to `channel` by a socket.
  static func of(_ channel: any Channel, by socket: String) -> EventLoopFuture<Peer> {
    guard let options = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
    }
    let credentials: EventLoopFuture<Credentials> = options.unsafeGetSocketOption(
      level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
    return credentials.map { Peer($0, socket: socket) }
  }

  /// The process at the other end of a connected socket; nil if the kernel does not report it.
  init?(descriptor: Int32, socket: String) {
    var credentials: Credentials = (0, 0, 0)
    var size = socklen_t(MemoryLayout<Credentials>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
    self.init(credentials, socket: socket)
  }

  /// Returns whether a client of the user `uid` sends requests to this process: it is root's or the user's own, or no
  /// other user can have created the socket.
  ///
  /// A request may contain a key, a code or a ride, and another user's program may have replaced the socket.
  func isTrusted(by uid: UInt32) -> Bool { self.uid == 0 || self.uid == uid || Self.isGuarded(socket, by: uid) }

  /// Returns whether a socket and all directories of its path are root's or the user's, and no other user can change an
  /// entry of the path; false for relative paths and symbolic links.
  private static func isGuarded(_ path: String, by uid: UInt32) -> Bool {
    guard path.hasPrefix("/"), let socket = Entry(path), socket.isOwned(by: uid) else { return false }
    var directory = path[...]
    while let slash = directory.lastIndex(of: "/") {
      directory = directory[..<slash]
      guard let entry = Entry(directory.isEmpty ? "/" : String(directory)), entry.isOwned(by: uid),
        entry.isDirectory, !entry.isOpenToOthers
      else { return false }
    }
    return true
  }

  /// A file or a directory; symbolic links are not followed.
  private struct Entry {
    private var status = stat()

    init?(_ path: String) {
      guard lstat(path, &status) == 0 else { return nil }
    }

    var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }

    /// Whether other users may rename its entries: they may write, and it has no sticky bit (inode(7)).
    var isOpenToOthers: Bool {
      status.st_mode & (S_IWGRP | S_IWOTH) != 0 && status.st_mode & mode_t(S_ISVTX) == 0
    }

    func isOwned(by uid: UInt32) -> Bool { status.st_uid == 0 || status.st_uid == uid }
  }
}
