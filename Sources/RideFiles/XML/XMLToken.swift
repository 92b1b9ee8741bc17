/// A kind of markup.
enum XMLToken {
  case tag
  case comment
  case characterData
  case instruction
}

/// Bytes without a delimiter in them, as places in the scanner's buffer.
struct XMLRun {
  var range = 0..<0
  /// Whether they are ASCII, with nothing in them to resolve.
  var isPlain = true
  /// The line that the first one is on.
  var line = 1
}
