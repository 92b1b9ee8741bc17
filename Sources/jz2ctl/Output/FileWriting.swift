import CLinux
import Glibc

/// Writes bytes to descriptors and files.
enum FileWriting {
  /// Writes all of the bytes to a descriptor.
  ///
  /// - Returns: Whether all were written; if not, `errno` has the reason.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    linux_write(descriptor, bytes, bytes.count) == 0
  }

  /// Replaces a file by writing a temporary file in the same folder and renaming it, so that readers never see half a
  /// ride.
  ///
  /// - Returns: The system's reason if this failed; the old file is then unchanged.
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
    SystemError.text
  }
}

/// The output streams of the process, unbuffered, so that a reader on a pipe sees each line at once.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Writes a text; drops the rest if the stream is closed or full.
  func write(_ text: String) {
    write(bytes: Array(text.utf8))
  }

  /// Writes all of the bytes.
  ///
  /// - Returns: Whether all were written; if not, `errno` has the reason.
  @discardableResult
  func write(bytes: [UInt8]) -> Bool {
    FileWriting.write(bytes, to: rawValue)
  }
}
