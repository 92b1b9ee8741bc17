import RideAnalysis
import Testing

@Suite struct HeartRateZoneTests {
  @Test func aZoneHasItsLowerBoundAndNotItsUpper() {
    let zone = HeartRateZone(number: 2, from: 120, below: 141)
    #expect(zone.contains(120))
    #expect(zone.contains(140.9))
    #expect(!zone.contains(141))
    #expect(!zone.contains(119.9))
  }
}
