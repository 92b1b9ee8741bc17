import ControlWire
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct RecordTests {
  /// Rides of 300 s at 150 W, of 1300 s at 140 W, and of 59 s at 900 W, on three days.
  private func withRides(_ body: (DaemonBench) async throws -> Void) async throws {
    try await withDaemon { bench async throws in
      try await bench.keep(LibraryRide.rows(work: 300))
      try await bench.keep(LibraryRide.rows(work: 1300, watts: 140), days: 1)
      try await bench.keep(LibraryRide.rows(work: 59, watts: 900), days: 2)
      try await body(bench)
    }
  }

  private func record(_ kind: RecordKind, over seconds: Int? = nil, _ bench: DaemonBench) async throws
    -> PersonalRecord?
  {
    try await bench.call(Records()).records.first { $0.kind == kind && $0.overSeconds == seconds }
  }

  @Test func `records follow trimmed, deleted and edited rides`() async throws {
    try await withRides { bench in
      let five = try #require(try await record(.power, over: 300, bench))
      #expect((five.best.ride, five.best.watts, five.before?.ride, five.before?.watts) == (1, 150, 2, 140))
      let time = try #require(try await record(.time, bench))
      #expect((time.best.ride, time.best.timerSeconds, time.before?.timerSeconds) == (2, 1300, 300))
      #expect(try await record(.zone2Power, bench)?.best.watts == 140)
      #expect(try await record(.power, over: 5, bench)?.best.watts == 150, "a ride under a minute does not count")
      try await bench.change(TrimRide(ride: "2", toSeconds: 200))
      #expect(try await record(.time, bench)?.best.ride == 1)
      #expect(try await record(.zone2Power, bench) == nil)
      try await bench.change(Delete(ride: "1"))
      #expect(try await record(.time, bench)?.best.timerSeconds == 200)
      try await bench.change(Edit(ride: "2", sport: .running))
      #expect(try await bench.call(Records()).records.isEmpty)
    }
  }

  @Test func `the power curve covers one ride, a period or all rides`() async throws {
    try await withRides { bench in
      let all = try await bench.call(BestPower()).points
      #expect(all.map(\.overSeconds) == [1, 5, 10, 15, 30, 60, 120, 180, 300, 600, 1200])
      #expect(all.map(\.ride) == Array(repeating: 1, count: 9) + [2, 2])
      let second = try await bench.call(BestPower(since: "2026-11-22T00:00:00Z", before: "2026-11-23T00:00:00Z")).points
      #expect(second.map(\.ride) == Array(repeating: 2, count: 11))
      #expect(second.map(\.watts) == Array(repeating: 140, count: 11))
      #expect(try await bench.call(BestPower(ride: "3")).points.map(\.watts) == [900, 900, 900, 900, 900])
      await bench.expectRefusal(
        .invalidParameter, of: BestPower(ride: "3", since: "2026-11-22T00:00:00Z"), "since")
    }
  }

  @Test func `quick records are returned only if few rides are left to analyse`() async throws {
    try await withDaemon { bench in
      for day in 0..<12 { try await bench.keep(LibraryRide.rows(work: 60), days: day) }
      #expect(try await bench.call(Records(quick: true)).records.isEmpty == false)
      try await bench.change(zone2: 100...110)
      #expect(try await bench.call(Records(quick: true)).records.isEmpty)
      #expect(try await bench.call(Records()).records.isEmpty == false)
      try await bench.keep(LibraryRide.rows(work: 70), days: 20)
      let records = try await bench.call(Records(quick: true)).records
      let longest = records.first { $0.kind == .time }
      #expect(longest?.best.ride == 13)
    }
  }

  @Test func `the history has each ride's work and load and omits rides under a minute`() async throws {
    try await withRides { bench in
      var change = SetSettings()
      change.thresholdWatts = 150
      try await bench.call(change)
      let rides = try await bench.call(History(since: "2026-11-01T00:00:00Z")).rides
      #expect(rides.map(\.id) == [1, 2])
      #expect(rides.map(\.kilojoules) == [45, 182] && rides.map(\.distanceMeters) == [3000, 13_000])
      let score = rides.first?.trainingStressScore.map { ($0 * 100).rounded() }
      #expect(score == 833)
    }
  }
  @Test func `an analysis reports its progress and derives all missing figures`() async throws {
    try await withDaemon { bench in
      for day in 0..<40 { try await bench.keep(LibraryRide.rows(work: 60), days: day) }
      #expect(try await bench.call(Analyse()) == AnalysisProgress(analysed: 0, of: 0), "kept rides have their figures")
      try await bench.change(zone2: 100...110)
      var parts: [AnalysisProgress] = []
      for try await part in bench.stream(Analyse()) { parts.append(part) }
      #expect(parts.map(\.analysed) == [0, 32, 40, 40] && Set(parts.map(\.of)) == [40])
      #expect(try await bench.call(Analyse()).of == 0)
      #expect(try await bench.call(History(since: "2026-01-01T00:00:00Z")).rides.count == 40)
    }
  }

  @Test func `each call that compares rides derives all missing figures`() async throws {
    try await withRides { bench in
      let calls: [(String, (DaemonBench) async throws -> Void)] = [
        ("Records", { _ = try await $0.call(Records()) }),
        ("History", { _ = try await $0.call(History(since: "2026-01-01T00:00:00Z")) }),
        ("Load", { _ = try await $0.call(Load()) }),
      ]
      for (index, (name, call)) in calls.enumerated() {
        try await bench.change(zone2: 100 + index...120, maximumHeartRate: 180 + index)
        try await call(bench)
        #expect(try await bench.call(Analyse()).of <= 1, "\(name), all but the ride under a minute")
      }
    }
  }
}

extension DaemonBench {
  /// Changes settings that affect figures.
  fileprivate func change(zone2: ClosedRange<Int>, maximumHeartRate: Int? = nil) async throws {
    var change = SetSettings()
    (change.zone2From, change.zone2To) = (zone2.lowerBound, zone2.upperBound)
    change.maximumHeartRate = maximumHeartRate
    try await call(change)
  }
}
