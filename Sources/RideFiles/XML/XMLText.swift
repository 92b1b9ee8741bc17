extension XMLReader {
  /// Text as it is meant: references resolved, line ends as XML 1.0 §2.11 has them.
  ///
  /// - Parameters:
  ///   - run: The text in the scanner's buffer.
  ///   - isLiteral: Whether `&` stands for itself, as in a CDATA section.
  /// - Returns: Its bytes, not more than there were.
  /// - Throws: `malformed`, `forbidden` for an entity that XML does not define itself.
  func resolved(_ run: XMLRun, isLiteral: Bool = false) throws(RideFileError) -> ArraySlice<UInt8> {
    let bytes = scanner.buffer[run.range]
    guard !run.isPlain else { return bytes }
    try check(run)
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "&"), !isLiteral {
        do throws(RideFileError) {
          let (meaning, end) = try reference(from: index, in: bytes, at: place(of: index - 1, in: run))
          result.append(contentsOf: meaning)
          index = end
        } catch {
          guard leavesStrayReferences else { throw error }
          result.append(byte)
        }
      } else if byte == 0x0D {
        if index == bytes.endIndex || bytes[index] != 0x0A { result.append(0x0A) }
      } else if byte == UInt8(ascii: "]"), !isLiteral, bytes[index...].starts(with: Self.endOfSection) {
        throw RideFileError(.malformed, at: place(of: index - 1, in: run), "a `]]>` that ends no section")
      } else {
        result.append(byte)
      }
    }
    return result[...]
  }

  /// What the reference means that goes on at an index, and where it ends.
  private func reference(
    from index: Int, in bytes: ArraySlice<UInt8>, at place: RideFileError.Place
  ) throws(RideFileError) -> (meaning: [UInt8], end: Int) {
    guard let end = bytes[index...].prefix(Self.longestReference).firstIndex(of: UInt8(ascii: ";")) else {
      throw RideFileError(.malformed, at: place, "an `&` that begins no reference")
    }
    return (try Self.meaning(of: bytes[index..<end], at: place), end + 1)
  }

  /// Checks that the bytes are UTF-8.
  func check(_ run: XMLRun) throws(RideFileError) {
    guard run.isPlain || String(validating: scanner.buffer[run.range], as: UTF8.self) != nil else {
      throw RideFileError(.malformed, at: scanner.place(of: run), "bytes that are not UTF-8")
    }
  }

  /// Where a byte of a run is.
  func place(of index: Int, in run: XMLRun) -> RideFileError.Place {
    var place = scanner.place(of: run)
    place.byte += index - run.range.lowerBound
    place.line = run.line + scanner.buffer[run.range.lowerBound..<index].count { $0 == 0x0A }
    return place
  }

  /// `&#x10FFFF;` with some zeros to spare.
  private static var longestReference: Int { 32 }
  private static var endOfSection: [UInt8] { Array("]>".utf8) }

  private static func meaning(
    of reference: ArraySlice<UInt8>, at place: RideFileError.Place
  ) throws(RideFileError) -> [UInt8] {
    let name = String(decoding: reference, as: UTF8.self)
    switch name {
    case "amp": return [UInt8(ascii: "&")]
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "apos": return [UInt8(ascii: "'")]
    case "quot": return [UInt8(ascii: "\"")]
    default: break
    }
    guard name.first == "#" else {
      throw RideFileError(.forbidden, at: place, "an entity that XML does not define")
    }
    let number = name.hasPrefix("#x") ? digits(name.dropFirst(2), 16) : digits(name.dropFirst(), 10)
    guard let number, let scalar = Unicode.Scalar(number), isCharacter(scalar) else {
      throw RideFileError(.malformed, at: place, "a reference to no character")
    }
    return Array(UTF8.encode(scalar).map(Array.init) ?? [])
  }

  /// The number that digits alone write; a sign is none.
  private static func digits(_ text: Substring, _ radix: Int) -> UInt32? {
    text.allSatisfy(\.isHexDigit) ? UInt32(text, radix: radix) : nil
  }

  /// `Char`, XML 1.0 §2.2.
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
