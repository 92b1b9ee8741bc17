import Testing

@testable import Rides

@Suite struct PlannedIntervalTests {
  private static let place = Place(latitudeDegrees: 48.2, longitudeDegrees: -16.3)

  @Test(arguments: [
    PlanInterval(label: "Run", end: .timer(seconds: 60), target: .steady(.watts(150))),
    PlanInterval(end: .distance(meters: 25.5), target: .ramp(from: .watts(100), to: .watts(200)), cadence: 80...90),
    PlanInterval(
      end: .location(place), target: .ramp(from: .thresholdPercent(50), to: .thresholdPercent(75.5)),
      cues: [PlanCue(atSeconds: 3, seconds: 4, text: "Now")]),
    PlanInterval(end: .activity, target: .zone(2, start: .thresholdPercent(60))),
    PlanInterval(end: .activity, target: .zone(3, start: nil)), PlanInterval(end: .activity),
    PlanInterval(end: .activity, target: .heartRate(120...130, start: nil)),
    PlanInterval(end: .activity, target: .heartRate(120...130, start: .watts(140))),
    PlanInterval(end: .activity, target: .ramp(from: .watts(100), to: .thresholdPercent(75))),
  ])
  func `an interval survives conversion to the wire and back`(_ interval: PlanInterval) throws {
    #expect(try PlanInterval(PlannedInterval(interval)) == interval)
  }

  @Test(arguments: [
    (PlannedInterval(end: .timer), "timer without seconds"),
    (PlannedInterval(end: .timer, seconds: 1, meters: 2), "timer with meters"),
    (PlannedInterval(end: .distance, seconds: 1, meters: 2), "distance with seconds"),
    (PlannedInterval(end: .location, latitudeDegrees: 1), "location without longitudeDegrees"),
    (PlannedInterval(end: .activity, longitudeDegrees: 1), "activity with longitudeDegrees"),
    (PlannedInterval(end: .activity, watts: 1, thresholdPercent: 2), "watts and thresholdPercent"),
    (PlannedInterval(end: .activity, watts: 1, toWatts: 1, toThresholdPercent: 2), "toWatts and toThresholdPercent"),
    (PlannedInterval(end: .activity, toWatts: 2), "a ramp without a start power"),
    (PlannedInterval(end: .activity, watts: 1, toWatts: 2, zone: 2), "a zone and a ramp"),
    (PlannedInterval(end: .activity, zone: 2, bpmFrom: 120, bpmTo: 130), "a zone and heart rates"),
    (PlannedInterval(end: .activity, watts: 1, toWatts: 2, bpmFrom: 120, bpmTo: 130), "heart rates and a ramp"),
    (PlannedInterval(end: .activity, bpmTo: 130), "bpmFrom or bpmTo is missing"),
    (PlannedInterval(end: .activity, bpmFrom: 130, bpmTo: 120), "bpmFrom above bpmTo"),
    (PlannedInterval(end: .activity, cadenceFrom: 80), "cadenceFrom or cadenceTo is missing"),
    (PlannedInterval(end: .activity, cadenceFrom: 80, cadenceTo: 79), "cadenceFrom above cadenceTo"),
  ])
  func `a contradictory interval is refused with the reason`(_ planned: PlannedInterval, _ detail: String) {
    #expect(throws: IntervalContradiction(detail: detail)) { try PlanInterval(planned) }
  }

  @Test func `an interval's cues are sorted by time`() throws {
    let cues = [3, 1, 2].map { PlanCue(atSeconds: $0, seconds: 1, text: "x") }
    let interval = try PlanInterval(PlannedInterval(end: .activity, cues: cues))
    #expect(interval.cues.map(\.atSeconds) == [1, 2, 3])
  }
}
