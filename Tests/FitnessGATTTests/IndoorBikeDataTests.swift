import FitnessGATT
import Testing

struct IndoorBikeDataTests {
  @Test func moreDataClearMeansThatTheSpeedIsPresent() throws {
    let data = try IndoorBikeData(decoding: [UInt8](hex: "0000 8a0c"))
    #expect(data.instantaneousSpeed?.kmh == 32.1)
    #expect(!data.isPartial)
  }

  @Test func moreDataSetMeansThatTheSpeedIsAbsent() throws {
    let data = try IndoorBikeData(decoding: [UInt8](hex: "4100 b80b"))
    #expect(data.instantaneousSpeed == nil)
    #expect(data.instantaneousPowerWatts == 3000)
    #expect(data.isPartial)
  }

  @Test func absentIsNotZero() throws {
    let data = try IndoorBikeData(decoding: [UInt8](hex: "0400 0000 0000"))
    #expect(data.instantaneousSpeed?.kmh == 0)
    #expect(data.instantaneousCadence?.rpm == 0)
    #expect(data.instantaneousPowerWatts == nil)
  }

  @Test func powerIsSigned() throws {
    #expect(try IndoorBikeData(decoding: [UInt8](hex: "4100 ffff")).instantaneousPowerWatts == -1)
  }

  @Test func greatestPowerIsAPower() throws {
    #expect(try IndoorBikeData(decoding: [UInt8](hex: "4100 ff7f")).instantaneousPowerWatts == 32767)
  }

  @Test func energyNotAvailableIsNeitherAbsentNorZero() throws {
    let unavailable = try IndoorBikeData(decoding: [UInt8](hex: "0101 ffff ffff ff"))
    #expect(unavailable.expendedEnergy == ExpendedEnergy())
    let absent = try IndoorBikeData(decoding: [UInt8](hex: "0100"))
    #expect(absent.expendedEnergy == nil)
    let zero = try IndoorBikeData(decoding: [UInt8](hex: "0101 0000 0000 00"))
    #expect(zero.expendedEnergy == ExpendedEnergy(totalKcal: 0, perHourKcal: 0, perMinuteKcal: 0))
  }

  @Test func missingBytesNameTheFieldAndItsPlace() {
    #expect(throws: DecodingFailure(.truncated, field: "Instantaneous Power", offset: 6, needed: 2, available: 1)) {
      try IndoorBikeData(decoding: [UInt8](hex: "4400 e40c b500 96"))
    }
  }

  @Test func distanceBeyondItsBitsIsSentAsTheGreatest() throws {
    var data = IndoorBikeData()
    data.totalDistanceMeters = 20_000_000
    #expect(try IndoorBikeData(decoding: data.encoded()).totalDistanceMeters == 16_777_215)
  }

  @Test(arguments: [(-1.0, 0.0), (.nan, 0.0), (27.126, 27.13), (1e9, 655.35)])
  func speedIsTheNearestThatCanBeSent(_ wanted: Double, _ sent: Double) {
    #expect(Speed(kmh: wanted).kmh == sent)
  }

  @Test(arguments: [(-1.0, 0.0), (89.7, 89.5), (89.8, 90.0), (.infinity, 32767.5)])
  func cadenceIsTheNearestHalf(_ wanted: Double, _ sent: Double) {
    #expect(Cadence(rpm: wanted).rpm == sent)
  }
}
