/// A 13-byte ANT message that contains a page of FE-C over BLE.
///
/// Source: Tacx, "FE-C over BLE, a simple how-to for engineers", 1.0.0; ANT Message Protocol 5.1, §5.2.
package struct FitnessEquipmentFrame: Hashable, Sendable {
  /// The page number, then seven bytes.
  package var page: [UInt8]
  /// Whether the last byte is the exclusive or of the bytes before it, as in all frames that a trainer sends correctly.
  package var isChecked: Bool

  private static let sync: UInt8 = 0xA4
  private static let contentLength: UInt8 = 9
  /// Acknowledged data, which trainers accept from all examined applications.
  private static let acknowledged: UInt8 = 0x4F
  private static let broadcast: UInt8 = 0x4E
  /// The channel of Tacx's trainers; trainers ignore it.
  private static let channel: UInt8 = 5

  /// Creates a frame for a page of eight bytes.
  package init(page: [UInt8]) {
    self.page = page
    isChecked = true
  }

  /// Decodes a frame; a wrong check clears `isChecked`.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let fixed: [(field: String, allowed: [UInt8]?)] = [
      ("Sync", [Self.sync]), ("Length", [Self.contentLength]), ("Message", [Self.broadcast, Self.acknowledged]),
      ("Channel", nil),
    ]
    for (field, allowed) in fixed {
      let (offset, available) = (reader.offset, reader.remaining)
      let byte = try reader.uint8(field)
      guard allowed?.contains(byte) ?? true else {
        throw DecodingFailure(
          .notAllowed, field: field, offset: offset, needed: 1, available: available, rawValue: Int(byte))
      }
    }
    page = []
    for _ in 0..<8 { page.append(try reader.uint8("Page")) }
    let end = reader.offset
    isChecked = try reader.uint8("Check") == Self.check(bytes.prefix(end))
  }

  /// Returns the bytes of a message to the trainer.
  package func encoded() -> [UInt8] { bytes(as: Self.acknowledged) }

  /// Returns the bytes of a message from the trainer.
  package func broadcasted() -> [UInt8] { bytes(as: Self.broadcast) }

  private func bytes(as message: UInt8) -> [UInt8] {
    let content = [Self.sync, Self.contentLength, message, Self.channel] + page
    return content + [Self.check(content[...])]
  }

  private static func check(_ bytes: ArraySlice<UInt8>) -> UInt8 { bytes.reduce(0, ^) }
}
