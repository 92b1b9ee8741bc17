/// The sockets of the service: each lets its callers make other calls, and belongs to a group of its own.
///
/// The raw value is the name of the socket's file, without `.sock`, and of its descriptor (`FileDescriptorName=`).
package enum TrainerSocket: String, Hashable, Sendable, CaseIterable {
  /// Everything, including administration. A daemon that systemd did not start has this socket only.
  case all = "jz2"
  /// Calls that change the library, and those of `ride`.
  case library
  /// Calls that ride, and those of `look`.
  case ride
  /// Calls that only look.
  case look
  /// Calls for synchronising: those of `look`, files both ways, and notes of uploads.
  case sync = "store-sync"

  /// The sockets for people and their programs; each allows more than the next.
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
  /// The socket of the system's service that takes every call; systemd makes it.
  package static let service = path(of: .all)

  /// A socket of the system's service.
  package static func path(of socket: TrainerSocket) -> String { "/run/jz2/\(socket.rawValue).sock" }

  /// The socket of a daemon that a user started.
  package static func user(_ uid: UInt32) -> String {
    "/run/user/\(uid)/jz2.sock"
  }

  /// The paths of jz2sync's socket, in the order in which a client tries them.
  package static func syncCandidates(uid: UInt32) -> [String] { ["/run/jz2/sync.sock", userSync(uid)] }

  /// The paths in the order in which jz2web tries jz2sync's sockets.
  package static func syncLibraryCandidates(uid: UInt32) -> [String] { ["/run/jz2/sync-library.sock", userSync(uid)] }

  /// The socket of a jz2sync that a user started.
  package static func userSync(_ uid: UInt32) -> String { "/run/user/\(uid)/jz2-sync.sock" }

  /// The paths in the order in which jz2sync tries the daemon's sockets.
  package static func storeCandidates(uid: UInt32) -> [String] { [path(of: .sync), user(uid)] }

  /// The paths in the order in which jz2cue tries the daemon's sockets.
  package static func rideCandidates(uid: UInt32) -> [String] { [path(of: .ride), user(uid)] }

  /// The paths of jz2web's socket, in the order in which a client tries them.
  package static func webCandidates(uid: UInt32) -> [String] { ["/run/jz2/web.sock", userWeb(uid)] }

  /// The socket of a jz2web that a user started.
  package static func userWeb(_ uid: UInt32) -> String { "/run/user/\(uid)/jz2-web.sock" }

  /// The paths in the order in which jz2web tries the daemon's sockets.
  package static func pageCandidates(uid: UInt32) -> [String] { [path(of: .library), user(uid)] }

  /// The paths in the order in which a client tries them: of the service's sockets the widest first.
  ///
  /// A session's environment has no say: a cron job has none, and finds the same daemon.
  package static func candidates(uid: UInt32) -> [String] {
    TrainerSocket.widestFirst.map { path(of: $0) } + [user(uid)]
  }
}
