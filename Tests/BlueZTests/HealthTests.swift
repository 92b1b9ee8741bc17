import BluetoothLE
import BusTestKit
import DBus
import HCI
import TestKit
import Testing

@testable import BlueZ

@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct HealthTests {
  private static let hardwareError = MonitorPacket(opcode: 3, index: 0, payload: [0x10, 1, 3])

  private func tell(_ controllers: FakeControllers, _ scene: Scene, _ packets: MonitorPacket...) async {
    controllers.with { $0.unread += packets }
    await scene.central.readControllers(controllers)
  }

  @Test func `a stuck controller ends the pending connection and is reported`() async throws {
    let controllers = FakeControllers()
    try await Scene.run(controllers: controllers) { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.on("Connect") { _, _ in nil }
      let connecting = Task { try await scene.central.connect(to: Scene.trainer) }
      await scene.bluez.isCalled("Connect")
      // LE Create Connection without an answer.
      await tell(controllers, scene, .command(0x200D))
      let error = await #expect(throws: LinkError.self) { try await connecting.value }
      #expect(error?.code == .adapterStuck)
      #expect(await scene.central.state().problem?.code == .adapterStuck)
      let again = await #expect(throws: LinkError.self) { _ = try await scene.central.connect(to: Scene.trainer) }
      #expect(again?.code == .adapterStuck)
      #expect(await scene.bluez.calls(of: "Connect") == 1)
    }
  }

  @Test func `a stuck controller ends its silent links`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      await tell(controllers, scene, .connected(0x40, Scene.trainer), Self.hardwareError)
      #expect(ending(await link.everything)?.code == .adapterStuck)
    }
  }

  @Test func `a stuck controller keeps the links that it still serves`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      try await link.subscribe(to: .indoorBikeData)
      await tell(controllers, scene, .command(0x1405))
      await tell(controllers, scene, .value([1], of: 0x12, on: 0x40))
      let isStuck = await scene.state { $0.problem?.code == .adapterStuck }.problem?.code == .adapterStuck
      #expect(isStuck)
      #expect(await scene.central.links[FakeBlueZ.trainer] != nil)
    }
  }

  @Test func `a stuck controller is power-cycled even if BlueZ still shows its ended links`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      await tell(controllers, scene, .connected(0x40, Scene.trainer), Self.hardwareError)
      _ = await link.everything
      try await scene.central.apply(.powerCycle(costing: []))
      #expect(await scene.bluez.calls(of: "Set") == 2)
      await tell(controllers, scene, MonitorPacket(opcode: 9, index: 0, payload: []))
      #expect(await scene.central.state().problem == nil)
    }
  }

  @Test func `a stuck controller is not power-cycled while another program's device is connected`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      await scene.bluez.addDevice(FakeBlueZ.strap, "C0:FF:EE:00:00:02", name: "Headphones")
      await scene.bluez.set(FakeBlueZ.strap, "org.bluez.Device1", ["Connected": .boolean(true)])
      await tell(controllers, scene, .connected(0x40, Scene.trainer), Self.hardwareError)
      _ = await link.everything
      let error = await #expect(throws: LinkError.self) {
        try await scene.central.apply(.powerCycle(costing: [Scene.trainer]))
      }
      #expect(error?.code == .busy)
    }
  }

  /// Without the probe, the controller may get no command for the rest of the ride.
  @Test func `a stuck controller that may not be power-cycled is probed, and works if it responds`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer, DeviceAddress(2)])
    try await Scene.linked(controllers: controllers) { scene, link in
      await tell(controllers, scene, .connected(0x40, Scene.trainer), Self.hardwareError)
      _ = await link.everything
      await expectFailure(.busy) { try await scene.central.apply(.powerCycle(costing: [Scene.trainer])) }
      #expect(await scene.central.state().problem?.code == .adapterStuck)
      controllers.with { $0.onMeasure = { controllers.with { $0.unread = [.commandComplete(0x1405)] } } }
      await expectFailure(.busy) { try await scene.central.apply(.powerCycle(costing: [Scene.trainer])) }
      #expect(await scene.central.state().problem == nil)
    }
  }

  @Test func `a controller is power-cycled even if a link that was given up does not end`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers, givingUpSoon: .leaving) { scene, link in
      await scene.bluez.on("Disconnect") { _, call in call.reply() }
      await link.close()
      try await scene.central.apply(.powerCycle(costing: []))
      #expect(await scene.bluez.calls(of: "Set") == 2)
    }
  }

  /// BlueZ cannot switch it off, since the kernel first waits for the controller to stop its scan.
  @Test(arguments: [true, false])
  func `a stuck controller that BlueZ cannot switch off is blocked for a moment`(isPermitted: Bool) async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      await tell(controllers, scene, .connected(0x40, Scene.trainer), Self.hardwareError)
      _ = await link.everything
      await scene.bluez.on("Set") { bluez, call in
        guard call.body.last?.boolean == true else {
          return call.reply(error: "org.bluez.Error.Failed", "Authentication Failed")
        }
        bluez.set(FakeBlueZ.adapter, "org.bluez.Adapter1", ["Powered": .boolean(true)])
        return call.reply()
      }
      let off: @Sendable () async -> Void = { [bluez = scene.bluez] in
        await bluez.set(FakeBlueZ.adapter, "org.bluez.Adapter1", ["Powered": .boolean(false)])
      }
      controllers.with { $0.onCycle = isPermitted ? off : nil }
      let error: LinkError?
      do throws(LinkError) {
        try await scene.central.apply(.powerCycle(costing: [Scene.trainer]))
        error = nil
      } catch let failure {
        error = failure
      }
      #expect((error == nil) == isPermitted)
      if let error { #expect(error.detail?.contains("notPermitted") == true) }
    }
  }

  /// `bluetoothd` switches an unblocked adapter on by itself, and answers Busy until it has.
  @Test func `a blocked controller that bluetoothd is already switching on is power-cycled`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      await tell(controllers, scene, .connected(0x40, Scene.trainer), Self.hardwareError)
      _ = await link.everything
      await scene.bluez.on("Set") { bluez, call in
        let isOn = call.body.last?.boolean == true
        bluez.send(call.reply(error: isOn ? "org.bluez.Error.Busy" : "org.bluez.Error.Failed", ""))
        bluez.set(FakeBlueZ.adapter, "org.bluez.Adapter1", ["Powered": .boolean(isOn)])
        return nil
      }
      controllers.with { $0.onCycle = {} }
      try await scene.central.apply(.powerCycle(costing: [Scene.trainer]))
      #expect(await scene.central.tree.adapter(FakeBlueZ.adapter)?.isPowered == true)
    }
  }
}
