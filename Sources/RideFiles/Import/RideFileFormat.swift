/// The formats of rides that are read.
package enum RideFileFormat: String, Hashable, Sendable, CaseIterable {
  case tcx
  case fit

  /// The format that begins so: `.FIT` from byte 8 on, or text whose first character that is no space is `<`.
  ///
  /// - Returns: Nil for what is neither, or too short to tell.
  package static func detect(_ firstBytes: ArraySlice<UInt8>) -> Self? {
    if firstBytes.dropFirst(8).prefix(4).elementsEqual(".FIT".utf8) { return .fit }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = firstBytes.starts(with: byteOrderMark) ? firstBytes.dropFirst(byteOrderMark.count) : firstBytes
    let isMarkup = text.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) } == UInt8(ascii: "<")
    return isMarkup ? .tcx : nil
  }
}
