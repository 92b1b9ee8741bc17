/// Parses the head of a response line by line.
struct ResponseHead {
  /// The fields of the last head.
  ///
  /// Earlier heads belong to interim responses (1xx).
  private(set) var fields = HTTPFields()
  private var isComplete = false
  private var count = 0

  /// The maximum total size of all heads of a response, in bytes.
  static let mostBytes = 64 << 10

  /// Parses a line including its end; returns false if the heads are too large.
  mutating func take(_ line: some Collection<UInt8>) -> Bool {
    count += line.count
    guard count <= Self.mostBytes else { return false }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      fields = HTTPFields()
      isComplete = false
    } else if text.allSatisfy(\.isWhitespace) {
      // Later lines belong to the trailer.
      isComplete = true
    } else if !isComplete, case let (name, value?) = text.cut(at: ":") {
      fields.append(String(name), String(value.trimmed))
    }
    return true
  }
}

extension Substring {
  /// The text without white space at both ends.
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    return start.prefix(
      (start.lastIndex { !$0.isWhitespace }).map { start.distance(from: start.startIndex, to: $0) + 1 } ?? 0)
  }
}
