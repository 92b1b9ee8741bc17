import Rides
import Testing

@Suite struct ActivityEndTests {
  private func end(of stretches: Range<Int>..., after seconds: Int = 0) -> Int? {
    var activity = ActivityEnd(after: seconds)
    for second in stretches.joined() { activity.observe(second: second) }
    return activity.second
  }

  @Test func `activity ends at the second after the last active one`() {
    #expect(end(of: 0..<3600) == 3600)
    #expect(end() == nil)
  }

  @Test func `a pause followed by riding does not end the activity`() {
    #expect(end(of: 0..<1800, 2400..<4200) == 4200)
  }

  @Test func `a short stretch long after the last one is not activity`() {
    #expect(end(of: 0..<3600, 7200..<7208) == 3600)
    #expect(end(of: 0..<3600, 7200..<7208, 7500..<7508) == 3600, "nor twice")
  }

  @Test func `a short stretch soon after the last one is activity`() {
    #expect(end(of: 0..<3600, 3899..<3905) == 3905)
    #expect(end(of: 0..<3600, 3900..<3905) == 3600)
  }

  @Test func `a minute of riding is activity, no matter how long after the last one`() {
    #expect(end(of: 0..<3600, 7200..<7259) == 3600)
    #expect(end(of: 0..<3600, 7200..<7260) == 7260)
  }

  @Test func `stretches with a short break between them count as one`() {
    #expect(end(of: 0..<3600, 7200..<7220, 7250..<7270) == 7270)
    #expect(end(of: 0..<3600, 7200..<7220, 7251..<7271) == 3600)
  }

  @Test func `the first stretch is activity, no matter how short`() {
    #expect(end(of: 900..<905) == 905)
  }

  @Test func `the rows of a previous process count as activity`() {
    #expect(end(after: 500) == 500)
    #expect(end(of: 2000..<2005, after: 500) == 500)
    #expect(end(of: 600..<700, after: 500) == 700)
  }

  @Test func `a repeated second does not change the end of the activity`() {
    #expect(end(of: 0..<10, 9..<10, 9..<10) == 10)
  }
}
