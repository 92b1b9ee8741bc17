import BluetoothLE
import ControlWire
import DaemonKit
import Foundation
import Logging
import Loop
import RadioSim
import RideRuntime
import RideSession
import RideStore
import Rides
import TestKit
import Testing

@testable import TrainerAPI

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct EndTests {
  /// The test copies the state directory during a ride, as a power cut would leave it, and starts a daemon on the copy.
  @Test func `a ride cut off without a resume window is finished at the next startup`() async throws {
    let state = try TemporaryDirectory()
    var remains: TemporaryDirectory?
    try await withDaemon(state: state) { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 100)
      let id = try #require(try await bench.rides.first?.id)
      await bench.untilStored()
      #expect(try await bench.parts.store.samples(of: id, from: 0, limit: 200).count == 100)
      #expect(try await bench.rides.first?.state == .riding)
      remains = try TemporaryDirectory(copying: state.path)
    }
    try await withDaemon(state: remains) { bench in
      let (ride, rows) = try await bench.show()
      #expect(ride.state == .finished)
      #expect((ride.timerSeconds, rows.count) == (100, 100))
      let end = RideEvent(at: .seconds(100), kind: .ended(.recovered))
      #expect(try await bench.parts.store.events(of: ride.id).last == end)
      #expect(try bench.file.count(of: "<Trackpoint>") == 100)
      #expect(try await bench.call(Devices()) != DeviceList(devices: []), "the devices are still chosen")
      try await bench.start(minutes: 0.1)
      try await bench.finish()
      #expect(try bench.files.count == 2)
    }
  }

  @Test func `a ride that was cut off before its first row is discarded`() async throws {
    let state = try TemporaryDirectory()
    var remains: TemporaryDirectory?
    try await withDaemon(state: state) { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      remains = try TemporaryDirectory(copying: state.path)
    }
    try await withDaemon(state: remains) { bench async throws in
      #expect(try await bench.rides == [])
      #expect(try bench.files == [:])
    }
  }

  @Test func `a ride that is stopped in its first second leaves no ride and no file`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance { $0.phase == .riding }
      #expect(await bench.parts.driver.snapshot.figures?.elapsedSeconds == 0)
      let stopping = Task { try await bench.call(Stop()) }
      await bench.wait { $0.phase == .finishing }
      try await bench.finish()
      #expect(try await stopping.value == EndedRide(ride: nil))
      #expect(try await bench.rides == [])
      #expect(try bench.files == [:])
    }
  }

  @Test func `a ride cut off in its first second is discarded, or resumes within the window`() async throws {
    for window in [Duration.zero, .seconds(60)] {
      let state = try TemporaryDirectory()
      var remains: TemporaryDirectory?
      let machine = TestMachine(bootID: "A")
      try await withDaemon(state: state, machine: machine) { bench in
        try await bench.useDevices()
        try await bench.start(minutes: 10)
        try await bench.advance { $0.phase == .riding }
        await bench.untilStored()
        #expect(try await bench.parts.store.events(of: 1).map(\.kind).contains(.started))
        remains = try TemporaryDirectory(copying: state.path)
      }
      try await withDaemon(state: remains, machine: machine, window: window) { bench async throws in
        #expect(try await bench.parts.store.unfinishedNumbers() == (window == .zero ? [] : [1]))
      }
    }
  }

  @Test func `after shutdown the daemon starts no ride, scan or watch`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      await bench.parts.api.shutDown()
      await bench.expectRefusal(.shuttingDown, of: Start(watts: 150, minutes: 1))
      await bench.expectRefusal(.shuttingDown, of: Scan(seconds: 3600))
      await bench.expectRefusal(.shuttingDown, of: Use(address: "C0:FF:EE:00:00:09"))
      var statuses = 0
      for try await _ in bench.stream(Watch()) { statuses += 1 }
      #expect(statuses <= 2, "a watch ends at once")
      #expect(try await bench.status.phase == .idle)
    }
  }

  @Test func `a daemon that shuts down ends its scans`() async throws {
    try await withDaemon { bench in
      let found = bench.stream(Scan(seconds: 3600))
      var replies = found.makeAsyncIterator()
      _ = try await replies.next()
      let path = bench.socketPath
      async let all = blocking { try callScan(path) }
      await bench.waitForScans(2)
      await bench.parts.api.shutDown()
      while let _ = try await replies.next() {}
      let devices = try await all.devices
      #expect(devices.count == 2)
    }
  }

  @Test func `a state directory serves one daemon at a time`() async throws {
    let state = try TemporaryDirectory()
    try await withDaemon(state: state) { _ in
      let error = await #expect(throws: NeverOpened.self) { try await withDaemon(state: state) { _ in } }
      #expect(error?.failure?.cause == .inUse)
      #expect(error?.failure?.path == state.path)
    }
    try await withDaemon(state: state) { bench async throws in #expect(try await bench.status.phase == .idle) }
  }
}
