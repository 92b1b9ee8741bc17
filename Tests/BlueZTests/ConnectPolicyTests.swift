import BluetoothLE
import DBus
import Testing

@testable import BlueZ

@Suite struct ConnectPolicyTests {
  private func error(_ code: LinkError.Code) -> LinkError { LinkError(code, operation: "connect") }

  @Test func `a temporary failure is retried, unless the attempt was long or the last`() {
    let policy = ConnectPolicy()
    for code in [LinkError.Code.connectFailed, .busy] {
      #expect(policy.pause(after: error(code), attempt: 1, lasting: .seconds(1)) != nil)
      #expect(policy.pause(after: error(code), attempt: policy.attempts, lasting: .seconds(1)) == nil)
      #expect(policy.pause(after: error(code), attempt: 1, lasting: .seconds(40)) == nil)
    }
    #expect(policy.pause(after: error(.adapterOff), attempt: 1, lasting: .zero) == nil)
    #expect(policy.pause(after: error(.cancelled), attempt: 1, lasting: .zero) == nil)
  }

  @Test func `an abort after a long wait is a timeout`() {
    let policy = ConnectPolicy()
    #expect(policy.verdict(on: error(.connectFailed), lasting: .seconds(40)).code == .timedOut)
    #expect(policy.verdict(on: error(.connectFailed), lasting: .seconds(1)).code == .connectFailed)
    #expect(policy.verdict(on: error(.adapterOff), lasting: .seconds(40)).code == .adapterOff)
  }
}

@Suite struct ErrorMappingTests {
  @Test(arguments: [
    ("org.bluez.Error.Failed", "le-connection-abort-by-local", LinkError.Code.connectFailed),
    ("org.bluez.Error.Failed", "Software caused connection abort", .connectFailed),
    ("org.bluez.Error.Failed", "le-connection-timeout", .timedOut),
    ("org.bluez.Error.Failed", "le-connection-adapter-not-powered", .adapterOff),
    ("org.bluez.Error.Failed", "Operation already in progress", .busy),
    ("org.bluez.Error.InProgress", "In Progress", .busy),
    ("org.bluez.Error.NotReady", "Resource Not Ready", .adapterOff),
    ("org.bluez.Error.NotConnected", "Not Connected", .lost),
    ("org.freedesktop.DBus.Error.UnknownObject", "", .deviceUnknown),
    ("org.freedesktop.DBus.Error.NoReply", "", .serviceMissing),
    ("org.freedesktop.DBus.Error.ServiceUnknown", "", .serviceMissing),
    ("org.freedesktop.DBus.Error.AccessDenied", "", .notAllowed),
  ])
  func `each BlueZ error has a code`(name: String, text: String, code: LinkError.Code) {
    let error = LinkError(DBusError(.replied, name: name, text), operation: "connect")
    #expect(error.code == code)
    #expect(error.detail?.hasPrefix(name) == true)
  }

  @Test(arguments: [
    ("Operation failed with ATT error: 0x80", 0x80 as UInt8?),
    ("Operation failed with ATT error: 0x0e", 0x0E as UInt8?),
    ("ATT error: 0x", nil as UInt8?), ("ATT error: 0x123", nil as UInt8?), ("", nil as UInt8?),
  ])
  func `an ATT error is read from BlueZ's error text`(text: String, attError: UInt8?) {
    #expect(DBusError(.replied, name: "org.bluez.Error.Failed", text).attError == attError)
  }

  @Test func `each failure of a D-Bus call has a code`() {
    for (code, expected) in [
      (DBusError.Code.timedOut, LinkError.Code.timedOut), (.disconnected, .serviceMissing), (.cancelled, .cancelled),
    ] {
      #expect(LinkError(DBusError(code, ""), operation: "x").code == expected)
    }
  }
}
