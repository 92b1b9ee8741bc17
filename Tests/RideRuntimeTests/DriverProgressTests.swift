import BluetoothLE
import Rides
import Testing

@testable import RideRuntime

/// Looks every ten seconds, as with a watchdog of half a minute.
@Suite struct DriverProgressTests {
  private let start = SuspendingClock.now
  private var progress = DriverProgress()

  /// Adds a look when the machine's clock and the ride clock are at these seconds.
  private mutating func look(
    at second: Double, ride: Double? = nil, deadline: Double? = nil, _ phase: RidePhase = .idle, rows: Int? = nil
  ) -> DriverProgress.Stall? {
    progress.take(
      DriverProgress.Look(
        now: .origin.advanced(by: .seconds(ride ?? second)),
        deadline: deadline.map { .origin.advanced(by: .seconds($0)) }, phase: phase, elapsedSeconds: rows),
      at: start + .seconds(second))
  }

  @Test mutating func `an idle driver is alive`() {
    for second in stride(from: 0.0, to: 100_000, by: 10) { #expect(look(at: second) == nil) }
  }

  @Test mutating func `a driver whose ride progresses is alive`() {
    for second in stride(from: 0.0, to: 3600, by: 10) {
      #expect(look(at: second, deadline: second + 0.5, .riding, rows: Int(second)) == nil)
    }
  }

  @Test mutating func `a deadline that passes without a response is a stall`() {
    #expect(look(at: 0, deadline: 3) == nil)
    #expect(look(at: 10, deadline: 3) == nil, "it may have come just before")
    #expect(look(at: 20, deadline: 3) == .overdue(.origin.advanced(by: .seconds(3))))
    #expect(look(at: 30, deadline: 40) == nil, "it goes on after all")
  }

  @Test mutating func `a deadline that is met late is not a stall`() {
    for second in stride(from: 0.0, to: 100, by: 10) { #expect(look(at: second, deadline: second - 8) == nil) }
  }

  @Test mutating func `a ride that stays at the same second is a stall`() {
    #expect(look(at: 0, deadline: 1, .riding, rows: 7) == nil)
    #expect(look(at: 10, deadline: 11, .riding, rows: 7) == nil)
    #expect(look(at: 20, deadline: 21, .riding, rows: 7) == .rows(7))
    #expect(look(at: 30, deadline: 31, .riding, rows: 8) == nil)
  }

  @Test(arguments: RidePhase.allCases.filter { $0 != .riding })
  mutating func `a ride outside the riding phase need not progress`(_ phase: RidePhase) {
    for second in stride(from: 0.0, to: 600, by: 10) { #expect(look(at: second, phase, rows: 7) == nil) }
  }

  /// The ride clock includes the time that a computer sleeps.
  ///
  /// The overdue work is then done in a moment.
  @Test mutating func `suspending the computer is not a stall`() {
    #expect(look(at: 0, ride: 0, deadline: 1, .riding, rows: 10) == nil)
    #expect(look(at: 9, ride: 3600, deadline: 1, .riding, rows: 10) == nil)
    #expect(look(at: 18, ride: 3609, deadline: 3610, .riding, rows: 3609) == nil)
  }

  /// At a thousand times the pace, and at a tenth of it.
  @Test mutating func `the pace of the ride clock does not cause a stall`() {
    for second in stride(from: 0.0, to: 300, by: 0.5) {
      #expect(
        look(at: second, ride: second * 1000, deadline: second * 1000 - 7, .riding, rows: Int(second * 1000)) == nil)
    }
    for second in stride(from: 1000.0, to: 1300, by: 1) {
      let ride = 300_000 + second * 0.1
      #expect(look(at: second, ride: ride, deadline: ride + 1, .riding, rows: Int(ride)) == nil)
    }
  }
}
