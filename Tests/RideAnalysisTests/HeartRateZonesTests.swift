import Rides
import Testing

@testable import RideAnalysis

/// The rider of facts/domain.md §3.1.
private let rider = RiderSettings(
  zone2: 120...140, maximumHeartRate: 185, restingHeartRate: 60, thresholdHeartRate: 165)

@Suite struct HeartRateZonesTests {
  @Test(
    arguments: [
      (.zone2Range, [120, 141]), (.maximum, [120, 141, 148, 167]), (.reserve, [120, 141, 160, 173]),
      (.friel, [120, 141, 156, 165]), (.coggan, [120, 141, 157, 175]),
    ] as [(ZoneMethod, [Double])])
  func `each method has its bounds around Zone 2`(_ method: ZoneMethod, _ starts: [Double]) throws {
    let zones = try HeartRateZones(rider, method: method)
    #expect(zones.method == method)
    #expect(zones.zones.map(\.number) == Array(1...starts.count + 1))
    let found = zones.zones.compactMap(\.from)
    #expect(zip(found, starts).allSatisfy { abs($0 - $1) < 1e-9 } && found.count == starts.count, "\(found)")
  }

  @Test(arguments: ZoneMethod.allCases)
  func `every heart rate is in exactly one zone`(_ method: ZoneMethod) throws {
    let zones = try HeartRateZones(rider, method: method)
    #expect(zones.zones.first?.from == nil)
    #expect(zones.zones.last?.below == nil)
    for beats in 1...255 {
      let containing = zones.zones.filter { $0.contains(Double(beats)) }.map(\.number)
      #expect(containing.count == 1, "\(beats)")
      #expect(zones.index(of: beats).map { $0 + 1 } == containing.first)
    }
  }

  @Test(
    arguments: [(.maximum, 111...129), (.reserve, 135...147), (.friel, 134...148), (.coggan, 114...138)]
      as [(ZoneMethod, ClosedRange<Int>)])
  func `Zone 2 follows a newly chosen method`(_ method: ZoneMethod, _ zone2: ClosedRange<Int>) throws {
    var settings = rider
    settings.zoneMethod = method
    settings.followMethod(since: rider, isChosen: true)
    #expect(settings.zone2 == zone2)
    #expect(try HeartRateZones(settings).zones[1].from == Double(zone2.lowerBound))
  }

  @Test func `Zone 2 follows the heart-rate settings until the rider sets a range`() {
    var settings = rider
    (settings.zoneMethod, settings.zone2) = (.maximum, 111...129)
    var changed = settings
    changed.maximumHeartRate = 200
    changed.followMethod(since: settings, isChosen: false)
    #expect(changed.zone2 == 120...139)
    settings.zone2 = 118...132
    changed = settings
    changed.maximumHeartRate = 200
    changed.followMethod(since: settings, isChosen: false)
    #expect(changed.zone2 == 118...132)
  }

  @Test func `no zone above a high Zone 2 is empty`() throws {
    var settings = rider
    (settings.zoneMethod, settings.zone2) = (.maximum, 120...175)
    #expect(try HeartRateZones(settings).zones.compactMap(\.from) == [120, 176, 177, 178])
  }

  @Test func `both bounds of the Zone 2 range are in Zone 2`() throws {
    let zones = try HeartRateZones(rider)
    #expect([119, 120, 140, 141].map(zones.index) == [0, 1, 1, 2])
  }

  @Test(
    arguments: [
      (.maximum, .maximumHeartRate), (.reserve, .maximumHeartRate), (.friel, .thresholdHeartRate),
      (.coggan, .thresholdHeartRate),
    ] as [(ZoneMethod, ZoneSetting)])
  func `a zone method names its missing setting`(_ method: ZoneMethod, _ setting: ZoneSetting) {
    let error = #expect(throws: ZoneError.self) { try HeartRateZones(RiderSettings(), method: method) }
    #expect(error == ZoneError(method: method, lacks: setting))
    #expect(SettingName(rawValue: setting.rawValue) != nil)
  }

  @Test func `the reserve method also needs the resting heart rate`() {
    let settings = RiderSettings(maximumHeartRate: 185, zoneMethod: .reserve)
    let error = #expect(throws: ZoneError.self) { try HeartRateZones(settings) }
    #expect(error == ZoneError(method: .reserve, lacks: .restingHeartRate))
  }

  @Test func `a heart-rate zone contains its lower bound but not its upper bound`() {
    let zone = HeartRateZones.Zone(number: 2, from: 120, below: 141)
    #expect(zone.contains(120))
    #expect(zone.contains(140.9))
    #expect(!zone.contains(141))
    #expect(!zone.contains(119.9))
  }
}
