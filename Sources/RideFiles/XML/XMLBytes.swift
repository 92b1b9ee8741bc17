/// What XML 1.0 makes of a byte.
extension UInt8 {
  /// `S`, §2.3.
  var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

  /// `NameStartChar`, §2.3; every byte of a character beyond ASCII counts as one.
  var startsXMLName: Bool { isLetter || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") || self >= 0x80 }

  /// `NameChar`, §2.3.
  var isXMLName: Bool {
    startsXMLName || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }

  /// Whether `Char`, §2.2, leaves it out.
  var isForbiddenInXML: Bool { self < 0x20 && !isXMLSpace }

  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  private var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
}

extension Span<UInt8> {
  /// Without the space around it.
  var boundsOfText: Range<Int> {
    var (lower, upper) = (0, count)
    while lower < upper, self[lower].isXMLSpace { lower += 1 }
    while lower < upper, self[upper - 1].isXMLSpace { upper -= 1 }
    return lower..<upper
  }
}
