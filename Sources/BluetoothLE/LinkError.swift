/// The reason why the radio could not do what it was asked, or why a link ended.
public struct LinkError: Error, Hashable, Sendable {
  /// The kinds of failure, distinguished by what a person or a policy can do about them.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// There is no Bluetooth adapter, or not the requested one.
    case adapterMissing
    /// The adapter is switched off or blocked (rfkill).
    case adapterOff
    /// The adapter is on and does not answer commands: only a power-cycle helps.
    case adapterStuck
    /// `bluetoothd` or the bus is missing.
    case serviceMissing
    /// The bus or `bluetoothd` denies this user.
    case notAllowed
    /// `bluetoothd` is older than a ride needs.
    case serviceOutdated
    /// The radio does not know the device: it was not heard since the radio forgot it.
    case deviceUnknown
    /// The radio is doing something else; the request may be repeated later.
    case busy
    /// The device did not answer in time: it is out of range, asleep, or connected to another host.
    case timedOut
    /// The link was refused or ended while it was being made.
    case connectFailed
    /// The link is up, but its services were never resolved.
    case servicesUnresolved
    /// The device has no such characteristic.
    case characteristicMissing
    /// The device refused a read, a write or a subscription; `attError` has the reason.
    case refused
    /// The device wants a bond, and none could be made.
    case bondMissing
    /// Another program on this computer has the characteristic to itself.
    case occupied
    /// The characteristic does not support the request: it has no notifications, for example.
    case unsupported
    /// The device was asked over classic Bluetooth (BR/EDR), which has no GATT services of a ride.
    case classic
    /// The link was lost: nothing was heard during the supervision timeout.
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
    /// A failure that no other code names; see `detail`.
    case failed
  }

  /// The kind of failure.
  public var code: Code
  /// The failed operation in a word or two: `connect`, `StartNotify 1826/2AD2`.
  public var operation: String
  /// The device concerned; nil if there is none.
  public var device: DeviceAddress?
  /// The message of the layer below, word for word; nil if there is none.
  public var detail: String?
  /// The ATT error code (Bluetooth Core 5.4, Vol 3, Part F, §3.4.1.1); nil if the device sent none.
  public var attError: UInt8?

  /// A failure of `operation`.
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
  /// The operation of an error whose `detail` says why the radio's service could not be started.
  private static let serviceStart = "start bluetoothd"

  /// The radio's service is missing, and could not be started for this reason.
  public static func notStarted(_ detail: String) -> LinkError {
    LinkError(.serviceMissing, operation: serviceStart, detail: detail)
  }

  /// Whether the error says why the radio's service could not be started.
  public var isOfServiceStart: Bool { code == .serviceMissing && operation == Self.serviceStart }
}

extension LinkError.Code {
  /// The meaning of a controller's error code for a link that ended (Bluetooth Core 5.4, Vol 1, Part F, §2).
  ///
  /// 0x22, an unanswered link layer procedure, is no supervision timeout: packets of the other side still arrive.
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
  /// The reason why a link ended, by the controller's error code.
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
