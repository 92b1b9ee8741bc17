/// The formats of rides that are read.
package enum RideFileFormat: String, Hashable, Sendable, CaseIterable {
  case tcx
  case fit
  case gpx

  /// FIT, by `.FIT` from byte 8 on; nil for anything else, which more than its first bytes tell.
  static func detect(_ firstBytes: some Sequence<UInt8>) -> Self? {
    firstBytes.dropFirst(8).prefix(4).elementsEqual(".FIT".utf8) ? .fit : nil
  }
}

/// Tells the format of a file by how it begins, as its pieces come: `.FIT` from byte 8 on, or markup by its root element.
struct RideFileProbe: Sendable {
  /// The bytes by which FIT and markup can be told.
  private static let bytesToTell = 12
  /// Bytes of space that may stand before markup, as some programs write it.
  private static let longestBlank = 65_536

  /// What came before the format could be told.
  private(set) var beginning: [UInt8] = []
  private var markup: XMLReader<Root>?

  /// Takes the next bytes.
  ///
  /// - Returns: The format; nil as long as the bytes do not tell it.
  /// - Throws: `notThisFormat` for another, and what stands in the way of the root element.
  mutating func take(_ bytes: [UInt8]) throws(RideFileError) -> RideFileFormat? {
    beginning += bytes
    if markup != nil { return try root(after: bytes) }
    let isBlank = beginning.count < Self.longestBlank && beginning.allSatisfy(\.isXMLSpace)
    return beginning.count < Self.bytesToTell || isBlank ? nil : try tell()
  }

  /// The format of a file that has come to its end; of markup without a root element, the one whose decoder says so.
  mutating func finish() throws(RideFileError) -> RideFileFormat {
    if markup == nil, let format = try tell() { return format }
    return .tcx
  }

  private mutating func tell() throws(RideFileError) -> RideFileFormat? {
    if let format = RideFileFormat.detect(beginning) { return format }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = beginning.starts(with: byteOrderMark) ? beginning.dropFirst(byteOrderMark.count) : beginning[...]
    guard text.first(where: { !$0.isXMLSpace }) == UInt8(ascii: "<") else {
      throw RideFileError(.notThisFormat, at: RideFileError.Place(byte: 0), "")
    }
    markup = XMLReader(mostBytes: Self.longestBeginning)
    return try root(after: beginning)
  }

  private mutating func root(after bytes: [UInt8]) throws(RideFileError) -> RideFileFormat? {
    try markup?.append(bytes.prefix(Self.longestBeginning))
    guard case .start(let root)? = try markup?.next() else { return nil }
    return root == .gpx ? .gpx : .tcx
  }

  /// Bytes of comments and instructions before a root element; a piece may be longer.
  private static let longestBeginning = 1 << 20

  private enum Root: String, XMLVocabulary {
    case gpx

    static func covers(namespace: String) -> Bool { true }
  }
}
