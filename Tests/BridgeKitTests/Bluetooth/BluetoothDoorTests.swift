import AppBridge
import BluetoothLE
import BusTestKit
import ClientTestKit
import ControlWire
import DBus
import Locks
import Loop
import Rides
import TestKit
import Testing
import TrainerClient

@testable import BridgeKit

/// The driver of the bridge with its door over Bluetooth, between a simulated `bluetoothd` and a jz2d that accepts every
/// call.
private struct DoorScene {
  let loop: EventLoop
  let bluez: FakeBlueZ
  let driver: BridgeDriver
  let door: BluetoothDoor
  let calls: Lock<[BridgeCall]>

  static let phone: ObjectPath = "/org/bluez/hci0/dev_11_22_33_44_55_66"

  static func run(
    offering offers: BridgeOffers = .trainer, _ body: @escaping @Sendable (DoorScene) async throws -> Void
  ) async throws {
    try await PrivateBus.run { bus in
      let loop = EventLoop(name: "door-test", pace: .real)
      let bluez = try await PeripheralScene.start(on: bus, loop) { $0.addPeripheralAdapter() }
      let calls = Lock<[BridgeCall]>([])
      let driver = BridgeDriver(
        on: loop, offering: offers, as: BridgeIdentity(serialNumber: 17, firmware: "1.0.0"), log: silence
      ) { call in
        calls.withLock { $0.append(call) }
        return .success(7)
      }
      var patience = BluetoothPeripheral.Patience()
      patience.missing = .milliseconds(50)
      let door = BluetoothDoor(
        for: driver, BluetoothDoor.Options(bus: bus.address), patience: patience, log: silence)
      await driver.add(door)
      let running = Task(executorPreference: loop) { await door.run() }
      await PeripheralScene.isOffered(by: bluez, loop)
      let outcome: Result<Void, any Error>
      do {
        outcome = .success(
          try await body(DoorScene(loop: loop, bluez: bluez, driver: driver, door: door, calls: calls)))
      } catch { outcome = .failure(error) }
      running.cancel()
      await running.value
      await bluez.crash()
      await loop.stop()
      try outcome.get()
    }
  }

  func request(_ uuid: String, _ member: String, _ body: [Variant] = []) async -> Result<[Variant], BlueZError> {
    guard let path = await bluez.peripheral.path(of: uuid) else { return .failure(BlueZError("NoSuchObject")) }
    return await bluez.request(path, "org.bluez.GattCharacteristic1", member, body)
  }

  /// Writes to the control point for the phone.
  func ask(_ value: [UInt8]) async -> Result<[Variant], BlueZError> {
    await request("2ad9", "WriteValue", [.bytes(value), .properties(["device": .objectPath(Self.phone)])])
  }

  /// Returns once a characteristic has sent a value that fits.
  func hasSent(_ uuid: String, _ fits: @escaping @Sendable ([UInt8]) -> Bool) async {
    await loop.untilItHolds { [bluez] in
      bluez.assumeIsolated { bluez in
        let path = bluez.peripheral.path(of: uuid)
        return bluez.peripheral.sent.contains { $0.path == path && fits($0.value) }
      }
    }
  }

  /// Returns once a call was made.
  func hasCalled(_ isMeant: @escaping @Sendable (BridgeCall) -> Bool) async {
    await loop.untilItHolds { [calls] in calls.withLock { $0.contains(where: isMeant) } }
  }
}

@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct BluetoothDoorTests {
  @Test func `a phone finds the trainer's services, and reads its features`() async throws {
    try await DoorScene.run { scene in
      let registered = await scene.bluez.peripheral
      let services = (registered.objects ?? [:]).values.compactMap { $0["org.bluez.GattService1"]?["UUID"]?.string }
      let numbers = Set(services.map { $0.dropFirst(4).prefix(4) })
      #expect(numbers == ["1826", "1818", "1816", "180d", "180f", "180a"])
      let features = try await scene.request("2acc", "ReadValue", [.properties([:])]).get()
      #expect(features.first?.bytes?.count == 8)
      #expect(registered.advertisement?["ServiceData"] != nil)
    }
  }

  @Test func `a strap alone is offered without the trainer`() async throws {
    try await DoorScene.run(offering: .strap) { scene in
      let registered = await scene.bluez.peripheral
      #expect(registered.path(of: "2a37") != nil)
      #expect(registered.path(of: "2ad2") == nil)
      #expect(registered.advertisement?["ServiceUUIDs"]?.array?.count == 1)
    }
  }

  @Test func `a phone gets each new power`() async throws {
    try await DoorScene.run { scene in
      #expect(await scene.request("2a63", "StartNotify") == .success([]))
      for watts in [148, 149, 230] {
        await scene.driver.take(.status(Samples.riding(watts: watts)))
        await scene.hasSent("2a63") { $0.count >= 4 && Int($0[2]) | Int($0[3]) << 8 == watts }
      }
    }
  }

  @Test func `a phone in control sets the power of the ride`() async throws {
    try await DoorScene.run { scene in
      await scene.driver.take(.status(Samples.riding))
      #expect(await scene.request("2ad9", "StartNotify") == .success([]))
      #expect(await scene.ask([0x00]) == .success([]))
      await scene.hasSent("2ad9") { $0 == [0x80, 0x00, 0x01] }
      #expect(await scene.ask([0x05, 0xB4, 0x00]) == .success([]))
      await scene.hasSent("2ad9") { $0 == [0x80, 0x05, 0x01] }
      await scene.hasCalled { $0 == .setWatts(180) }
    }
  }

  @Test func `a phone without a subscription to the control point has no control`() async throws {
    try await DoorScene.run { scene in
      await scene.driver.take(.status(Samples.riding))
      #expect(await scene.ask([0x00]).errorName == "org.bluez.Error.ImproperlyConfigured")
    }
  }

  @Test func `advertising stops while jz2d looks for its trainer`() async throws {
    try await DoorScene.run { scene in
      var status = Samples.riding
      status.phase = .reconnecting
      await scene.door.follow(.reply(status))
      await scene.loop.untilItHolds { [bluez = scene.bluez] in
        bluez.assumeIsolated { $0.peripheral.advertisement == nil }
      }
      await scene.door.follow(.reply(Samples.riding))
      await PeripheralScene.isOffered(by: scene.bluez, scene.loop)
    }
  }
}
