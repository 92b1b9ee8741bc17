/// The reason why a request to the radio failed, or why a link ended.
public struct LinkError: Error, Hashable, Sendable {
  /// The kinds of failure, distinguished by the action that a person or a policy can take.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The machine has no Bluetooth adapter, or not the requested one.
    case adapterMissing
    /// The adapter is switched off or blocked (rfkill).
    case adapterOff
    /// The adapter is on and does not answer commands: only a power-cycle helps.
    case adapterStuck
    /// `bluetoothd` or the bus is missing.
    case serviceMissing
    /// The bus or `bluetoothd` denies access to this user.
    case notAllowed
    /// `bluetoothd` is older than a ride requires.
    case serviceOutdated
    /// The radio does not know the device: no advertisement arrived since the radio forgot it.
    case deviceUnknown
    /// The radio is busy; the request may be repeated later.
    case busy
    /// The device did not respond in time: it is out of range, asleep, or connected to another host.
    case timedOut
    /// The link was refused or ended while it was being established.
    case connectFailed
    /// The link is up, but its services were never resolved.
    case servicesUnresolved
    /// The device has no such characteristic.
    case characteristicMissing
    /// The device refused a read, a write or a subscription; `attError` has the reason.
    case refused
    /// The device requires a bond, and bonding failed.
    case bondMissing
    /// Another program on this computer has exclusive use of the characteristic.
    case occupied
    /// The characteristic does not support the request: for example, it has no notifications.
    case unsupported
    /// The request used classic Bluetooth (BR/EDR), which has no GATT services for a ride.
    case classic
    /// The link was lost: no packet arrived during the supervision timeout.
    case supervisionTimeout
    /// The peripheral ended the link.
    case closedByPeer
    /// This side ended the link.
    case closedHere
    /// The link was lost for an unknown reason.
    case lost
    /// The replayed capture has ended.
    case captureEnded
    /// The waiting task was cancelled.
    case cancelled
    /// A failure without a code of its own; see `detail`.
    case failed
  }

  /// The kind of failure.
  public var code: Code
  /// The failed operation in a word or two: `connect`, `StartNotify 1826/2AD2`.
  public var operation: String
  /// The device concerned; nil if the failure concerns no device.
  public var device: DeviceAddress?
  /// The message of the layer below, verbatim; nil if it gave no message.
  public var detail: String?
  /// The ATT error code (Bluetooth Core 5.4, Vol 3, Part F, §3.4.1.1); nil if the device did not send one.
  public var attError: UInt8?

  /// Creates a failure of `operation`.
  public init(
    _ code: Code, operation: String, device: DeviceAddress? = nil, detail: String? = nil, attError: UInt8? = nil
  ) {
    self.code = code
    self.operation = operation
    self.device = device
    self.detail = detail
    self.attError = attError
  }
}

extension LinkError {
  /// The operation of an error whose `detail` gives the reason why the radio's service could not be started.
  private static let serviceStart = "start bluetoothd"

  /// Returns the error of a radio service that is missing and could not be started, with the reason.
  public static func notStarted(_ detail: String) -> LinkError {
    LinkError(.serviceMissing, operation: serviceStart, detail: detail)
  }

  /// Whether the error gives the reason why the radio's service could not be started.
  public var isOfServiceStart: Bool { code == .serviceMissing && operation == Self.serviceStart }
}

extension LinkError.Code {
  /// Converts a controller's error code for a link that ended (Bluetooth Core 5.4, Vol 1, Part F, §2).
  ///
  /// 0x22, an unanswered link layer procedure, is not a supervision timeout: packets from the other side still arrive.
  public init(disconnection reason: UInt8) {
    self =
      switch reason {
      case 0x08: .supervisionTimeout
      case 0x13, 0x14, 0x15: .closedByPeer
      case 0x16: .closedHere
      case 0x3E: .connectFailed
      default: .lost
      }
  }
}

extension LinkError {
  /// Creates the reason why a link ended from the controller's error code.
  public init(disconnection reason: UInt8) {
    self.init(
      Code(disconnection: reason), operation: "link",
      detail: "HCI reason 0x" + (reason < 16 ? "0" : "") + String(reason, radix: 16))
  }
}

extension LinkError: CustomStringConvertible {
  /// One line for a log.
  public var description: String {
    var text = "\(code.rawValue) (\(operation)"
    if let device { text += ", \(device)" }
    if let attError { text += ", ATT 0x\(String(attError, radix: 16))" }
    if let detail { text += ": \(detail)" }
    return text + ")"
  }
}
