import ControlWire
import Foundation
import FuzzKit
import RideRuntime
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import TrainerAPI

/// The daemon's morning: 08:45 local time of 2026-11-21.
private let today = CalendarDay(daysSince1970: 20_778)

/// Calls about measurements, nights and scores.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct BodyCallTests {
  private static func at(_ hour: Double, of day: CalendarDay = today, offset: Int = 7200) -> LocalMoment {
    day.at(hour, utcOffsetSeconds: offset)
  }

  private static func night(
    _ source: NightSource = .entered, day: CalendarDay = today, from: Double = -1, to: Double = 6.5, deep: Double? = nil
  ) -> Night {
    Night(date: day, source: source, from: at(from, of: day), to: at(to, of: day), awakeMinutes: 20, deepMinutes: deep)
  }

  // MARK: Measurements

  @Test func `imported beat intervals are stored as a measurement`() async throws {
    try await withDaemon { bench async throws in
      let text = "# of a strap\n" + (0..<40).map { $0.isMultiple(of: 2) ? "800.25" : "850" }.joined(separator: "\n")
      let at = Self.at(6.5)
      let stored = try await bench.call(ImportIntervals(text: text, at: at, position: .standing)).measurement
      #expect(stored.id == 1 && stored.day == today && stored.at == at && stored.position == .standing)
      #expect(stored.figures.rmssd == 49.75 && stored.figures.beats == 40)
      let again = try await bench.call(ImportIntervals(text: text, at: at, position: .standing)).measurement
      #expect(again == stored, "the same file is the same measurement")
      let shown = try await bench.call(ShowMeasurement(measurement: "1"))
      #expect(shown.intervals.prefix(2) == [800.25, 850])
      try await bench.call(DeleteMeasurement(measurement: "last"))
      await bench.expectRefusal(.unknownMeasurement, of: ShowMeasurement(measurement: "1"), "1")
      await bench.expectRefusal(.unknownMeasurement, of: DeleteMeasurement(measurement: "x"), "x")
      await bench.expectRefusal(.unknownMeasurement, of: ShowMeasurement(measurement: "last"))
    }
  }

  @Test func `an invalid measurement is refused`() async throws {
    try await withDaemon { bench async throws in
      for call in [ImportIntervals(text: "812\n1e"), ImportIntervals(text: "812\n820")] {
        await bench.expectRefusal(.measurementRefused, of: call)
      }
      await bench.expectRefusal(.measurementRefused, of: AddMeasurement(day: today))
      let late = today.advanced(by: 2)
      await bench.expectRefusal(.dayNotBegun, of: AddMeasurement(day: late, rmssd: 40), late.description)
      await bench.expectRefusal(.invalidParameter, of: AddMeasurement(day: today, rmssd: 0.5), "rmssd")
      await bench.expectRefusal(
        .invalidParameter, of: AddMeasurement(day: today, restingHeartRate: 300), "restingHeartRate")
      await bench.expectRefusal(.invalidParameter, of: Measurements(limit: -1), "limit")
      #expect(try await bench.measurements.isEmpty)
    }
  }

  @Test func `a list of measurements begins with the newest and reports whether there are more`() async throws {
    try await withDaemon { bench async throws in
      for distance in 0..<3 {
        try await bench.call(AddMeasurement(day: today.advanced(by: -distance), rmssd: 40, restingHeartRate: 55))
      }
      let list = try await bench.call(Measurements(limit: 2))
      #expect(list.measurements.map(\.day) == [today, today.advanced(by: -1)] && list.more == true)
      #expect(try await bench.call(Measurements(to: today.advanced(by: -2))).measurements.count == 1)
    }
  }

  // MARK: Nights

  @Test func `a night can be entered, changed and deleted`() async throws {
    try await withDaemon { bench async throws in
      #expect(try await bench.call(SetNight(Self.night())).night == Self.night())
      await bench.expectRefusal(.nightRefused, of: SetNight(Self.night()), "2026-11-21")
      try await bench.call(SetNight(Self.night(to: 6), replace: true))
      #expect(try await bench.call(Nights()).nights == [Self.night(to: 6)])
      try await bench.call(DeleteNight(date: today))
      await bench.expectRefusal(.unknownNight, of: DeleteNight(date: today), "2026-11-21")
    }
  }

  @Test(arguments: [
    (night(from: 6, to: 5), NightFault.badTimes), (night(from: -20, to: 5), .badTimes),
    (night(day: today.advanced(by: -1), from: -1, to: 25), .badTimes),
    (Night(date: today.advanced(by: -1), source: .entered, from: at(-1), to: at(6.5)), .otherDay),
    (night(deep: 600), .badParts),
    (night(deep: -1), .badParts), (night(to: 9), .notOver),
    (Night(date: today, source: .entered, awakeMinutes: 3), .noDuration),
    (Night(date: today.advanced(by: 1), source: .entered, asleepMinutes: 400), .notOver),
    (Night(date: today, source: .entered, from: at(-1), asleepMinutes: 400), .oneTime),
  ])
  func `an impossible night is refused, and an import skips it`(
    _ night: Night, _ fault: NightFault
  ) async throws {
    try await withDaemon { bench async throws in
      let refusal = await #expect(throws: ControlError.self) { try await bench.call(SetNight(night)) }
      #expect(refusal?.code == .nightRefused && refusal?.nightFault == fault)
      #expect(try await bench.call(ImportBody(nights: [night])).nights.refused == 1)
    }
  }

  // MARK: Imports

  @Test func `an import counts added and refused values, and a repeated import changes nothing`() async throws {
    try await withDaemon { bench async throws in
      let apple = HRVMeasurement(day: today, at: Self.at(5), source: .apple, figures: HRVFigures(sdnn: 40))
      let none = HRVMeasurement(day: today, source: .apple, figures: HRVFigures(sdnn: 4000))
      let call = ImportBody(
        nights: [Self.night(.apple), Self.night(.apple, day: today.advanced(by: 3))], measurements: [apple, none],
        values: [
          WellnessValue(.weight, 71.5, on: today, source: .apple), WellnessValue(.weight, 0, on: today, source: .apple),
        ])
      let first = try await bench.call(call)
      let counts = BodyImported.Counts(added: 1, refused: 1)
      #expect(first == BodyImported(nights: counts, measurements: counts, values: counts))
      let again = try await bench.call(call)
      let unchanged = BodyImported.Counts(unchanged: 1, refused: 1)
      #expect(again == BodyImported(nights: unchanged, measurements: unchanged, values: unchanged))
    }
  }

  // MARK: Scores

  /// The kinds of data that a score depends on.
  ///
  /// They may arrive in any order.
  private enum Arrival: Sendable, CaseIterable {
    case strap, apple, intervals, nights, rides, heartRates, power

    func come(to bench: DaemonBench) async throws {
      let days = (0..<20).map { today.advanced(by: -$0) }
      switch self {
      case .strap:
        for (number, day) in days.enumerated() {
          let rmssd = 40 + Double(number * 7 % 11)
          try await bench.call(AddMeasurement(day: day, rmssd: rmssd, restingHeartRate: 50 + Double(number % 4)))
        }
      case .apple:
        let measurements = days.map { day in
          HRVMeasurement(
            day: day, at: BodyCallTests.at(3, of: day, offset: 0), source: .apple, figures: HRVFigures(sdnn: 31))
        }
        try await bench.call(ImportBody(nights: [BodyCallTests.night(.apple)], measurements: measurements))
      case .intervals:
        let values = days.map { WellnessValue(.restingHeartRate, 51, on: $0, source: .intervals) }
        try await bench.call(ImportBody(values: values))
      case .nights:
        for (number, day) in days.enumerated() {
          try await bench.call(SetNight(BodyCallTests.night(day: day, to: 5 + Double(number % 3))))
        }
      case .rides:
        for number in 0..<4 {
          try await bench.keep(LibraryRide.rows(work: 300, beats: 120 + 15 * number), days: -4 * number)
        }
      case .heartRates: try await bench.set { ($0.maximumHeartRate, $0.restingHeartRate) = (185, 50) }
      case .power: try await bench.set { $0.thresholdWatts = 200 }
      }
    }
  }

  @Test func `scores and load do not depend on the order in which data arrives`() async throws {
    var results: Set<String> = []
    var random = SplitMix64(seed: 18)
    for isShuffled in [false, true] {
      try await withDaemon { bench async throws in
        for arrival in isShuffled ? Arrival.allCases.shuffled(using: &random) : Arrival.allCases {
          try await arrival.come(to: bench)
          if isShuffled { _ = try await bench.call(Scores(from: today.advanced(by: -30))) }
        }
        var scores = try await bench.call(Scores(from: today.advanced(by: -30))).days
        for index in scores.indices { scores[index].measurement?.id = 0 }
        let load = try await bench.call(Load(from: today.advanced(by: -30))).days
        #expect(scores.count == 31 && load.count == 31)
        #expect(scores.last?.recovery.score != nil && scores.last?.strain.score != nil && scores.last?.sleep != nil)
        #expect(load.last?.fitness != nil && load.last?.trimp != nil)
        results.insert("\(scores) \(load)")
      }
    }
    #expect(results.count == 1)
  }

  @Test func `scores default to today and load to 42 days, including days without data`() async throws {
    try await withDaemon { bench async throws in
      let scores = try await bench.call(Scores())
      #expect(scores.days.map(\.date) == [today] && scores.more == nil)
      #expect(scores.days.first?.recovery.missing == RecoveryInputName.allCases)
      let load = try await bench.call(Load()).days
      #expect(load.count == 42 && load.last?.date == today && load.first?.rides == 0)
      await bench.expectRefusal(.invalidParameter, of: Scores(from: today, to: today.advanced(by: -1)), "from")
      let late = today.advanced(by: 2)
      await bench.expectRefusal(.dayNotBegun, of: Load(to: late), late.description)
      let long = try await bench.call(Scores(from: CalendarDay(daysSince1970: 0)))
      #expect(long.more == true && long.days.count == 400)
    }
  }

  @Test func `the last computed scores of each day with data are stored`() async throws {
    try await withDaemon { bench async throws in
      try await bench.call(AddMeasurement(day: today, rmssd: 40))
      let scores = try await bench.call(Scores(from: today.advanced(by: -1))).days
      let store = bench.parts.store
      #expect(try await store.keptScores(of: today) == [scores[1]])
      #expect(try await store.keptScores(of: today.advanced(by: -1)).isEmpty)
      try await bench.call(DeleteMeasurement(measurement: "last"))
      let later = try await bench.call(Scores()).days
      #expect(try await store.keptScores(of: today) == later && later != [scores[1]])
    }
  }

  @Test func `a ride counts for the local date where it was ridden`() async throws {
    try await withDaemon { bench async throws in
      // 06:45 UTC is the evening before in Honolulu; without an offset, the machine's 08:45 counts.
      for (number, offset) in [-36_000, nil].enumerated() {
        let start = LibraryRide.start.advanced(by: .seconds(number * 1000))
        try await bench.keep(LibraryRide.rows(work: 60), begun: StartTime(start, utcOffsetSeconds: offset))
      }
      let load = try await bench.call(Load(from: today.advanced(by: -2))).days
      #expect(load.map(\.rides) == [0, 1, 1])
    }
  }

  @Test func `a deleted ride adds no strain, and a trimmed ride adds only its kept part`() async throws {
    try await withDaemon { bench async throws in
      try await bench.set { $0.maximumHeartRate = 185 }
      let id = try await bench.keep(LibraryRide.rows(work: 600, beats: 150))
      #expect(try await bench.call(Scores()).days.first?.strain.zoneMinutes == [0, 0, 0, 10, 0])
      try await bench.change(TrimRide(ride: String(id), fromSeconds: 0, toSeconds: 300))
      #expect(try await bench.call(Scores()).days.first?.strain.zoneMinutes == [0, 0, 0, 5, 0])
      try await bench.set { $0.maximumHeartRate = 200 }
      #expect(try await bench.call(Scores()).days.first?.strain.zoneMinutes == [0, 0, 5, 0, 0])
      try await bench.change(Delete(ride: String(id)))
      #expect(try await bench.call(Scores()).days.first?.strain.rides == 0)
    }
  }

  // MARK: Morning

  @Test func `the status reports a due HRV measurement in the morning until it is taken`() async throws {
    try await withDaemon { bench async throws in
      #expect(try await bench.status.hrvDue == nil, "nobody measures here")
      try await bench.call(AddMeasurement(day: today.advanced(by: -14), rmssd: 40))
      #expect(try await bench.status.hrvDue == true)
      try await bench.set { $0.hrvSource = .apple }
      #expect(try await bench.status.hrvDue == nil)
      try await bench.set { $0.hrvSource = .strap }
      #expect(try await bench.status.hrvDue == true)
      bench.clock.step(by: .seconds(3 * 3600), isSynchronised: true)
      #expect(try await bench.status.hrvDue == nil, "it is noon")
      bench.clock.step(by: .seconds(-3 * 3600), isSynchronised: false)
      #expect(try await bench.status.hrvDue == nil, "the clock may be wrong")
      bench.clock.step(by: .zero, isSynchronised: true)
      #expect(try await bench.status.hrvDue == true)
      try await bench.call(AddMeasurement(day: today, rmssd: 40))
      #expect(try await bench.status.hrvDue == nil)
    }
  }
}

extension DaemonBench {
  var measurements: [HRVMeasurement] { get async throws { try await call(Measurements()).measurements } }

  fileprivate func set(_ body: (inout SetSettings) -> Void) async throws {
    var change = SetSettings()
    body(&change)
    try await call(change)
  }
}
