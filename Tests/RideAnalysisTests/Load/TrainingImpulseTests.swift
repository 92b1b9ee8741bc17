import Rides
import Testing

@testable import RideAnalysis

@Suite struct TrainingImpulseTests {
  private static func rows(_ beats: Int?, seconds: Int) -> [RideSample] {
    (0..<seconds).map { RideSample(second: $0, timerRunning: true, beatsPerMinute: beats) }
  }

  private static let banister: [(minutes: Int, beats: Int, resting: Int, maximum: Int, TRIMPWeights, Double)] = [
    (60, 130, 60, 185, .men, 63.0192), (60, 130, 60, 185, .women, 73.619), (90, 120, 55, 180, .men, 81.2878),
  ]

  @Test(arguments: banister)
  func `a steady ride has the impulse calculated by hand`(
    _ minutes: Int, _ beats: Int, _ resting: Int, _ maximum: Int, _ weights: TRIMPWeights, _ expected: Double
  ) throws {
    let impulse = try #require(
      TrainingImpulse.of(
        Self.rows(beats, seconds: minutes * 60), restingHeartRate: resting, maximumHeartRate: maximum,
        weights: weights))
    #expect(abs(impulse - expected) < 0.0001)
  }

  @Test(arguments: [(TRIMPWeights.men, 50.1446), (.women, 59.4642)])
  func `an hour at half the reserve has Banister's impulse`(_ weights: TRIMPWeights, _ expected: Double) throws {
    let impulse = try #require(
      TrainingImpulse.of(
        Self.rows(120, seconds: 3600), restingHeartRate: 50, maximumHeartRate: 190, weights: weights))
    #expect(abs(impulse - expected) < 0.01)
  }

  @Test func `heart rates outside the reserve count as its bounds, and missing ones as zero`() throws {
    func impulse(_ beats: Int?) -> Double? {
      TrainingImpulse.of(Self.rows(beats, seconds: 60), restingHeartRate: 50, maximumHeartRate: 190, weights: .men)
    }
    #expect(impulse(40) == 0)
    #expect(impulse(230) == impulse(190))
    #expect(impulse(nil) == nil)
    #expect(
      TrainingImpulse.of(Self.rows(100, seconds: 9), restingHeartRate: 190, maximumHeartRate: 190, weights: .men)
        == nil)
  }
}
