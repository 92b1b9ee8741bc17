import BluetoothLE
import Foundation
import GRDB
import Rides
import TestKit
import Testing

@testable import RideStore

/// Measurements, nights, values and scores in the store.
@Suite struct BodyTests {
  let state = TemporaryState()

  static let day = CalendarDay(daysSince1970: 20_782)
  /// 06:45:12.250 in the time zone of Kathmandu.
  static let morning = LocalMoment(milliseconds: 1_795_568_412_250, utcOffsetSeconds: 20_700)

  static let measured = HRVMeasurement(
    day: day, at: morning, source: .strap, position: .lying,
    figures: HRVFigures(
      beats: 70, artefacts: 2, seconds: 60.125, rmssd: 37.8617, lnRmssd: 3.6339, sdnn: 33.0581, nn50: 12, pairs: 65,
      meanHeartRate: 57.25),
    restingHeartRate: 55, lostSeconds: 4.5)

  static func apple(_ sdnn: Double, hour: Int = 0) -> HRVMeasurement {
    let at = morning.advanced(bySeconds: Double(hour) * 3600)
    return HRVMeasurement(day: at.day, at: at, source: .apple, figures: HRVFigures(sdnn: sdnn))
  }

  static func night(
    _ source: NightSource = .entered, day: CalendarDay = day, hours: ClosedRange<Double> = 0...8
  ) -> Night {
    Night(
      date: day, source: source, from: day.at(hours.lowerBound), to: day.at(hours.upperBound), awakeMinutes: 25,
      deepMinutes: 92.5, remMinutes: 110)
  }

  static func weight(_ kilograms: Double, hour: Int) -> WellnessValue {
    WellnessValue(.weight, kilograms, on: day, at: morning.advanced(bySeconds: Double(hour) * 3600), source: .apple)
  }

  static func scores(_ score: Double) -> DayScores {
    DayScores(
      date: day, version: 1,
      recovery: RecoveryScore(
        score: score, category: .moderate, missing: [.sleep],
        inputs: [RecoveryInput(.hrv, value: 40, baseline: 50, days: 7, subScore: 10, weight: 0.625, points: 6.25)]),
      strain: StrainScore(rides: 0, ridesWithoutHeartRate: 0), measurement: measured)
  }

  @Test func `a measurement is stored with its exact intervals`() async throws {
    let store = try state.open()
    let intervals = BeatIntervals([812.5, 831 * 1000 / 1024, 0.1 + 0.2, 0, 65_535], breaks: [0, 2, 4])
    let stored = try await store.add(Self.measured, intervals)
    var expected = Self.measured
    expected.id = 1
    #expect(stored == expected)
    let read = try await store.library.measurement(1)
    #expect(read.measurement == expected && read.intervals == intervals)
    #expect(try await store.measurement(nil).measurement == expected)
  }

  @Test func `a measurement with only a day and an RMSSD is stored without the other values`() async throws {
    let store = try state.open()
    let entered = HRVMeasurement(day: Self.day, source: .strap, figures: HRVFigures(rmssd: 40))
    let stored = try await store.add(entered)
    #expect(try await store.measurements() == [stored] && stored.at == nil && stored.quality == .unknown)
    #expect(try await store.measurement(stored.id).intervals.milliseconds.isEmpty)
  }

  @Test func `a measurement from another program is rounded to four decimals, and a repeat changes nothing`()
    async throws
  {
    let store = try state.open()
    let arrived = BodyValues(measurements: [Self.apple(25.552_649_8)])
    #expect(try await store.take(arrived).measurements == [.added])
    #expect(try await store.measurement(nil).measurement.figures.sdnn == 25.5526)
    #expect(try await store.take(arrived).measurements == [.unchanged])
  }

  @Test func `measurements of the requested days are listed newest first`() async throws {
    let store = try state.open()
    for distance in [1, 3, 2] {
      var measurement = Self.measured
      measurement.day = Self.day.advanced(by: distance)
      _ = try await store.add(measurement)
    }
    #expect(try await store.measurements().map(\.id) == [2, 3, 1])
    let (first, last) = (Self.day.advanced(by: 2), Self.day.advanced(by: 2))
    #expect(try await store.measurements(from: first).map(\.id) == [2, 3])
    #expect(try await store.measurements(from: first, to: last).map(\.id) == [3])
    #expect(try await store.measurements(limit: 1).map(\.id) == [2])
  }

