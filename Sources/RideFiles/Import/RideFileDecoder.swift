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
