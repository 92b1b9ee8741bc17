/// Splits the bytes of a connection into frames.
///
/// TCP may split and join frames. Use `append` for received bytes, then `next` until it returns nil.
package struct DirectConnectReader: Sendable {
  /// The default limit of a body, in bytes: 240 characteristics in a response.
  package static let usualLimit = 4096

  /// The greatest accepted length of a body, in bytes.
  private let limit: Int
  private var bytes: [UInt8] = []
  /// The number of bytes at the start of `bytes` that were returned as frames.
  private var used = 0

  package init(limit: Int = Self.usualLimit) { self.limit = limit }

  /// The number of bytes that wait for the rest of their frame.
  package var waiting: Int { bytes.count - used }

  /// Adds received bytes.
  package mutating func append(_ received: some Sequence<UInt8>) {
    if used > 0 {
      bytes.removeFirst(used)
      used = 0
    }
    bytes.append(contentsOf: received)
  }

  /// Returns the next complete frame; nil if more bytes are needed.
  ///
  /// - Throws: `tooLong` if a header announces more bytes than the limit. The connection is then unusable, because the
  ///   start of the next frame is unknown.
  package mutating func next() throws(DirectConnectFailure) -> DirectConnectFrame? {
    let header = bytes[used...].prefix(DirectConnectFrame.headerLength)
    guard header.count == DirectConnectFrame.headerLength else { return nil }
    let length = Int(header[used + 4]) << 8 | Int(header[used + 5])
    guard length <= limit else { throw .tooLong(length) }
    let body = bytes[(used + DirectConnectFrame.headerLength)...].prefix(length)
    guard body.count == length else { return nil }
    var frame = DirectConnectFrame(
      DirectConnectMessage(rawValue: header[used + 1]), sequence: header[used + 2],
      code: DirectConnectCode(rawValue: header[used + 3]), body: Array(body))
    frame.version = header[used]
    used += DirectConnectFrame.headerLength + length
    return frame
  }
}

/// The reason why bytes are not a frame, or a frame is not a message.
package enum DirectConnectFailure: Error, Hashable, Sendable {
  /// A header announces a body of this many bytes, more than the reader's limit.
  case tooLong(Int)
  /// The frame has another version of the protocol.
  case version(UInt8)
  /// The message is unknown, or not one of this direction.
  case message(DirectConnectMessage)
  /// The body does not fit the message.
  case body(DirectConnectMessage)
}
