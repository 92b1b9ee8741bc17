import RideSession
import Testing

@testable import RideFiles

/// A ride by a plan with all that is known of it.
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

  /// What `Tests/Clients/fit.py` is told of it by Garmin's SDK.
  static let told = """
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

  @Test func `what is known of a ride comes back from its file, as far as a ride has a place for it`() throws {
    let read = try decodeFIT(Self.bytes)
    #expect(read.origin?.utcOffsetSeconds == 7200)
    #expect(read.given[.thresholdWatts] == 250 && read.given[.trainingStressScore] == 3.5)
    #expect(read.given[.intensityFactor] == 0.72 && read.given[.normalizedWatts] == 180)
    #expect(read.laps.map(\.label) == ["Warm-up", "Over there", nil, "Steady"])
    #expect(read.laps.map(\.isResting) == [false, false, true, false])
    #expect(read.laps.map { $0.given[.normalizedWatts] } == [130, 250, nil, 150])
    #expect(read.laps.allSatisfy { $0.interval == nil })
    #expect(read.origin?.device.name == "jz2d", "the devices of the ride are not what wrote the file")
  }

  @Test func `a ride from another program's file takes no more than its figures`() throws {
    var record = Self.record
    record.origin = RideOrigin(format: .tcx, utcOffsetSeconds: 3600)
    let read = try decodeFIT(FITEncoderTests.encoder.encode(record, Self.details))
    #expect(read.origin?.utcOffsetSeconds == 3600)
    #expect(read.given[.normalizedWatts] == 180)
    #expect(read.laps.map(\.label) == [nil, nil, nil, nil])
    record.origin = RideOrigin(format: .tcx)
    #expect(try decodeFIT(FITEncoderTests.encoder.encode(record, Self.details)).origin?.utcOffsetSeconds == nil)
  }

  @Test func `a ride of which nothing is known has none of it`() throws {
    let read = try decodeFIT(FITEncoderTests.encoder.encode(Self.record))
    #expect(read.origin?.utcOffsetSeconds == nil)
    #expect(read.given[.thresholdWatts] == nil && read.given[.trainingStressScore] == nil)
    #expect(read.laps.map(\.isResting) == [false, false, true, false])
  }

  @Test(arguments: [
    ("KICKR SNAP 1234", FITManufacturer.wahooFitness), ("Tacx Neo 2T 999", .tacx), ("polar h10 8D3B1F2A", .polar),
    ("HRM-Dual:123456", .garmin), ("Trainer", nil), ("", nil),
  ])
  func `a maker is told by the name that its device advertises`(_ name: String, _ maker: FITManufacturer?) {
    #expect(FITManufacturer(ofDevice: name) == maker)
  }
}
