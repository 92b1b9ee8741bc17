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
struct RegistrationTests {
  private static let adapter = "org.bluez.Adapter1"
  private static let oneRole = ["central", "peripheral"]

  /// Returns once services, or the advertisement, are gone.
  private func isWithdrawn(_ scene: PeripheralScene, onlyAdvertisement: Bool = false) async {
    await scene.loop.untilItHolds { [bluez = scene.bluez] in
      bluez.assumeIsolated {
        $0.peripheral.advertisement == nil && ($0.peripheral.objects != nil) == onlyAdvertisement
      }
    }
  }

  @Test func `an adapter with one role at a time is left alone until it has both`() async throws {
    try await PeripheralScene.run(prepare: { $0.addPeripheralAdapter(roles: Self.oneRole) }) { scene in
      await scene.isReported(.unavailable(.oneRole("hci0")))
      #expect(await scene.bluez.calls(of: "RegisterApplication") == 0)
      #expect(await scene.bluez.calls(of: "RegisterAdvertisement") == 0)
      let roles = FakeBlueZ.bothRoles.map { Variant.string($0) }
      await scene.bluez.set(FakeBlueZ.adapter, Self.adapter, ["Roles": .array(roles, of: "s")])
      await scene.isOffered()
    }
  }

  @Test func `a named adapter needs only the role of a peripheral`() async throws {
    let named = DeviceAddress(0x001A_7DDA_7110)
    try await PeripheralScene.run(
      adapter: named, prepare: { $0.addPeripheralAdapter(roles: Self.oneRole) }
    ) { scene in
      await scene.isOffered()
    }
  }

  @Test func `without a free advertisement the services stay off`() async throws {
    try await PeripheralScene.run(prepare: { $0.addPeripheralAdapter(instances: 0) }) { scene in
      await scene.isReported(.unavailable(.noInstance("hci0")))
      #expect(await scene.bluez.calls(of: "RegisterApplication") == 0)
      await scene.bluez.set(
        FakeBlueZ.adapter, "org.bluez.LEAdvertisingManager1", ["SupportedInstances": .byte(1)])
      await scene.isOffered()
      await scene.isReported(.offered("hci0"))
      #expect(await scene.owner.reports == [.unavailable(.noInstance("hci0")), .offered("hci0")])
    }
  }

  @Test func `an adapter that appears later is used`() async throws {
    try await PeripheralScene.run(prepare: { _ in }) { scene in
      await scene.isReported(.unavailable(.noAdapter))
      await scene.bluez.addPeripheralAdapter()
      await scene.isOffered()
    }
  }

