import FitnessGATT
import Rides
import Testing

@testable import RideSession

@Suite struct ResistanceLevelsTests {
  @Test(arguments: [
    (10, 240, 10, 23, 100.0), (0, 1000, 1, 1000, 100), (0, 1000, 300, 3, 90), (50, 50, 10, 0, 0),
    (-32_768, 32_767, 1, 65_535, 100),
  ])
  func `the levels are whole increments of the range`(
    _ least: Int, _ most: Int, _ step: Int, _ highest: Int, _ percent: Double
  ) {
    let levels = ResistanceLevels(
      SupportedResistanceLevelRange(
        minimumTenths: Int16(least), maximumTenths: Int16(most), incrementTenths: UInt16(step)))
    #expect(levels.highest == highest)
    #expect(abs(levels.percent(of: highest) - percent) < 1e-9)
    #expect(levels.percent(of: highest + 1) == levels.percent(of: highest) && levels.percent(of: -1) == 0)
    for level in [0, highest / 3, highest] { #expect(levels.level(at: levels.percent(of: level)) == level) }
  }

  @Test func `a bike without a reported range has steps of 1 %`() {
    let levels = ResistanceLevels(nil)
    #expect(levels.highest == 100 && levels.stepPercent == 1 && levels.level(at: 40.4) == 40)
  }
}

@Suite struct ResistanceCurveTests {
  /// Returns the curve of a bike with 24 levels whose power is `share` of the generic one at each level, learnt at some
  /// levels.
  private func learnt(_ share: Double, at levels: [Int], rpm: Double = 80) -> ResistanceCurve {
    var curve = ResistanceCurve(highest: 23)
    let generic = curve.forecast(rpm: rpm, around: 0)
    for level in levels {
      for _ in 0..<5 {
        curve.learn(
          watts: generic.watts(at: level) * share, level: level, rpm: rpm, unrest: 0, knowsCadence: true)
      }
    }
    return curve
  }

  @Test func `a power at one level corrects all levels`() {
    let generic = ResistanceCurve(highest: 23).forecast(rpm: 80, around: 0)
    let forecast = learnt(0.6, at: [10]).forecast(rpm: 80, around: 10)
    for level in 0...23 {
      let tolerance = level == 10 ? 0.02 : 0.25
      #expect(abs(forecast.watts(at: level) / generic.watts(at: level) / 0.6 - 1) < tolerance, "level \(level)")
    }
  }

  @Test(arguments: [1.0, 1.5, 2])
  func `powers at two cadences give the exponent of the cadence`(_ exponent: Double) {
    var curve = ResistanceCurve(highest: 23)
    for second in 0..<60 {
      let rpm = second < 30 ? 90.0 : 65
      let watts = 150 * (exponent * (rpm / 80).naturalLogarithm).exponential
      curve.learn(watts: watts, level: 8, rpm: rpm, unrest: 0, knowsCadence: true)
    }
    #expect(abs(curve.exponent - exponent) < 0.1)
  }

  @Test func `the power rises from each level to the next, even after contradicting powers`() {
    var curve = ResistanceCurve(highest: 23)
    for (level, watts) in [(4, 300.0), (8, 100), (12, 250), (16, 120), (20, 90)] {
      for _ in 0..<20 { curve.learn(watts: watts, level: level, rpm: 80, unrest: 0, knowsCadence: true) }
    }
    for anchor in [0, 8, 23] {
      let forecast = curve.forecast(rpm: 80, around: anchor)
      let watts = (0...23).map(forecast.watts)
      #expect(zip(watts.dropFirst(), watts).allSatisfy { $0 > $1 })
    }
  }

  @Test func `the level for the power of a level is that level`() {
    let forecast = learnt(0.7, at: [3, 9, 15], rpm: 90).forecast(rpm: 70, around: 9)
    for level in 0...23 { #expect(forecast.level(for: forecast.watts(at: level)) == level) }
    #expect(forecast.level(for: 0) == 0 && forecast.level(for: 1e9) == 23)
  }

  @Test func `a bike with one level has that level for all watts`() {
    var curve = ResistanceCurve(highest: 0)
    curve.learn(watts: 100, level: 0, rpm: 80, unrest: 0, knowsCadence: true)
    let forecast = curve.forecast(rpm: 80, around: 0)
    #expect(forecast.level(for: 500) == 0)
    #expect(abs(forecast.watts(at: 0) - 100) < 10)
  }

  @Test func `a level far above the learnt ones is approached in several steps`() {
    let forecast = learnt(0.1, at: [2]).forecast(rpm: 80, around: 2)
    let best = forecast.level(for: 60)
    let first = forecast.cautiousLevel(for: 60, highestLearnt: 2)
    #expect((3..<best).contains(first))
    #expect(forecast.cautiousLevel(for: 60, highestLearnt: best) == best)
    #expect((3..<best).contains(forecast.cautiousLevel(for: 60, highestLearnt: nil)))
    #expect(forecast.cautiousLevel(for: 1e9, highestLearnt: 22) == 23)
  }
}
