internal import Glibc

/// An open file or directory, closed when nobody holds it any more.
final class File: Sendable {
  let path: String
  private let descriptor: Int32

  /// Opens a file with flags of `open(2)`, to which `O_CLOEXEC` is added.
  init(_ path: String, flags: Int32, mode: mode_t = 0o644) throws(StoreError) {
    descriptor = open(path, flags | O_CLOEXEC, mode)
    self.path = path
    guard descriptor >= 0 else { throw StoreError(call: "open", path: path) }
  }

  deinit {
    // A child between fork and exec still has the descriptor, and the lock with it.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Writes all of `bytes`, however many calls that takes.
  func write(_ bytes: [UInt8]) throws(StoreError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw StoreError(call: "write", path: path)
      }
    }
  }

  /// Writes all of `bytes`, of many some megabytes at a time, each on the disk before the next: a commit that comes
  /// meanwhile does not wait for all of them.
  func writeInTurns(_ bytes: [UInt8]) throws(StoreError) {
    let turn = 2 << 20
    for start in stride(from: 0, to: bytes.count, by: turn) {
      if start > 0 { try synchronize() }
      try write(Array(bytes[start..<min(bytes.count, start + turn)]))
    }
  }

  /// The next bytes, as many as there are up to `count`.
  func read(atMost count: Int) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, count))
    var filled = 0
    while filled < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(
          descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).baseAddress, buffer.count - filled)
      }
      if got == 0 { break }
      if got > 0 {
        filled += got
      } else if errno != EINTR {
        throw StoreError(call: "read", path: path)
      }
    }
    return Array(bytes[..<filled])
  }

  /// Returns once what was written, or a directory's names, would survive a pulled plug.
  func synchronize() throws(StoreError) {
    guard fsync(descriptor) == 0 else { throw StoreError(call: "fsync", path: path) }
  }

  /// Takes the file for this process alone; the kernel gives it back when the process ends, however it does.
  ///
  /// Where the file system knows no locks, the file counts as taken.
  /// - Throws: `inUse` where another process has it.
  func lock() throws(StoreError) {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw StoreError(
        .inUse, path: path, detail: "another jz2d keeps its rides here",
        context: LockHolder.process(of: path).map(StoreError.Context.process))
    }
  }
}
