import BluetoothLE
import BusTestKit
import DBus
import HCI
import Loop
import TestKit
import Testing

@testable import BlueZ

@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct RemedyTests {
  private func apply(_ remedy: RadioRemedy, _ scene: Scene) async -> LinkError.Code? {
    do { try await scene.central.apply(remedy) } catch { return error.code }
    return nil
  }

  /// Runs a scene with an adapter, and an unconnected trainer and strap; `RemoveDevice` removes a device.
  private func idle(
    controllers: FakeControllers? = nil, _ body: @escaping @Sendable (Scene) async throws -> Void
  ) async throws {
    try await Scene.run(controllers: controllers) { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.addDevice(FakeBlueZ.strap, "C0:FF:EE:00:00:02", name: "HRM")
      await scene.bluez.obey()
      await scene.bluez.on("RemoveDevice") { bluez, call in
        if let path = call.body.first?.objectPath { bluez.remove(path) }
        return call.reply()
      }
      try await body(scene)
    }
  }

  @Test func `forgetting a device removes it, and forgetting an unknown one succeeds`() async throws {
    try await idle { scene in
      #expect(await apply(.forget(Scene.trainer), scene) == nil)
      #expect(await scene.bluez.called.contains("RemoveDevice"))
      #expect(await scene.central.tree.devicePath(Scene.trainer, on: FakeBlueZ.adapter) == nil)
      #expect(await apply(.forget(Scene.trainer), scene) == nil, "what is not known need not be forgotten")
    }
  }

  @Test func `a device that is connected is not forgotten`() async throws {
    try await idle { scene in
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await apply(.forget(Scene.trainer), scene) == .busy)
      #expect(await !scene.bluez.called.contains("RemoveDevice"))
    }
  }

  @Test func `an adapter without connections is switched off and on`() async throws {
    try await idle { scene in
      #expect(await apply(.powerCycle(costing: []), scene) == nil)
      #expect(await scene.bluez.calls(of: "Set") == 2)
      #expect(await scene.central.state().problem == nil)
    }
  }

  /// The strap is connected by another program, and its properties are not followed.
  @Test func `an adapter with another program's connection stays on`() async throws {
    try await idle { scene in
      _ = await scene.central.state()
      await scene.bluez.set(FakeBlueZ.strap, "org.bluez.Device1", ["Connected": .boolean(true)])
      #expect(await apply(.powerCycle(costing: []), scene) == .busy)
      #expect(await !scene.bluez.called.contains("Set"))
    }
  }

  @Test func `an adapter with a connection that BlueZ does not know stays on`() async throws {
    let controllers = FakeControllers()
    controllers.with { state in
      state.connections = [HCIConnection(device: Scene.strap, controller: 0, handle: 0x40, isLowEnergy: false)]
    }
    try await idle(controllers: controllers) { scene in
      #expect(await apply(.powerCycle(costing: []), scene) == .busy)
      #expect(await !scene.bluez.called.contains("Set"))
    }
  }

  @Test func `no remedy is applied while a connection is being made`() async throws {
    try await idle { scene in
      await scene.bluez.on("Connect") { _, _ in nil }
      let connecting = Task { try await scene.central.connect(to: Scene.trainer) }
      await scene.bluez.isCalled("Connect")
      #expect(await apply(.powerCycle(costing: []), scene) == .busy)
      #expect(await apply(.forget(Scene.strap), scene) == .busy)
      connecting.cancel()
      _ = await connecting.result
    }
  }

  @Test func `a remedy waits until a cancelled search has ended`() async throws {
    try await idle { scene in
      let searching = Task { try await scene.central.connect(to: DeviceAddress(0xC0FF_EE00_0099)) }
      await scene.bluez.isCalled("StartDiscovery")
      let stopping = AsyncStream.makeStream(of: BusMessage.self)
      await scene.bluez.on("StopDiscovery") { _, call in
        stopping.continuation.yield(call)
        return nil
      }
      searching.cancel()
      _ = await searching.result
      let remedy = Task { await apply(.forget(Scene.trainer), scene) }
      for await call in stopping.stream {
        // Gives the remedy time to be refused.
        for _ in 0..<100 { _ = await scene.central.state() }
        await scene.bluez.send(call.reply())
        break
      }
      #expect(await remedy.value == nil)
      #expect(await scene.bluez.called.contains("RemoveDevice"))
    }
  }

  @Test func `the radio is usable once an adapter can be switched on`() async throws {
    try await Scene.run { scene in
      async let usable: Void = scene.central.whenUsable()
      await scene.bluez.addAdapter(powered: false)
      try await usable
      try await scene.central.whenUsable()
    }
  }

  @Test func `the radio is usable again when the adapter returns under another number`() async throws {
    try await Scene.linked { scene, link in
      await scene.bluez.remove(FakeBlueZ.trainer)
      await scene.bluez.remove(FakeBlueZ.adapter)
      _ = await link.everything
      await scene.expectState { $0.problem?.code == .adapterMissing }
      async let usable: Void = scene.central.whenUsable()
      await scene.bluez.addAdapter("/org/bluez/hci1")
      try await usable
      #expect(await scene.central.state().problem == nil)
    }
  }

  @Test func `the radio is usable again when bus and bluetoothd are back`() async throws {
    try await Scene.linked { scene, link in
      try await scene.bus.kill()
      _ = await link.everything
      async let usable: Void = scene.central.whenUsable()
      try await scene.bus.start()
      let again = try await FakeBlueZ.start(scene.bus.address, on: scene.loop)
      await again.addAdapter()
      try await usable
      await again.crash()
    }
  }

  @Test func `waiting for the radio ends with the task`() async throws {
    try await Scene.run { scene in
      let waiting = Task { try await scene.central.whenUsable() }
      waiting.cancel()
      let error = await #expect(throws: LinkError.self) { try await waiting.value }
      #expect(error?.code == .cancelled)
    }
  }
}
