/// Reads the rides of a file of any format, told by its first bytes, as its pieces come.
package struct RideFileDecoder: Sendable {
  private let limits: ImportLimits
  private var probe: RideFileProbe? = RideFileProbe()
  // Each is worked on in its place: a copy would be one of all the points that came so far.
  private var tcx: TCXDecoder?
  private var fit: FITDecoder?
  private var gpx: GPXDecoder?

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
  }

  /// Takes the next bytes, as many as there are.
  ///
  /// - Throws: What is wrong with them; then it takes no more.
  package mutating func feed(_ bytes: [UInt8]) throws(RideFileError) {
    guard probe != nil else { return try pass(bytes) }
    if let format = try probe?.take(bytes) { try begin(format) }
  }

  /// The file's rides, after the last bytes.
  package mutating func finish() throws(RideFileError) -> ImportedFile {
    if let format = try probe?.finish() { try begin(format) }
    if let file = try tcx?.finish() { return file }
    if let file = try fit?.finish() { return file }
    if let file = try gpx?.finish() { return file }
    throw RideFileError(.noActivity, at: RideFileError.Place(byte: 0), "")
  }

  private mutating func begin(_ format: RideFileFormat) throws(RideFileError) {
    switch format {
    case .tcx: tcx = TCXDecoder(limits: limits)
    case .fit: fit = FITDecoder(limits: limits)
    case .gpx: gpx = GPXDecoder(limits: limits)
    }
    let bytes = probe?.beginning ?? []
    probe = nil
    try pass(bytes)
  }

  private mutating func pass(_ bytes: [UInt8]) throws(RideFileError) {
    try tcx?.feed(bytes[...])
    try fit?.feed(bytes)
    try gpx?.feed(bytes[...])
  }
}

/// The formats of rides that are read.
package enum RideFileFormat: String, Hashable, Sendable, CaseIterable {
  case tcx
  case fit
  case gpx
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
    if FITHeader.begins(beginning) { return .fit }
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
