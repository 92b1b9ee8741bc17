import RideSession
import Testing

@testable import RideFiles

@Suite struct FITEncoderTests {
  static let encoder = FITEncoder(creator: RideFileCreator(name: "jz2d", major: 1, minor: 2, patch: 3))

  /// What a file of such rows is read as.
  static func decoded(_ samples: [RideSample], laps: [RideLap] = []) throws -> RideRecord {
    var record = ride(samples)
    record.laps = laps
    return try decodeFIT(encoder.encode(record))
  }

  @Test func aRideIsWrittenAsTheGoldenFile() {
    #expect(Self.encoder.encode(ride(goldenSamples)) == goldenFIT)
  }

  @Test func rowsOfAPauseAreLeftOutAndThePauseIsReadBack() throws {
    let read = try Self.decoded(goldenSamples)
    #expect(read.samples.map(\.timerRunning) == [true, true, false, true, true])
    #expect(read.samples[2] == RideSample(second: 2, timerRunning: false))
    #expect(read.plannedSeconds == 4)
    #expect(read.start == UnixTime(milliseconds: 1_795_243_512_000))
  }

  @Test func aPauseAtTheEndEndsTheFile() throws {
    let read = try Self.decoded([
      .init(second: 0, timerRunning: true, powerWatts: 100), .init(second: 1, timerRunning: false),
    ])
    #expect(read.samples == [RideSample(second: 0, timerRunning: true, powerWatts: 100)])
  }

  @Test func rrIntervalsFollowTheirRecordFiveInAMessage() throws {
    let intervals: [UInt16] = [0, 1, 508, 1023, 1024, 1025, 65_535]
    let read = try Self.decoded([
      .init(second: 0, timerRunning: true, rrIntervals: intervals),
      .init(second: 1, timerRunning: true, rrIntervals: [512]),
    ])
    // 1/1024 s is shorter than a millisecond, so that two of them may be the same one.
    #expect(read.samples.map(\.rrIntervals) == [[0, 1, 508, 1023, 1024, 1025, 65_535], [512]])
  }

  @Test func everyMillisecondOfAnIntervalComesBack() throws {
    for milliseconds in 0..<64_000 {
      let interval = try #require(FITIntervals.interval(milliseconds: Double(milliseconds)))
      let sample = RideSample(second: 0, timerRunning: true, rrIntervals: [interval])
      let written = FITIntervals.messages(for: sample).first?.milliseconds.first
      #expect(written.map { Int($0.rounded()) } == milliseconds)
    }
  }

