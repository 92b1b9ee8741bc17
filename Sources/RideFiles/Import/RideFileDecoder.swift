/// Reads an activity of either format, told by its first bytes, as its pieces come.
package struct RideFileDecoder: Sendable {
  /// The bytes by which every format can be told.
  private static let bytesToTell = 12

  private let limits: ImportLimits
  /// What came before the format could be told.
  private var beginning: [UInt8] = []
  // Each is worked on in its place: a copy would be one of all the points that came so far.
  private var tcx: TCXDecoder?
  private var fit: FITDecoder?

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
  }

  /// Takes the next bytes, as many as there are.
  ///
  /// - Throws: What is wrong with them; then it takes no more.
  package mutating func feed(_ bytes: [UInt8]) throws(RideFileError) {
    guard tcx == nil, fit == nil else { return try pass(bytes) }
    beginning += bytes
    if beginning.count >= Self.bytesToTell { try begin() }
  }

  /// The rides, after the last bytes.
  package mutating func finish() throws(RideFileError) -> ImportedFile {
    if tcx == nil, fit == nil { try begin() }
    if let file = try tcx?.finish() { return file }
    if let file = try fit?.finish() { return file }
    throw Self.unknown
  }

  private mutating func begin() throws(RideFileError) {
    switch RideFileFormat.detect(beginning[...]) {
    case .tcx: tcx = TCXDecoder(limits: limits)
    case .fit: fit = FITDecoder(limits: limits)
    case nil: throw Self.unknown
    }
    let bytes = beginning
    beginning = []
    try pass(bytes)
  }

  private mutating func pass(_ bytes: [UInt8]) throws(RideFileError) {
    try tcx?.feed(bytes[...])
    try fit?.feed(bytes)
  }

  private static let unknown = RideFileError(.notThisFormat, at: RideFileError.Place(byte: 0), "")
}
