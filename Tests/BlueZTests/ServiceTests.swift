import BluetoothLE
import BusTestKit
import DBus
import Glibc
import Loop
import Synchronization
import TestKit
import Testing

@testable import BlueZ

/// Tests a `bluetoothd` that denies access or is too old.
@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct ServiceTests {
  private static let outdated = LinkError(.serviceOutdated, operation: "attach", detail: "BlueZ 5.50")

  /// This happens to a user outside the group bluetooth.
  @Test func `denied access is reported and retried`() async throws {
    try await Scene.run(denying: "<deny send_destination=\"org.bluez\"/>") { scene in
      await scene.bluez.addAdapter()
      let state = await scene.state { $0.problem?.code == .notAllowed }
      #expect(state.problem?.code == .notAllowed)
      #expect(state.problem?.detail?.contains("AccessDenied") == true)
      let error = await #expect(throws: LinkError.self) { _ = try await scene.central.connect(to: Scene.trainer) }
      #expect(error?.code == .notAllowed)
      try scene.bus.deny("")
      await scene.expectState { $0.problem == nil }
    }
  }

  @Test func `an outdated bluetoothd is reported and still used`() async throws {
    try await Scene.run(examine: { Self.outdated }) { scene in
      await scene.bluez.addAdapter(powered: false)
      await scene.bluez.addTrainer()
      await scene.bluez.obey()
      let state = await scene.state { $0.adapter != nil }
      #expect(state.problem?.code == .adapterOff, "what can be mended at once comes first")
      _ = try await scene.central.connect(to: Scene.trainer)
      #expect(await scene.central.state().problem == Self.outdated)
    }
  }

  /// This happens at boot, if the adapter appears after systemd has looked for it.
  @Test func `the bus starts a missing bluetoothd, and a failed start is reported`() async throws {
    try await Scene.run { scene in
      await scene.bluez.crash()
      try scene.bus.activate("org.bluez", by: "/bin/false")
      let state = await scene.state { $0.problem?.detail?.contains("ChildExited") == true }
      #expect(state.problem?.isOfServiceStart == true)
      #expect(state.problem?.code == .serviceMissing)
      let marker = "/tmp/jz2-started-\(scene.bus.address.hashValue.magnitude)"
      try scene.bus.activate("org.bluez", by: "/bin/touch \(marker)")
      await scene.expectEventually { access(marker, F_OK) == 0 }
      unlink(marker)
      let again = try await FakeBlueZ.start(scene.bus.address, on: scene.loop)
      await again.addAdapter()
      await scene.expectState { $0.problem == nil }
      await again.crash()
    }
  }

  /// The new finding counts: the system may have been updated meanwhile.
  @Test func `every new bluetoothd is examined`() async throws {
    let looks = Mutex(0)
    let examine: @Sendable () async -> LinkError? = {
      looks.withLock {
        $0 += 1; return $0 == 1 ? Self.outdated : nil
      }
    }
    try await Scene.run(examine: examine) { scene in
      await scene.bluez.addAdapter()
      await scene.expectState { $0.problem == Self.outdated }
      await scene.bluez.crash()
      await scene.expectState { $0.problem?.code == .serviceMissing }
      let again = try await FakeBlueZ.start(scene.bus.address, on: scene.loop)
      await again.addAdapter()
      await scene.expectState { $0.problem == nil }
      let count = looks.withLock { $0 }
      #expect(count == 2)
      await again.crash()
    }
  }
}