  @Test func aRideOfOursIsIndoorCyclingOfADeviceInDevelopment() throws {
    let origin = try #require(try Self.decoded(goldenSamples).origin)
    #expect(origin.format == .fit && origin.sport == 2 && origin.subSport == 6)
    #expect(
      origin.device
        == RideOrigin.Device(name: "jz2d", manufacturer: 255, product: 0, serial: 0xFCDA_11BA, version: [1, 2]))
  }

  @Test func aCutRideIsAnotherOneToOtherPrograms() throws {
    let whole = ride(goldenSamples)
    let cut = whole.cut(to: 1..<4, activityID: UnixTime(milliseconds: rideStart.milliseconds + 1001))
    let (before, after) = (try decodeFIT(Self.encoder.encode(whole)), try decodeFIT(Self.encoder.encode(cut)))
    #expect(before.activityID != after.activityID)
    #expect(before.origin?.device.serial != after.origin?.device.serial)
    #expect(after.samples.map(\.distanceMeters) == [8.5, nil, 8.5])
    #expect(after.given[.distanceMeters] == 8.5)
  }

  @Test func whatNobodyKnowsOfADeviceIsNotWritten() throws {
    var record = ride(goldenSamples)
    record.origin = RideOrigin(format: .tcx)
    let bytes = Self.encoder.encode(record)
    #expect(bytes.firstRange(of: [0, 0, 49, 0]) == nil, "an empty file_creator is not defined")
    #expect(try decodeFIT(bytes).origin?.device.version == [])
    #expect(try decodeFIT(bytes).origin?.device.name == nil)
  }

  @Test func noSerialNumberIsNone() throws {
    var record = ride(goldenSamples)
    record.activityID = UnixTime(milliseconds: 1 << 40)
    #expect(try decodeFIT(Self.encoder.encode(record)).origin?.device.serial == 1)
  }

  @Test func aLapHasItsOwnTotals() throws {
    let read = try Self.decoded(
      goldenSamples, laps: [RideLap(second: 0, trigger: .distance), RideLap(second: 3, isResting: true)])
    #expect(read.laps.map(\.second) == [0, 3])
    #expect(read.laps.map(\.trigger) == [.distance, .manual])
    #expect(read.laps.map(\.isResting) == [false, true])
    #expect(read.laps.map { $0.given[.distanceMeters] } == [16.8, 8])
    #expect(read.laps.map { $0.given[.timerSeconds] } == [2, 2])
    #expect(read.laps.map { $0.given[.elapsedSeconds] } == [3, 2])
    #expect(read.given[.distanceMeters] == 24.81)
  }

  @Test func whatIsGivenGoesBeforeWhatIsReckoned() throws {
    var record = ride(goldenSamples)
    record.origin = RideOrigin(format: .tcx)
    record.given = [.averageWatts: 222, .timerSeconds: 4.25]
    let given = try decodeFIT(Self.encoder.encode(record, RideDetails(figures: [.normalizedWatts: 180]))).given
    #expect(given[.averageWatts] == 222)
    #expect(given[.timerSeconds] == 4.25)
    #expect(given[.maximumWatts] == 152)
    #expect(given[.normalizedWatts] == 180)
    #expect(given[.trainingStressScore] == nil)
  }

  @Test func everyFigureThatFITHasAPlaceForComesBack() throws {
    var record = ride(goldenSamples)
    record.origin = RideOrigin(format: .fit)
    let figures = RideFigure.allCases.enumerated().map { ($0.element, Double($0.offset) + 40) }
    record.given = Dictionary(uniqueKeysWithValues: figures)
    record.laps = [RideLap(second: 0, given: record.given)]
    let read = try decodeFIT(Self.encoder.encode(record))
    #expect(read.given == record.given)
    let sessionOnly: Set<RideFigure> = [.trainingStressScore, .intensityFactor, .thresholdWatts]
    #expect(read.laps.first?.given == record.given.filter { !sessionOnly.contains($0.key) })
  }

  @Test func valuesBeyondTheNarrowFieldsGoIntoTheWideOnes() throws {
    let far = ImportedValues(altitudeMeters: 15_000, speedMetersPerSecond: 70)
    let near = ImportedValues(altitudeMeters: -400.2, temperatureCelsius: -12, speedMetersPerSecond: 1.001)
    var record = ride([
      .init(second: 0, timerRunning: true, speedKmh: 252, imported: far),
      .init(second: 1, timerRunning: true, speedKmh: 1.001 * 3.6, imported: near),
    ])
    record.origin = RideOrigin(format: .tcx)
    record.given = [.maximumMetersPerSecond: 70, .maximumAltitudeMeters: 15_000]
    let read = try decodeFIT(Self.encoder.encode(record))
    #expect(read.samples.map(\.imported) == [far, near])
    #expect(read.given[.maximumMetersPerSecond] == 70 && read.given[.maximumAltitudeMeters] == 15_000)
  }

  @Test func cadenceIsWholeInARideOfOursAndAsItWasInAnImportedOne() throws {
    let rows = [RideSample(second: 0, timerRunning: true, cadenceRpm: 87.5)]
    #expect(try Self.decoded(rows).samples.first?.cadenceRpm == 88)
    var record = ride(rows)
    record.origin = RideOrigin(format: .fit)
    #expect(try decodeFIT(Self.encoder.encode(record)).samples.first?.cadenceRpm == 87.5)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNotFiniteIsAbsent(_ value: Double) throws {
    let samples = [
      RideSample(second: 0, timerRunning: true, powerWatts: 1),
      RideSample(
        second: 1, timerRunning: true, powerWatts: value, cadenceRpm: value, beatsPerMinute: 0, speedKmh: value,
        distanceMeters: value),
    ]
    #expect(try Self.decoded(samples).samples.last == RideSample(second: 1, timerRunning: true))
  }

  @Test func hugeValuesAreBroughtIntoTheirRanges() throws {
    let row = try #require(
      try Self.decoded([
        .init(
          second: 0, timerRunning: true, powerWatts: 1e12, cadenceRpm: 1e9, beatsPerMinute: .max, speedKmh: 1e300,
          distanceMeters: 1e300)
      ]).samples.first)
    #expect(row.powerWatts == 65_534 && row.cadenceRpm == 254 && row.beatsPerMinute == 254)
    #expect(row.distanceMeters == 42_949_672.94 && row.imported?.speedMetersPerSecond == 4_294_967.294)
  }

  @Test func rowsThatDoNotComeLaterAreLeftOut() throws {
    let rows = [0, 1, 1, 0, 3, 2].enumerated().map {
      RideSample(second: $0.element, timerRunning: true, powerWatts: Double($0.offset))
    }
    #expect(try Self.decoded(rows).samples.filter { !$0.isCarried }.map(\.powerWatts) == [0, 1, 4])
  }

  @Test(arguments: [Int64.min, -1, 0, 253_402_300_799_999, .max])
  func anyStartIsWritten(_ milliseconds: Int64) {
    let bytes = Self.encoder.encode(ride(goldenSamples, start: UnixTime(milliseconds: milliseconds)))
    #expect(FITChecksum(of: bytes).value == 0)
  }

  @Test func aLongNameIsCutBetweenCharacters() throws {
    let encoder = FITEncoder(
      creator: RideFileCreator(name: String(repeating: "🚴", count: 99), major: 1, minor: 0, patch: 0))
    let read = try decodeFIT(encoder.encode(ride(goldenSamples)))
    #expect(read.origin?.device.name == String(repeating: "🚴", count: 15))
  }
}
