import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct SettingTests {
  let state = TemporaryState()
  private let now = start
  private let all = RiderSettings(
    zone2: 118...137, maximumHeartRate: 184, restingHeartRate: 48, thresholdHeartRate: 165, thresholdWatts: 240,
    weightKilograms: 78.5, zoneMethod: .coggan, fan: .percent, fanPercent: 0)

  @Test func `settings are read back after the store is opened again`() async throws {
    do {
      let store = try state.open()
      #expect(try await store.settings() == RiderSettings())
      try await store.setSettings(all, at: now)
    }
    let store = try state.open()
    #expect(try await store.settings() == all)
    try await store.setSettings(RiderSettings(thresholdWatts: 250), at: now)
    #expect(try await store.settings() == RiderSettings(thresholdWatts: 250), "what is not set is taken away")
  }

  @Test func `every setting that can be cleared has one entry in the table`() {
    let rows = RiderSettings.wholeNumbers.map(\.name) + RiderSettings.decimals.map(\.name)
    #expect(rows.count == SettingName.allCases.count && Set(rows) == Set(SettingName.allCases))
  }

  @Test func `a number at either end of its range is stored`() async throws {
    let store = try state.open()
    for bound in [\ClosedRange<Int>.lowerBound, \.upperBound] {
      var settings = RiderSettings()
      for setting in RiderSettings.wholeNumbers { settings[keyPath: setting.member] = setting.limits[keyPath: bound] }
      for setting in RiderSettings.decimals { settings[keyPath: setting.member] = setting.limits.lowerBound }
      try await store.setSettings(settings, at: now)
      #expect(try await store.settings() == settings)
    }
  }

  @Test(arguments: ZoneMethod.allCases) func `each zone method is stored`(_ method: ZoneMethod)
    async throws
  {
    let store = try state.open()
    try await store.setSettings(RiderSettings(zoneMethod: method), at: now)
    #expect(try await store.settings().zoneMethod == method)
  }

  @Test(arguments: FanMode.allCases) func `each mode of the fan is stored`(_ mode: FanMode) async throws {
    let store = try state.open()
    try await store.setSettings(RiderSettings(fan: mode), at: now)
    #expect(try await store.settings().fan == mode)
  }

  @Test(arguments: [
    "UPDATE rider_setting SET value = x'00'", "UPDATE rider_setting SET value = 'x'",
    "UPDATE rider_setting SET value = -1",
    "UPDATE rider_setting SET value = 9223372036854775807", "UPDATE rider_setting SET value = 9e999",
  ])
  func `a damaged setting counts as not set`(_ damage: String) async throws {
    let store = try state.open()
    try await store.setSettings(all, at: now)
    try await store.queue.write { try $0.execute(sql: damage) }
    let found = try await store.settings()
    #expect(found.zone2 == RiderSettings().zone2 && found.zoneMethod == RiderSettings().zoneMethod)
    #expect(found.maximumHeartRate == nil && found.thresholdWatts == nil)
    #expect(found.fan == .off && found.fanPercent == RiderSettings().fanPercent)
    #expect(found.weightKilograms == nil && found.startMinutes == nil)
  }

  @Test func `a Zone 2 range that ends before it begins counts as not set`() async throws {
    let store = try state.open()
    try await store.setSettings(all, at: now)
    try await store.queue.write {
      try $0.execute(sql: "UPDATE rider_setting SET value = 138 WHERE name = 'zone2_from'")
    }
    #expect(try await store.settings().zone2 == RiderSettings().zone2)
    #expect(try await store.settings().weightKilograms == 78.5, "the others stand")
  }

  @Test func `settings of a later version are kept`() async throws {
    let store = try state.open()
    try await store.queue.write { try $0.execute(sql: "INSERT INTO rider_setting (name, value) VALUES ('gears', 22)") }
    try await store.setSettings(all, at: now)
    #expect(try await store.settings() == all)
    let gears = try await store.queue.read {
      try Int.fetchOne($0, sql: "SELECT value FROM rider_setting WHERE name = 'gears'")
    }
    #expect(gears == 22)
  }

  private func day(_ number: Int) -> UnixTime { now.advanced(by: .seconds(number * 86_400)) }

  @Test func `past settings are those valid at the time, and the first one is valid from the beginning`() async throws {
    let store = try state.open()
    try await store.setSettings(RiderSettings(thresholdWatts: 200), at: day(1))
    try await store.setSettings(RiderSettings(thresholdWatts: 220), at: day(3))
    try await store.setSettings(RiderSettings(maximumHeartRate: 184), at: day(5))
    #expect(try await store.settings() == RiderSettings(maximumHeartRate: 184))
    var watts: [Int?] = []
    for number in 0...6 { watts.append(try await store.settings(at: day(number)).thresholdWatts) }
    #expect(watts == [200, 200, 200, 220, 220, nil, nil])
    #expect(try await store.settings(at: day(0)).maximumHeartRate == 184, "nothing better is known")
  }

  @Test func `a setting made while the clock was far ahead is replaced by the next one`() async throws {
    let store = try state.open()
    try await store.setSettings(RiderSettings(thresholdWatts: 200), at: day(1))
    try await store.setSettings(RiderSettings(thresholdWatts: 210), at: day(30_000))
    try await store.setSettings(RiderSettings(thresholdWatts: 220), at: day(2))
    #expect(try await store.settings().thresholdWatts == 220)
    #expect(try await store.settings(at: day(3)).thresholdWatts == 220)
    #expect(try await store.settings(at: day(1)).thresholdWatts == 200)
  }

  @Test func `saving the same settings again adds no entry and logs no change`() async throws {
    let store = try state.open()
    try await store.setSettings(all, at: day(1))
    let cursor = try await store.changes(after: nil, limit: 1).next
    try await store.setSettings(all, at: day(2))
    #expect(try await store.changes(after: cursor, limit: 9).changes == [])
    let sql = "SELECT count(*), max(entry) FROM rider_setting WHERE name = 'threshold_watts'"
    let row = try await store.queue.read { try Row.fetchOne($0, sql: sql) }
    #expect(row.map { [$0.int(0), $0.int(1)] } == [1, 1])
  }
}
