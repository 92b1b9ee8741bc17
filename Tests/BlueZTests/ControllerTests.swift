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
struct ControllerTests {
  private func tell(_ controllers: FakeControllers, _ scene: Scene, _ packets: MonitorPacket...) async {
    controllers.with { $0.unread += packets }
    await scene.central.readControllers(controllers)
  }

  /// Makes the controller of a linked trainer connect to another device; the next measurement waits for that.
  private func beginConnecting(_ controllers: FakeControllers, _ scene: Scene) async {
    await scene.expectEventually { controllers.with { !$0.updated.isEmpty } }
    await tell(
      controllers, scene, .connected(0x40, Scene.trainer), .updated(0x40, timeout: 200), .command(0x200D),
      .commandStatus(0x200D))
    await scene.expectCommands(waiting: 1)
  }

  @Test func `a new link gets the connection parameters of a ride`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, _ in
      await scene.expectEventually { controllers.with { Set($0.updated) } == [Scene.trainer] }
      #expect(await scene.central.state().limitation == nil)
    }
  }

  @Test func `a supervision timeout that the peripheral shortens is requested again three times`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, _ in
      await tell(controllers, scene, .connected(0x40, Scene.trainer))
      for _ in 0..<6 { await tell(controllers, scene, .updated(0x40, timeout: 200), .updated(0x40, timeout: 42)) }
      await scene.expectEventually { controllers.with { $0.updated.count } == 4 }
    }
  }

  @Test func `connection parameters that the controller refuses are requested again`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    controllers.with { $0.failure = HCIError(.refused, detail: "hci_le_conn_update: Input/output error") }
    try await Scene.linked(controllers: controllers) { scene, _ in
      await scene.expectEventually { controllers.with { !$0.updated.isEmpty } }
      let refused = controllers.with { state in
        state.failure = nil
        return state.updated.count
      }
      await scene.expectEventually { controllers.with { $0.updated.count } > refused }
      await tell(controllers, scene, .updated(0x40, timeout: 200))
      #expect(await scene.central.state().limitation == nil)
    }
  }

  @Test func `a device that ended its link because of the interval gets the unhurried parameters`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      await tell(controllers, scene, .connected(0x40, Scene.trainer), .disconnected(0x40, 0x3B))
      await scene.bluez.drop(FakeBlueZ.trainer)
      _ = await link.everything
      _ = try await scene.central.connect(to: Scene.trainer)
      await scene.expectEventually {
        controllers.with { $0.parameters.first == .riding && $0.parameters.last == .unhurried }
      }
    }
  }

  @Test func `a strap gets the unhurried parameters`() async throws {
    let controllers = FakeControllers(linked: [Scene.strap])
    try await Scene.run(controllers: controllers) { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addDevice(FakeBlueZ.strap, "C0:FF:EE:00:00:02", name: "HRM")
      let heartRate = Variant.string("0000180d-0000-1000-8000-00805f9b34fb")
      await scene.bluez.set(FakeBlueZ.strap, "org.bluez.Device1", ["UUIDs": .array([heartRate], of: "s")])
      await scene.bluez.obey()
      let linking = Task { try await scene.central.connect(to: Scene.strap) }
      await scene.expectEventually { controllers.with { $0.parameters.first } == .unhurried }
      let asked = controllers.with { $0.parameters }
      #expect(!asked.contains(.riding))
      linking.cancel()
      _ = try? await linking.value
    }
  }

  @Test func `a ride continues without permission to set parameters`() async throws {
    let controllers = FakeControllers(limitation: HCIError(.notPermitted, detail: "bind: no"))
    try await Scene.linked(controllers: controllers) { scene, link in
      try await link.subscribe(to: .indoorBikeData)
      let updated = controllers.with { $0.updated }
      #expect(updated.isEmpty)
      #expect(await scene.central.state().limitation?.code == .notAllowed)
      #expect(await scene.central.state().problem == nil)
    }
  }

  @Test func `a controller that refuses parameters is reported`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    controllers.with { $0.failure = HCIError(.refused, detail: "hci_le_conn_update: Input/output error") }
    try await Scene.linked(controllers: controllers) { scene, _ in
      let state = await scene.state { $0.limitation != nil }
      #expect(state.limitation?.code == .failed)
      #expect(state.limitation?.detail == "hci_le_conn_update: Input/output error")
    }
  }

  @Test(arguments: [
    (0x08 as UInt8, LinkError.Code.supervisionTimeout), (0x13, .closedByPeer), (0x15, .closedByPeer),
    (0x16, .closedHere), (0x3E, .connectFailed), (0x3D, .lost),
  ])
  func `a link ends with the reason that the kernel reports`(reason: UInt8, code: LinkError.Code) async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      await tell(controllers, scene, .connected(0x40, Scene.trainer))
      // The record is still unread in the socket when BlueZ reports the end of the link.
      controllers.with { $0.unread = [.disconnected(0x40, reason)] }
      await scene.bluez.drop(FakeBlueZ.trainer)
      #expect(ending(await link.everything)?.code == code)
    }
  }

  @Test func `links of an unplugged adapter end because the adapter is missing`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      await tell(controllers, scene, .connected(0x40, Scene.trainer))
      controllers.with { $0.unread = [MonitorPacket(opcode: 1, index: 0, payload: [])] }
      await scene.bluez.remove(FakeBlueZ.adapter)
      #expect(ending(await link.everything)?.code == .adapterMissing)
    }
  }

  @Test func `the signal strength is measured while the link lasts`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      await scene.expectEventually { controllers.with { $0.measured.count } >= 3 }
      await scene.bluez.drop(FakeBlueZ.trainer)
      let strengths = await link.everything.filter { $0 == .signalStrength(dBm: -61) }
      #expect(strengths.count >= 3)
    }
  }

  @Test func `a controller that is about to connect gets no command`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, _ in
      await scene.expectEventually { controllers.with { !$0.updated.isEmpty } }
      await tell(
        controllers, scene, .connected(0x40, Scene.trainer), .updated(0x40, timeout: 200), .command(0x200D),
        .commandStatus(0x200D), .updated(0x40, timeout: 42))
      // The next measurement, and the parameter request.
      await scene.expectCommands(waiting: 2)
      let (measured, updated) = controllers.with { ($0.measured.count, $0.updated.count) }
      await scene.reviewAll()
      let (laterMeasured, laterUpdated) = controllers.with { ($0.measured.count, $0.updated.count) }
      #expect(laterMeasured == measured)
      #expect(laterUpdated == updated)
      await tell(controllers, scene, .connected(0x41, Scene.strap))
      await scene.expectEventually {
        controllers.with { $0.measured.count > measured && $0.updated.count > updated }
      }
    }
  }

  /// After an unanswered command of a stuck controller, each further command prevents the kernel from switching it off.
  @Test func `a controller that owes a response gets no further command`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      await scene.expectEventually { controllers.with { !$0.updated.isEmpty } }
      await tell(
        controllers, scene, .connected(0x40, Scene.trainer), .updated(0x40, timeout: 200), .command(0x1405))
      await scene.expectCommands(waiting: 1)
      let measured = controllers.with { $0.measured.count }
      await link.close()
      // The measurement, and the end of the connection.
      await scene.expectCommands(waiting: 2)
      await scene.reviewAll()
      let (later, ended) = controllers.with { ($0.measured.count, $0.ended.count) }
      #expect(later == measured)
      #expect(ended == 0)
      await tell(controllers, scene, .commandComplete(0x1405))
      await scene.expectEventually { controllers.with { $0.ended.map(\.handle) } == [0x40] }
    }
  }

  /// Linux 6.1 would miss the connection of the other device.
  @Test func `a controller that is about to connect does not end a connection`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      await beginConnecting(controllers, scene)
      await link.close()
      await scene.expectCommands(waiting: 2)
      await scene.reviewAll()
      let early = controllers.with { $0.ended.count }
      #expect(early == 0)
      await tell(controllers, scene, .connected(0x41, Scene.strap))
      await scene.expectEventually { controllers.with { $0.ended.map(\.handle) } == [0x40] }
    }
  }

  @Test func `a connection that ended while the controller was busy is not ended again`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      await beginConnecting(controllers, scene)
      await link.close()
      await scene.expectCommands(waiting: 2)
      // The strap now has that handle.
      controllers.with { $0.connections = [] }
      await tell(controllers, scene, .disconnected(0x40, 0x16), .connected(0x40, Scene.strap))
      await scene.expectCommands(waiting: 0)
      await scene.reviewAll()
      let ended = controllers.with { $0.ended.count }
      #expect(ended == 0)
    }
  }

  @Test func `a connection that ends while the kernel looks it up is reported as missing`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.run(controllers: controllers) { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      controllers.with {
        $0.onList = {
          controllers.with { state in
            if !state.connections.isEmpty { state.unread = [.disconnected(0x40, 0x08)] }
            state.connections = []
          }
        }
      }
      _ = await scene.central.state()
      let error = await #expect(throws: HCIError.self) {
        try await scene.central.connection(FakeBlueZ.trainer, by: controllers)
      }
      #expect(error?.code == .missing)
      #expect(await scene.central.knownConnection(FakeBlueZ.trainer) == nil)
    }
  }

  @Test func `a signal strength that the controller refuses to report is requested three times`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer, Scene.strap])
    controllers.with { $0.strength = .failure(HCIError(.refused, detail: "no")) }
    try await Scene.linked(controllers: controllers) { scene, _ in
      await scene.expectEventually { controllers.with { $0.measured.count } == 3 }
      controllers.with { $0.strength = .success(-61) }
      await scene.bluez.addDevice(FakeBlueZ.strap, "C0:FF:EE:00:00:02", name: "HRM")
      await scene.bluez.addTrainerServices(to: FakeBlueZ.strap)
      _ = try await scene.central.connect(to: Scene.strap)
      // A fourth measurement of the trainer would have been due before the strap's first.
      await scene.expectEventually { controllers.with { $0.measured.count { $0.device == Scene.strap } } == 3 }
      let ofTrainer = controllers.with { $0.measured.count { $0.device == Scene.trainer } }
      #expect(ofTrainer == 3)
    }
  }
}

extension BlueZCentral {
  /// Reads the controllers' unread records, on the loop.
  func readControllers(_ controllers: FakeControllers) { controllers.catchUp() }
}
