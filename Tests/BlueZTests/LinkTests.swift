import BluetoothLE
import BusTestKit
import DBus
import Loop
import TestKit
import Testing

@testable import BlueZ

@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct LinkTests {
  private func values(_ events: [LinkEvent]) -> [[UInt8]] {
    events.compactMap { if case .notified(_, let value, _) = $0 { value } else { nil } }
  }

  @Test func `a link knows its device's characteristics`() async throws {
    try await Scene.linked { _, link in
      #expect(link.device == Scene.trainer)
      #expect(link.characteristics == [.indoorBikeData, .fitnessMachineControlPoint])
    }
  }

  @Test func `notifications arrive in order, including unchanged values`() async throws {
    try await Scene.linked { scene, link in
      try await link.subscribe(to: .indoorBikeData)
      let sent: [[UInt8]] = [[1], [1], [2], [], [3, 4]]
      await scene.bluez.notify(FakeBlueZ.controlPoint, [9])
      for value in sent { await scene.bluez.notify(FakeBlueZ.bikeData, value) }
      await scene.bluez.drop(FakeBlueZ.trainer)
      let events = await link.everything
      #expect(values(events) == sent)
      #expect(ending(events)?.code == .lost)
      #expect(ending(events)?.device == Scene.trainer)
    }
  }

  @Test func `notifications get their timestamp on arrival`() async throws {
    try await Scene.linked { scene, link in
      try await link.subscribe(to: .indoorBikeData)
      let before = scene.loop.now
      await scene.bluez.notify(FakeBlueZ.bikeData, [1])
      guard case .notified(.indoorBikeData, _, let at) = await link.events.first(where: { _ in true }) else {
        Issue.record("not a notification")
        return
      }
      #expect(at >= before && at <= scene.loop.now)
    }
  }

  @Test func `a subscription that BlueZ reports as in progress is requested again`() async throws {
    try await Scene.linked { scene, link in
      await scene.bluez.on("StartNotify") { bluez, call in
        let isFirst = bluez.calls(of: "StartNotify") == 1
        return isFirst ? call.reply(error: "org.bluez.Error.InProgress", "In Progress") : call.reply()
      }
      try await link.subscribe(to: .indoorBikeData)
      #expect(await scene.bluez.calls(of: "StartNotify") == 2)
    }
  }

  @Test(arguments: [
    ("org.bluez.Error.Failed", "Operation failed with ATT error: 0x80", LinkError.Code.refused, 0x80 as UInt8?),
    ("org.bluez.Error.NotPermitted", "Write not permitted", .refused, 0x03 as UInt8?),
    ("org.bluez.Error.NotAuthorized", "Not authorized", .refused, 0x08 as UInt8?),
    ("org.bluez.Error.InvalidArguments", "Invalid Length", .refused, 0x0D as UInt8?),
    ("org.bluez.Error.NotPermitted", "Write acquired", .occupied, nil as UInt8?),
    ("org.freedesktop.DBus.Error.AccessDenied", "no", .notAllowed, nil as UInt8?),
    ("org.bluez.Error.Failed", "Not connected", .lost, nil as UInt8?),
    ("org.bluez.Error.Failed", "Something new", .failed, nil as UInt8?),
  ])
  func `a refused write reports the reason`(
    name: String, text: String, code: LinkError.Code, attError: UInt8?
  ) async throws {
    try await Scene.linked { scene, link in
      await scene.bluez.on("WriteValue") { _, call in call.reply(error: name, text) }
      let error = await #expect(throws: LinkError.self) {
        try await link.write([0], to: .fitnessMachineControlPoint)
      }
      #expect(error?.code == code)
      #expect(error?.attError == attError)
      #expect(error?.detail?.contains(text) == true)
    }
  }

  @Test func `a write requests a response`() async throws {
    try await Scene.linked { scene, link in
      await scene.bluez.on("WriteValue") { _, call in
        let isRight = call.body == [.bytes([5, 200, 0]), .properties(["type": .string("request")])]
        return isRight ? call.reply() : call.reply(error: "org.bluez.Error.Failed", "\(call.body)")
      }
      try await link.write([5, 200, 0], to: .fitnessMachineControlPoint)
    }
  }

  @Test func `a read returns the value`() async throws {
    try await Scene.linked { scene, link in
      await scene.bluez.on("ReadValue") { _, call in call.reply([.bytes([1, 2, 3])]) }
      let value = try await link.read(.indoorBikeData)
      #expect(value == [1, 2, 3])
    }
  }

  @Test func `a missing characteristic is reported as missing`() async throws {
    try await Scene.linked { _, link in
      let read = await #expect(throws: LinkError.self) { _ = try await link.read(.batteryLevel) }
      #expect(read?.code == .characteristicMissing)
      let subscribe = await #expect(throws: LinkError.self) { try await link.subscribe(to: .trainingStatus) }
      #expect(subscribe?.code == .characteristicMissing)
    }
  }

  @Test func `a drop ends a waiting request`() async throws {
    try await Scene.linked { scene, link in
      await scene.bluez.on("WriteValue") { bluez, _ in
        bluez.drop(FakeBlueZ.trainer)
        return nil
      }
      let error = await #expect(throws: LinkError.self) {
        try await link.write([0], to: .fitnessMachineControlPoint)
      }
      #expect(error?.code == .lost)
      let later = await #expect(throws: LinkError.self) { _ = try await link.read(.indoorBikeData) }
      #expect(later?.code == .lost)
    }
  }

  @Test func `closing a link disconnects it`() async throws {
    try await Scene.linked { scene, link in
      await link.close()
      #expect(await scene.bluez.called.last == "Disconnect")
      #expect(ending(await link.everything)?.code == .closedHere)
      await link.close()
    }
  }

  @Test(arguments: [
    ("org.bluez.Reason.Timeout", LinkError.Code.supervisionTimeout), ("org.bluez.Reason.Remote", .closedByPeer),
    ("org.bluez.Reason.Local", .closedHere), ("org.bluez.Reason.Unknown", .lost),
  ])
  func `a link ends with the reason that BlueZ reports`(reason: String, code: LinkError.Code) async throws {
    try await Scene.linked { scene, link in
      await scene.bluez.emit(
        FakeBlueZ.trainer, "org.bluez.Device1", "Disconnected", [.string(reason), .string("as it says")])
      await scene.bluez.drop(FakeBlueZ.trainer)
      let error = ending(await link.everything)
      #expect(error?.code == code)
      #expect(error?.detail == "as it says")
    }
  }

  @Test func `a battery that BlueZ has claimed is still a characteristic`() async throws {
    try await Scene.run { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.set(
        FakeBlueZ.trainer, "org.bluez.Device1",
        ["UUIDs": .array([.string("0000180f-0000-1000-8000-00805f9b34fb")], of: "s")])
      await scene.bluez.obey()
      let link = try await scene.central.connect(to: Scene.trainer)
      #expect(link.characteristics.contains(.batteryLevel))
      try await link.subscribe(to: .batteryLevel)
      async let level = link.read(.batteryLevel)
      await scene.bluez.add(FakeBlueZ.trainer, ["org.bluez.Battery1": ["Percentage": .byte(90)]])
      #expect(try await level == [90])
      await scene.bluez.set(FakeBlueZ.trainer, "org.bluez.Battery1", ["Percentage": .byte(89)])
      await scene.bluez.drop(FakeBlueZ.trainer)
      #expect(values(await link.everything) == [[90], [89]])
    }
  }

  @Test func `the next link to a device is a new one`() async throws {
    try await Scene.linked { scene, link in
      try await link.subscribe(to: .indoorBikeData)
      await scene.bluez.drop(FakeBlueZ.trainer)
      _ = await link.everything
      let next = try await scene.central.connect(to: Scene.trainer)
      try await next.subscribe(to: .indoorBikeData)
      await scene.bluez.notify(FakeBlueZ.bikeData, [7])
      await scene.bluez.drop(FakeBlueZ.trainer)
      #expect(values(await next.everything) == [[7]])
    }
  }
}
