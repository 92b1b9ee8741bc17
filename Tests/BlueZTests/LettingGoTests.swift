import BluetoothLE
import BusTestKit
import DBus
import TestKit
import Testing

@testable import BlueZ

/// Tests links that BlueZ keeps for a program that died.
@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct LettingGoTests {
  /// Runs a scene in which trainer and strap are connected by a program that died.
  private func left(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.addDevice(FakeBlueZ.strap, "C0:FF:EE:00:00:02", name: "HRM")
      await scene.bluez.obey()
      for path in [FakeBlueZ.trainer, FakeBlueZ.strap] {
        await scene.bluez.set(path, "org.bluez.Device1", ["Connected": .boolean(true)])
        await scene.bluez.resolve(path)
      }
      try await body(scene)
    }
  }

  /// The devices that BlueZ keeps connected.
  private func held(_ scene: Scene) async throws -> [ObjectPath] {
    try await scene.central.list()
    let tree = await scene.central.tree
    return [FakeBlueZ.trainer, FakeBlueZ.strap].filter { tree.device($0)?.isConnected == true }
  }

  @Test func `only the requested link of a dead process is released`() async throws {
    try await left { scene in
      #expect(await scene.central.letGo(of: [Scene.trainer]) == [Scene.trainer])
      let held = try await held(scene)
      #expect(held == [FakeBlueZ.strap])
      #expect(await scene.bluez.calls(of: "Disconnect") == 1)
    }
  }

  @Test(arguments: [nil, "00:1A:7D:DA:71:10", "00:1A:7D:DA:71:11"])
  func `a link on another adapter is released unless a different adapter was chosen`(_ chosen: String?) async throws {
    let other: ObjectPath = "/org/bluez/hci1"
    let there: ObjectPath = "/org/bluez/hci1/dev_C0_FF_EE_00_00_01"
    try await Scene.run(adapter: chosen.flatMap { DeviceAddress($0) }) { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addAdapter(other, address: "00:1A:7D:DA:71:11")
      await scene.bluez.addTrainer(at: there, of: other)
      await scene.bluez.obey()
      await scene.bluez.set(there, "org.bluez.Device1", ["Connected": .boolean(true)])
      let isOurs = chosen != "00:1A:7D:DA:71:10"
      #expect(await scene.central.letGo(of: [Scene.trainer]) == (isOurs ? [Scene.trainer] : []))
      #expect(await scene.bluez.calls(of: "Disconnect") == (isOurs ? 1 : 0))
    }
  }

  @Test func `a link of this process is not released`() async throws {
    try await left { scene in
      let link = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.central.letGo(of: [Scene.trainer, Scene.strap]) == [Scene.strap])
      let held = try await held(scene)
      #expect(held == [FakeBlueZ.trainer])
      await link.close()
    }
  }

  @Test func `a connection during a release gets a new link`() async throws {
    try await left { scene in
      await scene.bluez.obey(disconnectTime: TestDeadline.event)
      async let gone = scene.central.letGo(of: [Scene.trainer])
      await scene.bluez.isCalled("Disconnect")
      async let linking = scene.central.connect(to: Scene.trainer)
      await scene.expectWaiting(1, in: "connect")
      try await scene.callsHaveArrived()
      #expect(await !scene.bluez.called.contains("Connect"))
      await scene.bluez.left(FakeBlueZ.trainer)
      _ = try await linking
      #expect(await scene.bluez.calls(of: "Connect") == 1)
      _ = await gone
    }
  }

  @Test func `a device that is not connected is not released`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      #expect(await scene.central.letGo(of: [Scene.trainer, Scene.strap]).isEmpty)
      #expect(await !scene.bluez.called.contains("Disconnect"))
    }
  }
}
