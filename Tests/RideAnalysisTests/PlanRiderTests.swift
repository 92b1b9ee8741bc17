import RideAnalysis
import RideSession
import Rides
import Testing

@Suite struct PlanRiderTests {
  private static func rider(thresholdWatts: Int? = 240, learntWatts: Int? = nil) -> PlanRider {
    let settings = RiderSettings(
      zone2: 120...140, thresholdHeartRate: 170, thresholdWatts: thresholdWatts, zoneMethod: .coggan)
    return PlanRider(settings: settings, learntWatts: learntWatts, hasStrap: true)
  }

  @Test(arguments: [(1, 145), (2, 198), (3, 238), (4, 277), (5, 317)])
  func `a zone allows up to a tenth more than its upper power bound`(zone: Int, mostWatts: Int) throws {
    let target = try Self.rider().target(zone: zone, start: .watts(140))
    #expect(target.watts == 50...mostWatts)
    #expect(target.zone == zone)
  }

  @Test(arguments: [(1, 106), (2, 144)])
  func `a zone begins at a share of the threshold power`(zone: Int, startWatts: Int) throws {
    #expect(try Self.rider().target(zone: zone, start: nil).start == .usual(watts: startWatts))
  }

  @Test(arguments: [(3, 204), (4, 233), (5, 254)])
  func `a zone above 2 always begins at its share of the threshold power`(zone: Int, startWatts: Int) throws {
    #expect(try Self.rider().target(zone: zone, start: nil).start == .planned(watts: startWatts))
  }

  @Test func `only Zone 2 begins at the learnt power`() throws {
    let rider = Self.rider(learntWatts: 151)
    #expect(try rider.target(zone: 2, start: nil).start == .usual(watts: 151))
    #expect(try rider.target(zone: 4, start: nil).start == .planned(watts: 233))
    #expect(try rider.target(zone: 2, start: .watts(130)).start == .planned(watts: 130))
  }

  @Test func `a zone without threshold power needs a start power unless it was learnt`() throws {
    let rider = Self.rider(thresholdWatts: nil, learntWatts: 150)
    #expect(try rider.target(zone: 2, start: nil).watts == 50...225)
    let error = #expect(throws: PlanFault.self) { try rider.target(zone: 4, start: nil) }
    #expect(error?.code == .noStartWatts)
    #expect(try rider.target(zone: 4, start: .watts(60)).watts == 50...110)
  }

  @Test(arguments: [(100...115, 106, 145), (120...130, 144, 198), (150...160, 204, 238), (185...195, 254, 317)])
  func `a heart-rate target uses the power of the zone that contains it`(
    heartRates: ClosedRange<Int>, startWatts: Int, mostWatts: Int
  ) throws {
    let target = try Self.rider().target(heartRates: heartRates, start: nil)
    #expect(target.beatsPerMinute == heartRates)
    #expect(target.zone == nil)
    #expect(target.start.watts == startWatts)
    #expect(target.watts == 50...mostWatts)
  }

  @Test func `a heart-rate target needs no heart-rate settings`() throws {
    let settings = RiderSettings(zone2: 120...140, thresholdWatts: 240, zoneMethod: .coggan)
    let rider = PlanRider(settings: settings, learntWatts: nil, hasStrap: true)
    #expect(throws: PlanFault.self) { try rider.target(zone: 3, start: nil) }
    let target = try rider.target(heartRates: 160...170, start: nil)
    #expect(target.start == .planned(watts: 204))
    #expect(target.watts == 50...317, "any zone above Zone 2 may be meant")
  }

  @Test func `a heart-rate target needs a start power and a strap`() throws {
    let rider = Self.rider(thresholdWatts: nil)
    let error = #expect(throws: PlanFault.self) { try rider.target(heartRates: 120...130, start: nil) }
    #expect(error == PlanFault(.noStartWatts, detail: "120-130 bpm"))
    #expect(try rider.target(heartRates: 120...130, start: .watts(130)).start == .planned(watts: 130))
    let learnt = Self.rider(thresholdWatts: nil, learntWatts: 150)
    #expect(try learnt.target(heartRates: 150...160, start: nil).start == .usual(watts: 150))
    let bare = PlanRider(settings: RiderSettings(zone2: 120...140), learntWatts: 150, hasStrap: false)
    let refusal = #expect(throws: PlanFault.self) { try bare.target(heartRates: 120...130, start: nil) }
    #expect(refusal?.code == .noHeartRate)
  }
}

@Suite struct ZoneStartTests {
  /// Six minutes in Zone 2 from 140 W on, then another zone.
  private static func run(zone3 start: Power?, zone: Int = 3) throws -> PlanRun {
    let settings = RiderSettings(
      zone2: 120...140, thresholdHeartRate: 170, thresholdWatts: 240, zoneMethod: .coggan)
    let plan = Plan(
      name: "Up",
      groups: [
        PlanGroup([PlanInterval(end: .timer(seconds: 360), target: .zone(2, start: .watts(140)))]),
        PlanGroup([PlanInterval(end: .timer(seconds: 360), target: .zone(zone, start: start))]),
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

  @Test func `a zone after another begins at the plan's start power`() throws {
    var run = try Self.run(zone3: .watts(200))
    #expect(run.watts == 200)
    #expect(run.current?.watts == 200)
    Self.ride(&run, seconds: 60, beatsPerMinute: 130)
    #expect(run.watts == 200, "the heart is given a while to answer")
    Self.ride(&run, seconds: 120, beatsPerMinute: 130)
    #expect(try #require(run.watts) > 205, "and then it steers")
  }

  @Test func `a zone after another continues at the current power if the plan gives none`() throws {
    var run = try Self.run(zone3: nil, zone: 1)
    let before = try #require(run.watts)
    #expect((135...145).contains(before))
    #expect(run.current?.watts == before, "not what the zone would begin at alone")
    Self.ride(&run, seconds: 60, beatsPerMinute: 130)
    #expect(try #require(run.watts) < before)
  }

  @Test func `a zone above 2 after another begins at its own power if the plan gives none`() throws {
    var run = try Self.run(zone3: nil, zone: 4)
    #expect(run.watts == 233)
    Self.ride(&run, seconds: 60, beatsPerMinute: 140)
    #expect(run.watts == 233, "the heart is given a while to answer")
  }

  @Test func `a zone continues at a safe share of its own power when the strap is lost`() throws {
    var run = try Self.run(zone3: .watts(200))
    Self.ride(&run, seconds: 60, beatsPerMinute: nil)
    #expect(run.watts == 160)
  }

  @Test func `a zone that begins without a strap uses a safe share of its own power`() throws {
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
