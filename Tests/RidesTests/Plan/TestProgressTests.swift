import Rides
import Testing

@Suite struct TestProgressTests {
  @Test func `a ramp gives 75 percent of its best minute`() {
    var ramp = TestProgress(.ramp)
    for step in 0..<10 { for _ in 0..<60 { ramp.add(watts: Double(120 + 20 * step)) } }
    for _ in 0..<10 { ramp.add(watts: 100) }
    #expect(ramp.status(isOver: false).meanWatts == 300)
    #expect(ramp.status(isOver: true).thresholdWatts == 225)
  }

  @Test func `the best minute of a ramp need not be a step`() {
    var ramp = TestProgress(.ramp)
    for _ in 0..<60 { ramp.add(watts: 200) }
    for _ in 0..<30 { ramp.add(watts: 220) }
    #expect(ramp.status(isOver: true).meanWatts == 210)
  }

  @Test func `a minute with a missing power does not count`() {
    var ramp = TestProgress(.ramp)
    for second in 0..<119 { ramp.add(watts: second == 59 ? nil : 300) }
    #expect(ramp.status(isOver: true).meanWatts == nil && ramp.status(isOver: true).thresholdWatts == nil)
    ramp.add(watts: 300)
    #expect(ramp.status(isOver: true).meanWatts == 300)
  }

  @Test(arguments: [Double.infinity, .nan, 1e300, -1])
  func `a power from damage counts as missing`(watts: Double) {
    var test = TestProgress(.twentyMinutes)
    for second in 0..<1200 { test.add(watts: second < 30 ? watts : 250) }
    #expect(test.status(isOver: true).meanWatts == 250)
  }

  @Test func `twenty minutes give 95 percent of their mean, once they are over`() {
    var test = TestProgress(.twentyMinutes)
    for second in 0..<1200 { test.add(watts: second < 600 ? 240 : 260) }
    #expect(test.status(isOver: false).thresholdWatts == nil && test.status(isOver: false).meanWatts == 250)
    #expect(test.status(isOver: true).thresholdWatts == 238 && test.status(isOver: true).over == true)
  }

  @Test func `twenty minutes that were left early give no FTP`() {
    var test = TestProgress(.twentyMinutes)
    for _ in 0..<1000 { test.add(watts: 300) }
    #expect(test.status(isOver: true).thresholdWatts == nil && test.status(isOver: true).over == nil)
  }
}
