import FuzzKit
import RideSession
import Testing

@testable import RideAnalysis

/// Rows come from files too: whatever they say, what they come to is a number or absent.
@Suite struct ArbitraryRowsTests {
  @Test(arguments: UInt64(0)..<200) func everyFigureIsFiniteAndEveryPartInTheRide(_ seed: UInt64) throws {
    var chance = Chance(random: SplitMix64(seed: seed))
    let settings = chance.settings()
    let record = RideRecord(
      id: 1, start: UnixTime(seconds: 0), plannedSeconds: 0, trainerName: nil, samples: chance.samples(), events: [])
    let review = RideReview(record, settings: settings)
    let figures = [
      review.zone2Share, review.zone2Watts, review.normalizedWatts, review.variabilityIndex, review.intensityFactor,
      review.trainingStressScore, review.efficiencyFactor, review.decouplingPercent, review.driftBpmPerHour,
    ]
    #expect(figures.allSatisfy { $0?.isFinite ?? true }, "\(figures)")
    #expect(review.zone2Share.map { (0...1).contains($0) } ?? true)
    #expect(review.trend == RideTrend(record, settings: settings))
    let found = TrimSuggestion(record.samples, settings: settings)
    let whole = 0..<record.samples.count
    #expect(found.workWindow == review.workWindow && found.workWindow.clamped(to: whole) == found.workWindow)
    #expect(whole.isEmpty || !found.workWindow.isEmpty)
    #expect(found.suggestedEnd <= whole.count && found.tailSeconds >= 0)
    #expect(found.level?.isFinite ?? true)
    if let proposal = found.proposal {
      #expect(proposal.clamped(to: whole) == proposal && proposal != whole && proposal.count >= 60)
    }
  }
}

/// The same rows for the same seed.
private struct Chance {
  var random: SplitMix64

  /// Of all lengths, and of stretches that are alike.
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
