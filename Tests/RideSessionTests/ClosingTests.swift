import BluetoothLE
import RideSession
import Testing

@Suite struct ClosingTests {
  /// A strap that comes back while the ride is being written: its first value arrives between the two.
  @Test func nothingIsNotedInARecordThatIsBeingClosed() throws {
    var bench = RideBench()
    bench.start(seconds: 600)
    bench.run(for: .seconds(10))
    bench.drop(.heartRate, for: .seconds(1))
    for _ in 0..<300 where bench.snapshot.heartRate?.link != .preparing { bench.run(for: .milliseconds(10)) }
    bench.send(.stop)
    for _ in 0..<300 where bench.closedRecords.isEmpty { bench.run(for: .milliseconds(1)) }
    try #require(bench.closedRecords.count == 1)
    let events = bench.events
    #expect(events.last?.kind.name == .ended)

    bench.notify(.heartRate, .heartRateMeasurement, [0, 120])
    #expect(bench.events == events)
  }
}
