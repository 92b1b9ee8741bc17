import Rides
import Testing

@testable import RideAnalysis

@Suite struct CriticalPowerFitTests {
  private typealias Effort = (seconds: Int, watts: Double)

  private static func effort(_ seconds: Int, criticalWatts: Double = 250, joules: Double = 18_000) -> Effort {
    (seconds, criticalWatts + joules / Double(seconds))
  }

  @Test func `efforts that follow the model give its CP and W′ without error`() throws {
    let estimate = try #require(ThresholdEstimate(of: [60, 180, 300, 600, 1200].map { Self.effort($0) }))
    let model = try #require(estimate.criticalPower)
    #expect(abs(model.watts - 250) < 1e-6 && abs(model.wPrimeKilojoules - 18) < 1e-6)
    #expect(model.errorWatts < 1e-6 && model.wPrimeErrorKilojoules < 1e-6)
    #expect(model.seconds == [180, 300, 600, 1200])
    #expect(estimate.twentyMinuteWatts == 265 && estimate.thresholdWatts == 252)
  }

  /// Least squares of W = 18 000 + 250 t with residuals +600, -600, -600, +600 J, worked by hand with numpy.linalg.
  @Test func `the errors are the standard errors of slope and intercept`() throws {
    let residuals = [600.0, -600, -600, 600]
    let efforts = zip([180, 300, 600, 1200], residuals).map { seconds, residual in
      (seconds: seconds, watts: Self.effort(seconds).watts + residual / Double(seconds))
    }
    let model = try #require(ThresholdEstimate.CriticalPower(fitting: efforts))
    #expect(abs(model.watts - 250.462428) < 1e-5 && abs(model.wPrimeKilojoules - 17.736416) < 1e-5)
    #expect(abs(model.errorWatts - 1.024280) < 1e-5 && abs(model.wPrimeErrorKilojoules - 0.710085) < 1e-5)
  }

  @Test func `without a best 20 minutes there is no estimate`() {
    #expect(ThresholdEstimate(of: [180, 300, 600].map { Self.effort($0) }) == nil)
    #expect(ThresholdEstimate(of: [(1200, 20)]) == nil, "no FTP that the settings would refuse")
  }

  @Test func `efforts that contradict the model give FTP alone`() throws {
    let even: [Effort] = [180, 300, 600, 1200].map { ($0, 200) }
    #expect(try #require(ThresholdEstimate(of: even)).criticalPower == nil, "W′ would be 0")
    let two: [Effort] = [(600, 260), (1200, 250)]
    #expect(try #require(ThresholdEstimate(of: two)).criticalPower == nil)
  }
}
