internal import Glibc
internal import Rides

/// Converts a document in pieces of any size to UTF-8.
///
/// Its byte order mark decides the encoding, otherwise its XML declaration; without both it is UTF-8 (XML 1.0,
/// appendix F).
struct XMLCharacters: Sendable {
  private enum Stage: Sendable {
    /// The first bytes, while they do not decide the encoding.
    case beginning([UInt8])
    case utf8
    /// Converted text; `rest` is the beginning of an incomplete character.
    case encoded(TextEncoding, rest: [UInt8])
  }

  private var stage = Stage.beginning([])

  /// Reads text as UTF-8, regardless of its declaration.
  static let utf8 = Self(stage: .utf8)

  /// Converts the next bytes.
  ///
  /// - Returns: The converted text without an incomplete character; nil if the piece needs no conversion.
  /// - Throws: `unknownEncoding` with the declared name.
  mutating func converted(_ piece: some Collection<UInt8>) throws(FileFault) -> [UInt8]? {
    switch stage {
    case .utf8: return nil
    case .beginning(var bytes):
      bytes += piece
      guard let encoding = try TextEncoding(ofXML: bytes) else {
        stage = .beginning(bytes)
        return []
      }
      guard encoding != .utf8 else {
        stage = .utf8
        return bytes
      }
      return convert(bytes, from: encoding)
    case .encoded(let encoding, let rest):
      return convert(rest + piece, from: encoding)
    }
  }

  /// Returns the bytes that were kept back, at the end of the document.
  ///
  /// - Throws: `cut` within a character.
  mutating func finish(at place: FilePlace) throws(FileFault) -> [UInt8] {
    switch stage {
    case .utf8: return []
    case .beginning(let bytes):
      stage = .utf8
      return bytes
    case .encoded(_, let rest):
      guard rest.isEmpty else { throw FileFault(.cut, at: place, "the file ends inside a character") }
      return []
    }
  }

  /// The encoding, for faults.
  var name: String {
    switch stage {
    case .beginning, .utf8: TextEncoding.utf8.name
    case .encoded(let encoding, _): encoding.name
    }
  }

  private mutating func convert(_ bytes: [UInt8], from encoding: TextEncoding) -> [UInt8] {
    let (text, rest) = encoding.utf8(bytes) ?? ([], 0)
    stage = .encoded(encoding, rest: bytes.suffix(rest))
    return text
  }
}

/// A character encoding that the C library converts to UTF-8.
struct TextEncoding: Hashable, Sendable {
  /// The name that `iconv_open` takes.
  let name: String

  static let utf8 = Self(name: "UTF-8")
  static let windows1252 = Self(name: "WINDOWS-1252")

  /// The beginnings of a document that decide its encoding; longer ones precede shorter ones that they begin with.
  private static let marks: [([UInt8], Self)] = [
    ([0xFF, 0xFE, 0, 0], Self(name: "UTF-32LE")), ([0, 0, 0xFE, 0xFF], Self(name: "UTF-32BE")),
    ([0xFF, 0xFE], Self(name: "UTF-16LE")), ([0xFE, 0xFF], Self(name: "UTF-16BE")), ([0xEF, 0xBB, 0xBF], .utf8),
    // `<` without a byte order mark.
    ([0x3C, 0], Self(name: "UTF-16LE")), ([0, 0x3C], Self(name: "UTF-16BE")),
  ]

  /// Name prefixes of encodings in which ASCII is unchanged and no byte changes the meaning of later ones.
  private static let families = [
    "ISO-8859-", "ISO8859-", "ISO_8859-", "LATIN", "WINDOWS-", "CP125", "CP43", "CP85", "CP86", "IBM43", "IBM85",
    "IBM86", "KOI8-", "MACINTOSH", "SHIFT_JIS", "SHIFT-JIS", "EUC-", "GB18030", "GB2312", "GBK", "BIG5", "TIS-620",
  ]

  /// The most bytes of white space and XML declaration together; a later declaration is ignored.
  private static let longestDeclaration = 1024

