public import BluetoothLE

/// What went over the air while somebody recorded: values, connections and advertising, in order of time.
///
/// Reads btsnoop (HCI unencapsulated, HCI UART, Linux monitor), pcap and pcapng, and JSON lines; the format is told by
/// the first bytes. The link types of pcap and pcapng are HCI (187, 201, 254), or what a sniffer heard on the air (251,
/// 256, 272).
public struct Capture: Hashable, Sendable {
  /// What happened, ordered by time.
  public internal(set) var events: [CaptureEvent] = []
  /// Every device that advertised or was connected, in order of appearance.
  public internal(set) var devices: [CapturedDevice] = []
  /// The time of the last record, counted from the first.
  public internal(set) var duration: Duration = .zero
  /// The wall time of the first record in microseconds since 1970, which is only as good as the recorder's clock.
  ///
  /// Nil where the format tells no wall time.
  public internal(set) var startUnixMicroseconds: Int64?
  /// Why not all was read: the end was not reached, or a connection that a sniffer followed is encrypted.
  ///
  /// What was read counts.
  public internal(set) var failure: CaptureFailure?
  /// Well-framed records whose content made no sense and was passed over: the first hundred.
  public internal(set) var oddities: [CaptureFailure] = []

  /// A capture from the bytes of its file.
  ///
  /// Never fails as a whole: what could be read is there, and `failure` says where and why the rest could not.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - map: Names for the handles whose discovery the capture does not hold.
  public init(decoding bytes: [UInt8], map: AttributeMap = AttributeMap()) {
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

  private init() {}

  /// Whether a device said anything of itself while it was connected.
  public var hasValues: Bool {
    events.contains { event in
      switch event.kind {
      case .notified, .indicated: true
      case .advertised, .connected, .disconnected, .written, .writeAnswered, .read: false
      }
    }
  }

  /// The device with this address, if it occurs.
  public func device(_ address: DeviceAddress) -> CapturedDevice? {
    devices.first { $0.address == address }
  }
}