  @Test func `a deleted measurement's number is not used again`() async throws {
    let store = try state.open()
    let first = try await store.add(Self.measured)
    try await store.deleteMeasurement(first.id)
    #expect(try await store.measurements().isEmpty)
    #expect(try await store.add(Self.measured).id == 2)
    await expect(throwsCode: .noSuchMeasurement) { try await store.deleteMeasurement(first.id) }
    await expect(throwsCode: .noSuchMeasurement) { _ = try await store.measurement(first.id) }
  }

  static let arrived = BodyValues(
    nights: [night(.apple), night(.intervals)],
    measurements: [
      apple(25.5), apple(31, hour: 2), HRVMeasurement(day: day, source: .intervals, figures: HRVFigures(rmssd: 44)),
      measured,
    ],
    values: [weight(78.5, hour: 1), WellnessValue(.restingHeartRate, 51, on: day, source: .intervals)])

  @Test func `receiving the same values again changes nothing and logs nothing`() async throws {
    let store = try state.open()
    let first = try await store.take(Self.arrived)
    #expect(first.nights + first.measurements + first.values == Array(repeating: .added, count: 8))
    let before = try await (store.measurements(), store.nights(), store.wellness())
    let cursor = try await store.changes(after: nil, limit: 1).next
    let again = try await store.take(Self.arrived)
    #expect(again.nights + again.measurements + again.values == Array(repeating: .unchanged, count: 8))
    #expect(try await store.changes(after: cursor, limit: 9).changes.isEmpty)
    let after = try await (store.measurements(), store.nights(), store.wellness())
    #expect(before == after)
  }

  @Test func `two values of one moment give the same stored value in any order, and a repeat is not logged`()
    async throws
  {
    let arrived = BodyValues(
      measurements: [Self.apple(40), Self.apple(35)],
      values: [Self.weight(71, hour: 1), Self.weight(70, hour: 1), Self.weight(80, hour: 0)])
    for order in [
      arrived, BodyValues(measurements: arrived.measurements.reversed(), values: arrived.values.reversed()),
    ] {
      let state = TemporaryState()
      let store = try state.open()
      _ = try await store.take(order)
      let cursor = try await store.changes(after: nil, limit: 1).next
      let again = try await store.take(order)
      #expect(again.measurements + again.values == Array(repeating: .unchanged, count: 5))
      #expect(try await store.changes(after: cursor, limit: 9).changes.isEmpty)
      #expect(try await store.measurements().map(\.figures.sdnn) == [35])
      #expect(try await store.wellness().map(\.value) == [70])
    }
  }

  @Test func `the last measurement is the strap's most recently stored one, else the newest of all`() async throws {
    let store = try state.open()
    _ = try await store.take(BodyValues(measurements: [Self.apple(40, hour: 24), Self.apple(41)]))
    #expect(try await store.measurement(nil).measurement.figures.sdnn == 40)
    _ = try await store.add(Self.measured)
    let entered = try await store.add(HRVMeasurement(day: Self.day, source: .strap, figures: HRVFigures(rmssd: 44)))
    #expect(try await store.measurement(nil).measurement == entered)
  }

  @Test func `a measurement with a wrong clock is corrected once the clock is set in the same boot`() async throws {
    let store = try state.open()
    let instant = MonotonicInstant.origin.advanced(by: .seconds(100))
    let others = [BootInstant(bootID: "B", instant: instant), nil]
    for begun in [BootInstant(bootID: "A", instant: instant)] + others {
      _ = try await store.add(Self.measured, BeatIntervals([800]), begun: begun)
    }
    let boot = UnixTime(milliseconds: Self.morning.milliseconds + 86_400_000)
    #expect(try await store.confirmMeasurements(ofBoot: "A", begunAt: boot) { _ in 3600 } == [1])
    let corrected = try await store.measurement(1)
    #expect(corrected.measurement.at == LocalMoment(boot.advanced(by: .seconds(100)), utcOffsetSeconds: 3600))
    #expect(corrected.measurement.day == Self.day.advanced(by: 1) && corrected.intervals.milliseconds == [800])
    #expect(try await store.confirmMeasurements(ofBoot: "A", begunAt: boot) { _ in 3600 }.isEmpty)
    #expect(try await store.measurements(to: Self.day).map(\.id).sorted() == [2, 3])
  }

