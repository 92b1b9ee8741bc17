import Foundation
import Rides
import TestKit
import Testing

@testable import RideAnalysis

/// The table of the shared fixture `metrics.json`, with values accurate to 0.005.
@Suite(.enabled(if: SharedMaterial.has(SharedMetrics.file), "needs ../shared/fixtures")) struct SharedMetricsTests {
  private static let tolerance = 0.005

  @Test func `a recovery equals that in the table of metrics`() throws {
    for row in try SharedMetrics.read().recovery {
      func observation(_ value: Double?, _ base: Double) -> Recovery.Observation? {
        Recovery.Observation(value, days: 7, baseline: Baseline(mean: base, days: 7))
      }
      let score = Recovery.score(
        variability: observation(row.hrv, row.hrv_base), heartRate: observation(row.rhr, row.rhr_base),
        sleep: row.sleep
      ).score
      #expect((score == nil) == (row.expected == nil))
      if let score, let expected = row.expected { #expect(abs(score - expected) <= Self.tolerance) }
    }
  }

  @Test func `strain equals that in the table of metrics`() throws {
    for row in try SharedMetrics.read().strain {
      #expect(Strain.raw(row.zone_minutes) == row.raw)
      let score = try #require(Strain.score(raw: row.raw))
      #expect(abs(score - row.expected_log_c20_R960) <= Self.tolerance)
    }
  }

  @Test func `a night's score equals that in the table of metrics`() throws {
    let evening = LocalMoment(milliseconds: 0, utcOffsetSeconds: 0)
    for row in try SharedMetrics.read().sleep {
      let night = Night(
        date: CalendarDay(daysSince1970: 0), source: .entered, from: evening,
        to: evening.advanced(bySeconds: row.in_bed * 60), awakeMinutes: row.awake, deepMinutes: row.deep,
        remMinutes: row.rem)
      let score = try #require(SleepQuality.score(night, need: (row.need, false)))
      #expect(abs(score.duration - row.expected.duration) <= Self.tolerance)
      #expect(abs(try #require(score.efficiency) - row.expected.efficiency) <= Self.tolerance)
      #expect(abs(try #require(score.stages) - row.expected.stage) <= Self.tolerance)
      #expect(abs(score.score - row.expected.score) <= Self.tolerance)
    }
  }

  @Test func `a training impulse equals that in the table of metrics`() throws {
    for row in try SharedMetrics.read().trimp {
      let weights = try #require(TRIMPWeights.allCases.first { ScoreModel.impulse(of: $0) == (row.a, row.b) })
      let rows = (0..<row.minutes * 60).map { RideSample(second: $0, timerRunning: true, beatsPerMinute: row.hr) }
      let impulse = try #require(
        TrainingImpulse.of(rows, restingHeartRate: row.rest, maximumHeartRate: row.max, weights: weights))
      #expect(abs(impulse - row.expected) <= Self.tolerance)
    }
  }
}

private struct SharedMetrics: Decodable {
  static let file = SharedMaterial.file("fixtures/metrics.json")

  static func read() throws -> Self { try JSONDecoder().decode(Self.self, from: Data(contentsOf: file)) }

  struct Recovery: Decodable {
    let hrv, rhr: Double?
    let hrv_base, rhr_base, sleep: Double
    let expected: Double?
  }

  struct Strain: Decodable {
    let zone_minutes: [Double]
    let raw, expected_log_c20_R960: Double
  }

  struct Sleep: Decodable {
    struct Expected: Decodable {
      let duration, efficiency, stage, score: Double
    }

    let in_bed, awake, deep, rem, need: Double
    let expected: Expected
  }

  struct Impulse: Decodable {
    let minutes, hr, rest, max: Int
    let a, b, expected: Double
  }

  let recovery: [Recovery]
  let strain: [Strain]
  let sleep: [Sleep]
  let trimp: [Impulse]
}
