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
struct PairingTests {
  private static let agent: ObjectPath = "/org/justzone2/agent"

  /// Makes the trainer refuse notifications until it is paired.
  private func wantBond(_ scene: Scene, pairingWorks: Bool = true) async {
    await scene.bluez.on("StartNotify") { bluez, call in
      bluez.calls(of: "Pair") > 0 && pairingWorks
        ? call.reply() : call.reply(error: "org.bluez.Error.NotPermitted", "Not paired")
    }
    await scene.bluez.on("Pair") { _, call in
      pairingWorks ? call.reply() : call.reply(error: "org.bluez.Error.AuthenticationFailed", "no")
    }
  }

  @Test func `a device that requires a bond is paired once, and the request is repeated`() async throws {
    try await Scene.linked { scene, link in
      await wantBond(scene)
      try await link.subscribe(to: .indoorBikeData)
      try await link.subscribe(to: .fitnessMachineControlPoint)
      #expect(await scene.bluez.calls(of: "Pair") == 1)
    }
  }

  @Test func `pairing that fails is tried once for each link`() async throws {
    try await Scene.linked { scene, link in
      await wantBond(scene, pairingWorks: false)
      for _ in 0..<2 {
        let error = await #expect(throws: LinkError.self) { try await link.subscribe(to: .indoorBikeData) }
        #expect(error?.code == .bondMissing)
        #expect(error?.attError == 0x05)
      }
      #expect(await scene.bluez.calls(of: "Pair") == 1)
    }
  }

  @Test func `a device that requires no bond is not paired`() async throws {
    try await Scene.linked { scene, link in
      try await link.subscribe(to: .indoorBikeData)
      try await link.write([0], to: .fitnessMachineControlPoint)
      #expect(await scene.bluez.calls(of: "Pair") == 0)
    }
  }

  @Test func `a device that ended its link for lack of a bond is paired on the next link`() async throws {
    let controllers = FakeControllers(linked: [Scene.trainer])
    try await Scene.linked(controllers: controllers) { scene, link in
      controllers.with { $0.unread = [.connected(0x40, Scene.trainer), .disconnected(0x40, 0x05)] }
      await scene.central.readControllers(controllers)
      await scene.bluez.drop(FakeBlueZ.trainer)
      _ = await link.everything
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.bluez.calls(of: "Pair") == 1)
    }
  }

  /// Simulates the bond that BlueZ makes by itself with a device that requires one.
  private func bond(_ scene: Scene) async {
    await scene.bluez.set(FakeBlueZ.trainer, "org.bluez.Device1", ["Paired": .boolean(true)])
    await scene.expectEventually { [central = scene.central] in
      central.assumeIsolated { $0.tree.device(FakeBlueZ.trainer)?.isPaired == true }
    }
  }

  @Test func `a link without any response after bonding is disconnected`() async throws {
    try await Scene.linked(bonding: .milliseconds(200)) { scene, link in
      await scene.bluez.hold("StartNotify")
      await bond(scene)
      await expectFailure(.lost) { try await link.subscribe(to: .indoorBikeData) }
      await scene.bluez.isCalled("Disconnect")
      let next = try await scene.central.connect(to: Scene.trainer)
      await scene.bluez.on("StartNotify") { _, call in call.reply() }
      try await next.subscribe(to: .indoorBikeData)
    }
  }

  @Test func `a request that waits during bonding ends with the link`() async throws {
    try await Scene.linked(bonding: .milliseconds(200)) { scene, link in
      await scene.bluez.hold("StartNotify")
      async let asked: Void = expectFailure(.lost) { try await link.subscribe(to: .indoorBikeData) }
      await scene.bluez.isCalled("StartNotify")
      await bond(scene)
      await asked
      await scene.bluez.isCalled("Disconnect")
    }
  }

  @Test func `a refusal by BlueZ itself is not a response after bonding`() async throws {
    try await Scene.linked(bonding: .milliseconds(200)) { scene, link in
      await scene.bluez.on("StartNotify") { bluez, call in
        bluez.calls(of: "StartNotify") == 1 ? call.reply(error: "org.bluez.Error.InProgress", "In Progress") : nil
      }
      await bond(scene)
      await expectFailure(.lost) { try await link.subscribe(to: .indoorBikeData) }
    }
  }

  @Test func `a link with one response after bonding is kept`() async throws {
    try await Scene.linked { scene, link in
      await bond(scene)
      try await link.subscribe(to: .indoorBikeData)
      #expect(await scene.central.bonding.areProven)
      await scene.bluez.hold("WriteValue")
      async let written: Void = link.write([0], to: .fitnessMachineControlPoint)
      await scene.bluez.isCalled("WriteValue")
      #expect(await scene.central.bonding.areProven)
      await scene.bluez.answerHeld()
      try await written
      #expect(await scene.bluez.calls(of: "Disconnect") == 0)
    }
  }

  @Test func `the pairing agent only accepts this process's own devices`() async throws {
    try await Scene.linked { scene, _ in
      await scene.expectOfBlueZ { $0.called.contains("RegisterAgent") }
      let agreed = await scene.bluez.ask(Self.agent, "org.bluez.Agent1", "RequestAuthorization", FakeBlueZ.trainer)
      #expect(agreed == nil)
      let refused = await scene.bluez.ask(Self.agent, "org.bluez.Agent1", "RequestAuthorization", FakeBlueZ.strap)
      #expect(refused == "org.bluez.Error.Rejected")
      let pin = await scene.bluez.ask(Self.agent, "org.bluez.Agent1", "RequestPinCode", FakeBlueZ.trainer)
      #expect(pin == "org.bluez.Error.Rejected")
    }
  }
}
