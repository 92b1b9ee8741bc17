package import Rides

/// Reads the rides of a file in pieces of any size.
///
/// The first bytes determine the format.
package struct RideFileDecoder: Sendable {
  private let limits: ImportLimits
  private var probe: RideFileProbe? = RideFileProbe()
  // Each decoder is changed in place: a copy would duplicate all points read so far.
  private var tcx: TCXDecoder?
  private var fit: FITDecoder?
  private var gpx: GPXDecoder?
  private var json: RideJSONDecoder?

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
  }

  /// Reads the next bytes.
  ///
  /// - Throws: The first error. Do not call `feed` again after it.
  package mutating func feed(_ bytes: [UInt8]) throws(FileFault) {
    guard probe != nil else { return try pass(bytes) }
    if let format = try probe?.take(bytes) { try begin(format) }
  }

  /// Ends the file.
  ///
  /// - Returns: The rides in it.
  /// - Throws: `notThisFormat` for an unknown format; otherwise the errors of the decoder.
  package mutating func finish() throws(FileFault) -> ImportedFile {
    if let format = try probe?.finish() { try begin(format) }
    if let file = try tcx?.finish() { return file }
    if let file = try fit?.finish() { return file }
    if let file = try gpx?.finish() { return file }
    if let file = try json?.finish() { return file }
    throw FileFault(.noActivity, at: FilePlace(byte: 0), "")
  }

  private mutating func begin(_ format: RideFileFormat) throws(FileFault) {
    switch format {
    case .tcx: tcx = TCXDecoder(limits: limits)
    case .fit: fit = FITDecoder(limits: limits)
    case .gpx: gpx = GPXDecoder(limits: limits)
    case .json: json = RideJSONDecoder(limits: limits)
    }
    let bytes = probe?.beginning ?? []
    probe = nil
    try pass(bytes)
  }

  private mutating func pass(_ bytes: [UInt8]) throws(FileFault) {
    try tcx?.feed(bytes[...])
    try fit?.feed(bytes)
    try gpx?.feed(bytes[...])
    try json?.feed(bytes)
  }
}

/// The formats in which rides are read.
enum RideFileFormat: Hashable, Sendable {
  case tcx
  case fit
  case gpx
  /// A whole ride of jz2.
  case json
}

/// Detects the format of a file from its beginning, in pieces of any size: FIT by `.FIT` from byte 8 on, XML by its
/// root element, JSON by its first bracket.
struct RideFileProbe: Sendable {
  /// The number of bytes needed to distinguish FIT from XML.
  private static let bytesToDetect = 12
  /// The most bytes of white space before the XML; some programs write it.
  private static let longestBlank = 65_536

  /// The bytes read before the format was known.
  private(set) var beginning: [UInt8] = []
  private var markup: XMLReader<Root>?

  /// Reads the next bytes.
  ///
  /// - Returns: The format; nil while more bytes are needed.
  /// - Throws: `notThisFormat` for any other format, `unknownEncoding`, and XML errors before the root element.
  mutating func take(_ bytes: [UInt8]) throws(FileFault) -> RideFileFormat? {
    beginning += bytes
    if markup != nil { return try root(after: bytes) }
    let isBlank = beginning.count < Self.longestBlank && beginning.allSatisfy(\.isXMLSpace)
    return beginning.count < Self.bytesToDetect || isBlank ? nil : try detectFormat()
  }

  /// Returns the format at the end of the file.
  ///
  /// XML without a root element counts as TCX, whose decoder then refuses it.
  mutating func finish() throws(FileFault) -> RideFileFormat {
    if markup == nil, let format = try detectFormat() { return format }
    return .tcx
  }

  private mutating func detectFormat() throws(FileFault) -> RideFileFormat? {
    if FITHeader.begins(beginning) { return .fit }
    let marked = TextEncoding(mark: beginning)
    let sign = beginning.dropFirst(marked == .utf8 ? 3 : 0).first { !$0.isXMLSpace }
    if sign == UInt8(ascii: "{") || sign == UInt8(ascii: "[") { return .json }
    guard sign == UInt8(ascii: "<") || (marked ?? .utf8) != .utf8 else {
      throw FileFault(.notThisFormat, at: FilePlace(byte: 0), "")
    }
    markup = XMLReader(mostBytes: Self.longestBeginning)
    return try root(after: beginning)
  }

  private mutating func root(after bytes: [UInt8]) throws(FileFault) -> RideFileFormat? {
    try markup?.append(bytes.prefix(Self.longestBeginning))
    guard case .start(let root)? = try markup?.next() else { return nil }
    return root == .gpx ? .gpx : .tcx
  }

  /// Limits the bytes of comments and instructions before the root element; a longer piece is cut.
  private static let longestBeginning = 1 << 20

  private enum Root: String, XMLVocabulary {
    case gpx

    static func covers(namespace: String) -> Bool { true }
  }
}
