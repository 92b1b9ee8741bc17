import Foundation
import Rides
import Testing

@testable import RideSession

@Suite struct EffortInHandTests {
  private static func order(_ settings: RiderSettings) -> RideOrder {
    var order = RideOrder(askedWatts: 150, plannedSeconds: 3600, trainer: RideBench.trainer, heartRate: nil)
    order.thresholdWatts = settings.thresholdWatts
    return order
  }

  private static var settings: RiderSettings {
    var settings = RiderSettings()
    (settings.thresholdWatts, settings.criticalWatts, settings.wPrimeKilojoules) = (250, 250, 20)
    return settings
  }

  private static func effort(_ watts: [Double?], _ settings: RiderSettings = settings) -> EffortInHand {
    var effort = EffortInHand(order(settings), settings)
    for (second, watts) in watts.enumerated() {
      effort.add(RideSample(second: second, timerRunning: true, powerWatts: watts), isTested: false)
    }
    return effort
  }

  @Test func `a second of power counts in the zone that contains it`() throws {
    let zones = try #require(Self.effort([100, 137, 138, 250, nil, 600, .nan, -5]).powerZones)
    #expect(zones.count == 7)
    #expect(zones.map(\.seconds) == [3, 1, 0, 1, 0, 0, 1])
  }

  @Test func `the zones count timer time only`() throws {
    var effort = EffortInHand(Self.order(Self.settings), Self.settings)
    effort.add(RideSample(second: 0, timerRunning: false, powerWatts: 200), isTested: false)
    #expect(effort.powerZones?.compactMap(\.seconds).reduce(0, +) == 0)
  }

  @Test func `there are no zones without a threshold power and no W′ without a critical power`() {
    let effort = Self.effort([200, 300], RiderSettings())
    #expect(effort.powerZones == nil && effort.wPrime == nil && effort.test(isOver: false) == nil)
  }

  @Test(arguments: [(300.0, 300), (400.0, 90), (251.0, 1000)])
  func `above critical power, W′ falls by the excess work`(watts: Double, seconds: Int) throws {
    let wPrime = try #require(Self.effort(Array(repeating: watts, count: seconds)).wPrime)
    let expected = 20 - (watts - 250) * Double(seconds) / 1000
    #expect(abs(wPrime.kilojoules - expected) <= 0.005 * abs(expected))
    #expect(wPrime.kilojoules == wPrime.leastKilojoules && wPrime.fullKilojoules == 20)
  }

  /// The solution of the differential equation: the spent part decays with the time constant W′ / (CP − P).
  @Test(arguments: [(100.0, 120), (200.0, 600), (0.0, 60)])
  func `below critical power, W′ recovers exponentially`(watts: Double, seconds: Int) throws {
    let spending = Array(repeating: 350.0 as Double?, count: 150)
    let wPrime = try #require(Self.effort(spending + Array(repeating: watts, count: seconds)).wPrime)
    let tau = 20_000 / (250 - watts)
    let expected = 20 - 15 * exp(-Double(seconds) / tau)
    #expect(abs(wPrime.kilojoules - expected) <= 0.005 * expected, "\(wPrime.kilojoules) and \(expected)")
    #expect(abs(wPrime.leastKilojoules - 5) < 0.001)
  }

  @Test func `W′ recovers while the timer is stopped`() throws {
    var effort = Self.effort(Array(repeating: 350, count: 150))
    for second in 150..<210 { effort.add(RideSample(second: second, timerRunning: false), isTested: false) }
    let expected = 20 - 15 * exp(-60.0 / 80)
    #expect(abs(try #require(effort.wPrime?.kilojoules) - expected) <= 0.005 * expected)
  }
}
