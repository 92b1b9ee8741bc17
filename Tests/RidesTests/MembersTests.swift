import Foundation
import Testing

@testable import Rides

@Suite struct MembersTests {
  private static let interval = PlannedInterval(
    label: "Climb", end: .distance, meters: 500.5, thresholdPercent: 75, cadenceFrom: 80, cadenceTo: 90,
    cues: [PlanCue(atSeconds: 1, seconds: 2, text: "Up")])

  private func coded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func `a value with a member table survives encoding and decoding`() throws {
    #expect(try coded(Self.interval) == Self.interval)
    let row = RideSample(
      second: 3, timerRunning: true, powerWatts: 150.5, targetWatts: 150, rrIntervals: [819, 65_535], isVirtual: true,
      position: Place(latitudeDegrees: 52, longitudeDegrees: -4), altitudeMeters: -20.5,
      imported: ImportedValues(temperatureCelsius: 18.5))
    #expect(try coded(row) == row)
  }

  @Test(arguments: [
    #"{"timerRunning":true}"#, #"{"elapsedSeconds":1,"timerRunning":true,"latitudeDegrees":52}"#,
    #"{"elapsedSeconds":1,"timerRunning":true,"rrMilliseconds":[64000]}"#,
  ])
  func `a row without a second, with half a position or with too long a beat is refused`(_ text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(RideSample.self, from: Data(text.utf8)) }
  }

  @Test(arguments: [
    IntervalAim.hold(watts: 150), .ramp(fromWatts: 100, toWatts: 200), .free,
    .heartRate(HeartRateTarget(zone: 2, beatsPerMinute: 120...140, start: .planned(watts: 130), watts: 80...200)),
    .heartRate(HeartRateTarget(zone: nil, beatsPerMinute: 120...140, start: .usual(watts: 130), watts: 80...200)),
  ])
  func `a ridden plan survives encoding and decoding`(_ aim: IntervalAim) throws {
    let ends: [IntervalEnd] = [
      .timer(seconds: 60), .distance(meters: 25.5), .activity,
      .location(Place(latitudeDegrees: 48, longitudeDegrees: -16)),
    ]
    var plan = RidePlan(
      name: "Two", intervals: ends.map { RideInterval(label: "a", end: $0, aim: aim, cadence: 80...90) },
      route: Route(
        points: [Place(latitudeDegrees: 48, longitudeDegrees: -16), Place(latitudeDegrees: 49, longitudeDegrees: -16)],
        altitudes: [372.5, nil],
        waypoints: [Waypoint(name: "Café", place: Place(latitudeDegrees: 48, longitudeDegrees: -16))]))
    plan.request = RideRequest(minutes: 2, plan: "Two", dfa: true)
    plan.calendar = CalendarKey(source: "intervals", key: "7")
    #expect(try coded(plan) == plan)
  }

  @Test func `a ridden heart-rate interval without power limits is refused`() {
    let text = #"{"end":"activity","bpmFrom":120,"bpmTo":140,"watts":150}"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(RiddenInterval.self, from: Data(text.utf8)) }
  }

  @Test(arguments: ["", #"{"end":"timer"},{"end":"activity"}"#])
  func `a group without intervals, or with a contradictory one, is refused`(_ intervals: String) {
    let text = #"{"repeats":2,"intervals":[\#(intervals)]}"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(PlanGroup.self, from: Data(text.utf8)) }
  }

  @Test func `a request copies another request's options but not its power and duration`() {
    var request = RideRequest(watts: 150, minutes: 60)
    request.takeOptions(of: RideRequest(watts: 200, warmupSeconds: 300, dfa: true))
    #expect(request == RideRequest(watts: 150, minutes: 60, warmupSeconds: 300, dfa: true))
  }
}
