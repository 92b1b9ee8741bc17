/// Splits a stream of bytes into Varlink messages, each ended by a NUL byte.
///
/// Append bytes as they arrive, and read whole messages. See <https://varlink.org/Method-Call>.
package struct VarlinkFraming: Sendable {
  /// The most bytes of a message, without its NUL.
  package static let longestMessage = 1_048_576

  private var bytes: [UInt8] = []
  /// The start of the next message.
  private var start = 0
  /// The end of the bytes that were searched for a NUL.
  private var searched = 0

  package init() {}

  /// Appends bytes as they arrived.
  package mutating func append(_ chunk: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: chunk)
  }

  /// Returns the next whole message without its NUL; nil if more bytes are needed.
  ///
  /// - Throws: `ControlError.Code.protocolViolated` if a message is longer than `longestMessage`; the rest of the
  ///   stream cannot be read.
  package mutating func next() throws(ControlError) -> [UInt8]? {
    let end = bytes[searched...].firstIndex(of: 0)
    searched = end ?? bytes.endIndex
    guard searched - start <= Self.longestMessage else {
      throw ControlError(.protocolViolated, detail: "a message of more than \(Self.longestMessage) bytes")
    }
    guard let end else { return nil }
    defer {
      start = end + 1
      searched = start
    }
    return Array(bytes[start..<end])
  }
}
