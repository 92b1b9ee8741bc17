/// A way in which activity files come packed, told by their first bytes.
enum Packing: Equatable {
  /// RFC 1952.
  case gzip
  /// PKWARE's APPNOTE.TXT, 4.3.7.
  case zip

  /// The packing of a file; nil for one that is not packed so.
  init?(beginning bytes: [UInt8]) {
    if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
      // An archive without an entry begins with its end.
      self = .zip
    } else {
      return nil
    }
  }

  /// The program that unpacks it.
  var unpacker: String { self == .gzip ? "gunzip" : "unzip" }
}
