import Glibc

/// A socket that listens, and the file that must go with it.
struct ListeningSocket: Sendable {
  /// The socket; whoever accepts on it closes it.
  let descriptor: Int32
  private let file: SocketFile?

  /// Listens at a place; clients may connect from now on.
  init(_ place: ListeningPlace) throws(ListenError) {
    switch place {
    case .path(let path, let mode):
      (descriptor, file) = try Self.listen(at: path, mode: mode)
    case .descriptor(let descriptor):
      guard Self.listens(descriptor) else { throw ListenError(.notListening, place: "\(descriptor)") }
      (self.descriptor, file) = (descriptor, nil)
    }
  }

  /// Takes the socket's file away, unless another one stands there by now.
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
      // The file is born with the socket's own permissions, so that it is never open wider than asked.
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

  /// Removes a socket that a dead daemon left; one where somebody listens stays.
  private static func clear(_ path: String, _ address: UnixAddress) throws(ListenError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw ListenError(.notASocket, place: path) }
    // A blocking one would wait for ever on a daemon that hangs with a full queue.
    let probe = try check(UnixAddress.makeSocket(isBlocking: false), "socket", path)
    defer { close(probe) }
    let isRefused = address.with { connect(probe, $0, $1) } != 0 && errno == ECONNREFUSED
    guard isRefused else { throw ListenError(.inUse, place: path) }
    try check(unlink(path), "unlink", path)
  }
}

/// Which file stands at a path.
private struct SocketFile: Hashable, Sendable {
  let path: String
  let device: UInt
  let inode: UInt

  /// Nil where there is none.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.path = path
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}

/// Keeps two daemons that start at once from taking each other for dead.
private struct DirectoryLock {
  private let descriptor: Int32

  /// Locks the directory of a path, which is made if it is missing.
  init(of path: String) throws(ListenError) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard mkdir(directory, 0o755) == 0 || errno == EEXIST else {
      throw ListenError(.failed, place: path, detail: "mkdir \(directory): \(systemMessage(errno))")
    }
    descriptor = try check(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open \(directory)", path)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw ListenError(.inUse, place: path)
    }
  }

  func release() { close(descriptor) }
}

/// The result of a system call, or why it failed.
@discardableResult
private func check(_ result: Int32, _ call: String, _ place: String) throws(ListenError) -> Int32 {
  guard result >= 0 else { throw ListenError(.failed, place: place, detail: "\(call): \(systemMessage(errno))") }
  return result
}
