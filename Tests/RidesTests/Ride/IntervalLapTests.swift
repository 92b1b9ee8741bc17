import Rides
import Testing

@Suite struct IntervalLapTests {
  private func begun(_ seconds: Double, _ number: Int, _ label: String? = nil) -> RideEvent {
    RideEvent(at: .seconds(seconds), kind: .interval(number: number, label: label))
  }

  private func ended(_ seconds: Double, _ number: Int, _ trigger: RideEvent.Trigger) -> RideEvent {
    RideEvent(at: .seconds(seconds), kind: .intervalEnded(number: number, by: trigger))
  }

  private func labelled(_ seconds: Double, _ number: Int, _ label: String) -> RideEvent {
    RideEvent(at: .seconds(seconds), kind: .labelled(number: number, label: label))
  }

  /// Duration / Duration goes through Double, and 2365 s / 1 s is less than 2365.
  @Test func `an interval that begins on a whole second starts its lap there, even late in a ride`() {
    let seconds = Array(0..<20_000)
    let events = seconds.map { RideEvent(at: .seconds($0), kind: .interval(number: $0, label: nil)) }
    #expect(events.laps(ofRows: seconds.count).map(\.second) == seconds)
  }

  @Test func `each interval is a lap with its label and its trigger`() {
    let events = [
      RideEvent(at: .zero, kind: .started), begun(0, 1, "Run up"), ended(60, 1, .timer), begun(60, 2),
      RideEvent(at: .seconds(70), kind: .paused), ended(90, 2, .distance), begun(90, 3, ""), ended(95, 3, .activity),
      begun(95, 4, "x"), ended(99, 4, .location), begun(99, 5), ended(120, 5, .timer),
      RideEvent(at: .seconds(120), kind: .planEnded),
    ]
    #expect(
      events.laps(ofRows: 120) == [
        RideLap(second: 0, trigger: .time, label: "Run up", interval: 1),
        RideLap(second: 60, trigger: .distance, interval: 2), RideLap(second: 90, trigger: .manual, interval: 3),
        RideLap(second: 95, trigger: .location, label: "x", interval: 4),
        RideLap(second: 99, trigger: .time, interval: 5),
      ])
  }

  @Test func `the last lap ends with the ride unless its interval ends earlier`() {
    let events = [begun(0, 1), ended(60, 1, .timer), begun(60, 2)]
    #expect(events.laps(ofRows: 80).map(\.trigger) == [.time, .end])
  }

  @Test func `a lap that a skip begins within a row starts at that row`() {
    let events = [begun(0, 1), ended(30.7, 1, .skipped), begun(30.7, 2), ended(50, 2, .left), begun(50, 1)]
    #expect(
      events.laps(ofRows: 80) == [
        RideLap(second: 0, trigger: .manual, interval: 1), RideLap(second: 30, trigger: .manual, interval: 2),
        RideLap(second: 50, trigger: .end, interval: 1),
      ])
  }

  @Test func `if two intervals begin in the same row, the later one gets the lap`() {
    let events = [
      begun(0, 1, "a"), ended(60, 1, .timer), begun(60, 2, "b"), ended(60.4, 2, .skipped), begun(60.4, 3, "c"),
    ]
    #expect(
      events.laps(ofRows: 80) == [
        RideLap(second: 0, trigger: .time, label: "a", interval: 1),
        RideLap(second: 60, trigger: .end, label: "c", interval: 3),
      ])
  }

  @Test func `no lap begins after the last row or before the first`() {
    let events = [
      begun(-5, 7), begun(0, 1), ended(60, 1, .timer), begun(60, 2), ended(80, 2, .timer), begun(80, 3),
    ]
    #expect(events.laps(ofRows: 80).map(\.second) == [0, 60])
  }

  @Test func `a lap has the label that was set during its interval`() {
    let events = [
      begun(0, 1, "a"), labelled(3, 1, "All out"), ended(60, 1, .timer), begun(60, 2, "b"), labelled(62, 1, "late"),
    ]
    #expect(events.laps(ofRows: 80).map(\.label) == ["All out", "b"])
  }

  @Test(arguments: [[], ["Whole"]] as [[String]])
  func `a ride of one interval has no laps`(_ labels: [String]) {
    #expect(labels.map { begun(0, 1, $0) }.laps(ofRows: 80).isEmpty)
  }

  @Test func `an unreadable event creates no lap`() {
    let damaged = ["x", "", "99999999999999999999 timer"].map {
      RideEvent(at: .seconds(20), kind: .unread(.interval, detail: $0))
    }
    #expect(([begun(0, 1)] + damaged + [begun(30, 2)]).laps(ofRows: 80).map(\.second) == [0, 30])
  }

  private func lap(_ seconds: Double) -> RideEvent { RideEvent(at: .seconds(seconds), kind: .lap) }

  @Test func `a lap ended by the rider splits its interval, and both parts have its label`() {
    let events = [begun(0, 1, "Warm"), ended(60, 1, .timer), begun(60, 2, "Over"), lap(75.5), ended(90, 2, .timer)]
    #expect(
      events.laps(ofRows: 90) == [
        RideLap(second: 0, trigger: .time, label: "Warm", interval: 1),
        RideLap(second: 60, trigger: .manual, label: "Over", interval: 2),
        RideLap(second: 75, trigger: .time, label: "Over", interval: 2),
      ])
  }

  @Test func `the first lap of a steady ride begins with the ride`() {
    let laps = [RideEvent(at: .zero, kind: .started), lap(30), lap(50)].laps(ofRows: 80)
    #expect(laps.map(\.second) == [0, 30, 50] && laps.map(\.trigger) == [.manual, .manual, .end])
  }

  @Test(arguments: [0.4, 60.7, 80])
  func `a lap without a row of its own is ignored`(_ second: Double) {
    #expect([begun(0, 1), begun(60, 2), lap(second)].laps(ofRows: 80).map(\.second) == [0, 60])
  }
}
