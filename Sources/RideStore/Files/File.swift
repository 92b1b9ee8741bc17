internal import CLinux
internal import Glibc
internal import Rides

/// An open file or directory, closed with its last reference.
final class File: Sendable {
  let path: String
  private let descriptor: Int32

  /// Opens a file with flags of `open(2)`; adds `O_CLOEXEC`.
  init(_ path: String, flags: Int32, mode: mode_t = 0o644) throws(StoreError) {
    descriptor = open(path, flags | O_CLOEXEC, mode)
    self.path = path
    guard descriptor >= 0 else { throw StoreError(call: "open", path: path) }
  }

  deinit {
    // A child between fork and exec still has the descriptor, and with it the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Writes all bytes, in as many calls as needed.
  func write(_ bytes: [UInt8]) throws(StoreError) {
    guard linux_write(descriptor, bytes, bytes.count) == 0 else { throw StoreError(call: "write", path: path) }
  }

  /// Writes all bytes, some megabytes at a time, each part durable before the next, so that a commit meanwhile does not
  /// wait for all of them.
  func writeInTurns(_ bytes: [UInt8]) throws(StoreError) {
    let turn = 2 << 20
    for start in stride(from: 0, to: bytes.count, by: turn) {
      if start > 0 { try synchronize() }
      try write(Array(bytes[start..<min(bytes.count, start + turn)]))
    }
  }

  /// Reads the next bytes, up to `count`.
  func read(atMost count: Int) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, count))
    let filled = linux_read(descriptor, &bytes, bytes.count)
    guard filled >= 0 else { throw StoreError(call: "read", path: path) }
    return Array(bytes[..<filled])
  }

  /// Makes the written bytes, or a directory's names, durable.
  func synchronize() throws(StoreError) {
    guard fsync(descriptor) == 0 else { throw StoreError(call: "fsync", path: path) }
  }

  /// Locks the file for this process; the kernel unlocks it when the process ends for any reason.
  ///
  /// On a file system without locks, the file counts as locked.
  /// - Throws: `inUse` if another process has locked it.
  func lock() throws(StoreError) {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw StoreError(
        .inUse, path: path, detail: "another jz2d uses this directory",
        context: LockHolder.process(of: path).map(StoreError.Context.process))
    }
  }
}

/// The attributes of a file that change when it is written.
struct FileStamp: Hashable, Sendable {
  private let size: off_t
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil if there is no file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (size, seconds, nanoseconds) = (status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}

/// Identifies a file, whatever its path.
struct FileIdentity: Hashable, Sendable, CustomStringConvertible {
  private let device: dev_t
  private let inode: ino_t

  /// Nil if there is no file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  var description: String { "\(device)-\(inode)" }
}

/// The names in a directory.
enum FolderNames {
  /// Returns the names in no particular order; empty if the directory cannot be read.
  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }
}

/// Finds the holder of a file's lock in the kernel's list `/proc/locks` (proc_locks(5)).
enum LockHolder {
  /// Returns the process that has locked a file by `flock(2)`; nil if the list does not show one, as in a sandbox.
  ///
  /// The kernel returns the list in pieces, each counted from the start: when other locks are released meanwhile,
  /// entries can be missed. So the list is read several times.
  static func process(of path: String) -> Int32? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    for _ in 0..<5 {
      if let process = listed(status.st_dev, status.st_ino) { return process }
    }
    return nil
  }

  private static func listed(_ device: dev_t, _ inode: ino_t) -> Int32? {
    guard let locks = fopen("/proc/locks", "re") else { return nil }
    defer { fclose(locks) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), locks) != nil {
      let text = line.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let process = process(text, holding: device, inode) { return process }
    }
    return nil
  }

  /// Returns the process of a line such as `1: FLOCK ADVISORY WRITE 1234 08:01:131090 0 EOF`, if it has locked this
  /// file; the line of a process that waits for the lock has an arrow.
  static func process(_ line: String, holding device: dev_t, _ inode: ino_t) -> Int32? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count > 5, words[1] == "FLOCK", let process = Int32(words[4]), process > 0 else { return nil }
    let place = words[5].split(separator: ":")
    guard place.count == 3, UInt(place[0], radix: 16) == major(device), UInt(place[1], radix: 16) == minor(device)
    else { return nil }
    return UInt(place[2]) == inode ? process : nil
  }

  // The macros of <sys/sysmacros.h> cannot be imported.
  private static func major(_ device: dev_t) -> UInt { device >> 8 & 0xFFF | device >> 32 & ~0xFFF }
  private static func minor(_ device: dev_t) -> UInt { device & 0xFF | device >> 12 & ~0xFF }
}
