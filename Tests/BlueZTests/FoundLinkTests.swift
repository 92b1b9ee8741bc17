import BluetoothLE
import BusTestKit
import DBus
import HCI
import TestKit
import Testing

@testable import BlueZ

/// Tests links that exist before a connection attempt: kept, given up, inherited, or unknown to BlueZ.
@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct FoundLinkTests {
  @Test func `a link that was given up is not reused before it has ended`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.obey()
      let link = try await scene.central.connect(to: Scene.trainer)
      // BlueZ takes two seconds, during which the device still reads as connected.
      await scene.bluez.on("Disconnect") { _, _ in nil }
      let closing = Task { await link.close() }
      await scene.bluez.isCalled("Disconnect")
      let next = Task { try await scene.central.connect(to: Scene.trainer) }
      await scene.expectWaiting(1, in: "connect")
      try await scene.callsHaveArrived()
      #expect(await scene.bluez.calls(of: "Connect") == 1)
      await scene.bluez.drop(FakeBlueZ.trainer)
      _ = try await next.value
      #expect(await scene.bluez.calls(of: "Connect") == 2)
      closing.cancel()
    }
  }

  /// BlueZ takes two seconds for `Disconnect`; the controller acts at once.
  @Test func `the controller itself ends a link that is given up`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.run(controllers: controllers) { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.obey(disconnectTime: .seconds(30))
      let (bluez, central) = (scene.bluez, scene.central)
      controllers.with {
        $0.onEnd = { _ in
          controllers.with { $0.unread = [.disconnected(0x40, 0x16)] }
          await central.readControllers(controllers)
          await bluez.left(FakeBlueZ.trainer)
        }
      }
      let link = try await scene.central.connect(to: Scene.trainer)
      let closing = Task { await link.close() }
      await scene.bluez.isCalled("Disconnect")
      let next = try await scene.central.connect(to: Scene.trainer)
      try await next.subscribe(to: .indoorBikeData)
      #expect(await scene.bluez.calls(of: "Connect") == 2)
      let ended = controllers.with { $0.ended.map(\.handle) }
      #expect(ended == [0x40])
      await closing.value
    }
  }

  @Test func `a link that another program disconnects is not reused before it has ended`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.obey(disconnectTime: .seconds(30))
      await scene.bluez.set(FakeBlueZ.trainer, "org.bluez.Device1", ["Connected": .boolean(true)])
      await scene.bluez.resolve(FakeBlueZ.trainer)
      let link = try await scene.central.connect(to: Scene.trainer)
      // An ending process has requested the disconnection.
      await scene.bluez.beginLeaving(FakeBlueZ.trainer)
      await expectFailure(.lost) { try await link.subscribe(to: .indoorBikeData) }
      #expect(ending(await link.everything)?.code == .lost)
      let next = Task { try await scene.central.connect(to: Scene.trainer) }
      await scene.expectWaiting(1, in: "connect")
      try await scene.callsHaveArrived()
      #expect(await !scene.bluez.called.contains("Connect"))
      await scene.bluez.left(FakeBlueZ.trainer)
      try await next.value.subscribe(to: .indoorBikeData)
      #expect(await scene.bluez.calls(of: "Connect") == 1)
    }
  }

  @Test func `a connection unknown to BlueZ is ended before a new one is made`() async throws {
    let controllers = FakeControllers()
    try await Scene.run(controllers: controllers) { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.obey()
      _ = await scene.central.state()
      controllers.with { $0.unread = [.connected(0x40, Scene.trainer)] }
      await scene.central.readControllers(controllers)
      _ = try await scene.central.connect(to: Scene.trainer)
      let ended = controllers.with { $0.ended.map(\.handle) }
      #expect(ended == [0x40])
    }
  }

  @Test func `a link that BlueZ kept is reused`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer(rssi: nil)
      await scene.bluez.set(FakeBlueZ.trainer, "org.bluez.Device1", ["Connected": .boolean(true)])
      await scene.bluez.resolve(FakeBlueZ.trainer)
      let link = try await scene.central.connect(to: Scene.trainer)
      #expect(link.characteristics.count == 2)
      #expect(await !scene.bluez.called.contains("Connect"))
    }
  }

  @Test func `a link that a new bluetoothd found is disconnected and made again`() async throws {
    try await Scene.linked { scene, link in
      await scene.bluez.crash()
      _ = await link.everything
      let again = try await FakeBlueZ.start(scene.bus.address, on: scene.loop)
      await again.addAdapter()
      await again.addTrainer()
      await again.set(FakeBlueZ.trainer, "org.bluez.Device1", ["Connected": .boolean(true)])
      await again.obey()
      await scene.expectState { $0.problem == nil }
      _ = try await scene.central.connect(to: Scene.trainer)
      let asked = await again.called.filter { ["Connect", "Disconnect"].contains($0) }
      #expect(asked == ["Disconnect", "Connect"])
      await again.crash()
    }
  }

  @Test func `a link whose services are being resolved for another program is reused`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.set(FakeBlueZ.trainer, "org.bluez.Device1", ["Connected": .boolean(true)])
      await scene.bluez.obey()
      let linking = Task { try await scene.central.connect(to: Scene.trainer) }
      await scene.expectState { $0.problem == nil }
      await scene.bluez.resolve(FakeBlueZ.trainer)
      _ = try await linking.value
      let asked = await scene.bluez.called.filter { ["Connect", "Disconnect"].contains($0) }
      #expect(asked == [])
    }
  }

  @Test func `a found link whose services are never resolved is made again`() async throws {
    try await Scene.run(givingUpSoon: .inheriting) { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.set(FakeBlueZ.trainer, "org.bluez.Device1", ["Connected": .boolean(true)])
      await scene.bluez.obey()
      _ = try await scene.central.connect(to: Scene.trainer)
      let asked = await scene.bluez.called.filter { ["Connect", "Disconnect"].contains($0) }
      #expect(asked == ["Disconnect", "Connect"])
    }
  }
}