  @Test func `values changed by another program are replaced and keep their numbers`() async throws {
    let store = try state.open()
    _ = try await store.take(Self.arrived)
    var changed = Self.arrived
    changed.nights = [Self.night(.apple, hours: 1...7)]
    changed.measurements = [
      Self.apple(24), HRVMeasurement(day: Self.day, source: .intervals, figures: HRVFigures(rmssd: 45)),
    ]
    changed.values = [Self.weight(78, hour: 1)]
    let fates = try await store.take(changed)
    #expect(fates.nights + fates.measurements + fates.values == Array(repeating: .replaced, count: 4))
    #expect(try await store.measurements().map(\.id).sorted() == [1, 2, 3, 4])
    #expect(try await store.measurement(1).measurement.figures.sdnn == 24)
    #expect(try await store.nights().count == 2)
  }

  @Test func `a received measurement of the same time leaves the measured intervals unchanged`() async throws {
    let store = try state.open()
    let intervals = BeatIntervals([800, 810])
    let stored = try await store.add(Self.measured, intervals)
    var other = Self.measured
    other.figures.rmssd = 1
    #expect(try await store.take(BodyValues(measurements: [other])).measurements == [.unchanged])
    #expect(try await store.measurement(stored.id).intervals == intervals)
  }

  @Test(arguments: [[7, 19], [19, 7]]) func `the latest of several values of a day counts, in any order`(
    _ hours: [Int]
  ) async throws {
    let store = try state.open()
    for _ in 0..<2 {
      for hour in hours { _ = try await store.take(BodyValues(values: [Self.weight(Double(hour), hour: hour)])) }
    }
    #expect(try await store.wellness().map(\.value) == [19])
  }

  @Test func `an entered night that overlaps another entered one is refused`() async throws {
    let store = try state.open()
    #expect(try await store.setNight(Self.night(), replacing: false) == nil)
    #expect(try await store.setNight(Self.night(), replacing: false) == .overlapping, "the day has one")
    let next = Self.day.advanced(by: 1)
    #expect(try await store.setNight(Self.night(day: next, hours: -17...8), replacing: false) == .overlapping)
    #expect(try await store.setNight(Self.night(day: next, hours: -16...8), replacing: false) == nil, "they touch")
    #expect(try await store.setNight(Self.night(hours: 0...9), replacing: true) == .overlapping)
    #expect(try await store.setNight(Self.night(hours: 0...7), replacing: true) == nil)
    #expect(try await store.take(BodyValues(nights: [Self.night(hours: 0...9)])).nights == [.refused])
    #expect(try await store.take(BodyValues(nights: [Self.night(.apple, hours: 0...9)])).nights == [.added])
    #expect(try await store.nights(to: Self.day) == [Self.night(.apple, hours: 0...9), Self.night(hours: 0...7)])
  }

  @Test func `deleting a night keeps the nights of other sources`() async throws {
    let store = try state.open()
    _ = try await store.take(BodyValues(nights: [Self.night(), Self.night(.apple)]))
    try await store.deleteNight(of: Self.day, .entered)
    #expect(try await store.nights() == [Self.night(.apple)])
    await expect(throwsCode: .noSuchNight) { try await store.deleteNight(of: Self.day, .entered) }
  }

  @Test func `scores are kept by day and version with their inputs`() async throws {
    let store = try state.open()
    #expect(try await store.unkept(of: [Self.scores(54)]) == [Self.scores(54)])
    try await store.keep([Self.scores(54)])
    #expect(try await store.library.unkept(of: [Self.scores(54), Self.scores(55)]) == [Self.scores(55)])
    var later = Self.scores(55)
    later.version = 2
    try await store.keep([later, Self.scores(53)])
    #expect(try await store.keptScores(of: Self.day) == [Self.scores(53), later])
  }

  @Test func `many values received at once are logged as one change`() async throws {
    let store = try state.open()
    let cursor = try await store.changes(after: nil, limit: 1).next
    let values = (0..<32).map { WellnessValue(.weight, 70, on: Self.day.advanced(by: $0), source: .intervals) }
    _ = try await store.take(BodyValues(values: values))
    #expect(try await store.changes(after: cursor, limit: 99).changes == [LibraryChange.body(nil, .changed)])
  }

  // MARK: - Damage

