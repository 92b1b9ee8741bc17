import BluetoothLE
import Rides
import Testing

@testable import RideSession

@Suite struct LinkIntervalsTests {
  private static func statistics(_ intervals: [Duration]) -> IntervalStatistics? {
    guard var statistics = intervals.first.map({ IntervalStatistics($0) }) else { return nil }
    for interval in intervals.dropFirst() { statistics.add(interval) }
    return statistics
  }

  @Test func `the statistics of intervals are exact`() throws {
    let statistics = try #require(Self.statistics([200, 300, 250, 250].map { .milliseconds($0) }))
    #expect(statistics.count == 4)
    #expect(statistics.shortest == .milliseconds(200) && statistics.longest == .milliseconds(300))
    #expect(abs(statistics.meanSeconds - 0.25) < 1e-15)
    #expect(abs(statistics.deviationSeconds - 0.00125.squareRoot()) < 1e-15)
    #expect(IntervalStatistics(.seconds(1)).deviationSeconds == 0)
  }

  /// A sum of squares would be 10⁹ times as large as the deviations.
  @Test func `a small deviation of intervals stays exact if the mean is large`() throws {
    let intervals = (0..<100_000).map { Duration.seconds(30) + .microseconds($0.isMultiple(of: 2) ? 1 : -1) }
    let statistics = try #require(Self.statistics(intervals))
    #expect(abs(statistics.deviationSeconds - 1e-6) < 1e-12)
  }

  @Test func `impossible stored statistics are rejected`() {
    func kept(_ count: Int, _ shortest: Int, _ longest: Int, _ mean: Double, _ squares: Double) -> IntervalStatistics? {
      IntervalStatistics(
        count: count, shortest: .seconds(shortest), longest: .seconds(longest), meanSeconds: mean, squares: squares)
    }
    #expect(kept(2, 1, 2, 1.5, 0.5)?.deviationSeconds == 0.5)
    #expect(kept(0, 1, 2, 1.5, 0.5) == nil && kept(2, 2, 1, 1.5, 0.5) == nil && kept(2, -1, 2, 1.5, 0.5) == nil)
    #expect(kept(2, 1, 2, .nan, 0.5) == nil && kept(2, 1, 2, 1.5, -1) == nil)
  }

  @Test func `the gap between two links does not count as an interval`() throws {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 120)
    bench.run(for: .seconds(5))
    bench.drop(.trainer, for: .seconds(20))
    bench.drop(.heartRate, for: .seconds(15))
    bench.run(for: .seconds(160))
    let last = try #require(bench.keptIntervals.last)
    let (trainer, strap) = (try #require(last[.trainer]), try #require(last[.heartRate]))
    #expect(trainer.shortest == .milliseconds(250) && trainer.longest == .milliseconds(250))
    #expect(trainer.deviationSeconds < 1e-9)
    #expect(strap.longest < .seconds(2))
    // Four a second for 120 s of timer, and some more while the timer is stopped.
    #expect((470...520).contains(trainer.count))
  }

  @Test func `the statistics of intervals are stored every minute and at the end`() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 150)
    bench.run(for: .seconds(59))
    #expect(bench.keptIntervals.isEmpty)
    bench.run(for: .seconds(70))
    #expect(bench.keptIntervals.count == 2)
    bench.run(for: .seconds(60))
    #expect(bench.keptIntervals.count == 3)
    #expect(bench.recordEnds == [.finished])
  }

  @Test func `a resumed ride continues its stored statistics`() throws {
    let kept = try #require(Self.statistics([Duration](repeating: .milliseconds(250), count: 400)))
    var intervals = LinkIntervals(after: [.trainer: kept], minute: 1)
    intervals.receive(.trainer, at: MonotonicInstant(nanoseconds: 0))
    #expect(intervals.statistics == [.trainer: kept])
    intervals.receive(.trainer, at: MonotonicInstant(nanoseconds: 500_000_000))
    let further = try #require(intervals.statistics[.trainer])
    #expect(further.count == 401 && further.longest == .milliseconds(500))
    #expect(abs(further.meanSeconds - 100.5 / 401) < 1e-12)
    #expect(intervals.news(inMinute: 1) == nil)
    #expect(intervals.news(inMinute: 2) == intervals.statistics)
    #expect(intervals.news(inMinute: nil) == nil)
  }
}
