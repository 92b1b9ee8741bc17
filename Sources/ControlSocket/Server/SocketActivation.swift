import Glibc

/// The sockets that systemd opened before it started the daemon (sd_listen_fds(3)).
package enum SocketActivation {
  /// The descriptors that an environment promises to the process `pid`; empty when they are for another, or none are.
  package static func descriptors(in environment: [String: String], pid: Int32) -> [Int32] {
    guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == pid,
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), 1...1024 ~= count
    else { return [] }
    return Array(3..<3 + count)
  }

  /// The descriptors that are for this process, to be taken once: no child shall inherit them, nor their promise.
  ///
  /// Call it before there are threads, since it changes the environment.
  package static func take() -> [Int32] {
    var environment: [String: String] = [:]
    for name in ["LISTEN_PID", "LISTEN_FDS"] {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    let descriptors = descriptors(in: environment, pid: getpid())
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptors
  }
}
