import Foundation
import FuzzKit
import Rides
import TestKit
import Testing

@testable import RideAnalysis

@Suite struct BeatIntervalsTests {
  private static func close(_ value: Double?, _ expected: Double, _ tolerance: Double = 0.0001) -> Bool {
    value.map { abs($0 - expected) <= tolerance } ?? false
  }

  @Test func `six beats have the variability calculated by hand`() {
    let figures = BeatIntervals([812, 840, 795, 860, 815, 830]).figures(secondsOfSDNN: 0)
    #expect(Self.close(figures.rmssd, 43.0906))
    #expect(Self.close(figures.sdnn, 22.9928))
    #expect(Self.close(figures.lnRmssd, 3.7633))
    #expect(figures.pairs == 5 && figures.nn50 == 1 && figures.beats == 6 && figures.artefacts == 0)
    #expect(Self.close(figures.meanHeartRate, 72.6979))
    #expect(Self.close(figures.seconds, 4.952))
  }

  @Test func `four beats have the figures of rhenanbartels' hrv`() {
    let figures = BeatIntervals([800, 810, 815, 750]).figures(secondsOfSDNN: 0)
    #expect(Self.close(figures.rmssd, 38.0789, 0.001) && Self.close(figures.sdnn, 29.8258, 0.001))
    #expect(figures.nn50 == 1)
  }

  @Test func `beats that alternate by 50 ms have an RMSSD of 50`() {
    let intervals = BeatIntervals((0..<30).map { $0.isMultiple(of: 2) ? 800 : 850 })
    #expect(intervals.figures().rmssd == 50)
    #expect(intervals.figures().nn50 == 0)
  }

  @Test func `a constant heart rate has no logarithm of its variability`() {
    let figures = BeatIntervals(Array(repeating: 1000, count: 40)).figures()
    #expect(figures.rmssd == 0 && figures.lnRmssd == nil && figures.meanHeartRate == 60)
  }

  @Test func `SDNN needs two minutes`() {
    #expect(BeatIntervals(Array(repeating: 1000, count: 119)).figures().sdnn == nil)
    #expect(BeatIntervals(Array(repeating: 1000, count: 120)).figures().sdnn == 0)
  }

  @Test func `an impossible interval does not count towards the two minutes of SDNN`() {
    let intervals = BeatIntervals([59_999, 59_999] + Array(repeating: 800, count: 100))
    #expect(intervals.figures(of: intervals.sound).sdnn == nil)
  }

  @Test func `intervals printed with their breaks are read back unchanged`() throws {
    let intervals = BeatIntervals([812, 840.25, 795, 800], breaks: [1, 3])
    #expect(try BeatIntervals(text: intervals.text { "\($0)" }) == intervals)
  }

  @Test func `an empty series has no figures`() {
    #expect(BeatIntervals().figures() == HRVFigures(beats: 0, artefacts: 0, seconds: 0, nn50: 0, pairs: 0))
    #expect(throws: MeasurementFault(.tooFewBeats, beats: 0)) { try BeatIntervals().measured() }
  }

  @Test func `a difference over an artefact or a break does not count`() {
    let steady: [Double] = (0..<40).map { $0.isMultiple(of: 2) ? 800 : 820 }
    var extra = steady
    extra.insert(400, at: 20)
    let figures = BeatIntervals(extra).figures(of: BeatIntervals(extra).sound)
    #expect(figures.rmssd == 20 && figures.artefacts == 1 && figures.pairs == 38)
    let half = Array(steady.prefix(20))
    let broken = BeatIntervals(half + half.map { $0 + 100 }, breaks: [20])
    #expect(broken.figures(of: broken.sound).rmssd == 20)
    #expect(broken.figures(of: broken.sound).pairs == 38)
  }

