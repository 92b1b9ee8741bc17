import ControlWire
import DaemonKit
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct LapCallTests {
  @Test func `a lap appears in the ride's review and file`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 2)
      try await bench.advance(toSecond: 45)
      let ended = try await bench.call(EndLap())
      #expect((ended.number, ended.ended?.number, ended.ended?.timerSeconds) == (2, 1, 45))
      try await bench.advance(toSecond: 60)
      let lap = try #require(try await bench.status.ride?.lap)
      #expect((lap.number, lap.timerSeconds) == (2, 15))
      try await bench.finish()
      let laps = try await bench.call(Review(ride: "last")).laps
      #expect(laps.map(\.fromSeconds) == [0, 45] && laps.map(\.trigger) == ["manual", "end"])
      #expect(try bench.file.count(of: "<Lap ") == 2)
    }
  }

  @Test func `a lap without a ride is refused`() async throws {
    try await withDaemon { bench in
      await bench.expectRefusal(.noRide, of: EndLap())
      await bench.expectRefusal(.noRide, of: GetIntervals())
    }
  }

  @Test func `the intervals of a ride include its bias and can be listed from any interval`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.call(NewPlan(name: "two"))
      let intervals = [
        PlannedInterval(label: "Over", end: .timer, seconds: 60, watts: 200),
        PlannedInterval(end: .timer, seconds: 30, watts: 100, toWatts: 150),
      ]
      try await bench.call(AddToPlan(name: "two", intervals: intervals))
      try await bench.start(Start(plan: "two"))
      try await bench.advance(toSecond: 10)
      try await bench.call(Bias(percent: 10))
      let list = try await bench.call(GetIntervals())
      #expect(list.ride == 1 && list.more == nil && list.intervals.map(\.label) == ["Over", nil])
      #expect(list.intervals.map(\.watts) == [220, 110] && list.intervals.map(\.toWatts) == [nil, 165])
      #expect(list.intervals.map(\.timerSeconds) == [10, 0] && list.intervals.map(\.remainingSeconds) == [50, 30])
      #expect(try await bench.call(GetIntervals(from: 2)).intervals.map(\.number) == [2])
      await bench.expectRefusal(.invalidParameter, of: GetIntervals(from: 0), "from")
    }
  }
}
