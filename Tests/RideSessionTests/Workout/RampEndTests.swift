import Rides
import Testing

@testable import RideSession

@Suite struct RampEndTests {
  private typealias Row = (watts: Double?, rpm: Double?)

  /// Returns the number of rows until the legs give up; nil if they do not.
  private func rows(_ rows: [Row], targetWatts: Int? = 300, after held: Int = 10) -> Int? {
    var end = RampEnd()
    for _ in 0..<held {
      let hasGivenUp = end.rowEnded(watts: 300, rpm: 88, targetWatts: 300)
      #expect(!hasGivenUp)
    }
    return rows.firstIndex { end.rowEnded(watts: $0.watts, rpm: $0.rpm, targetWatts: targetWatts) }.map { $0 + 1 }
  }

  private func many(_ row: Row, _ count: Int = 60) -> [Row] { Array(repeating: row, count: count) }

  @Test func `five rows below 50 rpm end a ramp`() {
    #expect(rows(many((300, 49))) == 5)
    #expect(rows(many((300, 50))) == nil)
    #expect(rows(many((nil, 49))) == 5)
  }

  @Test func `three rows of still pedals end a ramp`() {
    #expect(rows(many((0, 0))) == 3)
    #expect(rows(many((300, 0))) == 3)
    #expect(rows(many((100, 0), 2) + many((300, 88))) == nil)
  }

  @Test func `ten rows below 85 % of the target end a ramp`() {
    #expect(rows(many((252, 88))) == 12, "the mean is below it from the third row on")
    #expect(rows(many((258, 88))) == nil)
    #expect(rows(many((200, nil))) == 11)
    #expect(rows(many((0, 88))) == 10)
  }

  @Test func `a moment of slow or weak legs does not end a ramp`() {
    #expect(rows(many((300, 40), 4) + many((300, 88), 10) + many((300, 40), 4)) == nil)
    #expect(rows(many((0, 88), 4) + many((300, 88), 10)) == nil)
  }

  @Test func `a row without a value restarts the count`() {
    #expect(rows(many((200, 88), 9) + [(nil, 88)] + many((200, 88), 9)) == nil)
    #expect(rows(many((300, 40), 4) + [(300, nil)] + many((300, 40), 4)) == nil)
    #expect(rows(many((nil, nil), 600)) == nil)
  }

  @Test func `legs cannot give up before they have held the target for ten rows`() {
    #expect(rows(many((0, 0), 600), after: 9) == nil)
    #expect(rows(many((nil, nil), 20) + many((0, 0)), after: 0) == nil)
    #expect(rows(many((0, 0)), after: 10) == 3)
  }

  @Test func `free riding does not end a ramp`() {
    #expect(rows(many((0, 30), 600), targetWatts: nil) == nil)
  }

  @Test func `a step of 20 W that the trainer follows within seconds does not end a ramp`() {
    var end = RampEnd()
    for watts in stride(from: 100, through: 400, by: 20) {
      for second in 0..<60 {
        let measured = Double(watts) - (second < 4 ? 20 : 0)
        let hasGivenUp = end.rowEnded(watts: measured, rpm: 60, targetWatts: watts)
        #expect(!hasGivenUp)
      }
    }
  }
}
