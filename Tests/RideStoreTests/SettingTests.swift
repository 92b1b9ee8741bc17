import GRDB
import RideSession
import Testing

@testable import RideStore

@Suite struct SettingTests {
  let state = TemporaryState()
  private let all = RiderSettings(
    zone2: 118...137, maximumHeartRate: 184, restingHeartRate: 48, thresholdHeartRate: 165, thresholdWatts: 240,
    weightKilograms: 78.5, zoneMethod: .coggan)

  @Test func whatTheRiderSaidComesBack() async throws {
    do {
      let store = try state.open()
      #expect(try await store.settings() == RiderSettings())
      try await store.setSettings(all)
    }
    let store = try state.open()
    #expect(try await store.settings() == all)
    try await store.setSettings(RiderSettings(thresholdWatts: 250))
    #expect(try await store.settings() == RiderSettings(thresholdWatts: 250), "what is not set is taken away")
  }

  @Test(arguments: ZoneMethod.allCases) func eachMethodIsKept(_ method: ZoneMethod)
    async throws
  {
    let store = try state.open()
    try await store.setSettings(RiderSettings(zoneMethod: method))
    #expect(try await store.settings().zoneMethod == method)
  }

  @Test(arguments: [
    "UPDATE setting SET value = x'00'", "UPDATE setting SET value = 'x'", "UPDATE setting SET value = -1",
    "UPDATE setting SET value = 9223372036854775807", "UPDATE setting SET value = 9e999",
  ])
  func whatIsDamagedCountsAsNotSaid(_ damage: String) async throws {
    let store = try state.open()
    try await store.setSettings(all)
    try await store.queue.write { try $0.execute(sql: damage) }
    let found = try await store.settings()
    #expect(found.zone2 == RiderSettings().zone2 && found.zoneMethod == RiderSettings().zoneMethod)
    #expect(found.maximumHeartRate == nil && found.thresholdWatts == nil)
    #expect(found.weightKilograms?.isFinite != false)
  }

  @Test func aRangeUpsideDownIsNone() async throws {
    let store = try state.open()
    try await store.setSettings(all)
    try await store.queue.write { try $0.execute(sql: "UPDATE setting SET value = 138 WHERE name = 'zone2_from'") }
    #expect(try await store.settings().zone2 == RiderSettings().zone2)
    #expect(try await store.settings().weightKilograms == 78.5, "the others stand")
  }

  @Test func aLaterVersionsSettingsStay() async throws {
    let store = try state.open()
    try await store.queue.write { try $0.execute(sql: "INSERT INTO setting VALUES ('gears', 22)") }
    try await store.setSettings(all)
    #expect(try await store.settings() == all)
    let gears = try await store.queue.read {
      try Int.fetchOne($0, sql: "SELECT value FROM setting WHERE name = 'gears'")
    }
    #expect(gears == 22)
  }
}
