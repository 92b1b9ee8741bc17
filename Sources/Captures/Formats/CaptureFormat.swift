extension Capture {
  /// Reads a capture file.
  ///
  /// Never fails as a whole: the capture contains all data before an error, and `failure` describes the error.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - map: Names of handles without discovery in the capture.
  package init(decoding bytes: [UInt8], map: AttributeMap = AttributeMap()) {
    self.init()
    guard let format = CaptureFormat(of: bytes) else {
      failure = CaptureFailure(
        .formatUnknown, offset: 0, detail: "neither btsnoop, pcap, pcapng nor JSON lines (\(bytes.count) bytes)")
      return
    }
    if case .jsonLines = format {
      readJSONLines(bytes)
      return
    }
    var decoder = CaptureDecoder(map: map)
    do throws(CaptureFailure) {
      switch format {
      case .btsnoop: try decoder.readBTSnoop(bytes)
      case .pcap(let header): try decoder.readPcap(bytes, header: header)
      case .pcapng: try decoder.readPcapng(bytes)
      case .jsonLines: break
      }
    } catch {
      failure = error
    }
    decoder.finish(into: &self)
  }
}

/// The file formats, detected by their first bytes.
enum CaptureFormat {
  case btsnoop
  case pcap(PcapHeader)
  case pcapng
  case jsonLines

  /// Returns nil for an unknown format.
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
  /// The type of a Section Header Block, the same in both byte orders.
  static let pcapngMagic: [UInt8] = [0x0A, 0x0D, 0x0D, 0x0A]

  private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
  }
}