  @Test func `a measurement allows at most ten percent of artefacts`() throws {
    func beats(artefacts: Int) -> BeatIntervals {
      BeatIntervals((0..<100).map { $0 % 9 == 4 && $0 / 9 < artefacts ? 400 : 1000 })
    }
    #expect(try beats(artefacts: 10).measured().artefactPercent == 10)
    #expect(try beats(artefacts: 10).measured().quality == .usable)
    #expect(try beats(artefacts: 5).measured().quality == .good)
    #expect(throws: MeasurementFault(.tooManyArtefacts, artefactPercent: 11, beats: 89)) {
      try beats(artefacts: 11).measured()
    }
    #expect(throws: MeasurementFault(.tooFewBeats, beats: 29)) {
      try BeatIntervals(Array(repeating: 1000, count: 29)).measured()
    }
  }

  @Test func `a file of intervals is read, and a wrong line is named`() throws {
    let read = try BeatIntervals(text: "# rest\r\n812\r\n\r\n 840.5 \r\n795\n")
    #expect(read.milliseconds == [812, 840.5, 795] && read.breaks == [])
    #expect(try BeatIntervals(text: "\u{FEFF}812\r\n840\r\n").milliseconds == [812, 840])
    for wrong in ["x", "-5", "0\n800", "nan", "inf", "99999999", "812 840", "812;", "0x320", "8e2", "812,5", "."] {
      #expect(throws: MeasurementFault(.notAnInterval, line: 2)) { try BeatIntervals(text: "800\n\(wrong)\n") }
    }
    let long = String(repeating: "800\n", count: 200_001)
    #expect(throws: MeasurementFault(.tooLong)) { try BeatIntervals(text: long) }
  }

  @Test func `intervals in seconds are recognised, and zeros at the end are ignored`() throws {
    let seconds = try BeatIntervals(text: "0.812\n# break\n1.25\n0.9\n")
    #expect(seconds.milliseconds.map { $0.rounded() } == [812, 1250, 900] && seconds.breaks == [1])
    #expect(try BeatIntervals(text: "812\n840\n0\n\n0.0\n") == BeatIntervals([812, 840]))
    #expect(try BeatIntervals(text: "0\n").milliseconds == [])
  }

  /// Five minutes at rest with the variation of breathing, and a little noise.
  private static let resting: [Double] = {
    var random = SplitMix64(seed: 4)
    return (0..<300).map {
      1000 + 40 * sin(Double($0) / 4 * 2 * .pi / 1.1) + Double.random(in: -15...15, using: &random)
    }
  }()

  @Test func `missed and extra beats hardly change the corrected variability, but multiply the raw one`() throws {
    var beats = Self.resting
    for place in [40, 140, 240] { beats[place] *= 2 }
    for place in [270, 170, 70] {
      beats.replaceSubrange(place...place, with: [beats[place] * 0.4, beats[place] * 0.6])
    }
    let (clean, marred) = (BeatIntervals(Self.resting), BeatIntervals(beats))
    let truth = try #require(clean.figures(of: clean.sound).rmssd)
    #expect(try #require(marred.figures().rmssd) > 2 * truth)
    let figures = try marred.measured()
    #expect(abs(try #require(figures.rmssd) - truth) < 0.03 * truth)
    #expect(figures.artefacts == 9 && figures.quality == .good)
  }

  @Test func `no figure is negative or NaN, whatever the intervals are`() {
    var random = SplitMix64(seed: 9)
    let oddities = [0, -1, 1e300, .infinity, .nan, 65_535_000 / 1024, 299.99, 2000.01]
    for _ in 0..<300 {
      let beats = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        Int.random(in: 0...9, using: &random) == 0
          ? oddities.randomElement(using: &random) ?? 0 : Double.random(in: 250...2100, using: &random)
      }
      let breaks = (0..<3).map { _ in Int.random(in: -5...70, using: &random) }
      let intervals = BeatIntervals(beats, breaks: breaks)
      let figures = intervals.figures(of: intervals.sound, secondsOfSDNN: 0)
      for figure in [figures.rmssd, figures.sdnn, figures.meanHeartRate].compactMap(\.self) {
        #expect(figure.isFinite && figure >= 0)
      }
      #expect(figures.lnRmssd.map(\.isFinite) ?? true)
      #expect(figures.pairs ?? 0 <= max(0, beats.count - 1) && figures.nn50 ?? 0 <= figures.pairs ?? 0)
    }
  }

  @Test func `a break at an invalid place is ignored`() {
    #expect(BeatIntervals([800, 810], breaks: [5, 1, -1, 1]).breaks == [1])
  }
}

