import FuzzKit
import Rides
import Testing

@testable import RideAnalysis

/// Rows also come from files: whatever they contain, each metric is a finite number or absent.
@Suite struct ArbitraryRowsTests {
  @Test(arguments: UInt64(0)..<200)
  func `every metric of arbitrary rows is finite and every part lies in the ride`(_ seed: UInt64) throws {
    var chance = Chance(random: SplitMix64(seed: seed))
    let settings = chance.settings()
    let record = RideRecord(
      id: 1, start: UnixTime(seconds: 0), plannedSeconds: 0, trainerName: nil, samples: chance.samples(), events: [])
    let metrics = RideMetrics(record, settings: settings)
    let figures = [
      metrics.zone2Share, metrics.zone2Watts, metrics.normalizedWatts, metrics.variabilityIndex,
      metrics.intensityFactor, metrics.trainingStressScore, metrics.efficiencyFactor, metrics.decouplingPercent,
      metrics.driftBpmPerHour,
    ]
    #expect(figures.allSatisfy { $0?.isFinite ?? true }, "\(figures)")
    #expect(metrics.zone2Share.map { (0...1).contains($0) } ?? true)
    #expect(metrics.trend == RideFigures(ComparedRide(samples: record.samples), settings: settings).trend)
    let found = TrimAnalysis(record.samples, settings: settings)
    let whole = 0..<record.samples.count
    #expect(found.workWindow == metrics.steadyWork.window && found.workWindow.clamped(to: whole) == found.workWindow)
    #expect(whole.isEmpty || !found.workWindow.isEmpty)
    #expect(found.suggestedEnd <= whole.count && found.tailSeconds >= 0)
    #expect(found.level?.isFinite ?? true)
    if let proposal = found.proposal {
      #expect(proposal.clamped(to: whole) == proposal && proposal != whole && proposal.count >= 60)
    }
  }
}

/// Makes the same rows for the same seed.
private struct Chance {
  var random: SplitMix64

  /// Rows of all lengths, with stretches of equal values.
  mutating func samples() -> [RideSample] {
    var samples: [RideSample] = []
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let (watts, beats, runs) = (number(), whole(), Bool.random(using: &random))
      let isSteady = Bool.random(using: &random)
      for _ in 0..<Int.random(in: 0...900, using: &random) {
        samples.append(
          RideSample(
            second: samples.count, timerRunning: runs, powerWatts: isSteady ? watts : number(),
            cadenceRpm: isSteady ? nil : number(), beatsPerMinute: isSteady ? beats : whole()))
      }
    }
    return samples
  }

  mutating func settings() -> RiderSettings {
    let bounds = [bound(), bound()].sorted()
    return RiderSettings(
      zone2: bounds[0]...bounds[1], maximumHeartRate: whole(), restingHeartRate: whole().map { $0 & 0xFF },
      thresholdHeartRate: whole(), thresholdWatts: whole(),
      zoneMethod: ZoneMethod.allCases.randomElement(using: &random) ?? .zone2Range)
  }

  private mutating func bound() -> Int { whole() ?? 120 }

  private mutating func number() -> Double? {
    switch UInt8.random(in: 0...7, using: &random) {
    case 0: nil
    case 1: Double(bitPattern: random.next())
    case 2: [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -0.0].randomElement(using: &random)
    default: Double.random(in: -10...400, using: &random)
    }
  }

  private mutating func whole() -> Int? {
    switch UInt8.random(in: 0...7, using: &random) {
    case 0: nil
    case 1: Int(truncatingIfNeeded: random.next())
    case 2: [.max, .min, 0, -1].randomElement(using: &random)
    default: Int.random(in: 40...200, using: &random)
    }
  }
}

@Suite struct HeartRateCountTests {
  @Test func `heart-rate medians equal those found by sorting`() {
    let beats = (0..<2000).map { second in second % 11 == 0 ? nil : 60 + (second * second * 31) % 140 }
    for window in [1, 31, 61] {
      let expected = beats.indices.map { index -> Int? in
        let around = (index - window / 2..<index + window / 2 + 1).clamped(to: beats.indices)
        let sorted = beats[around].compactMap(\.self).sorted()
        return sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2]
      }
      #expect(beats.heartRateMedians(over: window) == expected)
    }
  }

  @Test func `the heart rate at a share of all values is found`() {
    var count = HeartRateCount()
    #expect(count.value(atShare: 0.5) == nil)
    for beats in 100..<201 { count.add(beats) }
    #expect([0, 0.25, 0.75, 1].map { count.value(atShare: $0) } == [100, 125, 175, 200])
  }

  @Test func `an impossible heart rate counts as the nearest bound`() {
    var count = HeartRateCount()
    count.add(.max)
    count.add(.min)
    #expect([0, 1].map { count.value(atShare: $0) } == [0, 255])
  }
}
