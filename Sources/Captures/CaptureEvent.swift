public import BluetoothLE

/// One thing that a capture holds.
public struct CaptureEvent: Hashable, Sendable {
  /// What can happen.
  public enum Kind: Hashable, Sendable {
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
  public var time: Duration
  /// The device at the other end.
  public var device: DeviceAddress
  /// What happened.
  public var kind: Kind

  /// A thing that happened at `time`.
  public init(time: Duration, device: DeviceAddress, kind: Kind) {
    self.time = time
    self.device = device
    self.kind = kind
  }
}

extension CaptureEvent.Kind {
  /// The attribute that the event is about; nil for one about the device.
  public internal(set) var attribute: CaptureAttribute? {
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
