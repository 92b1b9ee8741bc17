import FitnessGATT
import Testing

struct HeartRateMeasurementTests {
  @Test(arguments: [
    ("0040", SensorContact.notSupported), ("0240", .notSupported), ("0440", .notDetected), ("0640", .detected),
  ])
  func contactNeedsTheSupportBit(_ hex: String, _ contact: SensorContact) throws {
    #expect(try HeartRateMeasurement(decoding: [UInt8](hex: hex)).sensorContact == contact)
  }

  @Test func energyAndIntervalsFollowAHeartRateOfEitherWidth() throws {
    let narrow = try HeartRateMeasurement(decoding: [UInt8](hex: "18 3c 0a00 0004"))
    let wide = try HeartRateMeasurement(decoding: [UInt8](hex: "19 3c00 0a00 0004"))
    #expect(narrow == wide)
    #expect(wide.energyExpendedKilojoules == 10)
    #expect(wide.rrIntervalTicks == [1024])
  }

  @Test func intervalsAreIn1024thsOfASecond() throws {
    let measurement = try HeartRateMeasurement(decoding: [UInt8](hex: "10 46 5803 6003"))
    #expect(measurement.rrIntervalTicks == [856, 864])
    #expect(measurement.rrIntervalMilliseconds == [835.9375, 843.75])
  }

  @Test func nineIntervalsFitOneNotification() throws {
    let measurement = HeartRateMeasurement(heartRateBpm: 220, rrIntervalTicks: [UInt16](repeating: 280, count: 9))
    #expect(measurement.encoded().count == 20)
    #expect(try HeartRateMeasurement(decoding: measurement.encoded()) == measurement)
  }

  @Test func announcedIntervalsMayBeMissing() throws {
    #expect(try HeartRateMeasurement(decoding: [UInt8](hex: "10 46")).rrIntervalTicks == [])
    #expect(try HeartRateMeasurement(decoding: [UInt8](hex: "10 46 58")).rrIntervalTicks == [])
  }

  @Test func bytesThatAreNotAnnouncedAreNotIntervals() throws {
    #expect(try HeartRateMeasurement(decoding: [UInt8](hex: "00 46 5803")).rrIntervalTicks == [])
  }

  @Test func energyAtItsEndIsSaturated() throws {
    #expect(try HeartRateMeasurement(decoding: [UInt8](hex: "08 46 ffff")).isEnergySaturated)
    #expect(try !HeartRateMeasurement(decoding: [UInt8](hex: "00 46")).isEnergySaturated)
  }
}
