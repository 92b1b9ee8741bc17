/// The head of an answer, line by line as it comes.
struct ResponseHead {
  /// The lines of the last head: those before it belong to interim answers (1xx).
  private(set) var fields = HTTPFields()
  private var isComplete = false
  private var count = 0

  /// How many bytes all heads of an answer may have together.
  static let mostBytes = 64 << 10

  /// Takes a line with its end; false if the heads have become too large.
  mutating func take(_ line: some Collection<UInt8>) -> Bool {
    count += line.count
    guard count <= Self.mostBytes else { return false }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      fields = HTTPFields()
      isComplete = false
    } else if text.allSatisfy(\.isWhitespace) {
      // What comes later is a trailer.
      isComplete = true
    } else if !isComplete, case let (name, value?) = text.cut(at: ":") {
      fields.append(String(name), String(value.trimmed))
    }
    return true
  }
}

extension Substring {
  /// Without white space at both ends.
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    return start.prefix(
      (start.lastIndex { !$0.isWhitespace }).map { start.distance(from: start.startIndex, to: $0) + 1 } ?? 0)
  }
}
