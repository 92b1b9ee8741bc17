import Rides
import Testing

@testable import RideFiles

@Suite struct FITEncoderTests {
  static let encoder = FITEncoder(creator: RideFileCreator(name: "jz2d", major: 1, minor: 2, patch: 3))

  /// Encodes these rows as FIT and returns the decoded ride.
  static func decoded(_ samples: [RideSample], laps: [RideLap] = []) throws -> RideRecord {
    var record = ride(samples)
    record.laps = laps
    return try decodeFIT(encoder.encode(record))
  }

  @Test func `a ride is written as the golden FIT file`() {
    #expect(Self.encoder.encode(ride(goldenSamples)) == goldenFIT)
  }

  @Test func `FIT leaves out the rows of a pause, and the pause is read back`() throws {
    let read = try Self.decoded(goldenSamples)
    #expect(read.samples.map(\.timerRunning) == [true, true, false, true, true])
    #expect(read.samples[2] == RideSample(second: 2, timerRunning: false))
    #expect(read.plannedSeconds == 4)
    #expect(read.start == UnixTime(milliseconds: 1_795_243_512_000))
  }

  @Test func `FIT leaves out a pause at the end of a ride`() throws {
    let read = try Self.decoded([
      .init(second: 0, timerRunning: true, powerWatts: 100), .init(second: 1, timerRunning: false),
    ])
    #expect(read.samples == [RideSample(second: 0, timerRunning: true, powerWatts: 100)])
  }

  @Test func `RR intervals are the same after writing and reading FIT`() throws {
    let intervals: [UInt16] = [0, 1, 508, 1023, 1024, 1025, 65_535]
    let read = try Self.decoded([
      .init(second: 0, timerRunning: true, rrIntervals: intervals),
      .init(second: 1, timerRunning: true, rrIntervals: [512]),
    ])
    // 1/1024 s is shorter than a millisecond, but both intervals are still read back.
    #expect(read.samples.map(\.rrIntervals) == [[0, 1, 508, 1023, 1024, 1025, 65_535], [512]])
  }

  @Test func `RR intervals keep their milliseconds in FIT`() throws {
    for milliseconds in 0..<64_000 {
      let interval = try #require(FITIntervals.interval(milliseconds: Double(milliseconds)))
      let sample = RideSample(second: 0, timerRunning: true, rrIntervals: [interval])
      let written = FITIntervals.messages(for: sample).first?.milliseconds.first
      #expect(written.map { Int($0.rounded()) } == milliseconds)
    }
  }

  @Test func `a ride on a route is a virtual activity in FIT, with its positions`() throws {
    let place = Place(latitudeDegrees: 48.2082, longitudeDegrees: -16.3738)
    let read = try Self.decoded([
      .init(second: 0, timerRunning: true, powerWatts: 100, position: place),
      .init(second: 1, timerRunning: true, powerWatts: 100),
    ])
    #expect(read.origin?.sport == 2 && read.origin?.subSport == 58)
    let found = try #require(read.samples[0].position)
    #expect(abs(found.latitudeDegrees - place.latitudeDegrees) < 1e-7)
    #expect(abs(found.longitudeDegrees - place.longitudeDegrees) < 1e-7)
    #expect(read.samples[1].position == nil)
  }

  @Test func `the sport set by the rider replaces the file's sport in FIT and TCX`() throws {
    var record = ride(goldenSamples)
    func sports() throws -> [Int?] {
      let fit = try decodeFIT(Self.encoder.encode(record)).origin
      let tcx = try RideFilesTests.decoded(
        String(decoding: TCXEncoder(creator: Self.encoder.creator).encode(record), as: UTF8.self)
      ).origin
      return [fit?.sport, fit?.subSport, tcx?.sport]
    }
    record.givenSport = .running
    #expect(try sports() == [1, 0, 1])
    record.givenSport = .rowing
    #expect(try sports() == [15, 0, 0])
    (record.givenSport, record.origin) = (nil, RideOrigin(format: .fit, sport: 13, subSport: 9))
    #expect(try sports() == [13, 9, 0])
    record.givenSport = .cycling
    #expect(try sports() == [2, 0, 2])
  }

