import BluetoothLE
import BusTestKit
import HCI
import TestKit
import Testing

@testable import BlueZ

@Suite(.enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"), .timeLimit(.minutes(1)))
struct ControllerTests {
  private func tell(_ controllers: FakeControllers, _ scene: Scene, _ packets: MonitorPacket...) async {
    controllers.with { $0.unread += packets }
    await scene.central.readControllers(controllers)
  }

  @Test func aNewLinkGetsTheParametersOfARide() async throws {
    let controllers = FakeControllers()
    try await Scene.linked(controllers: controllers) { scene, _ in
      await scene.expectEventually { controllers.with { $0.updated } == [Scene.trainer] }
      #expect(await scene.central.state().limitation == nil)
    }
  }

  @Test func aTimeoutThatThePeripheralShortensIsAskedBackAFewTimes() async throws {
    let controllers = FakeControllers()
    try await Scene.linked(controllers: controllers) { scene, _ in
      await tell(controllers, scene, .connected(0x40, Scene.trainer), .updated(0x40, timeout: 200))
      for _ in 0..<5 { await tell(controllers, scene, .updated(0x40, timeout: 42)) }
      await scene.expectEventually { controllers.with { $0.updated.count } == 3 }
    }
  }

  @Test func aRideGoesOnWithoutPermission() async throws {
    let controllers = FakeControllers(limitation: HCIError(.notPermitted, detail: "bind: no"))
    try await Scene.linked(controllers: controllers) { scene, link in
      try await link.subscribe(to: .indoorBikeData)
      let updated = controllers.with { $0.updated }
      #expect(updated.isEmpty)
      #expect(await scene.central.state().limitation?.code == .notAllowed)
      #expect(await scene.central.state().problem == nil)
    }
  }

  @Test func aControllerThatRefusesIsToldOf() async throws {
    let controllers = FakeControllers()
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
  func theKernelsReasonIsTheLinks(reason: UInt8, code: LinkError.Code) async throws {
    let controllers = FakeControllers()
    try await Scene.linked(controllers: controllers) { scene, link in
      await tell(controllers, scene, .connected(0x40, Scene.trainer))
      // It lies in the socket, unread, when BlueZ says that the link is gone.
      controllers.with { $0.unread = [.disconnected(0x40, reason)] }
      await scene.bluez.drop(FakeBlueZ.trainer)
      #expect(ending(await link.everything)?.code == code)
    }
  }

  @Test func anAdapterThatIsUnpluggedIsWhyItsLinksEnd() async throws {
    let controllers = FakeControllers()
    try await Scene.linked(controllers: controllers) { scene, link in
      await tell(controllers, scene, .connected(0x40, Scene.trainer))
      controllers.with { $0.unread = [MonitorPacket(opcode: 1, index: 0, payload: [])] }
      await scene.bluez.remove(FakeBlueZ.adapter)
      #expect(ending(await link.everything)?.code == .adapterMissing)
    }
  }

  @Test func theSignalStrengthIsMeasuredWhileTheLinkLasts() async throws {
    let controllers = FakeControllers()
    try await Scene.linked(controllers: controllers) { scene, link in
      await scene.expectEventually { controllers.with { $0.measurements } >= 3 }
      await scene.bluez.drop(FakeBlueZ.trainer)
      let strengths = await link.everything.filter { $0 == .signalStrength(dBm: -61) }
      #expect(strengths.count >= 3)
    }
  }

  @Test func aControllerThatDoesNotTellIsNotAskedAgain() async throws {
    let controllers = FakeControllers()
    controllers.with { $0.strength = .failure(HCIError(.refused, detail: "no")) }
    try await Scene.linked(controllers: controllers) { scene, _ in
      await scene.expectEventually { controllers.with { $0.measurements } == 1 }
      // By the loop's clock, on which the next five would have been due before.
      try await scene.loop.sleep(for: .milliseconds(100))
      let measurements = controllers.with { $0.measurements }
      #expect(measurements == 1)
    }
  }
}

extension BlueZCentral {
  /// Lets what the controllers have told be read, on the loop.
  func readControllers(_ controllers: FakeControllers) { controllers.catchUp() }
}
