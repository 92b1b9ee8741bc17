import ControlWire
import Glibc

/// A place where the daemon listens.
package enum ListeningPlace: Hashable, Sendable {
  /// A socket that the daemon creates at this path with these permissions, and removes at the end.
  case path(String, mode: UInt32 = 0o660)
  /// A listening socket that the daemon inherited, for example from systemd; its file remains.
  case descriptor(Int32)
}

/// The reason why the daemon cannot listen.
package struct ListenError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The path does not fit a socket's address: empty, or more than 107 bytes.
    case pathUnfit
    /// Another process already listens there.
    case inUse
    /// The file at the path is not a socket.
    case notASocket
    /// The inherited descriptor is not a listening Unix socket.
    case notListening
    /// A system call failed; `detail` has the reason.
    case failed
  }

  /// The kind of failure.
  package var code: Code
  /// The path, or the descriptor's number.
  package var place: String
  /// The failed step, and the system's error message.
  package var detail: String?

  package init(_ code: Code, place: String, detail: String? = nil) {
    self.code = code
    self.place = place
    self.detail = detail
  }
}

extension ListenError: CustomStringConvertible {
  /// A message of one line for users.
  package var description: String {
    switch code {
    case .pathUnfit: "the socket's path is empty or longer than \(UnixAddress.longestPath) bytes: \(place)"
    case .inUse: "another daemon listens on \(place)"
    case .notASocket: "\(place) exists and is not a socket"
    case .notListening: "descriptor \(place) is not a listening Unix socket"
    case .failed: "cannot listen on \(place): \(detail ?? "unknown")"
    }
  }
}

/// A listening socket, and the file that is removed with it.
package struct ListeningSocket: Sendable {
  /// The socket; the code that accepts on it also closes it.
  package let descriptor: Int32
  private let file: SocketFile?

  /// Starts to listen at a place; clients may connect from now on.
  package init(_ place: ListeningPlace) throws(ListenError) {
    switch place {
    case .path(let path, let mode):
      (descriptor, file) = try Self.listen(at: path, mode: mode)
    case .descriptor(let descriptor):
      guard Self.listens(descriptor) else { throw ListenError(.notListening, place: "\(descriptor)") }
      (self.descriptor, file) = (descriptor, nil)
    }
  }

  /// Stops listening on a socket whose connections are not accepted yet.
  package func abandon() {
    close(descriptor)
    removeFile()
  }

  /// Removes the socket's file, unless another file has replaced it.
  func removeFile() {
    if let file, SocketFile(path: file.path) == file { unlink(file.path) }
  }

  private static func listens(_ descriptor: Int32) -> Bool {
    func option(_ name: Int32) -> Int32? {
      var value: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
    return option(SO_ACCEPTCONN) == 1 && option(SO_DOMAIN) == AF_UNIX
  }

  private static func listen(at path: String, mode: UInt32) throws(ListenError) -> (Int32, SocketFile?) {
    guard let address = UnixAddress(path: path) else { throw ListenError(.pathUnfit, place: path) }
    let lock = try DirectoryLock(of: path)
    defer { lock.release() }
    try clear(path, address)
    let descriptor = try check(UnixAddress.makeSocket(), "socket", path)
    do throws(ListenError) {
      // The file is created with the socket's own permissions, so it is never more open than requested.
      try check(fchmod(descriptor, mode), "fchmod", path)
      try check(address.with { bind(descriptor, $0, $1) }, "bind", path)
      try check(chmod(path, mode), "chmod", path)
      try check(Glibc.listen(descriptor, SOMAXCONN), "listen", path)
    } catch {
      close(descriptor)
      throw error
    }
    return (descriptor, SocketFile(path: path))
  }

  /// Removes a socket that a dead daemon left, but not one that a process listens on.
  private static func clear(_ path: String, _ address: UnixAddress) throws(ListenError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw ListenError(.notASocket, place: path) }
    // A blocking socket would wait forever for a daemon that hangs with a full queue.
    let probe = try check(UnixAddress.makeSocket(isBlocking: false), "socket", path)
    defer { close(probe) }
    let isRefused = address.with { connect(probe, $0, $1) } != 0 && errno == ECONNREFUSED
    guard isRefused else { throw ListenError(.inUse, place: path) }
    try check(unlink(path), "unlink", path)
  }
}

