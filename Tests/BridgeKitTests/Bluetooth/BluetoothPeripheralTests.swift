import AppBridge
import BluetoothLE
import BusTestKit
import DBus
import Loop
import TestKit
import Testing

@testable import BridgeKit

@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct BluetoothPeripheralTests {
  private let phone: ObjectPath = "/org/bluez/hci0/dev_11_22_33_44_55_66"

  @Test func `bluetoothd reads all services, characteristics and flags`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      let registered = await scene.bluez.peripheral
      let objects = registered.objects ?? [:]
      #expect(objects.count == 7)
      for (path, interfaces) in objects where interfaces["org.bluez.GattService1"] != nil {
        #expect(interfaces["org.bluez.GattService1"]?["Primary"] == .boolean(true), "\(path)")
      }
      let point = registered.path(of: "2ad9").flatMap { objects[$0]?["org.bluez.GattCharacteristic1"] }
      #expect(point?["Flags"] == .array([.string("write"), .string("indicate")], of: "s"))
      #expect(point?["Service"] == .objectPath("/org/justzone2/bridge/gatt/service00"))
      let feature = registered.path(of: "2acc").flatMap { objects[$0]?["org.bluez.GattCharacteristic1"] }
      #expect(feature?["Flags"] == .array([.string("read")], of: "s"))
      #expect(registered.advertisement?["LocalName"] == .string("jz2"))
      await scene.isReported(.offered("hci0"))
      #expect(await scene.owner.reports.count == 1)
    }
  }

  @Test func `a read returns the present value, from the offset`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      let whole = await scene.request("2acc", "ReadValue", [.properties([:])])
      #expect(whole == .success([.bytes([1, 2, 3, 4, 5, 6, 7, 8])]))
      let rest = await scene.request("2acc", "ReadValue", [.properties(["offset": .uint16(6)])])
      #expect(rest == .success([.bytes([7, 8])]))
      let end = await scene.request("2acc", "ReadValue", [.properties(["offset": .uint16(8)])])
      #expect(end == .success([.bytes([])]))
    }
  }

  @Test func `reads and writes that are not possible are refused by name`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      let beyond = await scene.request("2acc", "ReadValue", [.properties(["offset": .uint16(9)])])
      #expect(beyond.errorName == "org.bluez.Error.InvalidOffset")
      #expect(await scene.request("2ad2", "ReadValue").errorName == "org.bluez.Error.NotPermitted")
      #expect(await scene.request("2ad3", "ReadValue").errorName == "org.bluez.Error.Failed", "there is no value")
      let write = await scene.write([1], to: "2acc", by: phone)
      #expect(write.errorName == "org.bluez.Error.NotPermitted")
      let long = await scene.write([UInt8](repeating: 0, count: 513), to: "2ad9", by: phone)
      #expect(long.errorName == "org.bluez.Error.InvalidValueLength")
      #expect(await scene.request("2ad9", "WriteValue").errorName == "org.bluez.Error.InvalidValueLength")
      #expect(await scene.request("2ad9", "AcquireWrite").errorName == "org.freedesktop.DBus.Error.UnknownMethod")
      #expect(await scene.owner.events.isEmpty)
    }
  }

  @Test func `only bluetoothd reads and writes`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      let registered = await scene.bluez.peripheral
      let path = try #require(registered.path(of: "2ad9"))
      let stranger = try await BusConnection.open(scene.bus.address, on: scene.loop)
      let call = BusMessage.call(
        registered.program ?? "", path, "org.bluez.GattCharacteristic1", "WriteValue",
        [.bytes([0]), .properties([:])])
      await #expect(throws: DBusError.self) { try await stranger.call(call, timeout: TestDeadline.event) }
      await stranger.close()
      #expect(await scene.owner.events.isEmpty)
    }
  }

  @Test func `a write reaches the owner, whose answer reaches bluetoothd`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      #expect(await scene.request("2ad9", "StartNotify") == .success([]))
      #expect(await scene.write([0x05, 0xC8, 0x00], to: "2ad9", by: phone) == .success([]))
      await scene.owner.refuse(with: 0xFD)
      let refused = await scene.write([0x00], to: "2ad9", by: phone)
      #expect(refused.errorName == "org.bluez.Error.ImproperlyConfigured")
      let point = CharacteristicID.fitnessMachineControlPoint
      #expect(
        await scene.owner.events == [
          .joined, .subscribed(point, true), .wrote(point, [0x05, 0xC8, 0x00]), .wrote(point, [0x00]),
        ])
    }
  }

  @Test func `values reach subscribers only`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      await scene.peripheral.send([1], from: .indoorBikeData)
      #expect(await scene.request("2ad2", "StartNotify") == .success([]))
      await scene.peripheral.send([2, 3], from: .indoorBikeData)
      await scene.peripheral.send([4], from: .heartRateMeasurement)
      await scene.loop.untilItHolds { [bluez = scene.bluez] in
        bluez.assumeIsolated { !$0.peripheral.sent.isEmpty }
      }
      #expect(await scene.request("2ad2", "StopNotify") == .success([]))
      await scene.peripheral.send([5], from: .indoorBikeData)
      #expect(await scene.request("2ad2", "Confirm") == .success([]))
      let registered = await scene.bluez.peripheral
      #expect(registered.sent.map(\.value) == [[2, 3]])
      #expect(registered.sent.first?.path == registered.path(of: "2ad2"))
      let bike = CharacteristicID.indoorBikeData
      #expect(await scene.owner.events == [.joined, .subscribed(bike, true), .subscribed(bike, false), .left])
    }
  }

  @Test func `the end of the writer's link ends its control`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      await scene.bluez.addDevice(phone, "11:22:33:44:55:66", name: "phone")
      _ = await scene.request("2ad9", "StartNotify")
      _ = await scene.write([0x00], to: "2ad9", by: phone)
      // The subscription to the link's changes is on the bus before the next answer.
      _ = await scene.request("2ad9", "Confirm")
      _ = try await scene.peripheral.bus?.call(.toBus("GetId"), timeout: TestDeadline.event)
      await scene.bluez.drop(phone)
      let point = CharacteristicID.fitnessMachineControlPoint
      let events: [BluetoothAppEvent] = [
        .joined, .subscribed(point, true), .wrote(point, [0x00]), .left, .joined, .subscribed(point, true),
      ]
      await scene.loop.untilItHolds { [owner = scene.owner] in owner.assumeIsolated { $0.events == events } }
    }
  }
}

extension Result where Failure == BlueZError {
  /// The complete name of the error; nil for a success.
  var errorName: String? {
    guard case .failure(let error) = self else { return nil }
    return error.fullName
  }
}
