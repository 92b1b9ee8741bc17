/// The file header: FIT Protocol, "File Header".
struct FITHeader: Hashable, Sendable {
  /// Bytes of one with a checksum, and of one without.
  static let size = 14
  static let sizeWithoutChecksum = 12
  /// Protocol 1.0: there are no developer fields and no 64-bit types in what is written.
  private static let protocolVersion: UInt8 = 0x10
  /// The profile that the field numbers were taken from, ×100.
  private static let profileVersion: UInt16 = 21_218
  /// Of a protocol that this one reads, the upper four bits are at most this.
  private static let newestMajorVersion: UInt8 = 2

  /// Bytes of the messages, without the header and the checksum at the end.
  var dataSize: UInt32

  init(dataSize: UInt32) {
    self.dataSize = dataSize
  }

  func encoded() -> [UInt8] {
    var bytes: [UInt8] = [UInt8(Self.size), Self.protocolVersion]
    bytes += [UInt8(truncatingIfNeeded: Self.profileVersion), UInt8(truncatingIfNeeded: Self.profileVersion >> 8)]
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: dataSize >> (8 * $0)) }
    bytes += Array(".FIT".utf8)
    let checksum = FITChecksum(of: bytes).value
    return bytes + [UInt8(truncatingIfNeeded: checksum), UInt8(truncatingIfNeeded: checksum >> 8)]
  }

  /// Reads a whole header, 12 or 14 bytes, that begins at `position`; a checksum of 0 stands for none.
  init(decoding bytes: ArraySlice<UInt8>, at position: Int) throws(RideFileError) {
    let place = RideFileError.Place(byte: position)
    var rest = FITBytes(bytes)
    guard let size = rest.integer(1), let version = rest.integer(1), rest.integer(2) != nil,
      let dataSize = rest.integer(4), let tag = rest.take(4), tag.elementsEqual(".FIT".utf8), size == bytes.count
    else { throw RideFileError(.notThisFormat, at: place, "it does not begin as FIT") }
    guard version >> 4 <= Self.newestMajorVersion else {
      throw RideFileError(.notThisFormat, at: place, "protocol \(version >> 4) is newer than what is read")
    }
    if let checksum = rest.integer(2), checksum != 0 {
      let computed = FITChecksum(of: bytes.prefix(Self.sizeWithoutChecksum)).value
      guard checksum == computed else {
        throw RideFileError(
          .wrongChecksum, at: .init(byte: position + Self.sizeWithoutChecksum), "the header's checksum does not fit")
      }
    }
    self.dataSize = UInt32(truncatingIfNeeded: dataSize)
  }
}