  @Test func `a recorded ride is indoor cycling in FIT, with the development manufacturer ID`() throws {
    let origin = try #require(try Self.decoded(goldenSamples).origin)
    #expect(origin.format == .fit && origin.sport == 2 && origin.subSport == 6)
    #expect(
      origin.device
        == RideOrigin.Device(name: "jz2d", manufacturer: 255, product: 0, serial: 0xFCDA_11BA, version: [1, 2]))
  }

  @Test func `a trimmed ride has a different time and serial number in FIT`() throws {
    let whole = ride(goldenSamples)
    let cut = whole.cut(to: 1..<4, activityID: UnixTime(milliseconds: rideStart.milliseconds + 1001))
    let (before, after) = (try decodeFIT(Self.encoder.encode(whole)), try decodeFIT(Self.encoder.encode(cut)))
    #expect(before.activityID != after.activityID)
    #expect(before.origin?.device.serial != after.origin?.device.serial)
    #expect(after.samples.map(\.distanceMeters) == [8.5, nil, 8.5])
    #expect(after.fileTotals[.distanceMeters] == 8.5)
  }

  @Test func `unknown details of a device are not written to FIT`() throws {
    var record = ride(goldenSamples)
    record.origin = RideOrigin(format: .tcx)
    let bytes = Self.encoder.encode(record)
    #expect(bytes.firstRange(of: [0, 0, 49, 0]) == nil, "an empty file_creator is not defined")
    #expect(try decodeFIT(bytes).origin?.device.version == [])
    #expect(try decodeFIT(bytes).origin?.device.name == nil)
  }

  @Test func `a FIT serial number is never 0`() throws {
    var record = ride(goldenSamples)
    record.activityID = UnixTime(milliseconds: 1 << 40)
    #expect(try decodeFIT(Self.encoder.encode(record)).origin?.device.serial == 1)
  }

  @Test func `a lap in FIT has its own totals`() throws {
    let read = try Self.decoded(
      goldenSamples, laps: [RideLap(second: 0, trigger: .distance), RideLap(second: 3, isResting: true)])
    #expect(read.laps.map(\.second) == [0, 3])
    #expect(read.laps.map(\.trigger) == [.distance, .manual])
    #expect(read.laps.map(\.isResting) == [false, true])
    #expect(read.laps.map { $0.fileTotals[.distanceMeters] } == [16.8, 8])
    #expect(read.laps.map { $0.fileTotals[.timerSeconds] } == [2, 2])
    #expect(read.laps.map { $0.fileTotals[.elapsedSeconds] } == [3, 2])
    #expect(read.fileTotals[.distanceMeters] == 24.81)
  }

  @Test func `given figures take precedence over computed ones in FIT`() throws {
    var record = ride(goldenSamples)
    record.origin = RideOrigin(format: .tcx)
    record.fileTotals = [.averageWatts: 222, .timerSeconds: 4.25]
    let given = try decodeFIT(Self.encoder.encode(record, RideDetails(figures: [.normalizedWatts: 180]))).fileTotals
    #expect(given[.averageWatts] == 222)
    #expect(given[.timerSeconds] == 4.25)
    #expect(given[.maximumWatts] == 152)
    #expect(given[.normalizedWatts] == 180)
    #expect(given[.trainingStressScore] == nil)
  }

  @Test func `every figure with a FIT field is the same after writing and reading FIT`() throws {
    var record = ride(goldenSamples)
    record.origin = RideOrigin(format: .fit)
    let figures = SummaryField.allCases.enumerated().map { ($0.element, Double($0.offset) + 40) }
    record.fileTotals = Dictionary(uniqueKeysWithValues: figures)
    // Figures that contradict the rows are replaced by those of the rows.
    (record.fileTotals[.timerSeconds], record.fileTotals[.distanceMeters]) = (4, 25)
    record.laps = [RideLap(second: 0, fileTotals: record.fileTotals)]
    let read = try decodeFIT(Self.encoder.encode(record))
    #expect(read.fileTotals == record.fileTotals)
    let sessionOnly: Set<SummaryField> = [.trainingStressScore, .intensityFactor, .thresholdWatts]
    #expect(read.laps.first?.fileTotals == record.fileTotals.filter { !sessionOnly.contains($0.key) })
  }

  @Test func `values outside the range of a narrow FIT field are written to the wide one`() throws {
    let far = ImportedValues(speedMetersPerSecond: 70)
    let near = ImportedValues(temperatureCelsius: -12, speedMetersPerSecond: 1.001)
    var record = ride([
      .init(second: 0, timerRunning: true, speedKmh: 252, altitudeMeters: 15_000, imported: far),
      .init(second: 1, timerRunning: true, speedKmh: 1.001 * 3.6, altitudeMeters: -400.2, imported: near),
    ])
    record.origin = RideOrigin(format: .tcx)
    record.fileTotals = [.maximumMetersPerSecond: 70, .maximumAltitudeMeters: 15_000]
    let read = try decodeFIT(Self.encoder.encode(record))
    #expect(read.samples.map(\.imported) == [far, near])
    #expect(read.samples.map(\.altitudeMeters) == [15_000, -400.2])
    #expect(read.fileTotals[.maximumMetersPerSecond] == 70 && read.fileTotals[.maximumAltitudeMeters] == 15_000)
  }

  @Test func `cadence in FIT is whole for a recorded ride and exact for an imported one`() throws {
    let rows = [RideSample(second: 0, timerRunning: true, cadenceRpm: 87.5)]
    #expect(try Self.decoded(rows).samples.first?.cadenceRpm == 88)
    var record = ride(rows)
    record.origin = RideOrigin(format: .fit)
    #expect(try decodeFIT(Self.encoder.encode(record)).samples.first?.cadenceRpm == 87.5)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a value that is not finite is absent from FIT`(_ value: Double) throws {
    let samples = [
      RideSample(second: 0, timerRunning: true, powerWatts: 1),
      RideSample(
        second: 1, timerRunning: true, powerWatts: value, cadenceRpm: value, beatsPerMinute: 0, speedKmh: value,
        distanceMeters: value),
    ]
    #expect(try Self.decoded(samples).samples.last == RideSample(second: 1, timerRunning: true))
  }

  @Test func `huge values are limited to the ranges of their FIT fields`() throws {
    let row = try #require(
      try Self.decoded([
        .init(
          second: 0, timerRunning: true, powerWatts: 1e12, cadenceRpm: 1e9, beatsPerMinute: .max, speedKmh: 1e300,
          distanceMeters: 1e300)
      ]).samples.first)
    #expect(row.powerWatts == 65_534 && row.cadenceRpm == 254 && row.beatsPerMinute == 254)
    #expect(row.distanceMeters == 42_949_672.94 && row.imported?.speedMetersPerSecond == 4_294_967.294)
  }

  @Test func `FIT leaves out rows that are not later than the rows before them`() throws {
    let rows = [0, 1, 1, 0, 3, 2].enumerated().map {
      RideSample(second: $0.element, timerRunning: true, powerWatts: Double($0.offset))
    }
    #expect(try Self.decoded(rows).samples.filter { !$0.isCarried }.map(\.powerWatts) == [0, 1, 4])
  }

  @Test(arguments: [Int64.min, -1, 0, 253_402_300_799_999, .max])
  func `FIT can be written for any start time`(_ milliseconds: Int64) {
    let bytes = Self.encoder.encode(ride(goldenSamples, start: UnixTime(milliseconds: milliseconds)))
    #expect(FITChecksum(of: bytes).value == 0)
  }

  @Test func `a long name in FIT is truncated between characters`() throws {
    let encoder = FITEncoder(
      creator: RideFileCreator(name: String(repeating: "🚴", count: 99), major: 1, minor: 0, patch: 0))
    let read = try decodeFIT(encoder.encode(ride(goldenSamples)))
    #expect(read.origin?.device.name == String(repeating: "🚴", count: 15))
  }
}

