import ControlWire
import Rides
import Testing

@testable import jz2ctl

@Suite struct SlopeArgumentTests {
  private func slope(_ words: String...) -> SlopeArgument? {
    SlopeArgument(words, Limits.slopePercent, Limits.slopeChange)
  }

  @Test func `a number is a slope, and a sign makes it a change`() {
    #expect(slope("2")?.percent == 2 && slope("2")?.isChange == false)
    #expect(slope("2,5%")?.percent == 2.5)
    #expect(slope("2", "%")?.percent == 2)
    #expect(slope("+0.5")?.percent == 0.5 && slope("+0.5")?.isChange == true)
    #expect(slope("-0.5")?.percent == -0.5 && slope("-0.5")?.isChange == true)
    #expect(slope("--", "-2")?.percent == -2 && slope("--", "-2")?.isChange == false)
  }

  @Test func `other texts and other values are refused`() {
    for words in [["steep"], ["26"], ["+51"], ["--", "-26"], [], ["2", "3"]] {
      #expect(SlopeArgument(words, Limits.slopePercent, Limits.slopeChange) == nil, "\(words)")
    }
  }

  @Test func `more and less change the target, the slope or the resistance`() {
    var ride = RideStatus(id: 1, targetWatts: 150, timerSeconds: 0, elapsedSeconds: 0, remainingSeconds: nil)
    #expect(TargetChange(watts: 5, during: ride) == .target(SetWatts(change: 5)))
    ride.slopePercent = 3
    #expect(TargetChange(watts: -5, during: ride) == .slope(SetSlope(change: -0.5)))
    (ride.slopePercent, ride.resistancePercent) = (nil, 40)
    #expect(TargetChange(watts: 25, during: ride) == .resistance(SetResistance(change: 25)))
  }
}