  @Test func `body values are recovered from a damaged library, and none of them twice`() async throws {
    let before: ([HRVMeasurement], [Night], [WellnessValue])
    let intervals = BeatIntervals([800, 810], breaks: [1])
    do {
      let store = try state.open()
      _ = try await store.add(Self.measured, intervals)
      _ = try await store.take(Self.arrived)
      try await store.keep([Self.scores(54)])
      before = try await (store.measurements(), store.nights(), store.wellness())
    }
    try await DatabaseQueue(path: state.database).write { try $0.execute(sql: "DROP TABLE grdb_migrations") }
    let store = try state.open()
    #expect(store.setAside != nil)
    var later = Self.measured
    later.day = Self.day.advanced(by: 1)
    _ = try await store.add(later)
    _ = try await store.takeOver()
    let after = try await (store.measurements(to: Self.day), store.nights(), store.wellness())
    #expect(Set(after.0.map(\.figures)) == Set(before.0.map(\.figures)) && after.0.count == before.0.count)
    #expect(after.1 == before.1 && after.2 == before.2)
    #expect(try await store.keptScores(of: Self.day) == [Self.scores(54)])
    let strap = try #require(after.0.first { $0.source == .strap })
    #expect(try await store.measurement(strap.id).intervals == intervals)
    try await store.queue.write { db in
      _ = try RideDatabase.takeOverBody(db, from: OtherLibrary(DatabaseQueue(path: store.damagedFiles[0])))
    }
    #expect(try await store.measurements(to: Self.day) == after.0)
  }

  @Test(arguments: [
    "UPDATE measurement SET day = 'soon'", "UPDATE measurement SET day = x'00', source = 7",
    "UPDATE measurement SET source = 'watch'", "UPDATE OR REPLACE measurement SET at_ms = 9223372036854775807",
    "UPDATE OR REPLACE measurement SET at_ms = -9223372036854775808, utc_offset_s = -9223372036854775808",
    "UPDATE measurement SET rmssd = 9e999, sdnn = -1, ln_rmssd = 'x'",
    "UPDATE measurement SET beats = -9223372036854775808, artefacts = 9223372036854775807, nn50 = -1",
    "UPDATE measurement SET intervals = x'00', position = 'hanging'",
    "UPDATE measurement SET intervals = x'000000000000F07F000000000000F8FF'", "UPDATE measurement SET intervals = 5",
    "UPDATE OR REPLACE night SET day = '2026-13-45', source = 'x'", "UPDATE night SET from_ms = 9223372036854775807",
    "UPDATE night SET from_ms = -9223372036854775808, to_ms = 9223372036854775807, deep_minutes = 9e999",
    "UPDATE night SET from_offset_s = 9223372036854775807, awake_minutes = -3",
    "UPDATE wellness SET value = 9e999", "UPDATE wellness SET value = 'heavy', kind = 'mood'",
    "UPDATE score SET document = '{'", "UPDATE score SET document = x'FF', version = 9223372036854775807",
  ])
  func `damaged rows are skipped without a trap, and new values replace them`(_ damage: String) async throws {
    do {
      let store = try state.open()
      _ = try await store.add(Self.measured, BeatIntervals([800, 810]))
      _ = try await store.take(Self.arrived)
      try await store.keep([Self.scores(54)])
    }
    try await DatabaseQueue(path: state.database).damage(damage)
    let store = try state.open()
    #expect(store.setAside == nil)
    for measurement in try await store.measurements() {
      _ = (measurement.figures.artefactPercent, measurement.at?.description)
      let intervals = try await store.measurement(measurement.id).intervals.milliseconds
      #expect(!intervals.contains { !$0.isFinite })
    }
    for night in try await store.nights() { #expect(night.inBedMinutes?.isFinite != false) }
    #expect(try await !store.wellness().contains { !$0.value.isFinite })
    _ = try await store.keptScores(of: Self.day)
    _ = try await store.take(Self.arrived)
    try await store.keep([Self.scores(54)])
    #expect(try await store.nights().contains(Self.night(.apple)))
    #expect(try await store.measurements().contains { $0.figures == Self.apple(25.5).figures })
    #expect(try await store.keptScores(of: Self.day).contains(Self.scores(54)))
  }
}

extension DatabaseQueue {
  /// Changes rows against the types and bounds of their tables, as a damaged page does.
  func damage(_ sql: String) async throws {
    let sound = try await DatabaseQueue.definitions()
    try await writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON")
      try db.execute(sql: "UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '')")
      try db.execute(sql: "PRAGMA writable_schema = RESET")
      try db.execute(sql: sql)
      try db.execute(sql: "PRAGMA writable_schema = ON")
      for (table, sql) in sound {
        try db.execute(sql: "UPDATE sqlite_master SET sql = ? WHERE name = ?", arguments: [sql, table])
      }
    }
  }

  /// Returns the definitions of the tables that the migrations create.
  private static func definitions() async throws -> [(String, String)] {
    let sound = try DatabaseQueue()
    try Schema.migrator.migrate(sound)
    return try await sound.read { db in
      try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_master WHERE sql LIKE '%STRICT%'").map { ($0[0], $0[1]) }
    }
  }
}