  @Test func `an adapter that was off is used again`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      await scene.bluez.set(FakeBlueZ.adapter, Self.adapter, ["Powered": .boolean(false)])
      await isWithdrawn(scene)
      await scene.isReported(.unavailable(.off("hci0")))
      await scene.bluez.set(FakeBlueZ.adapter, Self.adapter, ["Powered": .boolean(true)])
      await scene.isOffered()
      #expect(await scene.bluez.calls(of: "RegisterApplication") == 2)
    }
  }

  @Test func `a new bluetoothd gets the services again, and the apps of the old one have left`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      _ = await scene.request("2ad2", "StartNotify")
      await scene.bluez.crash()
      await scene.isReported(.unavailable(.noService))
      let next = try await PeripheralScene.start(on: scene.bus, scene.loop) { $0.addPeripheralAdapter() }
      await PeripheralScene.isOffered(by: next, scene.loop)
      #expect(await scene.owner.events == [.joined, .subscribed(.indoorBikeData, true), .left])
      await next.crash()
    }
  }

  @Test func `the services return after a restart of the bus`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      try await scene.bus.kill()
      await scene.isReported(.unavailable(.noService))
      try await scene.bus.start()
      let next = try await PeripheralScene.start(on: scene.bus, scene.loop) { $0.addPeripheralAdapter() }
      await PeripheralScene.isOffered(by: next, scene.loop)
      await next.crash()
    }
  }

  @Test func `a refused registration is repeated`() async throws {
    try await PeripheralScene.run(prepare: { bluez in
      bluez.addPeripheralAdapter()
      bluez.refuse("RegisterAdvertisement", with: BlueZError("NotPermitted", "Maximum reached"), count: 1)
    }) { scene in
      await scene.isOffered()
      await scene.isReported(.offered("hci0"))
      let refused = BluetoothPeripheral.Report.unavailable(.refused("org.bluez.Error.NotPermitted: Maximum reached"))
      #expect(await scene.owner.reports == [refused, .offered("hci0")])
      #expect(await scene.bluez.calls(of: "UnregisterApplication") == 1)
    }
  }

  @Test func `a refused registration is not repeated at each signal of the adapter`() async throws {
    try await PeripheralScene.run(
      registering: TestDeadline.event,
      prepare: { bluez in
        bluez.addPeripheralAdapter()
        bluez.refuse("RegisterAdvertisement", with: BlueZError("Failed", "no"))
      }
    ) { scene in
      await scene.isReported(.unavailable(.refused("org.bluez.Error.Failed: no")))
      for name in ["a", "b", "c"] {
        await scene.bluez.set(FakeBlueZ.adapter, Self.adapter, ["Alias": .string(name)])
        // The signal has arrived before the answer.
        _ = await scene.bluez.request("/", "org.freedesktop.DBus.Peer", "Ping")
      }
      #expect(await scene.bluez.calls(of: "RegisterAdvertisement") == 1)
      #expect(await scene.bluez.calls(of: "RegisterApplication") == 1)
    }
  }

  @Test func `a registration that exists already is one`() async throws {
    try await PeripheralScene.run(prepare: { bluez in
      bluez.addPeripheralAdapter()
      bluez.refuse("RegisterApplication", with: BlueZError("AlreadyExists"), count: 1)
    }) { scene in
      await scene.isReported(.offered("hci0"))
      #expect(await scene.bluez.calls(of: "RegisterApplication") == 1)
    }
  }

  @Test func `an advertisement that bluetoothd ends is registered again`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      let released = await scene.bluez.request(
        "/org/justzone2/bridge/advertisement", "org.bluez.LEAdvertisement1", "Release")
      #expect(released == .success([]))
      await scene.loop.untilItHolds { [bluez = scene.bluez] in
        bluez.assumeIsolated { $0.calls(of: "RegisterAdvertisement") == 2 }
      }
      #expect(await scene.bluez.calls(of: "RegisterApplication") == 1)
    }
  }

  @Test func `advertising stops while the trainer is missing, and connected apps stay`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      _ = await scene.request("2ad2", "StartNotify")
      await scene.peripheral.trainerIsMissing(true)
      await isWithdrawn(scene, onlyAdvertisement: true)
      #expect(await scene.owner.events == [.joined, .subscribed(.indoorBikeData, true)])
      await scene.peripheral.trainerIsMissing(false)
      await scene.isOffered()
      #expect(await scene.bluez.calls(of: "RegisterApplication") == 1)
    }
  }

  @Test func `everything is withdrawn at the end`() async throws {
    try await PeripheralScene.run { scene in
      await scene.isOffered()
      let bluez = scene.bluez
      scene.stop()
      await scene.loop.untilItHolds {
        bluez.assumeIsolated { $0.peripheral.objects == nil && $0.peripheral.advertisement == nil }
      }
      #expect(await bluez.calls(of: "UnregisterAdvertisement") == 1)
      #expect(await bluez.calls(of: "UnregisterApplication") == 1)
    }
  }

  @Test func `a bus that denies access is reported`() async throws {
    let denial = #"<deny send_destination="org.bluez"/>"#
    try await PeripheralScene.run(denying: denial) { scene in
      await scene.isReported(.unavailable(.denied))
    }
  }
}
