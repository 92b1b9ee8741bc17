import BluetoothLE
import BusTestKit
import DBus
import TestKit
import Testing

@testable import BlueZ

/// Every error that BlueZ answers with, over a real bus: its code, and the measure that may help.
///
/// Source: BlueZ 5.66 to 5.87, `src/error.c`, `src/error.h`, `src/gatt-client.c`, `src/device.c`.
@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct ErrorTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let error: BlueZError
    let code: LinkError.Code
    let recovery: LinkError.Recovery
    let attError: UInt8?

    init(
      _ name: String, _ text: String, _ code: LinkError.Code, _ recovery: LinkError.Recovery, att attError: UInt8? = nil
    ) {
      error = BlueZError(name, text)
      (self.code, self.recovery, self.attError) = (code, recovery, attError)
    }

    var testDescription: String { "\(error)" }
  }

  /// Answers to `Connect`.
  static let connecting: [Row] = [
    Row("InvalidArguments", "Invalid arguments in method call", .refused, .final),
    Row("InProgress", "Operation already in progress", .busy, .later),
    Row("InProgress", "br-connection-busy", .busy, .later),
    Row("NotSupported", "Operation is not supported", .unsupported, .final),
    Row("NotAvailable", "Operation currently not available", .busy, .later),
    Row("NotAvailable", "br-connection-profile-unavailable", .classic, .later),
    Row("BREDR.ProfileUnavailable", "No more profiles to connect to", .classic, .later),
    Row("NotAuthorized", "Operation Not Authorized", .refused, .final, att: 0x08),
    Row("NoSuchAdapter", "No such adapter", .adapterMissing, .awaitRadio),
    Row("NotReady", "Resource Not Ready", .adapterOff, .awaitRadio),
    Row("NotReady", "br-connection-adapter-not-powered", .adapterOff, .awaitRadio),
    Row("DoesNotExist", "Does Not Exist", .deviceUnknown, .listen),
    Row("AuthenticationFailed", "Authentication Failed", .bondMissing, .final),
    Row("AgentNotAvailable", "Agent Not Available", .bondMissing, .final),
    Row("Failed", "br-connection-page-timeout", .timedOut, .listen),
    Row("Failed", "br-connection-timeout", .timedOut, .listen),
    Row("Failed", "br-connection-sdp-search", .classic, .later),
    Row("Failed", "br-connection-create-socket", .classic, .later),
    Row("Failed", "br-connection-invalid-argument", .classic, .later),
    Row("Failed", "br-connection-adapter-not-powered", .adapterOff, .awaitRadio),
    Row("Failed", "br-connection-not-supported", .classic, .later),
    Row("Failed", "br-connection-bad-socket", .classic, .later),
    Row("Failed", "br-connection-memory-allocation", .classic, .later),
    Row("Failed", "br-connection-busy", .busy, .later),
    Row("Failed", "br-connection-concurrent-connection-limit", .busy, .later),
    Row("Failed", "br-connection-already-connected", .busy, .later),
    Row("Failed", "br-connection-refused", .classic, .later),
    Row("Failed", "br-connection-aborted-by-remote", .classic, .later),
    Row("Failed", "br-connection-aborted-by-local", .classic, .later),
    Row("Failed", "br-connection-lmp-protocol-error", .classic, .later),
    Row("Failed", "br-connection-canceled", .connectFailed, .ladder),
    Row("Failed", "br-connection-key-missing", .connectFailed, .ladder),
    Row("Failed", "br-connection-unknown", .classic, .later),
    Row("Failed", "Protocol not available", .classic, .later),
    Row("Failed", "le-connection-invalid-arguments", .connectFailed, .ladder),
    Row("Failed", "le-connection-adapter-not-powered", .adapterOff, .awaitRadio),
    Row("Failed", "le-connection-not-supported", .connectFailed, .ladder),
    Row("Failed", "le-connection-already-connected", .busy, .later),
    Row("Failed", "le-connection-bad-socket", .connectFailed, .ladder),
    Row("Failed", "le-connection-memory-allocation", .connectFailed, .ladder),
    Row("Failed", "le-connection-busy", .busy, .later),
    Row("Failed", "le-connection-refused", .connectFailed, .ladder),
    Row("Failed", "le-connection-create-socket", .connectFailed, .ladder),
    Row("Failed", "le-connection-timeout", .timedOut, .listen),
    Row("Failed", "le-connection-concurrent-connection-limit", .busy, .later),
    Row("Failed", "le-connection-abort-by-remote", .connectFailed, .ladder),
    Row("Failed", "le-connection-abort-by-local", .connectFailed, .ladder),
    Row("Failed", "le-connection-link-layer-protocol-error", .connectFailed, .ladder),
    Row("Failed", "le-connection-gatt-browsing", .connectFailed, .ladder),
    Row("Failed", "le-connection-key-missing", .connectFailed, .ladder),
    Row("Failed", "le-connection-unknown", .connectFailed, .ladder),
    Row("Failed", "Host is down", .timedOut, .listen),
    Row("Failed", "Software caused connection abort", .connectFailed, .ladder),
    Row("org.freedesktop.DBus.Error.AccessDenied", "no", .notAllowed, .final),
    Row("org.freedesktop.DBus.Error.NoReply", "no", .serviceMissing, .awaitRadio),
  ]

  /// Answers to `StartNotify`, `ReadValue` and `WriteValue`: first BlueZ's own errors, then the device's.
  static let requesting: [Row] = [
    Row("NotPermitted", "Notify acquired", .occupied, .final),
    Row("NotPermitted", "Write acquired", .occupied, .final),
    Row("NotSupported", "Operation is not supported", .unsupported, .final),
    Row("ImproperlyConfigured", "", .refused, .final),
    Row("Failed", "Failed to register notify session", .failed, .ladder),
    Row("Failed", "Not connected", .lost, .ladder),
    Row("org.freedesktop.DBus.Error.UnknownObject", "", .deviceUnknown, .listen),
    Row("NotPermitted", "Read not permitted", .refused, .final, att: 0x02),
    Row("NotPermitted", "Write not permitted", .refused, .final, att: 0x03),
    Row("NotPermitted", "Not paired", .bondMissing, .final, att: 0x05),
    Row("InvalidArguments", "Invalid offset", .refused, .final, att: 0x07),
    Row("InvalidArguments", "Invalid Length", .refused, .final, att: 0x0D),
    Row("NotAuthorized", "Operation Not Authorized", .refused, .final, att: 0x08),
    Row("Failed", "Operation failed", .failed, .ladder),
    Row("Failed", "Operation failed with ATT error: 0x01", .refused, .forget, att: 0x01),
    Row("Failed", "Operation failed with ATT error: 0x0a", .refused, .forget, att: 0x0A),
    Row("Failed", "Operation failed with ATT error: 0x0e", .refused, .later, att: 0x0E),
    Row("Failed", "Operation failed with ATT error: 0x11", .refused, .later, att: 0x11),
    Row("Failed", "Operation failed with ATT error: 0x12", .refused, .forget, att: 0x12),
    Row("Failed", "Operation failed with ATT error: 0x80", .refused, .later, att: 0x80),
    Row("Failed", "Operation failed with ATT error: 0xfd", .refused, .final, att: 0xFD),
    Row("Failed", "Operation failed with ATT error: 0xfe", .refused, .later, att: 0xFE),
    // Without a suffix, as BlueZ before 5.79 sends it.
    Row("org.bluez.Error", "Operation failed with ATT error: 0x03", .refused, .final, att: 0x03),
  ]

  private func expect(_ error: LinkError?, _ row: Row) {
    #expect(error?.code == row.code)
    #expect(error?.recovery == row.recovery)
    #expect(error?.attError == row.attError)
    #expect(error?.detail?.contains(row.error.fullName) == true, "the words of BlueZ go to the journal")
  }

  /// Runs `body` with a linked trainer and an unlinked strap.
  private func besideTrainer(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.addStrap()
      await scene.bluez.ride()
      let trainer = try await scene.central.connect(to: Scene.trainer)
      try await body(scene)
      await trainer.close()
    }
  }

  @Test func `each error of Connect has a code and a recovery`() async throws {
    try await besideTrainer { scene in
      for row in Self.connecting {
        await scene.bluez.refuse("Connect", with: row.error)
        let error = await #expect(throws: LinkError.self) { _ = try await scene.central.connect(to: Scene.strap) }
        self.expect(error, row)
        await scene.bluez.behave()
      }
    }
  }

  @Test(arguments: ["StartNotify", "ReadValue", "WriteValue"])
  func `each error of a request has a code and a recovery`(member: String) async throws {
    try await Scene.linked { scene, link in
      for row in Self.requesting {
        await scene.bluez.refuse(member, with: row.error)
        await scene.bluez.refuse("Pair", with: BlueZError("AuthenticationFailed"))
        let error = await #expect(throws: LinkError.self) {
          switch member {
          case "StartNotify": try await link.subscribe(to: .fitnessMachineControlPoint)
          case "ReadValue": _ = try await link.read(.indoorBikeData)
          default: try await link.write([0], to: .fitnessMachineControlPoint)
          }
        }
        self.expect(error, row)
        await scene.bluez.behave()
      }
    }
  }

  @Test func `a request to a busy characteristic is repeated until it succeeds`() async throws {
    try await Scene.linked { scene, link in
      await scene.bluez.refuse("StartNotify", with: BlueZError("InProgress", "In Progress"), count: 2)
      try await link.subscribe(to: .indoorBikeData)
      #expect(await scene.bluez.calls(of: "StartNotify") == 3)
    }
  }

  @Test func `a failed attempt is repeated at once if no other device is linked`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.ride()
      await scene.bluez.refuse("Connect", with: BlueZError("Failed", "le-connection-abort-by-local"), count: 2)
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.bluez.calls(of: "Connect") == 3)
    }
  }

  @Test func `a failed attempt is repeated once if another device is linked`() async throws {
    try await besideTrainer { scene in
      await scene.bluez.refuse("Connect", with: BlueZError("Failed", "le-connection-abort-by-local"), count: 3)
      await expectFailure(.connectFailed) { _ = try await scene.central.connect(to: Scene.strap) }
      #expect(await scene.bluez.calls(of: "Connect") == 3)
      _ = try await scene.central.connect(to: Scene.strap)
      #expect(await scene.bluez.calls(of: "Connect") == 5)
    }
  }
}
