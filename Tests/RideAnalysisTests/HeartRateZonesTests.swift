import RideSession
import Testing

@testable import RideAnalysis

/// The rider of facts/domain.md §3.1.
private let rider = RiderSettings(
  zone2: 120...140, maximumHeartRate: 185, restingHeartRate: 60, thresholdHeartRate: 165)

@Suite struct HeartRateZonesTests {
  @Test(
    arguments: [
      (.zone2Range, [120, 141]), (.maximum, [111, 129.5, 148, 166.5]), (.reserve, [135, 147.5, 160, 172.5]),
      (.friel, [133.65, 148.5, 155.1, 165]), (.coggan, [113.85, 138.6, 156.75, 174.9]),
    ] as [(RiderSettings.ZoneMethod, [Double])])
  func eachMethodHasItsBounds(_ method: RiderSettings.ZoneMethod, _ starts: [Double]) throws {
    let zones = try HeartRateZones(rider, method: method)
    #expect(zones.method == method)
    #expect(zones.zones.map(\.number) == Array(1...starts.count + 1))
    let found = zones.zones.compactMap(\.from)
    #expect(zip(found, starts).allSatisfy { abs($0 - $1) < 1e-9 } && found.count == starts.count, "\(found)")
  }

  @Test(arguments: RiderSettings.ZoneMethod.allCases)
  func everyHeartRateIsInOneZone(_ method: RiderSettings.ZoneMethod) throws {
    let zones = try HeartRateZones(rider, method: method)
    #expect(zones.zones.first?.from == nil)
    #expect(zones.zones.last?.below == nil)
    for beats in 1...255 {
      let containing = zones.zones.filter { $0.contains(Double(beats)) }.map(\.number)
      #expect(containing.count == 1, "\(beats)")
      #expect(zones.index(of: beats).map { $0 + 1 } == containing.first)
    }
  }

  @Test func bothBoundsOfTheZone2RangeAreInIt() throws {
    let zones = try HeartRateZones(rider)
    #expect([119, 120, 140, 141].map(zones.index) == [0, 1, 1, 2])
  }

  @Test(
    arguments: [
      (.maximum, .maximumHeartRate), (.reserve, .maximumHeartRate), (.friel, .thresholdHeartRate),
      (.coggan, .thresholdHeartRate),
    ] as [(RiderSettings.ZoneMethod, ZoneError.Setting)])
  func aMethodSaysWhatItLacks(_ method: RiderSettings.ZoneMethod, _ setting: ZoneError.Setting) {
    let error = #expect(throws: ZoneError.self) { try HeartRateZones(RiderSettings(), method: method) }
    #expect(error == ZoneError(method: method, lacks: setting))
  }

  @Test func theReserveNeedsTheRestingHeartRateToo() {
    let settings = RiderSettings(maximumHeartRate: 185, zoneMethod: .reserve)
    let error = #expect(throws: ZoneError.self) { try HeartRateZones(settings) }
    #expect(error == ZoneError(method: .reserve, lacks: .restingHeartRate))
  }
}
