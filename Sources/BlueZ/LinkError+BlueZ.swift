import BluetoothLE
import DBus

extension LinkError {
  /// What an error on the bus means for the radio.
  ///
  /// Source: BlueZ 5.82, `src/error.c`, and `btd_error_str_le_conn_from_errno` for the texts of failed connections; BlueZ
  /// before 5.62 has the texts of `strerror` in their place.
  init(_ error: DBusError, operation: String, device: DeviceAddress? = nil) {
    let attError = error.attError
    self.init(
      attError == nil ? Self.code(of: error) : .refused, operation: operation, device: device,
      detail: error.description, attError: attError)
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
    case "org.bluez.Error.InProgress": .busy
    case "org.bluez.Error.NotReady": .adapterOff
    case "org.bluez.Error.NotConnected": .lost
    case "org.bluez.Error.NotPermitted", "org.bluez.Error.NotAuthorized", "org.bluez.Error.NotSupported",
      "org.bluez.Error.InvalidValueLength", "org.bluez.Error.InvalidOffset", "org.bluez.Error.ImproperlyConfigured":
      .refused
    default: code(ofText: text)
    }
  }

  /// Texts come with `org.bluez.Error.Failed`, the same for many causes.
  private static let texts: [(text: String, code: Code)] = [
    ("le-connection-timeout", .timedOut), ("Connection timed out", .timedOut), ("Host is down", .timedOut),
    ("adapter-not-powered", .adapterOff), ("Network is down", .adapterOff), ("Not Powered", .adapterOff),
    ("le-connection-", .connectFailed), ("connection abort", .connectFailed), ("Connection refused", .connectFailed),
    ("Connection reset", .connectFailed), ("Operation canceled", .connectFailed), ("in progress", .busy),
    ("Not connected", .lost), ("Not Connected", .lost),
  ]

  private static func code(ofText text: String) -> Code {
    texts.first { text.contains($0.text) }?.code ?? .failed
  }
}

extension DBusError {
  /// The ATT error in the text "Operation failed with ATT error: 0x80".
  var attError: UInt8? {
    guard code == .replied, let mark = message.firstRange(of: "ATT error: 0x") else { return nil }
    return UInt8(message[mark.upperBound...].prefix { $0.isHexDigit }, radix: 16)
  }

  /// Whether BlueZ says that what is asked for is under way or done already.
  var isInProgress: Bool { name == "org.bluez.Error.InProgress" }
}
