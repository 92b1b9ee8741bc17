package import RideSession

/// Reads an activity of either format, told by its first bytes, as its pieces come.
package struct RideFileDecoder: Sendable {
  private enum Stage {
    /// Too little has come to tell the format.
    case beginning([UInt8])
    case tcx(TCXDecoder)
    case fit(FITDecoder)
  }

  /// The bytes by which every format can be told.
  private static let bytesToTell = 12

  private let limits: ImportLimits
  private var stage = Stage.beginning([])

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
  }

  /// Takes the next bytes, as many as there are.
  ///
  /// - Throws: What is wrong with them; then it takes no more.
  package mutating func feed(_ bytes: [UInt8]) throws(RideFileError) {
    guard case .beginning(let before) = stage else { return try pass(bytes) }
    let all = before + bytes
    stage = .beginning(all)
    if all.count >= Self.bytesToTell { try begin(all) }
  }

  /// The ride, after the last bytes.
  package mutating func finish() throws(RideFileError) -> RideRecord {
    if case .beginning(let all) = stage { try begin(all) }
    switch stage {
    case .tcx(var decoder): return try decoder.finish()
    case .fit(var decoder): return try decoder.finish()
    case .beginning: throw RideFileError(.notThisFormat, at: RideFileError.Place(byte: 0), "")
    }
  }

  private mutating func begin(_ bytes: [UInt8]) throws(RideFileError) {
    switch RideFileFormat.detect(bytes[...]) {
    case .tcx: stage = .tcx(TCXDecoder(limits: limits))
    case .fit: stage = .fit(FITDecoder(limits: limits))
    case nil: throw RideFileError(.notThisFormat, at: RideFileError.Place(byte: 0), "")
    }
    try pass(bytes)
  }

  private mutating func pass(_ bytes: [UInt8]) throws(RideFileError) {
    // The decoder is taken out while it works, so that it is not copied.
    let working = stage
    stage = .beginning([])
    switch working {
    case .tcx(var decoder):
      try decoder.feed(bytes[...])
      stage = .tcx(decoder)
    case .fit(var decoder):
      try decoder.feed(bytes[...])
      stage = .fit(decoder)
    case .beginning: break
    }
  }
}
