import BluetoothLE
import ControlWire
import DaemonKit
import RideStore
import Rides
import TestKit
import Testing

/// Rides during which the machine's clock is set.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ClockTests {
  private static let tenYears = Duration.seconds(10 * 365 * 86_400)
  private let machine = TestMachine(bootID: "A")

  /// Rides a minute, sets the clock halfway, and returns the start of the ride and its file.
  private func ride(
    on machine: TestMachine, step: Duration, isSynchronised: Bool
  ) async throws -> (start: String, file: String) {
    var ridden: (String, String)?
    try await withDaemon(machine: machine) { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 1)
      try await bench.advance(toSecond: 30)
      bench.clock.step(by: step, isSynchronised: isSynchronised)
      try await bench.finish()
      let (summary, rows) = try await bench.show()
      #expect(rows.map(\.second) == Array(0..<60), "rows stay a second apart")
      ridden = (summary.start, try bench.file)
    }
    return try #require(ridden)
  }

  @Test(arguments: [tenYears, .zero - tenYears])
  func `a leap of an unsynchronised clock does not change a ride's times`(_ step: Duration) async throws {
    let (start, file) = try await ride(on: machine, step: step, isSynchronised: false)
    #expect(start.hasPrefix("2026-11-21T06:45"))
    #expect(file.count(of: "<Time>2026-11-21T06:4") == 60)
  }

  @Test(arguments: [tenYears, .zero - tenYears])
  func `a clock that is set during a ride corrects the times of the whole ride`(_ step: Duration) async throws {
    var machine = machine
    machine.wallNow = machine.wallNow.advanced(by: .zero - step)
    machine.isSynchronised = false
    let (start, file) = try await ride(on: machine, step: step, isSynchronised: true)
    #expect(start.hasPrefix("2026-11-21T06:45"))
    #expect(file.count(of: "<Time>2026-11-21T06:4") == 60)
  }

  /// The store is updated at once, so that the right time survives a crash.
  @Test func `the stored start time is corrected during the ride`() async throws {
    var machine = machine
    machine.wallNow = UnixTime(seconds: 0)
    machine.isSynchronised = false
    try await withDaemon(machine: machine) { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 5)
      #expect(try await bench.rides.first?.start.hasPrefix("1970-01-01T00:0") == true)
      #expect(try await bench.parts.store.ride(1).begun.utcOffsetSeconds == 3600)
      bench.clock.step(by: .milliseconds(1_795_243_512_250), isSynchronised: true)
      try await bench.advance(toSecond: 7)
      await bench.untilStored()
      #expect(try await bench.rides.first?.start.hasPrefix("2026-11-21T06:45") == true)
      #expect(try await bench.parts.store.ride(1).begun.utcOffsetSeconds == 7200)
      #expect(try await bench.parts.store.ride(1).begun.isConfirmed == true)
    }
  }
}
