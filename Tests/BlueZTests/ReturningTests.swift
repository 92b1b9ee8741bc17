import BluetoothLE
import BusTestKit
import DBus
import TestKit
import Testing

@testable import BlueZ

@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct ReturningTests {
  /// Runs a scene with a trainer that was linked and subscribed to, and is gone; the next `Connect` is answered at once
  /// or never.
  private func gone(
    subscribedTo characteristics: [CharacteristicID] = [.fitnessMachineControlPoint], isConnectAnswered: Bool = false,
    _ body: @escaping @Sendable (Scene) async throws -> Void
  ) async throws {
    try await Scene.linked { scene, link in
      for characteristic in characteristics { try await link.subscribe(to: characteristic) }
      await scene.bluez.drop(FakeBlueZ.trainer)
      _ = await link.everything
      await scene.bluez.on("Connect") { bluez, call in
        bluez.set(FakeBlueZ.trainer, "org.bluez.Device1", ["Connected": .boolean(true)])
        return isConnectAnswered ? call.reply() : nil
      }
      try await body(scene)
    }
  }

  private static let both: [CharacteristicID] = [.fitnessMachineControlPoint, .indoorBikeData]

  @Test func `a returning device is used before its services are compared`() async throws {
    try await gone { scene in
      let link = try await scene.central.connect(to: Scene.trainer)
      try await link.write([0], to: .fitnessMachineControlPoint)
      #expect(link.characteristics.count == 2)
      await scene.bluez.resolve(FakeBlueZ.trainer)
      await scene.bluez.notify(FakeBlueZ.controlPoint, [0x80, 0, 1])
      try await link.subscribe(to: .fitnessMachineControlPoint)
    }
  }

  @Test func `a returning device is used at once, even if Connect is answered first`() async throws {
    try await gone(isConnectAnswered: true) { scene in
      let link = try await scene.central.connect(to: Scene.trainer)
      try await link.write([0], to: .fitnessMachineControlPoint)
      #expect(link.characteristics.count == 2)
    }
  }

  /// Here only the answer to `Connect` shows the link, so that there is no earlier request to repeat.
  @Test func `notifications not renewed when Connect is answered are awaited with the services`() async throws {
    try await gone { scene in
      await scene.bluez.on("Connect") { bluez, call in
        bluez.setSilently(FakeBlueZ.trainer, "org.bluez.Device1", ["Connected": .boolean(true)])
        return call.reply()
      }
      await scene.bluez.on("StartNotify") { bluez, call in
        bluez.resolve(FakeBlueZ.trainer)
        return call.reply(error: "org.bluez.Error.InProgress", "In Progress")
      }
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.bluez.calls(of: "StartNotify") == 2, "once before the drop, once after")
    }
  }

  @Test func `a returning device is not used before its notifications are renewed`() async throws {
    try await gone { scene in
      await scene.bluez.on("StartNotify") { bluez, call in
        let isEarly = bluez.calls(of: "StartNotify") < 4
        return isEarly ? call.reply(error: "org.bluez.Error.InProgress", "In Progress") : call.reply()
      }
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.bluez.calls(of: "StartNotify") == 4)
    }
  }

  // The previous link was lost while its notifications were being enabled, and BlueZ dropped them. BlueZ accepts a
  // request for new ones on a link that is not attached yet. (Seen with BlueZ 5.66.)
  @Test func `a success for notifications that BlueZ has dropped does not make a link usable`() async throws {
    try await gone { scene in
      await scene.bluez.on("StartNotify") { bluez, call in
        let isAttaching = [3, 4].contains(bluez.calls(of: "StartNotify"))
        return isAttaching ? call.reply(error: "org.bluez.Error.InProgress", "In Progress") : call.reply()
      }
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.bluez.calls(of: "StartNotify") == 5, "one before the drop")
    }
  }

  @Test func `renewed notifications are requested again once the services are confirmed`() async throws {
    try await gone(subscribedTo: Self.both, isConnectAnswered: true) { scene in
      let again = try await scene.central.connect(to: Scene.trainer)
      for characteristic in Self.both { try await again.subscribe(to: characteristic) }
      #expect(await scene.bluez.calls(of: "StartNotify") == 4, "one of the two, twice")
      await scene.bluez.resolve(FakeBlueZ.trainer)
      await scene.expectOfBlueZ { $0.calls(of: "StartNotify") == 6 }
    }
  }

  /// BlueZ 5.66 silently failed to renew, two rides later, a subscription that it had renewed before.
  @Test func `notifications subscribed to after the services are confirmed are requested`() async throws {
    try await gone(subscribedTo: Self.both, isConnectAnswered: true) { scene in
      let again = try await scene.central.connect(to: Scene.trainer)
      try await again.subscribe(to: .fitnessMachineControlPoint)
      await scene.bluez.resolve(FakeBlueZ.trainer)
      await scene.expectOfBlueZ { $0.calls(of: "StartNotify") == 5 }
      try await again.subscribe(to: .indoorBikeData)
      #expect(await scene.bluez.calls(of: "StartNotify") == 6)
    }
  }

  private static let write = "WriteValue \(CharacteristicID.fitnessMachineControlPoint)"

  @Test func `a write waits for the previous one instead of being refused`() async throws {
    try await Scene.linked { scene, link in
      await scene.bluez.on("WriteValue") { _, _ in nil }
      let first = Task { try await link.write([0], to: .fitnessMachineControlPoint) }
      await scene.bluez.isCalled("WriteValue")
      let second = Task { try await link.write([5], to: .fitnessMachineControlPoint) }
      await scene.expectWaiting(1, in: Self.write)
      try await scene.callsHaveArrived()
      #expect(await scene.bluez.calls(of: "WriteValue") == 1)
      await scene.bluez.drop(FakeBlueZ.trainer)
      await #expect(throws: LinkError.self) { try await first.value }
      await #expect(throws: LinkError.self) { try await second.value }
      #expect(await scene.bluez.calls(of: "WriteValue") == 1)
    }
  }

  @Test func `waiting writes are sent one at a time`() async throws {
    try await Scene.linked { scene, link in
      await scene.bluez.hold("WriteValue")
      let writes = (1...3).map { value in Task { try await link.write([value], to: .fitnessMachineControlPoint) } }
      for number in 1...3 {
        await scene.expectOfBlueZ { $0.held.count == 1 }
        await scene.expectWaiting(3 - number, in: Self.write)
        try await scene.callsHaveArrived()
        #expect(await scene.bluez.calls(of: "WriteValue") == number)
        await scene.bluez.answerHeld()
      }
      for write in writes { try await write.value }
    }
  }

  @Test func `a link ends if its services differ from the remembered ones`() async throws {
    try await gone { scene in
      let link = try await scene.central.connect(to: Scene.trainer)
      await scene.bluez.remove(FakeBlueZ.bikeData)
      await scene.bluez.set(FakeBlueZ.trainer, "org.bluez.Device1", ["ServicesResolved": .boolean(true)])
      #expect(ending(await link.everything)?.code == .servicesUnresolved)
      await scene.expectOfBlueZ { $0.called.last == "Disconnect" }
    }
  }

  @Test func `a drop before the services are compared is handled as an ordinary drop`() async throws {
    try await gone { scene in
      let link = try await scene.central.connect(to: Scene.trainer)
      await scene.bluez.drop(FakeBlueZ.trainer)
      #expect(ending(await link.everything)?.code == .lost)
    }
  }

  @Test func `a cancelled connection is withdrawn from BlueZ`() async throws {
    try await gone { scene in
      await scene.bluez.on("Connect") { _, _ in nil }
      let connecting = Task { try await scene.central.connect(to: Scene.trainer) }
      await scene.expectOfBlueZ { $0.called.last == "Connect" }
      connecting.cancel()
      await #expect(throws: LinkError.self) { try await connecting.value }
      #expect(await scene.bluez.called.last == "Disconnect")
    }
  }

  @Test func `a pending connection ends with its adapter`() async throws {
    try await gone { scene in
      await scene.bluez.on("Connect") { bluez, _ in
        bluez.remove(FakeBlueZ.adapter)
        return nil
      }
      let error = await #expect(throws: LinkError.self) { _ = try await scene.central.connect(to: Scene.trainer) }
      #expect(error?.code == .adapterMissing)
    }
  }
}
