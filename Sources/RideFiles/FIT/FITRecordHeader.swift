/// The byte that every message begins with: FIT Protocol, "Record Header Byte".
struct FITRecordHeader: Hashable, Sendable {
  static let definition: UInt8 = 0x40
  private static let compressed: UInt8 = 0x80
  private static let developerFields: UInt8 = 0x20

  enum Kind: Hashable, Sendable {
    case definition(hasDeveloperFields: Bool)
    case data
    /// Data with the lower five bits of its time.
    case compressed(seconds: UInt8)
  }

  let kind: Kind
  /// The local message type, 0…15.
  let local: Int

  init(_ byte: UInt8) {
    if byte & Self.compressed != 0 {
      kind = .compressed(seconds: byte & 0x1F)
      local = Int(byte >> 5 & 0x03)
    } else {
      let isDefinition = byte & Self.definition != 0
      kind = isDefinition ? .definition(hasDeveloperFields: byte & Self.developerFields != 0) : .data
      local = Int(byte & 0x0F)
    }
  }
}