// MARK: - Published figures

@Suite struct PublishedVariabilityTests {
  @Test func `Apple's beats have the SDNN that Apple reports, and an RMSSD over consecutive beats`() throws {
    let figures = AppleRecord.intervals.figures(secondsOfSDNN: 0)
    #expect(abs(try #require(figures.sdnn) - 25.530) < 0.001)
    #expect(abs(try #require(figures.rmssd) - 21.42) < 0.01)
    #expect(figures.pairs == 20)
  }

  private static func series(_ file: String) -> URL { SharedMaterial.file("fixtures/rr/\(file)") }

  /// Published series and their figures: n, mean, SDNN, RMSSD, NN50.
  private static let published: [(file: String, Int, mean: Double, sdnn: Double, rmssd: Double, nn50: Int)] = [
    ("e1304.txt", 7749, 917.2384, 137.1920, 27.8517, 342), ("rest_rri.txt", 910, 1058.7187, 57.8182, 55.1374, 321),
  ]

  @Test(.enabled(if: published.allSatisfy { SharedMaterial.has(series($0.file)) }), arguments: published)
  func `a published series has its published figures`(
    _ file: String, _ count: Int, _ mean: Double, _ sdnn: Double, _ rmssd: Double, _ nn50: Int
  ) throws {
    let intervals = try BeatIntervals(text: String(contentsOf: Self.series(file), encoding: .utf8))
    let figures = intervals.figures(secondsOfSDNN: 0)
    #expect(figures.beats == count)
    #expect(abs(intervals.seconds * 1000 / Double(count) - mean) < 0.0001)
    #expect(abs(try #require(figures.sdnn) - sdnn) < 0.0001)
    #expect(abs(try #require(figures.rmssd) - rmssd) < 0.0001)
    #expect(figures.nn50 == nn50)
  }

  /// Series with the results of the recommended pipeline.
  private struct Fixtures: Decodable {
    struct Fixture: Decodable {
      struct Expected: Decodable {
        struct Pipeline: Decodable {
          var rejected_idx: [Int]
          var n_pairs: Int
          var sdnn_ddof1: Double
          var rmssd: Double
        }
        var recommended_pipeline: Pipeline?
      }
      var id: String
      var rr_ticks: [Double]?
      var expected: Expected
    }
    var fixtures: [Fixture]
  }

  @Test(.enabled(if: SharedMaterial.has(SharedMaterial.file("fixtures/hrv.json"))))
  func `fixtures at rest have the figures of the recommended pipeline`() throws {
    let data = try Data(contentsOf: SharedMaterial.file("fixtures/hrv.json"))
    let atRest = try JSONDecoder().decode(Fixtures.self, from: data).fixtures.filter {
      ["F2", "F3", "F4"].contains($0.id.prefix(2))
    }
    #expect(!atRest.isEmpty)
    for fixture in atRest {
      let expected = try #require(fixture.expected.recommended_pipeline)
      let intervals = BeatIntervals(try #require(fixture.rr_ticks).map { $0 * 1000 / 1024 })
      let sound = intervals.sound
      let figures = intervals.figures(of: sound, secondsOfSDNN: 0)
      #expect(sound.indices.filter { !sound[$0] } == expected.rejected_idx, "\(fixture.id)")
      #expect(figures.pairs == expected.n_pairs)
      #expect(abs(try #require(figures.rmssd) - expected.rmssd) < 0.01)
      #expect(abs(try #require(figures.sdnn) - expected.sdnn_ddof1) < 0.01)
    }
  }
}
