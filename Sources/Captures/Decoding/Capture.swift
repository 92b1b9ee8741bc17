package import BluetoothLE

/// Recorded Bluetooth traffic: values, connections and advertising, in order of time.
///
/// Reads btsnoop (HCI unencapsulated, HCI UART, Linux monitor), pcap, pcapng and JSON lines, detected by the first
/// bytes. Supported link types of pcap and pcapng are HCI (187, 201, 254) and sniffers (251, 256, 272).
package struct Capture: Hashable, Sendable {
  /// The events, in order of time.
  package internal(set) var events: [CaptureEvent] = []
  /// All devices that advertised or were connected, in order of appearance.
  package internal(set) var devices: [CapturedDevice] = []
  /// The time from the first to the last record.
  package internal(set) var duration: Duration = .zero
  /// The wall time of the first record, in microseconds since 1970, by the recorder's clock.
  ///
  /// Nil if the format has no wall time.
  package internal(set) var startUnixMicroseconds: Int64?
  /// The reason why the capture is incomplete: reading stopped before the end, or a sniffed connection is encrypted.
  ///
  /// Everything read until then is kept.
  package internal(set) var failure: CaptureFailure?
  /// Records that are framed correctly but have invalid content: the first hundred.
  ///
  /// They are skipped.
  package internal(set) var oddities: [CaptureFailure] = []

  init() {}

  /// Whether a connected device sent any value.
  package var hasValues: Bool {
    events.contains { event in
      switch event.kind {
      case .notified, .indicated: true
      case .advertised, .connected, .disconnected, .written, .writeAnswered, .read: false
      }
    }
  }

  /// Returns the device with this address; nil if it does not occur.
  package func device(_ address: DeviceAddress) -> CapturedDevice? {
    devices.first { $0.address == address }
  }
}

/// An event in a capture.
package struct CaptureEvent: Hashable, Sendable {
  /// The kinds of event.
  package enum Kind: Hashable, Sendable {
    /// The device advertised.
    case advertised(Advertisement)
    /// A connection to the device was established.
    case connected
    /// The connection ended.
    ///
    /// `reason` is the HCI error code (Bluetooth Core 5.4, Vol 1, Part F, §1.3); nil if the adapter vanished or a
    /// sniffer could not continue.
    case disconnected(reason: UInt8?)
    /// The device notified a value.
    case notified(CaptureAttribute, value: [UInt8])
    /// The device indicated a value.
    case indicated(CaptureAttribute, value: [UInt8])
    /// The peer requested to write a value, or wrote it without a response.
    case written(CaptureAttribute, value: [UInt8], withResponse: Bool)
    /// The device responded to a write; `attError` is nil if it accepted the value.
    case writeAnswered(CaptureAttribute, attError: UInt8?)
    /// A value was read from the device.
    case read(CaptureAttribute, value: [UInt8])
  }

  /// The time since the first record; never earlier than the previous event.
  ///
  /// If the recorder's clock was set back, the time does not advance in that step.
  package var time: Duration
  /// The peer.
  package var device: DeviceAddress
  package var kind: Kind

  package init(time: Duration, device: DeviceAddress, kind: Kind) {
    self.time = time
    self.device = device
    self.kind = kind
  }
}

extension CaptureEvent.Kind {
  /// The attribute of the event; nil for events of the device itself.
  package internal(set) var attribute: CaptureAttribute? {
    get {
      switch self {
      case .advertised, .connected, .disconnected: nil
      case .notified(let attribute, _), .indicated(let attribute, _), .written(let attribute, _, _),
        .writeAnswered(let attribute, _), .read(let attribute, _):
        attribute
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .advertised, .connected, .disconnected: break
      case .notified(_, let value): self = .notified(newValue, value: value)
      case .indicated(_, let value): self = .indicated(newValue, value: value)
      case .written(_, let value, let response): self = .written(newValue, value: value, withResponse: response)
      case .writeAnswered(_, let error): self = .writeAnswered(newValue, attError: error)
      case .read(_, let value): self = .read(newValue, value: value)
      }
    }
  }
}

/// All facts about one device in a capture.
package struct CapturedDevice: Hashable, Sendable {
  /// The device's address.
  ///
  /// A device connected before the beginning of the capture has its connection handle as address: `00:00:00:00:00:40`.
  package var address: DeviceAddress
  /// The advertised name, otherwise the Device Name (2A00) read from the device; nil if there is neither.
  package internal(set) var name: String?
  /// The last signal strength of its advertising, in dBm.
  package internal(set) var rssi: Int?
  /// Whether the capture contains advertising that a radio received from the device.
  package internal(set) var hasAdvertised = false
  /// The advertised services.
  package internal(set) var advertisedServices: Set<BluetoothUUID> = []
  /// The advertised service data.
  package internal(set) var serviceData: [BluetoothUUID: [UInt8]] = [:]
  /// The attributes found by discovery.
  package internal(set) var attributes = AttributeTable()
  /// The characteristics found by discovery or by their values.
  package internal(set) var characteristics: Set<CharacteristicID> = []
  /// Handles of values that have no name.
  package internal(set) var unresolvedHandles: Set<UInt16> = []
  /// Whether it was ever connected.
  package internal(set) var wasConnected = false

  package init(address: DeviceAddress) {
    self.address = address
  }
}

/// The reason why a capture or an attribute map could not be read, and the place.
package struct CaptureFailure: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The first bytes match no supported format.
    case formatUnknown
    /// The version of the format is not supported.
    case versionUnsupported
    /// The link type is not supported.
    case linkTypeUnsupported
    /// The bytes end within a header or a record.
    case truncated
    /// A header or a record contradicts itself or violates its format.
    case malformed
    /// A sniffed connection is encrypted and cannot be read further.
    case encrypted
    /// A line violates its format.
    case lineMalformed
  }

  package var code: Code
  /// The offset in the file in bytes: the start of the record, or the place in the line.
  package var offset: Int
  /// The line, counted from 1; nil for a binary format.
  package var line: Int?
  /// A description of the error.
  package var detail: String

  package init(_ code: Code, offset: Int, line: Int? = nil, detail: String) {
    self.code = code
    self.offset = offset
    self.line = line
    self.detail = detail
  }
}

extension CaptureFailure: CustomStringConvertible {
  /// `truncated at byte 96 (line 3): …`.
  package var description: String {
    let place = line.map { " (line \($0))" } ?? ""
    return "\(code.rawValue) at byte \(offset)\(place): \(detail)"
  }
}