/// A ride with a plan and all its details.
@Suite struct FITDetailTests {
  private static let plan = RidePlan(
    name: "Über",
    intervals: [
      RideInterval(label: "Warm-up", end: .timer(seconds: 60), aim: .ramp(fromWatts: 100, toWatts: 150)),
      RideInterval(label: "Over", end: .distance(meters: 500), aim: .hold(watts: 250), cadence: 85...95),
      RideInterval(end: .activity, aim: .free),
      RideInterval(
        label: "Steady", end: .timer(seconds: 60),
        aim: .heartRate(
          HeartRateTarget(zone: 2, beatsPerMinute: 120...140, start: .usual(watts: 150), watts: 50...200))),
    ])

  private static let details = RideDetails(
    figures: [.normalizedWatts: 180, .intensityFactor: 0.72, .trainingStressScore: 3.5, .thresholdWatts: 250],
    lapFigures: [[.normalizedWatts: 130], [.normalizedWatts: 250], [:], [.normalizedWatts: 150]],
    utcOffsetSeconds: 7200, plan: plan,
    devices: [
      .init(role: .trainer, name: "KICKR CORE 1A2B", serial: 12_345),
      .init(role: .heartRate, name: "Strap", batteryPercent: 85),
    ])

  private static var record: RideRecord {
    var record = ride(
      (0..<240).map { RideSample(second: $0, timerRunning: true, powerWatts: 150, distanceMeters: Double($0 + 1) * 8) })
    record.laps = [
      RideLap(second: 0, trigger: .time, label: "Warm-up", interval: 1),
      RideLap(second: 60, trigger: .distance, label: "Over there", interval: 2),
      RideLap(second: 120, trigger: .manual, interval: 3, isResting: true),
      RideLap(second: 180, trigger: .end, label: "Steady", interval: 4),
    ]
    return record
  }

