/// A piece of markup and the text before it, as places in the scanner's buffer.
struct XMLToken {
  enum Kind {
    case tag
    case comment
    case characterData
    case instruction
  }

  var kind: Kind
  /// The text between the former markup and this one.
  var text: XMLRun
  /// What stands between the markup's delimiters.
  var body: XMLRun
}

/// Bytes without a delimiter in them.
struct XMLRun {
  var range: Range<Int>
  /// Whether they are ASCII, with nothing in them to resolve.
  var isPlain: Bool
  /// Where the first one is in the document.
  var place: RideFileError.Place

  static let empty = XMLRun(range: 0..<0, isPlain: true, place: RideFileError.Place(byte: 0, line: 1))
}
