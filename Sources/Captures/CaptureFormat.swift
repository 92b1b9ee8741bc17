/// The file formats, told apart by their first bytes.
enum CaptureFormat {
  case btsnoop
  case pcap(PcapHeader)
  case pcapng
  case jsonLines

  /// The format of a file; nil for one that none of the readers knows.
  init?(of bytes: [UInt8]) {
    if bytes.starts(with: Self.btsnoopMagic) {
      self = .btsnoop
    } else if bytes.starts(with: Self.pcapngMagic) {
      self = .pcapng
    } else if let header = PcapHeader(magic: bytes.prefix(4)) {
      self = .pcap(header)
    } else if Self.looksLikeJSON(bytes) {
      self = .jsonLines
    } else {
      return nil
    }
  }

  /// `btsnoop` and a NUL.
  static let btsnoopMagic: [UInt8] = [0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0]
  /// The type of a Section Header Block, which reads the same in both byte orders.
  static let pcapngMagic: [UInt8] = [0x0A, 0x0D, 0x0D, 0x0A]

  private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
  }
}
