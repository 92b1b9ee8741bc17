/// Cuts a stream of bytes into Varlink messages, each ended by a NUL byte.
///
/// A value; bytes go in as they come, whole messages come out. See <https://varlink.org/Method-Call>.
package struct VarlinkFraming: Sendable {
  /// The most bytes a message may have, its end not counted.
  package static let longestMessage = 1_048_576

  private var bytes: [UInt8] = []
  /// Where the next message begins.
  private var start = 0
  /// Up to where no end was found yet.
  private var searched = 0

  package init() {}

  /// Takes bytes as they came.
  package mutating func append(_ chunk: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: chunk)
  }

  /// The next whole message without its end; nil when more bytes are needed.
  ///
  /// - Throws: `ControlError.Code.protocolViolated` when a message is longer than `longestMessage`; nothing that
  ///   follows can be understood.
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