/// Identifies the file at a path.
private struct SocketFile: Hashable, Sendable {
  let path: String
  let device: UInt
  let inode: UInt

  /// Nil if there is no file at the path.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.path = path
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}

/// Returns the result of a system call, or throws `failed` with the reason.
@discardableResult
func check(_ result: Int32, _ call: String, _ place: String) throws(ListenError) -> Int32 {
  guard result >= 0 else { throw ListenError(.failed, place: place, detail: "\(call): \(systemMessage(errno))") }
  return result
}

/// The sockets that systemd opened before it started the daemon (sd_listen_fds(3)).
package enum SocketActivation {
  /// Returns the descriptors that an environment passes to the process `pid`; empty if it has no descriptors, or they
  /// are for another process.
  package static func descriptors(in environment: [String: String], pid: Int32) -> [Int32] {
    guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == pid,
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), 1...1024 ~= count
    else { return [] }
    return Array(3..<3 + count)
  }

  /// Returns the sockets that an environment passes to the process `pid`, in order, with the names from their units.
  ///
  /// A unit without a name for them uses its own name (`FileDescriptorName=` in systemd.socket(5)): `jz2d.socket`.
  package static func list(in environment: [String: String], pid: Int32) -> [(name: String, descriptor: Int32)] {
    let names = environment["LISTEN_FDNAMES"].map { $0.split(separator: ":", omittingEmptySubsequences: false) } ?? []
    return descriptors(in: environment, pid: pid).enumerated().map { index, descriptor in
      (name: names.indices.contains(index) ? String(names[index]) : "", descriptor: descriptor)
    }
  }

  /// Returns these sockets by name, the first of each name.
  package static func sockets(in environment: [String: String], pid: Int32) -> [String: Int32] {
    Dictionary(list(in: environment, pid: pid).map { ($0.name, $0.descriptor) }) { first, _ in first }
  }

  /// Takes the sockets for this process; children inherit neither the sockets nor the variables.
  ///
  /// Call it once, and before there are threads, since it changes the environment.
  package static func take() -> [String: Int32] { sockets(in: inheritance(), pid: getpid()) }

  /// Takes the sockets for this process by their names, each in order: Unix sockets, and network sockets.
  ///
  /// Call it once, instead of `take`.
  package static func takeAll() -> [String: (unix: [Int32], network: [Int32])] {
    Dictionary(grouping: list(in: inheritance(), pid: getpid()), by: \.name).mapValues { sockets in
      let all = sockets.map(\.descriptor)
      return (all.filter(isUnix), all.filter { !isUnix($0) })
    }
  }

  private static func isUnix(_ descriptor: Int32) -> Bool {
    var domain: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain == AF_UNIX
  }

  /// Removes systemd's variables for sockets from the environment and returns them; no child inherits the sockets.
  private static func inheritance() -> [String: String] {
    var environment: [String: String] = [:]
    let names = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]
    for name in names { environment[name] = getenv(name).map { String(cString: $0) } }
    for name in names { unsetenv(name) }
    for descriptor in descriptors(in: environment, pid: getpid()) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return environment
  }
}

/// Prevents two daemons that start at the same time from taking each other for dead.
package struct DirectoryLock {
  /// The number of attempts; each of our programs holds the lock for a moment when it starts, also for another socket
  /// in the same directory.
  package static let looks = 200

  private let descriptor: Int32

  /// Locks the directory of a path; creates the directory if it is missing.
  ///
  /// - Parameters:
  ///   - path: The socket's path.
  ///   - pause: Waits between two attempts while another process has the lock; 10 ms by default.
  /// - Throws: `inUse` if the other process keeps the lock; `failed`.
  package init(of path: String, pause: () -> Void = { usleep(10_000) }) throws(ListenError) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard mkdir(directory, 0o755) == 0 || errno == EEXIST else {
      throw ListenError(.failed, place: path, detail: "mkdir \(directory): \(systemMessage(errno))")
    }
    descriptor = try check(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open \(directory)", path)
    for _ in 0..<Self.looks {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      pause()
    }
    close(descriptor)
    throw ListenError(.inUse, place: path)
  }

  package func release() { close(descriptor) }
}
