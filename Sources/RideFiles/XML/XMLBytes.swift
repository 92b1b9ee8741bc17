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

extension BidirectionalCollection where Element == UInt8 {
  /// Without the space around it.
  var trimmed: SubSequence {
    guard let first = firstIndex(where: { !$0.isXMLSpace }), let last = lastIndex(where: { !$0.isXMLSpace }) else {
      return self[endIndex...]
    }
    return self[first...last]
  }
}
