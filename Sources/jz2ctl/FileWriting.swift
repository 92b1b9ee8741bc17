import Glibc

/// Bytes written to descriptors and files.
enum FileWriting {
  /// Writes all of the bytes to a descriptor.
  ///
  /// - Returns: Whether all were taken; `errno` says why not.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Puts a whole file in place: a temporary one beside it, then a rename, so that nobody reads half a ride.
  ///
  /// - Returns: The system's reason where that failed; what stood at the path is untouched then.
  static func replaceFile(at path: String, with bytes: [UInt8]) -> String? {
    let temporary = "\(path).\(getpid()).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return reason() }
    let isWritten = write(bytes, to: descriptor) && fsync(descriptor) == 0
    let failure = isWritten ? nil : reason()
    close(descriptor)
    if failure == nil && rename(temporary, path) == 0 { return nil }
    let final = failure ?? reason()
    unlink(temporary)
    return final
  }

  private static func reason() -> String {
    String(cString: strerror(errno))
  }
}
