import RideAnalysis
import RideSession
import Testing

@Suite("A zone after another")
struct ZoneStartTests {
  /// Six minutes in Zone 2 from 140 W on, then Zone 3.
  private static func run(zone3 start: Power?) throws -> PlanRun {
    let settings = RiderSettings(
      zone2: 120...140, thresholdHeartRate: 170, thresholdWatts: 240, zoneMethod: .coggan)
    let plan = Plan(
      name: "Up",
      groups: [
        PlanGroup([PlanInterval(end: .timer(seconds: 360), target: .zone(2, start: .watts(140)))]),
        PlanGroup([PlanInterval(end: .timer(seconds: 360), target: .zone(3, start: start))]),
      ])
    let rider = PlanRider(settings: settings, learntWatts: nil, hasStrap: true)
    var run = PlanRun(try RidePlan(plan, for: rider))
    ride(&run, seconds: 360, beatsPerMinute: 130)
    #expect(run.progress.index == 1)
    return run
  }

  private static func ride(_ run: inout PlanRun, seconds: Int, beatsPerMinute: Int?) {
    for _ in 0..<seconds {
      _ = run.heartRate(beatsPerMinute, mostWatts: nil)
      _ = run.rowEnded(meters: 8, second: run.progress.second + 1)
    }
  }

  @Test func beginsAtThePowerThatThePlanSays() throws {
    var run = try Self.run(zone3: .watts(200))
    #expect(run.watts == 200)
    #expect(run.current?.watts == 200)
    Self.ride(&run, seconds: 60, beatsPerMinute: 130)
    #expect(run.watts == 200, "the heart is given a while to answer")
    Self.ride(&run, seconds: 120, beatsPerMinute: 130)
    #expect(try #require(run.watts) > 205, "and then it steers")
  }

  @Test func isSteeredOnWhereThePlanSaysNoPower() throws {
    var run = try Self.run(zone3: nil)
    let before = try #require(run.watts)
    #expect((135...145).contains(before))
    #expect(run.current?.watts == before, "not what the zone would begin at alone")
    Self.ride(&run, seconds: 60, beatsPerMinute: 130)
    #expect(try #require(run.watts) > before)
  }

  @Test func isRiddenAtASafeShareOfItsOwnPowerWithoutAStrap() throws {
    var run = try Self.run(zone3: .watts(200))
    Self.ride(&run, seconds: 60, beatsPerMinute: nil)
    #expect(run.watts == 160)
  }

  @Test func thatBeginsWithoutAStrapIsRiddenAtASafeShareOfItsOwnPower() throws {
    var run = try Self.run(zone3: .watts(200))
    _ = try run.take(.back, second: 361)
    _ = try run.take(.back, second: 362)
    Self.ride(&run, seconds: 360, beatsPerMinute: nil)
    #expect(run.progress.index == 1)
    Self.ride(&run, seconds: 20, beatsPerMinute: nil)
    #expect(run.watts == 160)
    Self.ride(&run, seconds: 65, beatsPerMinute: 130)
    #expect(run.watts == 200, "the strap is back")
  }
}
