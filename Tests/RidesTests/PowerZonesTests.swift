import Rides
import Testing

@Suite struct PowerZonesTests {
  @Test func `Coggan's seven zones begin at their shares of FTP`() {
    let zones = PowerZones(.friel, thresholdWatts: 250)
    #expect(zones.starts == [138, 188, 225, 263, 300, 375])
    #expect(zones.zones().map(\.number) == [1, 2, 3, 4, 5, 6, 7])
    #expect(zones.zones().first?.fromWatts == nil && zones.zones().last?.belowWatts == nil)
  }

  @Test func `the lactate method has three zones around 85 and 100 percent of FTP`() {
    let zones = PowerZones(.lactate, thresholdWatts: 250)
    #expect(zones.starts == [213, 250])
    #expect(zones.zones(seconds: [1, 2, 3]).map(\.seconds) == [1, 2, 3])
  }

  @Test(arguments: [(0, 1), (137.9, 1), (138, 2), (187.5, 2), (250, 4), (374, 6), (375, 7), (2000, 7)])
  func `a power belongs to the zone that begins at or below it`(watts: Double, zone: Int) {
    #expect(PowerZones(.zone2Range, thresholdWatts: 250).number(ofWatts: watts) == zone)
  }

  @Test func `a rider without FTP has no power zones`() {
    #expect(PowerZones(RiderSettings()) == nil)
    #expect(PowerZones(RiderSettings(), thresholdWatts: 200)?.starts.first == 110)
  }

  @Test func `a threshold power from damage makes no zone beyond the powers that files have`() {
    #expect(PowerZones(.coggan, thresholdWatts: .max).starts.last == 98_303)
    #expect(PowerZones(.coggan, thresholdWatts: .min).starts.first == 0)
  }

  @Test func `the zones of the least and the greatest FTP are in order`() {
    for watts in [Limits.thresholdWatts.lowerBound, Limits.thresholdWatts.upperBound] {
      for method in ZoneMethod.allCases {
        let starts = PowerZones(method, thresholdWatts: watts).starts
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
      }
    }
  }
}