  /// Finds the encoding by a byte order mark, or by a `<` in UTF-16; nil if there is neither.
  init?(mark bytes: [UInt8]) {
    guard let encoding = Self.marks.first(where: { bytes.starts(with: $0.0) })?.1 else { return nil }
    self = encoding
  }

  /// Finds the encoding of XML by its beginning; nil if more bytes are needed.
  ///
  /// - Throws: `unknownEncoding` with the declared name.
  init?(ofXML bytes: [UInt8]) throws(FileFault) {
    if Self.marks.contains(where: { $0.0.count > bytes.count && $0.0.starts(with: bytes) }) { return nil }
    if let marked = Self(mark: bytes) {
      self = marked
      return
    }
    let (text, opening) = (bytes.drop(while: \.isXMLSpace), Array("<?xml".utf8))
    let isOpen = opening.starts(with: text.prefix(opening.count)) && !text.contains(UInt8(ascii: ">"))
    if isOpen, bytes.count <= Self.longestDeclaration { return nil }
    let declaration = text.starts(with: opening) ? text.prefix { $0 != UInt8(ascii: ">") } : []
    try self.init(declared: Self.declaredName(in: String(decoding: declaration, as: UTF8.self)))
  }

  /// Returns the value of `encoding` in an XML declaration; empty if absent.
  private static func declaredName(in declaration: String) -> Substring {
    guard let word = declaration.firstRange(of: "encoding") else { return "" }
    let value = declaration[word.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = value.first, quote == "'" || quote == "\"" else { return "" }
    return value.dropFirst().prefix { $0 != quote }
  }

  /// Finds an encoding that ASCII text declares.
  ///
  /// Text that declares UTF-16 and can be read so far is UTF-8: some programs declare the encoding of their own
  /// strings. ISO-8859-1 is read as Windows-1252, which has more characters in the same places.
  private init(declared name: Substring) throws(FileFault) {
    let capitals = name.uppercased()
    if ["", "US-ASCII", "ASCII"].contains(capitals) || ["UTF", "UCS"].contains(where: capitals.hasPrefix) {
      guard capitals != "UTF-7" else { throw Self.unknown(name) }
      self = .utf8
    } else if ["ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1"].contains(capitals) {
      self = .windows1252
    } else {
      let isPlain = capitals.utf8.allSatisfy { $0.isXMLName && $0 < 0x80 }
      self.init(name: capitals)
      guard isPlain, Self.families.contains(where: capitals.hasPrefix), utf8([]) != nil else {
        throw Self.unknown(name)
      }
    }
  }

  private init(name: String) { self.name = name }

  private static func unknown(_ name: Substring) -> FileFault {
    FileFault(.unknownEncoding, at: FilePlace(byte: 0, line: 1), String(name.prefix(32)))
  }
}

extension TextEncoding {
  /// Converts text.
  ///
  /// Bytes that are invalid in the encoding become bytes that are invalid in UTF-8.
  ///
  /// - Returns: The text in UTF-8 and the number of bytes of an incomplete character at the end; nil if the C library
  ///   does not know the encoding.
  func utf8(_ bytes: [UInt8]) -> (text: [UInt8], rest: Int)? {
    let converter = iconv_open("UTF-8", name)
    guard let converter, converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var (source, text) = (bytes.map(CChar.init(bitPattern:)), [UInt8]())
    text.reserveCapacity(bytes.count * 2)
    var buffer = [CChar](repeating: 0, count: 16_384)
    return source.withUnsafeMutableBufferPointer { source in
      var (next, left) = (source.baseAddress, source.count)
      while left > 0 {
        let fault = buffer.withUnsafeMutableBufferPointer { buffer in
          var (end, room) = (buffer.baseAddress, buffer.count)
          let fault = iconv(converter, &next, &left, &end, &room) == -1 ? errno : 0
          text += buffer.prefix(buffer.count - room).lazy.map(UInt8.init(bitPattern:))
          return fault
        }
        switch fault {
        case 0, E2BIG: continue
        case EINVAL: return (text, left)
        default:
          text.append(0xFF)
          (next, left) = (next.map { $0 + 1 }, left - 1)
        }
      }
      return (text, 0)
    }
  }
}
