import Foundation
import Glibc

/// A small file system in memory, mounted at a directory and removed with the value.
public final class SmallDisk: Sendable {
  /// The directory at which it is mounted.
  public let directory: TemporaryDirectory

  /// Whether this process can mount one, which requires root.
  public static let isPossible = (try? SmallDisk()) != nil

  /// Mounts an empty disk, by default of one megabyte.
  ///
  /// - Throws: `POSIXError` if it cannot be mounted.
  public init(megabytes: Int = 1) throws {
    directory = try TemporaryDirectory()
    guard mount("jz2-test", directory.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM)
    }
  }

  deinit { umount2(directory.path, Int32(MNT_DETACH)) }

  private var filler: String { directory.path(of: "filler") }

  /// Fills the disk completely.
  public func fill() throws {
    let file = open(filler, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(file) }
    for size in [1 << 16, 1 << 12, 1] {
      let bytes = [UInt8](repeating: 0, count: size)
      while write(file, bytes, size) == size {}
    }
  }

  /// Makes the disk read-only, also for root, or writable again.
  public func remount(readOnly: Bool) throws {
    let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
    guard mount("jz2-test", directory.path, "tmpfs", flags, nil) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM)
    }
  }

  /// Frees the space that ``fill()`` used.
  public func makeRoom() { unlink(filler) }
}
