import Foundation
import Rides
import TestKit
import Testing

@testable import RideFiles

/// Files of other programs that were once misread, with the correct values of `manifest.tsv`.
@Suite struct FieldFileTests {
  struct Expectation: Sendable, CustomTestStringConvertible {
    var file: String
    /// Timer time of each ride, in seconds.
    var seconds: [Double]
    /// Distance of each ride, in metres; nil if unknown.
    var meters: [Double]?
    var laps: Int?
    var rows: Int?
    var watts: Double?
    var beatsPerMinute: Double?
    var sport: Sport?
    /// The tolerance of the distance, in metres.
    var tolerance = 1.0
    /// The tolerance of the time, in seconds: the rows of a file are whole seconds, and its totals are not.
    var secondsTolerance = 1.5

    var testDescription: String { file }
  }

  static let rides: [Expectation] = [
    Expectation(
      file: "Fit-File-Faker-mywhoosh_20260111.fit", seconds: [4118], meters: [36_479.4], laps: 1, rows: 4118,
      watts: 148, beatsPerMinute: 126, sport: .cycling),
    Expectation(
      file: "runalyze-Zwift-bad-training-effect.fit", seconds: [2764], meters: [16_721], laps: 1, rows: 2764,
      watts: 181, beatsPerMinute: 145),
    Expectation(
      file: "runalyze-FR70-intervals.fit", seconds: [3163], meters: [6239.7], laps: 7, beatsPerMinute: 129.6,
      sport: .running),
    Expectation(file: "fit-0134902991.fit", seconds: [739], meters: [7119], laps: 1, rows: 739, watts: 281),
    Expectation(file: "ActivityLog2-garmin-swim.fit", seconds: [2018.9], meters: [1550], laps: 11, sport: .swimming),
    Expectation(file: "runalyze-Dakota.tcx", seconds: [1371], meters: [2339.2]),
    Expectation(file: "sportslib-unknown_example.tcx", seconds: [1916], meters: [5729], laps: 32),
    Expectation(file: "python-fitparse-garmin-fenix-5-walk.fit", seconds: [45.4], meters: [67.85]),
    Expectation(file: "fit-Activity.fit", seconds: [13.749], meters: [5.73]),
    Expectation(file: "runalyze-moxy-fr735.fit", seconds: [61.3], meters: [99.9]),
    Expectation(
      file: "runalyze-Swim-without-time_by-Timekiller.tcx", seconds: [2130], laps: 30, secondsTolerance: 60),
    Expectation(file: "runalyze-Runtastic.tcx", seconds: [61], meters: [113], sport: .running),
    Expectation(
      file: "fit-activity_poolswim_with_hr.fit", seconds: [3485], meters: [1700], laps: 38, beatsPerMinute: 96.9),
    Expectation(file: "runalyze-Treadmill-doubled-cadence.tcx", seconds: [261], meters: [498]),
    Expectation(file: "runalyze-SpoQ.gpx", seconds: [23], meters: [70], beatsPerMinute: 112),
    Expectation(
      file: "gc-AleV_Swim_2015-02-09-16-15.fit", seconds: [2858.8], meters: [2400], laps: 25, sport: .swimming),
    Expectation(
      file: "runalyze-multisport-triathlon-fenix3.fit", seconds: [2032.5, 165.4, 4455.3, 109.4, 2381.2],
      meters: [1526, 367, 40_261, 419, 9317]),
    Expectation(file: "Fit-File-Faker-tpv_20251120.fit", seconds: [3727], meters: [33_970], laps: 12, watts: 190),
    Expectation(
      file: "Fit-File-Faker-activity_multiple_developer_index.fit", seconds: [4554], meters: [44_067], rows: 4555,
      watts: 269),
    Expectation(file: "runalyze-One-second-jump-to-past.fit", seconds: [7115], meters: [42_801], laps: 9),
    Expectation(file: "runalyze-Multisession.fit", seconds: [1131, 1001], meters: [4111, 3746]),
    Expectation(file: "runalyze-Fenix-2-pauses.fit", seconds: [2810], meters: [10_547]),
    Expectation(
      file: "runalyze-break-between-trkseg.gpx", seconds: [19_041], meters: [36_500], tolerance: 100,
      secondsTolerance: 10),
    Expectation(file: "runalyze-NavRun500.gpx", seconds: [2640], secondsTolerance: 10),
    Expectation(file: "runalyze-watt-extension-without-namespace.tcx", seconds: [26], meters: [127]),
    Expectation(file: "FitTrackee-apple_watch.fit", seconds: [277], meters: [1201]),
    Expectation(file: "own-fit-local0.fit", seconds: [60], meters: [472]),
    Expectation(file: "own-fit-local20y.fit", seconds: [60]),
    Expectation(file: "own-tcx-offsetdist.tcx", seconds: [60], meters: [472]),
    Expectation(file: "own-fit-offsetdist.fit", seconds: [60], meters: [472]),
    Expectation(file: "own-tcx-lapdist-only.tcx", seconds: [60], meters: [480]),
    Expectation(file: "own-tcx-nodist-pos.tcx", seconds: [60], meters: [656]),
    Expectation(file: "own-fit-dist-session-only.fit", seconds: [60], meters: [480]),
    Expectation(file: "own-fit-distzero-last.fit", seconds: [60], meters: [464]),
    Expectation(file: "own-tcx-lapreset.tcx", seconds: [60], meters: [464]),
    Expectation(file: "own-tcx-lapgap.tcx", seconds: [600], laps: 10),
    Expectation(file: "own-fit-jump20d.fit", seconds: [60]),
    Expectation(file: "own-fit-hr-messages.fit", seconds: [60], beatsPerMinute: 122),
    Expectation(file: "own-fit-devpower.fit", seconds: [60], watts: 200),
    Expectation(file: "own-fit-size0.fit", seconds: [60]),
    Expectation(file: "own-fit-nocrc.fit", seconds: [60]),
    Expectation(file: "own-fit-bryton.fit", seconds: [60], watts: 200, beatsPerMinute: 120),
    Expectation(file: "own-fit-stale3d.fit", seconds: [600], meters: [4792]),
    Expectation(file: "own-tcx-latin1.tcx", seconds: [60], meters: [472]),
    Expectation(file: "own-tcx-utf16.tcx", seconds: [60], meters: [472]),
    Expectation(file: "own-gpx-utf8-py.gpx", seconds: [60], meters: [656]),
    Expectation(file: "own-gpx-longdesc70k.gpx", seconds: [60], meters: [656]),
    Expectation(file: "own-tcx-time-space.tcx", seconds: [60]),
    Expectation(file: "own-gpx-timespace.gpx", seconds: [60]),
    Expectation(
      file: "OpenTracks-legacy_gpx_trackpointextensions_incorrect.gpx", seconds: [45], watts: 50, beatsPerMinute: 69),
    Expectation(file: "own-t-rowing.gpx", seconds: [60], sport: .rowing),
    Expectation(file: "own-tcx-sport-biking.tcx", seconds: [60], sport: .cycling),
  ]

