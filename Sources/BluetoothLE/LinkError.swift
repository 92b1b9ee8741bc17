/// Why the radio could not do what was asked, or why a link ended.
public struct LinkError: Error, Hashable, Sendable {
  /// The kinds of failure, by what a person or a policy can do about them.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// No Bluetooth adapter, or not the one asked for.
    case adapterMissing
    /// The adapter is switched off or blocked (rfkill).
    case adapterOff
    /// The adapter is on and does not answer commands: only switching it off and on helps.
    case adapterStuck
    /// `bluetoothd` or the bus is not there.
    case serviceMissing
    /// The bus or `bluetoothd` denies this user.
    case notAllowed
    /// `bluetoothd` is older than a ride needs.
    case serviceOutdated
    /// The radio does not know the device; it was not heard since it was forgotten.
    case deviceUnknown
    /// The radio is at something else; again, later.
    case busy
    /// The device did not answer in time: out of range, asleep, or taken by another.
    case timedOut
    /// The link was refused or torn down while it was being made.
    case connectFailed
    /// The link is up, but its services never became known.
    case servicesUnresolved
    /// The device has no such characteristic.
    case characteristicMissing
    /// The device refused a read, a write or a subscription; `attError` says how.
    case refused
    /// The link was lost: nothing was heard for the supervision timeout.
    case supervisionTimeout
    /// The peripheral ended the link.
    case closedByPeer
    /// This side ended the link.
    case closedHere
    /// The link was lost for a reason that nobody told.
    case lost
    /// The capture that is being replayed has no more.
    case captureEnded
    /// The task that waited was cancelled.
    case cancelled
    /// Something that none of the others names; `detail` tells.
    case failed
  }

  /// What kind of failure.
  public var code: Code
  /// What was being done, in a word or two: `connect`, `StartNotify 1826/2AD2`.
  public var operation: String
  /// The device it was done to, if to one.
  public var device: DeviceAddress?
  /// What the layer below said, word for word.
  public var detail: String?
  /// The ATT error code, where the device sent one (Bluetooth Core 5.4, Vol 3, Part F, §3.4.1.1).
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

extension LinkError.Code {
  /// What a controller's error code means for a link that ended (Bluetooth Core 5.4, Vol 1, Part F, §2).
  ///
  /// 0x22, a link layer procedure that was not answered, is no silence: what the other side says still arrives.
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
  /// Why a link ended, by the controller's error code.
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
