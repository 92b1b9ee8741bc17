import BluetoothLE
import BusTestKit
import DBus
import HCI
import Synchronization
import TestKit
import Testing

@testable import BlueZ

/// Tests the two sources of device values: the monitor channel and the bus.
@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct ValueTests {
  private let bikeData: UInt8 = 0x12

  /// Links the trainer on connection 0x40, subscribes, runs `body`, drops the link and returns the delivered values.
  private func subscribed(
    _ controllers: FakeControllers, paired: Bool = false,
    _ body: @escaping @Sendable (Scene) async throws -> Void
  ) async throws -> [[UInt8]] {
    let values = Mutex<[[UInt8]]>([])
    try await Scene.run(controllers: controllers) { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.set(FakeBlueZ.trainer, "org.bluez.Device1", ["Paired": .boolean(paired)])
      await scene.bluez.obey()
      let link = try await scene.central.connect(to: Scene.trainer)
      try await link.subscribe(to: .indoorBikeData)
      try await body(scene)
      await scene.bluez.drop(FakeBlueZ.trainer)
      let all = await link.everything
      values.withLock { $0 = all.compactMap { if case .notified(_, let value, _) = $0 { value } else { nil } } }
    }
    return values.withLock { $0 }
  }

  private func tell(_ controllers: FakeControllers, _ scene: Scene, _ values: UInt8...) async {
    let packets = values.map { MonitorPacket.value([$0], of: bikeData, on: 0x40) }
    controllers.with { $0.unread += packets }
    await scene.central.readControllers(controllers)
  }

  @Test func `values are read from the monitor channel, and delivered once`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    let values = try await subscribed(controllers) { scene in
      await tell(controllers, scene, 1, 2)
      // The same values over the bus, as bluetoothd sends them to any subscribed program.
      for value in [1, 2] as [UInt8] { await scene.bluez.notify(FakeBlueZ.bikeData, [value]) }
      await tell(controllers, scene, 2)
    }
    #expect(values == [[1], [2], [2]])
  }

  @Test func `values of another connection or attribute are not delivered`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    let values = try await subscribed(controllers) { scene in
      controllers.with {
        $0.unread = [.value([1], of: 0x12, on: 0x41), .value([2], of: 0x15, on: 0x40), .value([3], of: 0x12, on: 0x40)]
      }
      await scene.central.readControllers(controllers)
    }
    #expect(values == [[3]])
  }

  @Test(arguments: ["no capability", "no handle", "paired"])
  func `values are read from the bus if the channel cannot be trusted`(with reason: String) async throws {
    let limitation = reason == "no capability" ? HCIError(.notPermitted, detail: "bind") : nil
    let controllers = FakeControllers(limitation: limitation, linked: reason == "no handle" ? [] : [Scene.trainer])
    let values = try await subscribed(controllers, paired: reason == "paired") { scene in
      for value in [1, 2] as [UInt8] { await scene.bluez.notify(FakeBlueZ.bikeData, [value]) }
    }
    #expect(values == [[1], [2]])
  }

  /// From then on, values may use another bearer.
  @Test func `values are read from the bus once the link has a bond`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    let values = try await subscribed(controllers) { scene in
      await tell(controllers, scene, 1)
      await scene.bluez.set(FakeBlueZ.trainer, "org.bluez.Device1", ["Paired": .boolean(true)])
      await scene.expectEventually { [central = scene.central] in
        central.assumeIsolated { $0.subscriptions.readFromChannel(of: nil).isEmpty }
      }
      for value in [1, 2] as [UInt8] { await scene.bluez.notify(FakeBlueZ.bikeData, [value]) }
    }
    #expect(values == [[1], [2]])
  }

  @Test func `values are read from the bus once the kernel has dropped records`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    let values = try await subscribed(controllers) { scene in
      await scene.central.lose(7, controllers)
      await tell(controllers, scene, 1)
      await scene.expectEventually { [central = scene.central] in
        central.assumeIsolated { $0.subscriptions.readFromChannel(of: nil).isEmpty }
      }
      #expect(await scene.central.observed.lostRecords == 7)
      // The first value was just read from the channel and also arrives over the bus.
      for value in [1, 2, 1] as [UInt8] { await scene.bluez.notify(FakeBlueZ.bikeData, [value]) }
      await tell(controllers, scene, 9)
    }
    #expect(values == [[1], [2], [1]])
  }

  @Test func `values of the next link are read from the channel again`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    _ = try await subscribed(controllers) { scene in
      await scene.central.lose(1, controllers)
      await scene.bluez.drop(FakeBlueZ.trainer)
      await scene.expectEventually { [central = scene.central] in
        central.assumeIsolated { $0.links[FakeBlueZ.trainer] == nil }
      }
      let next = try await scene.central.connect(to: Scene.trainer)
      try await next.subscribe(to: .indoorBikeData)
      let sources = await scene.central.subscriptions.readFromChannel(of: nil).map(\.source)
      #expect(sources == [.monitor(attribute: 0x12)])
    }
  }
}

extension BlueZCentral {
  /// Reports the loss of records, on the loop.
  func lose(_ count: Int, _ controllers: FakeControllers) { controllers.lose(count) }
}
