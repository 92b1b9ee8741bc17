import RideAnalysis
import Rides
import Testing

@Suite struct PersonalBestTests {
  private static func rows(_ watts: [Double?], pausedAt paused: Set<Int> = []) -> [RideSample] {
    watts.enumerated().map { RideSample(second: $0, timerRunning: !paused.contains($0), powerWatts: $1) }
  }

  @Test func `a power curve has the best mean power of each duration that the ride contains`() {
    let watts = [100.0, 300, 200] + [Double](repeating: 100, count: 9)
    #expect(PowerCurve(Self.rows(watts)).watts == [300, 160, 130])
    #expect(PowerCurve(Self.rows([Double](repeating: 150, count: 3600))).watts == [Double](repeating: 150, count: 13))
  }

  @Test func `pauses, missing values and impossible power count as zero`() {
    let watts: [Double?] = [200, 200, nil, 200, 60_000]
    #expect(PowerCurve(Self.rows(watts, pausedAt: [1])).watts == [200, 80])
    #expect(PowerCurve(Self.rows([nil, nil])).watts.isEmpty)
    #expect(PowerCurve([]).watts.isEmpty)
  }

  private static func ride(_ number: Int, _ seconds: Int, zone2: (Int, Double?) = (0, nil), curve: [Double] = [])
    -> RideAchievements
  {
    RideAchievements(
      ride: number, timerSeconds: seconds, joules: Double(seconds) * 100, zone2Seconds: zone2.0, zone2Watts: zone2.1,
      curve: curve)
  }

  @Test func `a record belongs to the first ride that reached it, and includes the best of the others`() throws {
    let rides = [Self.ride(1, 60), Self.ride(2, 90), Self.ride(3, 90), Self.ride(4, 70)]
    let time = try #require(Discipline.time.best(of: rides))
    #expect(time.best == (2, 90) && time.before ?? (0, 0) == (3, 90))
    let first = try #require(Discipline.work.best(of: Array(rides.prefix(1))))
    #expect(first.best == (1, 6000) && first.before == nil)
    #expect(Discipline.distance.best(of: rides) == nil)
  }

  @Test func `power is compared by duration, and Zone 2 power only from 20 minutes on`() throws {
    let rides = [
      Self.ride(1, 60, zone2: (1199, 200), curve: [300, 250]), Self.ride(2, 60, zone2: (1200, 150), curve: [250, 251]),
    ]
    #expect(Discipline.power(seconds: 5).best(of: rides)?.best ?? (0, 0) == (2, 251))
    #expect(Discipline.power(seconds: 60).best(of: rides) == nil)
    #expect(Discipline.zone2Power.best(of: rides)?.best ?? (0, 0) == (2, 150))
  }
}
