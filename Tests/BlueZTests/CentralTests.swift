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
struct CentralTests {
  @Test func `the state names the adapter`() async throws {
    try await Scene.run { scene in
      #expect(await scene.central.state().problem?.code == .adapterMissing)
      await scene.bluez.addAdapter()
      let state = await scene.state { $0.problem == nil }
      #expect(state == CentralState(radio: "bluez", adapter: DeviceAddress("00:1A:7D:DA:71:10")))
    }
  }

  @Test func `the requested adapter is found under any number`() async throws {
    try await Scene.run(adapter: DeviceAddress("00:1A:7D:DA:71:11")) { scene in
      await scene.bluez.addAdapter()
      #expect(await scene.central.state().problem?.code == .adapterMissing)
      await scene.bluez.addAdapter("/org/bluez/hci7", address: "00:1A:7D:DA:71:11")
      let state = await scene.state { $0.problem == nil }
      #expect(state.adapter == DeviceAddress("00:1A:7D:DA:71:11"))
    }
  }

  @Test func `the state names another adapter that is on`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addAdapter("/org/bluez/hci1", address: "5C:F3:70:00:00:01")
      await scene.bluez.addAdapter("/org/bluez/hci2", address: "5C:F3:70:00:00:02", powered: false)
      let state = await scene.state { !$0.otherAdapters.isEmpty }
      #expect(state.adapter == DeviceAddress("00:1A:7D:DA:71:10"))
      #expect(state.otherAdapters.map(\.description) == ["hci1 (5C:F3:70:00:00:01)"])
    }
  }

  @Test func `a device that BlueZ has heard is known without a scan`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.expectState { $0.problem == nil }
      #expect(await scene.central.advertisement(of: Scene.strap) == nil)
      await scene.bluez.addDevice(FakeBlueZ.strap, "C0:FF:EE:00:00:02", name: "HRM", rssi: nil)
      await scene.expectEventually { [central = scene.central] in
        central.assumeIsolated { $0.advertisement(of: Scene.strap)?.name == "HRM" }
      }
      #expect(await !scene.bluez.called.contains("StartDiscovery"))
    }
  }

  @Test func `an adapter that is off is reported, and connecting switches it on`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter(powered: false)
      await scene.bluez.addTrainer()
      await scene.bluez.obey()
      await scene.expectState { $0.adapter != nil && $0.problem?.code == .adapterOff }
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.central.state().problem == nil)
    }
  }

  /// BlueZ switches a newly plugged-in adapter on by itself (`AutoEnable`), and refuses a second request meanwhile.
  @Test(arguments: ["Busy", "InProgress"]) func `a connection waits for an adapter that BlueZ is switching on`(
    error: String
  ) async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter(powered: false)
      await scene.bluez.addTrainer()
      await scene.bluez.obey()
      await scene.bluez.on("Set") { bluez, call in
        bluez.set(FakeBlueZ.adapter, "org.bluez.Adapter1", ["Powered": .boolean(true)])
        return call.reply(error: "org.bluez.Error.\(error)", "")
      }
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.central.state().problem == nil)
    }
  }

  @Test func `an adapter blocked by rfkill is not switched on`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter(powered: false)
      await scene.bluez.set(FakeBlueZ.adapter, "org.bluez.Adapter1", ["PowerState": .string("off-blocked")])
      _ = await scene.state { $0.problem?.detail != nil && $0.adapter != nil }
      await expectFailure(.adapterOff) { _ = try await scene.central.connect(to: Scene.trainer) }
      #expect(await !scene.bluez.called.contains("Set"))
    }
  }

  @Test func `a scan reports the devices that it hears`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer(rssi: nil)
      await scene.bluez.addDevice(FakeBlueZ.strap, "C0:FF:EE:00:00:02", name: "HRM", rssi: -70)
      let ftms = "00001826-0000-1000-8000-00805f9b34fb"
      await scene.bluez.on("StartDiscovery") { bluez, call in
        bluez.set(
          FakeBlueZ.trainer, "org.bluez.Device1",
          ["RSSI": .int16(-55), "ServiceData": .properties([ftms: .bytes([1, 0x20, 0])])])
        return call.reply()
      }
      var heard: [Advertisement] = []
      for try await advertisement in scene.central.scan() {
        heard.append(advertisement)
        if heard.contains(where: { $0.names(.fitnessMachine) }), heard.contains(where: { $0.rssi == -70 }) { break }
      }
      let trainer = heard.last { $0.address == Scene.trainer }
      #expect(trainer?.rssi == -55)
      #expect(trainer?.name == "KICKR CORE")
      #expect(trainer?.serviceData == [.fitnessMachine: [1, 0x20, 0]])
      #expect(heard.map(\.address).contains(Scene.strap))
    }
  }

  @Test func `a scan ends with its consumer`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      for try await _ in scene.central.scan() { break }
      await scene.bluez.isCalled("StopDiscovery")
      let calls = await scene.bluez.called.filter { $0.hasSuffix("Discovery") }
      #expect(calls == ["StartDiscovery", "StopDiscovery"])
    }
  }

  @Test func `a scan and a connection exclude each other`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      var scan = scene.central.scan().makeAsyncIterator()
      _ = try await scan.next()
      await expectFailure(.busy) { _ = try await scene.central.connect(to: Scene.trainer) }
    }
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.on("Connect") { _, _ in nil }
      let connecting = Task { try await scene.central.connect(to: Scene.trainer) }
      await scene.bluez.isCalled("Connect")
      await expectFailure(.busy) { for try await _ in scene.central.scan() {} }
      await expectFailure(.busy) { _ = try await scene.central.connect(to: Scene.strap) }
      connecting.cancel()
      await expectFailure(.cancelled) { _ = try await connecting.value }
      #expect(await scene.bluez.called.last == "Disconnect")
    }
  }

  @Test func `a connection waits for a scan whose consumer has gone`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.obey()
      for try await _ in scene.central.scan() { break }
      _ = try await scene.central.connect(to: Scene.trainer)
      let calls = await scene.bluez.called.filter { ["StopDiscovery", "Connect"].contains($0) }
      #expect(calls == ["StopDiscovery", "Connect"])
    }
  }

  @Test func `a link that BlueZ never announces is used`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.on("Connect") { bluez, call in
        bluez.setSilently(FakeBlueZ.trainer, "org.bluez.Device1", ["Connected": .boolean(true)])
        bluez.resolve(FakeBlueZ.trainer)
        return call.reply()
      }
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.bluez.calls(of: "Connect") == 1)
      #expect(await scene.bluez.calls(of: "Disconnect") == 0)
    }
  }

  @Test func `the adapter of the last link is used again`() async throws {
    let controllers = FakeControllers()
    let other: ObjectPath = "/org/bluez/hci1"
    let there: ObjectPath = "/org/bluez/hci1/dev_C0_FF_EE_00_00_01"
    try await Scene.run(controllers: controllers) { scene in
      await scene.bluez.addAdapter(powered: false)
      await scene.bluez.addAdapter(other, address: "00:1A:7D:DA:71:11")
      await scene.bluez.addTrainer(at: there, of: other)
      await scene.bluez.obey()
      controllers.with {
        $0.connections = [HCIConnection(device: Scene.trainer, controller: 1, handle: 0x40, isLowEnergy: true)]
      }
      let link = try await scene.central.connect(to: Scene.trainer)
      await scene.bluez.set(FakeBlueZ.adapter, "org.bluez.Adapter1", ["Powered": .boolean(true)])
      await scene.expectEventually { [central = scene.central] in
        central.assumeIsolated { $0.tree.adapter(FakeBlueZ.adapter)?.isPowered == true }
      }
      await scene.expectEventually { controllers.with { $0.measured.contains { $0.controller == 1 } } }
      await scene.bluez.drop(there)
      _ = await link.everything
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.bluez.calls(of: "Connect") == 2)
      let measured = controllers.with { Set($0.measured.map(\.controller)) }
      #expect(measured == [1])
      #expect(await scene.central.state().adapter == DeviceAddress("00:1A:7D:DA:71:11"))
    }
  }

  /// A process that died used the second adapter, since the first was off.
  @Test func `the adapter that holds a link of a dead process is used`() async throws {
    let other: ObjectPath = "/org/bluez/hci1"
    let there: ObjectPath = "/org/bluez/hci1/dev_C0_FF_EE_00_00_01"
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.addAdapter(other, address: "00:1A:7D:DA:71:11")
      await scene.bluez.addTrainer(at: there, of: other)
      await scene.bluez.obey()
      await scene.bluez.set(there, "org.bluez.Device1", ["Connected": .boolean(true)])
      await scene.bluez.resolve(there)
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.bluez.calls(of: "Connect") == 0)
      #expect(await scene.central.state().adapter == DeviceAddress("00:1A:7D:DA:71:11"))
    }
  }

  /// BlueZ answers this if a connection failed to be established (HCI 0x3E).
  @Test func `a connection that could not be established is retried`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.obey()
      await scene.bluez.on("Connect") { bluez, call in
        guard bluez.calls(of: "Connect") == 3 else {
          return call.reply(error: "org.bluez.Error.Failed", "br-connection-canceled")
        }
        bluez.set(FakeBlueZ.trainer, "org.bluez.Device1", ["Connected": .boolean(true)])
        bluez.resolve(FakeBlueZ.trainer)
        return call.reply()
      }
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.bluez.calls(of: "Connect") == 3)
    }
  }

  @Test func `a connection waits for services whose objects appear late`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.obey(servicesCome: false)
      async let link = scene.central.connect(to: Scene.trainer)
      await scene.bluez.isCalled("Connect")
      // BlueZ reports resolved services before their objects exist: bluez/bluez#1489.
      await scene.bluez.set(FakeBlueZ.trainer, "org.bluez.Device1", ["ServicesResolved": .boolean(true)])
      await scene.expectEventually { [central = scene.central] in
        central.assumeIsolated { $0.tree.device(FakeBlueZ.trainer)?.areServicesResolved == true }
      }
      await scene.bluez.addTrainerServices()
      let characteristics = try await link.characteristics
      #expect(characteristics.count == 2)
    }
  }

  @Test func `a connection whose services never appear fails and leaves no link`() async throws {
    try await Scene.run(givingUpSoon: .resolving) { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.obey(servicesCome: false)
      await expectFailure(.servicesUnresolved) { _ = try await scene.central.connect(to: Scene.trainer) }
      #expect(await scene.bluez.called.last == "Disconnect")
    }
  }

  @Test func `a connection dropped while its services are resolved is retried`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.obey()
      await scene.bluez.on("Connect") { bluez, call in
        bluez.set(FakeBlueZ.trainer, "org.bluez.Device1", ["Connected": .boolean(true)])
        let attempts = bluez.calls(of: "Connect")
        if attempts == 1 { bluez.drop(FakeBlueZ.trainer) } else { bluez.resolve(FakeBlueZ.trainer) }
        return attempts == 2
          ? call.reply(error: "org.bluez.Error.Failed", "le-connection-abort-by-local") : call.reply()
      }
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.bluez.calls(of: "Connect") >= 2)
    }
  }

  @Test func `a device that a search does not find is reported as unknown`() async throws {
    try await Scene.run(givingUpSoon: .searching) { scene in
      await scene.bluez.addAdapter()
      await expectFailure(.deviceUnknown) { _ = try await scene.central.connect(to: Scene.trainer) }
      // The discovery stops after the caller has its error.
      await scene.expectOfBlueZ { $0.called.last == "StopDiscovery" }
    }
  }

  @Test func `connecting to a device that BlueZ has forgotten starts a search`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.obey()
      await scene.bluez.on("StartDiscovery") { bluez, call in
        bluez.addTrainer()
        return call.reply()
      }
      _ = try await scene.central.connect(to: Scene.trainer)
      let order = await scene.bluez.called.filter { ["StopDiscovery", "Connect"].contains($0) }
      #expect(order == ["StopDiscovery", "Connect"])
    }
  }

  @Test func `a crash of bluetoothd closes the links, and a new bluetoothd is used`() async throws {
    try await Scene.linked { scene, link in
      await scene.bluez.crash()
      #expect(ending(await link.everything)?.code == .serviceMissing)
      #expect(await scene.central.state().problem?.code == .serviceMissing)
      let again = try await FakeBlueZ.start(scene.bus.address, on: scene.loop)
      await again.addAdapter()
      await again.addTrainer()
      await again.obey()
      await scene.expectState { $0.problem == nil }
      _ = try await scene.central.connect(to: Scene.trainer)
      await again.crash()
    }
  }

  @Test func `a crash of the bus closes the links, and a new bus is used`() async throws {
    try await Scene.linked { scene, link in
      let scan = Task { for try await _ in scene.central.scan() {} }
      try await scene.bus.kill()
      #expect(ending(await link.everything)?.code == .serviceMissing)
      await expectFailure(.serviceMissing) { try await scan.value }
      try await scene.bus.start()
      let again = try await FakeBlueZ.start(scene.bus.address, on: scene.loop)
      await again.addAdapter()
      await scene.expectState { $0.problem == nil }
      await again.crash()
    }
  }
}
