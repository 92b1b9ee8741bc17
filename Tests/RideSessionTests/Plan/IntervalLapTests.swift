import RideSession
import Testing

@Suite struct IntervalLapTests {
  private func begun(_ seconds: Double, _ detail: String) -> RideEvent {
    RideEvent(at: .seconds(seconds), kind: .interval, detail: detail)
  }

  private func ended(_ seconds: Double, _ detail: String) -> RideEvent {
    RideEvent(at: .seconds(seconds), kind: .intervalEnded, detail: detail)
  }

  /// Duration / Duration goes through Double, and 2365 s / 1 s is less than 2365.
  @Test func `an interval that begins with a second has its lap from there, late in a ride too`() {
    let seconds = Array(0..<20_000)
    let events = seconds.map { RideEvent(at: .seconds($0), kind: .interval, detail: "\($0)") }
    #expect(events.laps(ofRows: seconds.count).map(\.second) == seconds)
  }

  @Test func eachIntervalIsALapWithItsLabelAndWhatEndedIt() {
    let events = [
      RideEvent(at: .zero, kind: .started), begun(0, "1 Run up"), ended(60, "1 timer"), begun(60, "2"),
      RideEvent(at: .seconds(70), kind: .paused), ended(90, "2 distance"), begun(90, "3 "), ended(95, "3 activity"),
      begun(95, "4 x"), ended(99, "4 location"), begun(99, "5"), ended(120, "5 timer"),
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

  @Test func theLastLapEndsWithTheRideWhereNothingElseEndedIt() {
    let events = [begun(0, "1"), ended(60, "1 timer"), begun(60, "2")]
    #expect(events.laps(ofRows: 80).map(\.trigger) == [.time, .end])
  }

  @Test func aSkipWithinARowBeginsWithThatRow() {
    let events = [begun(0, "1"), ended(30.7, "1 skipped"), begun(30.7, "2"), ended(50, "2 left"), begun(50, "1")]
    #expect(
      events.laps(ofRows: 80) == [
        RideLap(second: 0, trigger: .manual, interval: 1), RideLap(second: 30, trigger: .manual, interval: 2),
        RideLap(second: 50, trigger: .end, interval: 1),
      ])
  }

  @Test func ofTwoIntervalsInARowTheLaterHasIt() {
    let events = [
      begun(0, "1 a"), ended(60, "1 timer"), begun(60, "2 b"), ended(60.4, "2 skipped"), begun(60.4, "3 c"),
    ]
    #expect(
      events.laps(ofRows: 80) == [
        RideLap(second: 0, trigger: .time, label: "a", interval: 1),
        RideLap(second: 60, trigger: .end, label: "c", interval: 3),
      ])
  }

  @Test func noLapBeginsBehindTheLastRow() {
    let events = [begun(0, "1"), ended(60, "1 timer"), begun(60, "2"), ended(80, "2 timer"), begun(80, "3")]
    #expect(events.laps(ofRows: 80).map(\.second) == [0, 60])
  }

  @Test func anotherLabelIsTheLaps() {
    let events = [
      begun(0, "1 a"), RideEvent(at: .seconds(3), kind: .labelled, detail: "1 All out"), ended(60, "1 timer"),
      begun(60, "2 b"), RideEvent(at: .seconds(61), kind: .labelled, detail: "2"),
      RideEvent(at: .seconds(62), kind: .labelled, detail: "1 late"),
    ]
    #expect(events.laps(ofRows: 80).map(\.label) == ["All out", nil])
  }

  @Test(arguments: [[], ["1 Whole"]] as [[String]])
  func aRideOfOneIntervalHasNoLaps(_ details: [String]) {
    #expect(details.map { begun(0, $0) }.laps(ofRows: 80).isEmpty)
  }

  @Test func damagedDetailsMakeNoLap() {
    let events = [
      begun(0, "1"), begun(10, "x"), begun(20, ""), begun(-5, "2"), begun(30, "2"),
      ended(40, "99999999999999999999 timer"),
    ]
    #expect(events.laps(ofRows: 80).map(\.second) == [0, 30])
  }
}
