import Glibc

/// The two streams a command writes to, unbuffered, so that a reader on a pipe sees each line as it is said.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Writes all of a text; what a closed or full stream does not take is dropped.
  func write(_ text: String) {
    write(bytes: Array(text.utf8))
  }

  /// Writes all of the bytes.
  ///
  /// - Returns: Whether the stream took them; `errno` says why not.
  @discardableResult
  func write(bytes: [UInt8]) -> Bool {
    FileWriting.write(bytes, to: rawValue)
  }
}
