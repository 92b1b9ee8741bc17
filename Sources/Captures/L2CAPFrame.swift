/// What the pieces of a frame make up.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part A, §3.1.
package enum L2CAPFrame {
  /// The channel of the attribute protocol (§2.1).
  static let attChannel: UInt16 = 0x0004

  case att(ArraySlice<UInt8>)
  case otherChannel
  /// More pieces are to come.
  case unfinished
  /// There are more bytes than the header says.
  case malformed

  /// The frame in `bytes`, which begin with its header.
  package init(decoding bytes: ArraySlice<UInt8>) {
    var cursor = ByteCursor(bytes)
    guard let length = cursor.u16(), let channel = cursor.u16(), cursor.remaining >= Int(length) else {
      self = .unfinished
      return
    }
    guard cursor.remaining == Int(length) else {
      self = .malformed
      return
    }
    self = channel == Self.attChannel ? .att(cursor.rest()) : .otherChannel
  }
}
