/// Where the daemon's socket is looked for.
package enum SocketPath {
  /// The socket of the system's service, which systemd makes.
  package static let service = "/run/jz2/jz2.sock"

  /// The socket of a daemon that a user started.
  package static func user(_ uid: UInt32) -> String {
    "/run/user/\(uid)/jz2.sock"
  }

  /// The paths in the order in which a client tries them: of the service's sockets the widest first.
  ///
  /// The environment has no say: a cron job has none, and finds the same daemon.
  package static func candidates(uid: UInt32) -> [String] {
    [service, user(uid)]
  }
}
