import RideAnalysis
import Rides
import Testing

@Suite struct FanRuleTests {
  @Test func `the fan is not controlled unless the rider chooses a mode`() {
    #expect(FanRule(RiderSettings()) == .off)
    #expect(FanRule(RiderSettings(thresholdWatts: 250)) == .off)
  }

  @Test func `a fixed fan speed is the rider's setting, and 50 % without one`() {
    #expect(FanRule(RiderSettings(fan: .percent)) == .percent(50))
    #expect(FanRule(RiderSettings(fan: .percent, fanPercent: 0)) == .percent(0))
  }

  @Test func `a fan that follows power needs the threshold power`() {
    #expect(FanRule(RiderSettings(thresholdWatts: 250, fan: .power)) == .power(ftpWatts: 250))
    #expect(FanRule(RiderSettings(fan: .power)) == .off)
  }

  @Test func `a fan that follows the heart rate uses the bounds of zones 1 to 4`() {
    let settings = RiderSettings(zone2: 120...140, maximumHeartRate: 185, zoneMethod: .maximum, fan: .heart)
    // Zone 5 begins at 90 % of 185, that is 166.5; Zone 1 is 20 bpm wide.
    #expect(FanRule(settings) == .heart(beatsPerMinute: 100...167))
  }

  @Test(arguments: [RiderSettings(fan: .heart), RiderSettings(zoneMethod: .friel, fan: .heart)])
  func `a fan that follows the heart rate is not controlled without five zones`(_ settings: RiderSettings) {
    #expect(FanRule(settings) == .off)
  }
}
