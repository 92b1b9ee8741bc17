import RideSession
import Testing

@Suite struct ActivityEndTests {
  private func end(of stretches: Range<Int>..., after seconds: Int = 0) -> Int? {
    var activity = ActivityEnd(after: seconds)
    for second in stretches.joined() { activity.saw(second: second) }
    return activity.second
  }

  @Test func itIsTheSecondAfterTheLastOfActivity() {
    #expect(end(of: 0..<3600) == 3600)
    #expect(end() == nil)
  }

  @Test func aPauseFollowedByRidingIsNoEnd() {
    #expect(end(of: 0..<1800, 2400..<4200) == 4200)
  }

  @Test func aCrankThatIsBumpedIntoIsNoActivity() {
    #expect(end(of: 0..<3600, 7200..<7208) == 3600)
    #expect(end(of: 0..<3600, 7200..<7208, 7500..<7508) == 3600, "nor twice")
  }

  @Test func aShortStretchSoonAfterTheLastCounts() {
    #expect(end(of: 0..<3600, 3899..<3905) == 3905)
    #expect(end(of: 0..<3600, 3900..<3905) == 3600)
  }

  @Test func aMinuteOfRidingCountsHoweverFarOff() {
    #expect(end(of: 0..<3600, 7200..<7259) == 3600)
    #expect(end(of: 0..<3600, 7200..<7260) == 7260)
  }

  @Test func stretchesWithAShortBreakAreOne() {
    #expect(end(of: 0..<3600, 7200..<7220, 7250..<7270) == 7270)
    #expect(end(of: 0..<3600, 7200..<7220, 7251..<7271) == 3600)
  }

  @Test func theFirstStretchCountsHoweverShort() {
    #expect(end(of: 900..<905) == 905)
  }

  @Test func whatIsPastCountsAsActivity() {
    #expect(end(after: 500) == 500)
    #expect(end(of: 2000..<2005, after: 500) == 500)
    #expect(end(of: 600..<700, after: 500) == 700)
  }

  @Test func aSecondThatComesAgainChangesNothing() {
    #expect(end(of: 0..<10, 9..<10, 9..<10) == 10)
  }
}
