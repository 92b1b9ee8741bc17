package import BluetoothLE

/// What went over the air while somebody recorded: values, connections and advertising, in order of time.
///
/// Reads btsnoop (HCI unencapsulated, HCI UART, Linux monitor), pcap and pcapng, and JSON lines; the format is told by
/// the first bytes. The link types of pcap and pcapng are HCI (187, 201, 254), or what a sniffer heard on the air (251,
/// 256, 272).
package struct Capture: Hashable, Sendable {
  /// What happened, ordered by time.
  package internal(set) var events: [CaptureEvent] = []
  /// Every device that advertised or was connected, in order of appearance.
  package internal(set) var devices: [CapturedDevice] = []
  /// The time of the last record, counted from the first.
  package internal(set) var duration: Duration = .zero
  /// The wall time of the first record in microseconds since 1970, which is only as good as the recorder's clock.
  ///
  /// Nil where the format tells no wall time.
  package internal(set) var startUnixMicroseconds: Int64?
  /// Why not all was read: the end was not reached, or a connection that a sniffer followed is encrypted.
  ///
  /// What was read counts.
  package internal(set) var failure: CaptureFailure?
  /// Well-framed records whose content made no sense and was passed over: the first hundred.
  package internal(set) var oddities: [CaptureFailure] = []

  init() {}

  /// Whether a device said anything of itself while it was connected.
  package var hasValues: Bool {
    events.contains { event in
      switch event.kind {
      case .notified, .indicated: true
      case .advertised, .connected, .disconnected, .written, .writeAnswered, .read: false
      }
    }
  }

  /// The device with this address, if it occurs.
  package func device(_ address: DeviceAddress) -> CapturedDevice? {
    devices.first { $0.address == address }
  }
}

/// One thing that a capture holds.
package struct CaptureEvent: Hashable, Sendable {
  /// What can happen.
  package enum Kind: Hashable, Sendable {
    /// The device advertised.
    case advertised(Advertisement)
    /// A connection with the device was made.
    case connected
    /// The connection ended.
    ///
    /// `reason` is the HCI error code (Bluetooth Core 5.4, Vol 1, Part F, §1.3); nil where the
    /// adapter vanished, or a sniffer could not read on.
    case disconnected(reason: UInt8?)
    /// The device notified a value.
    case notified(CaptureAttribute, value: [UInt8])
    /// The device indicated a value.
    case indicated(CaptureAttribute, value: [UInt8])
    /// The other side asked to write a value, or just wrote it.
    case written(CaptureAttribute, value: [UInt8], withResponse: Bool)
    /// The device answered a write; `attError` is nil where it took the value.
    case writeAnswered(CaptureAttribute, attError: UInt8?)
    /// The device gave a value that was read.
    case read(CaptureAttribute, value: [UInt8])
  }

  /// When, counted from the capture's first record; never less than the event's before.
  ///
  /// Where the recorder's clock was set back, time stands still for that one step.
  package var time: Duration
  /// The device at the other end.
  package var device: DeviceAddress
  /// What happened.
  package var kind: Kind

  /// A thing that happened at `time`.
  package init(time: Duration, device: DeviceAddress, kind: Kind) {
    self.time = time
    self.device = device
    self.kind = kind
  }
}

extension CaptureEvent.Kind {
  /// The attribute that the event is about; nil for one about the device.
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

/// What a capture tells of one device, taken together over its whole length.
package struct CapturedDevice: Hashable, Sendable {
  /// Its address.
  ///
  /// A device that was connected before the capture began is named by its connection handle, `00:00:00:00:00:40`.
  package var address: DeviceAddress
  /// The name it advertised, else the Device Name (2A00) that was read from it; nil where there was neither.
  package internal(set) var name: String?
  /// Its last signal strength in dBm while advertising.
  package internal(set) var rssi: Int?
  /// The services it advertised.
  package internal(set) var advertisedServices: Set<BluetoothUUID> = []
  /// The data it advertised for services.
  package internal(set) var serviceData: [BluetoothUUID: [UInt8]] = [:]
  /// The attributes that discovery found.
  package internal(set) var attributes = AttributeTable()
  /// The characteristics that discovery found or whose values were seen.
  package internal(set) var characteristics: Set<CharacteristicID> = []
  /// Handles whose values were seen, but which nothing names.
  package internal(set) var unresolvedHandles: Set<UInt16> = []
  /// Whether it was connected at some time.
  package internal(set) var wasConnected = false

  /// A device of which only the address is known.
  package init(address: DeviceAddress) {
    self.address = address
  }
}

/// Why a capture, or a map for one, could not be read, and where.
package struct CaptureFailure: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The first bytes are those of no format that is read.
    case formatUnknown
    /// The format's version is not one that is read.
    case versionUnsupported
    /// The packets are of a link type that is not read.
    case linkTypeUnsupported
    /// The bytes end inside a header or a record.
    case truncated
    /// A header or a record contradicts itself or its format.
    case malformed
    /// A connection that was recorded from the air is encrypted: what follows of it cannot be read.
    case encrypted
    /// A line is not what the format asks for.
    case lineMalformed
  }

  /// What kind of failure.
  package var code: Code
  /// Where in the file, in bytes: the start of the record or the place in the line that could not be read.
  package var offset: Int
  /// The line, counted from 1; nil for a binary format.
  package var line: Int?
  /// What is wrong, for people.
  package var detail: String

  /// A failure at `offset`.
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