  static var bytes: [UInt8] { FITEncoderTests.encoder.encode(record, details) }

  /// The values that Garmin's SDK reads from the file, as printed by `Proof/Clients/fit.py`.
  static let reading = """
    offset 7200
    session normalized_power=180 intensity_factor=0.72 training_stress_score=3.5 threshold_power=250
    device 0 source=None type=None manufacturer=development serial=True battery=None name=jz2d
    device 1 source=bluetooth_low_energy type=bike_trainer manufacturer=wahoo_fitness serial=True battery=None name=KICKR CORE 1A2B
    device 2 source=bluetooth_low_energy type=heart_rate manufacturer=None serial=None battery=85 name=Strap
    workout Über cycling indoor_cycling 4
    step 0 Warm-up warmup time 60.0 power 1100 1150
    step 1 Over there interval distance 500.0 power 1250 1250 cadence 85 95
    step 2 None rest open None open None None
    step 3 Steady interval time 60.0 heart_rate 220 240
    lap 0 step 0 warmup normalized_power=130
    lap 1 step 1 interval normalized_power=250
    lap 2 step 2 rest normalized_power=None
    lap 3 step 3 interval normalized_power=150

    """

  @Test func `the details that a ride can hold are read back from its FIT file`() throws {
    let read = try decodeFIT(Self.bytes)
    #expect(read.origin?.utcOffsetSeconds == 7200)
    #expect(read.fileTotals[.thresholdWatts] == 250 && read.fileTotals[.trainingStressScore] == 3.5)
    #expect(read.fileTotals[.intensityFactor] == 0.72 && read.fileTotals[.normalizedWatts] == 180)
    #expect(read.laps.map(\.label) == ["Warm-up", "Over there", nil, "Steady"])
    #expect(read.laps.map(\.isResting) == [false, false, true, false])
    #expect(read.laps.map { $0.fileTotals[.normalizedWatts] } == [130, 250, nil, 150])
    #expect(read.laps.allSatisfy { $0.interval == nil })
    #expect(read.origin?.device.name == "jz2d", "the devices of the ride are not what wrote the file")
  }

  @Test func `the details of an imported ride add only figures to its FIT file`() throws {
    var record = Self.record
    record.origin = RideOrigin(format: .tcx, utcOffsetSeconds: 3600)
    let read = try decodeFIT(FITEncoderTests.encoder.encode(record, Self.details))
    #expect(read.origin?.utcOffsetSeconds == 3600)
    #expect(read.fileTotals[.normalizedWatts] == 180)
    #expect(read.laps.map(\.label) == [nil, nil, nil, nil])
    record.origin = RideOrigin(format: .tcx)
    #expect(try decodeFIT(FITEncoderTests.encoder.encode(record, Self.details)).origin?.utcOffsetSeconds == nil)
  }

  @Test func `the FIT file of a ride without details has no details`() throws {
    let read = try decodeFIT(FITEncoderTests.encoder.encode(Self.record))
    #expect(read.origin?.utcOffsetSeconds == nil)
    #expect(read.fileTotals[.thresholdWatts] == nil && read.fileTotals[.trainingStressScore] == nil)
    #expect(read.laps.map(\.isResting) == [false, false, true, false])
  }

  @Test(arguments: [
    ("KICKR SNAP 1234", FITManufacturer.wahooFitness), ("Tacx Neo 2T 999", .tacx), ("polar h10 8D3B1F2A", .polar),
    ("HRM-Dual:123456", .garmin), ("Trainer", nil), ("", nil),
  ])
  func `a manufacturer is recognised by the advertised name of its device`(_ name: String, _ maker: FITManufacturer?) {
    #expect(FITManufacturer(ofDevice: name) == maker)
  }
}
