/// The sockets of the service; each allows other calls and has its own group.
///
/// The raw value is the name of the socket's file, without `.sock`, and of its descriptor (`FileDescriptorName=`).
package enum TrainerSocket: String, Hashable, Sendable, CaseIterable {
  /// Everything, including administration. A daemon that systemd did not start has this socket only.
  case all = "jz2"
  /// Calls that change the library, and those of `ride`.
  case library
  /// Calls that control rides, and those of `look`.
  case ride
  /// Calls that only read.
  case look
  /// Calls for synchronising: those of `look`, files in both directions, and notes of uploads.
  case sync = "store-sync"

  /// The sockets for users and their programs; each allows more than the next.
  package static let widestFirst: [Self] = [.all, .library, .ride, .look]

  /// The group whose members may open the socket.
  package var group: String {
    switch self {
    case .all: "jz2"
    case .library: "jz2-library"
    case .ride: "jz2-ride"
    case .look: "jz2-look"
    case .sync: "jz2-sync"
    }
  }

  /// The socket of the service at a path; nil for any other path.
  package init?(path: String) {
    guard let socket = Self.allCases.first(where: { SocketPath.path(of: $0) == path }) else { return nil }
    self = socket
  }
}

/// The paths of the daemon's sockets.
package enum SocketPath {
  /// The system service's socket that allows every call; systemd creates it.
  package static let service = path(of: .all)

  /// Returns the path of a socket of the system service.
  package static func path(of socket: TrainerSocket) -> String { "/run/jz2/\(socket.rawValue).sock" }

  /// The socket on which jz2bridge offers trainers to jz2d; it takes no calls.
  package static let trainers = "/run/jz2/trainers.sock"

  /// The name of its descriptor (`FileDescriptorName=`).
  package static let trainersName = "trainers"

  /// Returns the path of the socket of a daemon that a user started.
  package static func user(_ uid: UInt32) -> String {
    "/run/user/\(uid)/jz2.sock"
  }

  /// Returns the paths of jz2sync's socket, in the order in which a client tries them.
  package static func syncCandidates(uid: UInt32) -> [String] { ["/run/jz2/sync.sock", userSync(uid)] }

  /// Returns the paths in the order in which jz2web tries jz2sync's sockets.
  package static func syncLibraryCandidates(uid: UInt32) -> [String] { ["/run/jz2/sync-library.sock", userSync(uid)] }

  /// Returns the path of the socket of a jz2sync that a user started.
  package static func userSync(_ uid: UInt32) -> String { "/run/user/\(uid)/jz2-sync.sock" }

  /// Returns the paths in the order in which jz2sync tries the daemon's sockets.
  package static func storeCandidates(uid: UInt32) -> [String] { [path(of: .sync), user(uid)] }

  /// Returns the paths in the order in which jz2cue tries the daemon's sockets.
  package static func rideCandidates(uid: UInt32) -> [String] { [path(of: .ride), user(uid)] }

  /// Returns the paths of jz2web's socket, in the order in which a client tries them.
  package static func webCandidates(uid: UInt32) -> [String] { ["/run/jz2/web.sock", userWeb(uid)] }

  /// Returns the path of the socket of a jz2web that a user started.
  package static func userWeb(_ uid: UInt32) -> String { "/run/user/\(uid)/jz2-web.sock" }

  /// Returns the paths in the order in which jz2web tries the daemon's sockets.
  package static func pageCandidates(uid: UInt32) -> [String] { [path(of: .library), user(uid)] }

  /// Returns the paths in the order in which a client tries them: the widest of the service's sockets first.
  ///
  /// They do not depend on the session's environment, so that a cron job without one finds the same daemon.
  package static func candidates(uid: UInt32) -> [String] {
    TrainerSocket.widestFirst.map { path(of: $0) } + [user(uid)]
  }
}
