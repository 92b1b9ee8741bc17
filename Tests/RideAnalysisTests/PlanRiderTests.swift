import RideAnalysis
import RideSession
import Testing

@Suite("A rider's zones")
struct PlanRiderTests {
  private static func rider(thresholdWatts: Int? = 240, learntWatts: Int? = nil) -> PlanRider {
    let settings = RiderSettings(
      zone2: 120...140, thresholdHeartRate: 170, thresholdWatts: thresholdWatts, zoneMethod: .coggan)
    return PlanRider(settings: settings, learntWatts: learntWatts, hasStrap: true)
  }

  @Test(arguments: [(1, 145), (2, 198), (3, 238), (4, 277), (5, 317)])
  func mayTakeATenthMoreThanWhereTheZoneEndsInPower(zone: Int, mostWatts: Int) throws {
    let target = try Self.rider().target(zone: zone, start: .watts(140))
    #expect(target.watts == 50...mostWatts)
    #expect(target.zone == zone)
  }

  @Test(arguments: [(1, 106), (2, 144), (3, 173), (4, 202), (5, 230)])
  func beginAtFourFifthsOfWhereTheyEndInPower(zone: Int, startWatts: Int) throws {
    #expect(try Self.rider().target(zone: zone, start: nil).start == .usual(watts: startWatts))
  }

  @Test func twoBeginsWhereTheLastSuchRideEndedUpAndTheOthersDoNot() throws {
    let rider = Self.rider(learntWatts: 151)
    #expect(try rider.target(zone: 2, start: nil).start == .usual(watts: 151))
    #expect(try rider.target(zone: 4, start: nil).start == .usual(watts: 202))
    #expect(try rider.target(zone: 2, start: .watts(130)).start == .planned(watts: 130))
  }

  @Test func withoutAThresholdPowerNeedAPowerToBeginAtUnlessItWasLearnt() throws {
    let rider = Self.rider(thresholdWatts: nil, learntWatts: 150)
    #expect(try rider.target(zone: 2, start: nil).watts == 50...225)
    let error = #expect(throws: PlanError.self) { try rider.target(zone: 4, start: nil) }
    #expect(error?.code == .noStartWatts)
    #expect(try rider.target(zone: 4, start: .watts(60)).watts == 50...110)
  }
}
