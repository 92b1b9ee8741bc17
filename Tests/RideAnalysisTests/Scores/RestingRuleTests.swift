import Rides
import TestKit
import Testing

@testable import RideAnalysis

@Suite struct RestingRuleTests {
  private static let day = CalendarDay(daysSince1970: 20_000)

  private static func measurement(
    _ age: Int, hour: Double? = 7, rate: Double?, position: MeasurementPosition = .lying, rmssd: Double = 50
  ) -> HRVMeasurement {
    let date = day.advanced(by: -age)
    return HRVMeasurement(
      day: date, at: hour.map { date.at($0) }, source: .strap, position: position,
      figures: HRVFigures(rmssd: rmssd, meanHeartRate: rate))
  }

  private static func ride(_ age: Int, from: Double, to: Double) -> ClosedRange<Int64> {
    let date = day.advanced(by: -age)
    return date.at(from).milliseconds...date.at(to).milliseconds
  }

  @Test(arguments: [
    (6.9, nil), (7.0, Unrest.afterRide), (7.5, .afterRide), (8.0, .afterRide), (8.99, .afterRide), (9.01, nil),
    (nil, nil),
  ])
  func `a measurement during a ride or within an hour after it is not at rest`(hour: Double?, unrest: Unrest?) {
    let measurement = Self.measurement(0, hour: hour, rate: 60)
    let rule = RestingRule(measurements: [measurement], rides: [Self.ride(0, from: 7, to: 8)])
    #expect(rule.marked(measurement).unrest == unrest)
  }

  @Test func `the hour after a ride also counts across midnight`() {
    let measurement = Self.measurement(0, hour: 0.5, rate: 60)
    let rule = RestingRule(measurements: [measurement], rides: [Self.ride(1, from: 22, to: 23.9)])
    #expect(rule.marked(measurement).unrest == .afterRide)
  }

  @Test(arguments: [(74.9, nil), (75, Unrest.fastHeart), (119.5, .fastHeart), (nil, nil)])
  func `a heart rate 20 bpm above the median of the others is not at rest`(rate: Double?, unrest: Unrest?) {
    let measurement = Self.measurement(0, rate: rate)
    let others = [(1, 55.0), (2, 54), (-3, 56)].map { Self.measurement($0, rate: $1) }
    #expect(RestingRule(measurements: others + [measurement], rides: []).marked(measurement).unrest == unrest)
  }

  @Test func `a usual heart rate needs three others of the same position in the days around it`() {
    let fast = Self.measurement(0, rate: 90)
    let few = [Self.measurement(1, rate: 55), Self.measurement(2, rate: 55)]
    let elsewhere = [
      Self.measurement(3, rate: 55, position: .standing), Self.measurement(15, rate: 55),
      Self.measurement(-15, rate: 55),
    ]
    #expect(RestingRule(measurements: [fast] + few + elsewhere, rides: []).marked(fast).unrest == nil)
  }

  @Test func `a measurement that was not at rest is neither in a baseline nor a morning's`() throws {
    let mornings = (1...3).map { Self.measurement($0, rate: 60) }
    let warm = [Self.measurement(0, rate: 119.5, rmssd: 5), Self.measurement(4, rate: 60, rmssd: 5)]
    let effort = RideEffort(
      day: Self.day.advanced(by: -4), span: Self.ride(4, from: 5, to: 6.5))
    let history = BodyHistory(measurements: mornings + warm, efforts: [effort], settings: RiderSettings())
    let scores = try #require(history.scores(Self.day...Self.day).first)
    #expect(scores.measurement == nil && scores.recovery.score == nil)
    let later = BodyHistory(
      measurements: mornings + warm + [Self.measurement(0, hour: 9, rate: 61)], efforts: [effort],
      settings: RiderSettings())
    let second = try #require(later.scores(Self.day...Self.day).first)
    #expect(second.measurement?.figures.meanHeartRate == 61 && second.range?.days60 == 4)
    #expect(second.recovery.inputs.map(\.baseline) == [50, 60])
  }
}