  private static func url(_ file: String) -> URL { SharedMaterial.file("field/files/\(file)") }

  @Test(.enabled(if: SharedMaterial.has(rides.map { Self.url($0.file) })), arguments: rides)
  func `a ride file from the field is imported with its correct values`(_ expected: Expectation) throws {
    var decoder = RideFileDecoder()
    try decoder.feed(Array(Data(contentsOf: Self.url(expected.file))))
    let file = try decoder.finish()
    try #require(file.rides.count == expected.seconds.count)
    for (index, ride) in file.rides.enumerated() {
      let totals = ride.totals
      let tolerance = max(expected.secondsTolerance, expected.seconds[index] * 0.002)
      #expect(abs(Double(totals.timerSeconds) - expected.seconds[index]) <= tolerance)
      if let meters = expected.meters?[index] {
        let own = totals.distanceMeters ?? -1
        #expect(abs(own - meters) <= max(expected.tolerance, meters * 0.001))
      }
      if let laps = expected.laps { #expect(ride.laps.count == laps) }
      if let rows = expected.rows { #expect(abs(ride.samples.count - rows) <= 1) }
      if let watts = expected.watts { #expect(abs((totals.averageWatts ?? 0) - watts) <= 1) }
      if let beats = expected.beatsPerMinute { #expect(abs((totals.averageBeatsPerMinute ?? 0) - beats) <= 2) }
      if let sport = expected.sport { #expect(ride.sport == sport) }
    }
  }

  private static let refused: [(file: String, code: FileFault.Code, found: Int?)] = [
    ("own-fit-laps20000.fit", .tooManyLaps, 20_001), ("own-tcx-year1970.tcx", .badTimes, 60),
    ("Fit-File-Faker-trainerroad_744490.fit", .noActivity, nil),
  ]

  @Test(.enabled(if: SharedMaterial.has(refused.map { Self.url($0.file) })), arguments: refused)
  func `a file from the field that is not a usable ride is refused with the right reason`(
    _ file: String, _ code: FileFault.Code, _ found: Int?
  ) throws {
    var decoder = RideFileDecoder()
    let bytes = try Array(Data(contentsOf: Self.url(file)))
    let fault = #expect(throws: FileFault.self) {
      try decoder.feed(bytes)
      _ = try decoder.finish()
    }
    #expect(fault?.code == code && fault?.found == found)
  }

  private static let workouts: [(file: String, seconds: Int, intervals: Int?)] = [
    ("Fit-File-Faker-trainerroad_744490.fit", 3600, 5), ("Fit-File-Faker-stagesLink_25622166.fit", 4500, nil),
    ("gc-revolver.erg", 2886, nil), ("gc-Mayfield.zwo", 1770, nil), ("own-zone-steady.zwo", 600, 2),
    ("own-zone-intervals.zwo", 480, 8),
  ]

  @Test(.enabled(if: SharedMaterial.has(workouts.map { Self.url($0.file) })), arguments: workouts)
  func `a workout from the field has the correct duration`(_ file: String, _ seconds: Int, _ intervals: Int?) throws {
    let plan = try workout(Array(Data(contentsOf: Self.url(file))), fileName: file)
    let ends = plan.intervals.map(\.end)
    #expect(ends.reduce(0) { if case .timer(let seconds) = $1 { $0 + seconds } else { $0 } } == seconds)
    if let intervals { #expect(ends.count == intervals) }
  }
}
