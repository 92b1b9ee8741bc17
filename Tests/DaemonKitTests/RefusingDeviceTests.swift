import BlueZ
import BluetoothLE
import BusTestKit
import ControlWire
import DBus
import Loop
import RideSession
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit

/// A whole daemon with the real BlueZ code, against a scripted `bluetoothd` whose devices refuse requests.
@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct RefusingDeviceTests {
  /// Runs a daemon with the scripted trainer chosen, and optionally the strap.
  private func scene(
    strap: Bool = false,
    _ script: @Sendable (isolated FakeBlueZ) -> Void,
    _ body: @escaping @Sendable (DaemonBench, FakeBlueZ, LogLines) async throws -> Void
  ) async throws {
    try await PrivateBus.run { bus in
      let loop = EventLoop(name: "scripted-bluez", pace: .real)
      let bluez = try await FakeBlueZ.start(bus.address, on: loop)
      await bluez.stage(script)
      let lines = LogLines()
      var patience = BlueZCentral.Patience()
      (patience.resolving, patience.straggling) = (.seconds(1), .milliseconds(20))
      var radio: BlueZCentral?
      try await withDaemon(pace: .real, log: lines.logger) { loop in
        let central = BlueZCentral(on: loop, busAddress: bus.address, patience: patience)
        radio = central
        return central
      } _: { bench in
        let central = try #require(radio)
        let running = Task { await central.run() }
        try await bench.choose(strap: strap)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(bench, bluez, lines)) } catch { outcome = .failure(error) }
        running.cancel()
        try outcome.get()
      }
      await bluez.crash()
      await loop.stop()
    }
  }

  /// Expects no remedy to have been applied to the radio.
  private func expectNoMeasure(of bluez: FakeBlueZ) async {
    #expect(await bluez.calls(of: "RemoveDevice") == 0)
    #expect(await bluez.calls(of: "Set") == 0, "the adapter stays on")
  }

  // MARK: The trainer

  @Test(
    arguments: [
      (BlueZError("NotPermitted", "Notify acquired"), .occupied),
      (BlueZError("NotSupported", "Operation is not supported"), .unsupported),
      (BlueZError("NotPermitted", "Write not permitted"), .refused),
    ] as [(BlueZError, DeviceFault)])
  func `a start fails with the reason if control point notifications are refused`(
    error: BlueZError, fault: DeviceFault
  ) async throws {
    try await scene {
      $0.ride()
      $0.refuse("StartNotify", of: FakeBlueZ.controlPoint, with: error)
    } _: { bench, bluez, lines in
      let refusal = await #expect(throws: ControlError.self) {
        try await bench.call(Start(watts: 150, minutes: 1))
      }
      #expect(refusal == ControlError(.deviceRefused, subject: "KICKR CORE", cause: fault))
      #expect(await bluez.calls(of: "Connect") == 3)
      await self.expectNoMeasure(of: bluez)
      let isInJournal = lines.all.contains { $0.message == "no notifications" && $0.text.contains(error.text) }
      #expect(isInJournal)
    }
  }

  @Test func `a start fails with the reason if data notifications are refused`() async throws {
    try await scene {
      $0.ride()
      $0.refuse("StartNotify", of: FakeBlueZ.bikeData, with: BlueZError("NotPermitted", "Notify acquired"))
    } _: { bench, bluez, _ in
      let refusal = await #expect(throws: ControlError.self) {
        try await bench.call(Start(watts: 150, minutes: 1))
      }
      #expect(refusal?.code == .deviceRefused)
      #expect(refusal?.explanation.message == "Another program on this computer uses KICKR CORE.")
      #expect(refusal?.explanation.remedy.contains("Home Assistant") == true)
      await self.expectNoMeasure(of: bluez)
    }
  }

  @Test func `a start waits for a trainer that shows Fitness Machine only on its third link`() async throws {
    try await scene {
      $0.ride { bluez, device in
        if bluez.calls(of: "Connect") < 3 {
          bluez.addService("180a", with: "2a29", to: device)
        } else {
          bluez.addTrainerServices(to: device)
        }
      }
    } _: { bench, bluez, _ in
      _ = try await bench.call(Start(watts: 150, minutes: 1))
      #expect(await bluez.calls(of: "Connect") == 3)
      await self.expectNoMeasure(of: bluez)
    }
  }

  // MARK: The strap

  @Test(
    arguments: [
      (BlueZError("NotPermitted", "Write not permitted"), .refused),
      (BlueZError("NotPermitted", "Not paired"), .bondMissing),
    ] as [(BlueZError, DeviceFault)])
  func `a strap that refuses notifications is reported with the reason and rarely retried`(
    error: BlueZError, fault: DeviceFault
  ) async throws {
    try await scene(strap: true) {
      $0.ride()
      $0.refuse("StartNotify", of: FakeBlueZ.strap, with: error)
      $0.refuse("Pair", with: BlueZError("AuthenticationFailed"))
    } _: { bench, bluez, _ in
      try await self.expectStrapAway(fault.rawValue, bench, bluez)
      _ = try await bench.call(Stop())
      let incidents = try await bench.call(Links(ride: "last")).incidents
      #expect(incidents.map(\.kind) == [.refusal])
      #expect(incidents.first?.reason?.contains(error.text) == true)
    }
  }

  @Test(arguments: [
    BlueZError("NotAvailable", "br-connection-profile-unavailable"),
    BlueZError("BREDR.ProfileUnavailable", "No more profiles to connect to"),
  ])
  func `a strap that answers as classic Bluetooth is reported and rarely retried`(error: BlueZError) async throws {
    try await scene(strap: true) {
      $0.ride()
      $0.refuse("Connect", of: FakeBlueZ.strap, with: error)
    } _: { bench, bluez, _ in
      try await self.expectStrapAway("classic", bench, bluez)
    }
  }

  @Test func `a strap without services is reported as such`() async throws {
    try await scene(strap: true) {
      $0.ride { bluez, device in if device != FakeBlueZ.strap { bluez.addUsual(to: device) } }
    } _: { bench, bluez, _ in
      try await self.expectStrapAway("servicesUnresolved", bench, bluez)
    }
  }

  /// Rides until the strap causes a problem with this code, and then for a while longer.
  private func expectStrapAway(_ code: String, _ bench: DaemonBench, _ bluez: FakeBlueZ) async throws {
    _ = try await bench.call(Start(watts: 150, minutes: 10))
    let began = bench.loop.now
    await bench.wait { snapshot in
      snapshot.problems.contains { if case .strapAway(let error?) = $0 { error.code.rawValue == code } else { false } }
    }
    try await bench.loop.sleep(for: .seconds(3))
    let problem = try #require(try await bench.status.problems.first { $0.code == "strapAway" })
    #expect(problem.detail == code)
    #expect(!problem.message.contains("does not answer") && problem.message.contains("without heart rate"))
    // Attempts after 0, 1, 3, 7, 15 s and so on, in addition to the trainer's one.
    let seconds = (bench.loop.now - began).seconds
    #expect(await Double(bluez.calls(of: "Connect")) <= 3 + seconds / 2)
    await expectNoMeasure(of: bluez)
  }
}

extension FakeBlueZ {
  /// Adds an adapter, a trainer and a strap, and runs the script of their faults.
  fileprivate func stage(_ script: @Sendable (isolated FakeBlueZ) -> Void) {
    addAdapter()
    addTrainer()
    addStrap()
    script(self)
  }
}

extension DaemonBench {
  /// Chooses the scripted devices, as `use` does.
  fileprivate func choose(strap: Bool) async throws {
    let (store, now) = (parts.store, clock.now)
    try await store.choose(DeviceAddress(0xC0FF_EE00_0001), name: "KICKR CORE", as: .trainer, at: now)
    if strap { try await store.choose(DeviceAddress(0xC0FF_EE00_0002), name: "HRM", as: .heartRate, at: now) }
  }
}
