import RideAnalysis
import Rides
import Testing

@testable import RideFiles

/// A ride of two laps at several powers and heart rates, by zones of 240 W and 185 beats a minute.
@Suite struct FITTimeInZoneTests {
  static let settings: RiderSettings = {
    var settings = RiderSettings(
      zone2: 111...129, maximumHeartRate: 185, restingHeartRate: 50, thresholdHeartRate: 165, zoneMethod: .maximum)
    settings.thresholdWatts = 240
    return settings
  }()

  static var record: RideRecord {
    let watts = [0, 131.9, 132, 240, 500, 400, 180, 216, 288, 360]
    var record = ride(
      watts.enumerated().map { second, watts in
        RideSample(
          second: second, timerRunning: second != 4, powerWatts: watts,
          beatsPerMinute: second < 8 ? 105 + second * 5 : nil)
      })
    record.laps = [RideLap(second: 0, trigger: .time), RideLap(second: 6, trigger: .end)]
    return record
  }

  private static func details(_ record: RideRecord, _ settings: RiderSettings? = settings) -> RideDetails {
    RideDetails(
      record, plan: nil, trainerName: nil, strap: nil, thresholdWatts: settings?.thresholdWatts, settings: settings,
      utcOffsetSeconds: nil)
  }

  static var bytes: [UInt8] { FITEncoderTests.encoder.encode(record, details(record)) }

  @Test func `the seconds of a ride and its laps are counted in the zones of the settings`() throws {
    let zones = try #require(Self.details(Self.record).zones)
    #expect(zones.power?.starts == [132, 180, 216, 252, 288, 360])
    #expect(zones.whole.power == [2, 1, 1, 2, 0, 1, 2])
    #expect(zones.laps.map(\.power) == [[2, 1, 0, 1, 0, 0, 1], [0, 0, 1, 1, 0, 1, 1]])
    #expect(zones.whole.heartRate == [2, 2, 3, 0, 0])
    #expect(zones.laps.map(\.heartRate) == [[2, 2, 1, 0, 0], [0, 0, 2, 0, 0]])
  }

  @Test func `the times in zones are absent without settings, and each part without its values`() throws {
    #expect(Self.details(Self.record, nil).zones == nil)
    var settings = Self.settings
    settings.thresholdWatts = nil
    let beats = try #require(Self.details(Self.record, settings).zones)
    #expect(beats.power == nil && beats.thresholdWatts == nil && beats.whole.power.isEmpty)
    #expect(beats.whole.heartRate.reduce(0, +) == 7)
    var record = Self.record
    for index in record.samples.indices { record.samples[index].beatsPerMinute = nil }
    let watts = try #require(Self.details(record).zones)
    #expect(watts.heartRate == nil && watts.whole.heartRate.isEmpty && watts.whole.power.reduce(0, +) == 9)
    #expect(Self.details(record, settings).zones == nil)
    record.origin = RideOrigin(format: .fit)
    #expect(Self.details(record).zones == nil, "the zones of another program's ride are not ours")
  }

  @Test func `a run has no power zones`() throws {
    var run = Self.record
    run.givenSport = .running
    #expect(try #require(Self.details(run).zones).power == nil)
  }

  @Test func `the times in zones make no difference to the ride that is read`() throws {
    var plain = Self.details(Self.record)
    plain.zones = nil
    let without = FITEncoderTests.encoder.encode(Self.record, plain)
    #expect(without.count < Self.bytes.count)
    let (one, other) = (try importFIT(without), try importFIT(Self.bytes))
    #expect(one == other && other.leftOut.count == 0)
  }

  @Test func `a ride without laps has the times of its only lap`() throws {
    var record = Self.record
    record.laps = []
    let zones = try #require(Self.details(record).zones)
    #expect(zones.laps == [zones.whole])
  }

  /// The values that Garmin's SDK reads from the file, as printed by `Proof/Clients/fit.py`.
  static let reading = """
    zones hr percent_max_hr max=185 threshold=165 power percent_ftp ftp=240
    in zone session 0 hr [0.0, 2.0, 2.0, 3.0, 0.0, 0.0] to [0, 110, 129, 147, 166, 254] \
    power [0.0, 2.0, 1.0, 1.0, 2.0, 0.0, 1.0, 2.0] to [0, 132, 180, 216, 252, 288, 360, 4000]
    in zone lap 0 hr [0.0, 2.0, 2.0, 1.0, 0.0, 0.0] to [0, 110, 129, 147, 166, 254] \
    power [0.0, 2.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0] to [0, 132, 180, 216, 252, 288, 360, 4000]
    in zone lap 1 hr [0.0, 0.0, 0.0, 2.0, 0.0, 0.0] to [0, 110, 129, 147, 166, 254] \
    power [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0] to [0, 132, 180, 216, 252, 288, 360, 4000]

    """
}
