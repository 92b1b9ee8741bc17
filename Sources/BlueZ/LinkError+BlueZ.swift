import BluetoothLE
import DBus

extension LinkError {
  /// Converts an error of the bus.
  ///
  /// Source: BlueZ 5.82, `src/error.c`, and `btd_error_str_le_conn_from_errno` for the texts of failed connections;
  /// BlueZ before 5.62 uses the texts of `strerror` instead.
  init(_ error: DBusError, operation: String, device: DeviceAddress? = nil) {
    let attError = error.attError
    self.init(
      attError.map(Self.code(ofATT:)) ?? Self.code(of: error), operation: operation, device: device,
      detail: error.description, attError: attError)
  }

  private static func code(ofATT error: UInt8) -> Code {
    DBusError.wantingBond.contains(error) ? .bondMissing : .refused
  }

  private static func code(of error: DBusError) -> Code {
    switch error.code {
    case .timedOut: .timedOut
    case .disconnected: .serviceMissing
    case .cancelled: .cancelled
    case .invalidArgument, .unexpectedReply: .failed
    case .replied: code(named: error.name ?? "", error.message)
    }
  }

  private static func code(named name: String, _ text: String) -> Code {
    switch name {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.DBus.Error.NoReply":
      .serviceMissing
    case "org.freedesktop.DBus.Error.AccessDenied": .notAllowed
    case "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod",
      "org.freedesktop.DBus.Error.UnknownInterface", "org.bluez.Error.DoesNotExist":
      .deviceUnknown
    case "org.bluez.Error.InProgress", "org.bluez.Error.Busy": .busy
    case "org.bluez.Error.NoSuchAdapter": .adapterMissing
    case "org.bluez.Error.NotReady": .adapterOff
    case "org.bluez.Error.NotConnected": .lost
    // "Notify acquired", "Write acquired": another program uses AcquireNotify or AcquireWrite on the characteristic.
    case "org.bluez.Error.NotPermitted": text.contains("acquired") ? .occupied : .refused
    case "org.bluez.Error.NotSupported": .unsupported
    case "org.bluez.Error.NotAuthorized", "org.bluez.Error.InvalidArguments", "org.bluez.Error.InvalidValueLength",
      "org.bluez.Error.InvalidOffset", "org.bluez.Error.ImproperlyConfigured":
      .refused
    case "org.bluez.Error.AuthenticationFailed", "org.bluez.Error.AuthenticationRejected",
      "org.bluez.Error.AuthenticationCanceled", "org.bluez.Error.AuthenticationTimeout",
      "org.bluez.Error.AgentNotAvailable":
      .bondMissing
    case "org.bluez.Error.BREDR.ProfileUnavailable": .classic
    case "org.bluez.Error.NotAvailable": texts.first { text.contains($0.text) }?.code ?? .busy
    default: code(ofText: text)
    }
  }

  /// The texts of `org.bluez.Error.Failed`, a name that BlueZ uses for many causes; the first match applies.
  ///
  /// If an LE link comes up and ends at once, for example because it "failed to be established" (HCI 0x3E), BlueZ
  /// answers `br-connection-canceled` (`device_remove_connection`, `src/device.c`, 5.66 to 5.87).
  private static let texts: [(text: String, code: Code)] = [
    ("le-connection-timeout", .timedOut), ("Connection timed out", .timedOut), ("Host is down", .timedOut),
    ("br-connection-page-timeout", .timedOut), ("br-connection-timeout", .timedOut),
    ("adapter-not-powered", .adapterOff), ("Network is down", .adapterOff), ("Not Powered", .adapterOff),
    ("-connection-busy", .busy), ("concurrent-connection-limit", .busy), ("-connection-already-connected", .busy),
    ("br-connection-canceled", .connectFailed), ("-connection-key-missing", .connectFailed),
    ("br-connection-", .classic), ("Protocol not available", .classic),
    ("le-connection-", .connectFailed), ("connection abort", .connectFailed), ("Connection refused", .connectFailed),
    ("Connection reset", .connectFailed), ("Operation canceled", .connectFailed), ("in progress", .busy),
    ("Not connected", .lost), ("Not Connected", .lost),
  ]

  private static func code(ofText text: String) -> Code {
    texts.first { text.contains($0.text) }?.code ?? .failed
  }
}

extension DBusError {
  /// The ATT error in the device's response; nil if the response contained no ATT error.
  ///
  /// BlueZ reports it in the text "Operation failed with ATT error: 0x80", or translates it to its own error
  /// (`create_gatt_dbus_error`, `src/gatt-client.c`, 5.66 to 5.87); the three errors that require a bond share one
  /// text.
  var attError: UInt8? {
    guard code == .replied else { return nil }
    if let mark = message.firstRange(of: "ATT error: 0x") {
      return UInt8(message[mark.upperBound...].prefix { $0.isHexDigit }, radix: 16)
    }
    return Self.attErrors.first { $0.name == name && ($0.text.map(message.contains) ?? true) }?.code
  }

  /// The ATT errors of an attribute that requires a bond: authentication, the key's size, encryption (Bluetooth Core
  /// 5.4, Vol 3, Part F, §3.4.1.1).
  static let wantingBond: Set<UInt8> = [0x05, 0x0C, 0x0F]

  private static let attErrors: [(name: String, text: String?, code: UInt8)] = [
    ("org.bluez.Error.NotPermitted", "Read not permitted", 0x02),
    ("org.bluez.Error.NotPermitted", "Write not permitted", 0x03),
    ("org.bluez.Error.NotPermitted", "Not paired", 0x05),
    ("org.bluez.Error.InvalidArguments", "Invalid offset", 0x07),
    ("org.bluez.Error.InvalidArguments", "Invalid Length", 0x0D),
    ("org.bluez.Error.NotAuthorized", nil, 0x08),
  ]

  /// Whether BlueZ reports that the device is not connected, or that it is disconnecting.
  var isNotConnected: Bool { name == "org.bluez.Error.NotConnected" }

  /// Whether BlueZ reports that an adapter is busy: it is being switched on or off.
  var isBusy: Bool { name == "org.bluez.Error.Busy" || isInProgress }

  /// Whether BlueZ reports that the request is in progress or already done.
  var isInProgress: Bool { name == "org.bluez.Error.InProgress" }
}
