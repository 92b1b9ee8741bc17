import BluetoothLE
import FitnessGATT
import Foundation
import RadioSim
import Rides
import Testing

@testable import RideSession

/// Rides on a slope, and with a constant resistance.
@Suite struct BrakeTests {
  private func riding(_ request: RideRequest, seconds: Int? = nil) -> RideBench {
    var bench = RideBench()
    bench.trainer.feature.targetSetting = [.powerTarget, .indoorBikeSimulation, .resistanceTarget]
    var plan = RidePlan.steady(request.watts.map { .hold(watts: $0) } ?? .free, seconds: seconds)
    plan.request = request
    bench.send(.start(RideOrder(plan: plan, trainer: RideBench.trainer, heartRate: RideBench.strap)))
    bench.run(for: .seconds(20))
    return bench
  }

  private func slopes(_ bench: RideBench) -> [Double] {
    bench.requests.compactMap {
      guard case .set(.indoorBikeSimulation(let road)) = $0.request else { return nil }
      return Double(road.gradeHundredths) / 100
    }
  }

  private func levels(_ bench: RideBench) -> [Int16] {
    bench.requests.compactMap { if case .set(.resistanceLevel(let tenths)) = $0.request { tenths } else { nil } }
  }

  @Test func `a ride begins with the slope of its request`() throws {
    var request = RideRequest(endless: true, free: true)
    request.slopePercent = 2.5
    let bench = riding(request)
    #expect(slopes(bench) == [2.5])
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.snapshot.figures?.brake == .slope(percent: 2.5))
    let row = try #require(bench.samples.last)
    #expect(row.isVirtual && row.targetWatts == nil, "the trainer's own speed follows its gear")
  }

  @Test func `watts and slopes take turns within a ride`() {
    var bench = riding(RideRequest(watts: 160))
    let up = bench.send(.brake(.slope(percent: 4)))
    #expect(bench.replies[up] == .success(.braked(.slope(percent: 4))))
    bench.run(for: .seconds(5))
    #expect(slopes(bench).last == 4 && bench.snapshot.figures?.targetWatts == nil)
    let more = bench.send(.changeSlope(0.5))
    #expect(bench.replies[more] == .success(.braked(.slope(percent: 4.5))))
    bench.run(for: .seconds(5))
    #expect(slopes(bench).last == 4.5)
    bench.send(.setWatts(160))
    bench.run(for: .seconds(15))
    #expect(bench.trainer.targetWatts == 160 && bench.snapshot.figures?.brake == nil)
    bench.send(.rideFree)
    bench.run(for: .seconds(5))
    #expect(slopes(bench).last == 0 && bench.snapshot.figures?.brake == nil)
  }

  @Test func `a drop restores the slope`() {
    var request = RideRequest(endless: true, free: true)
    request.slopePercent = 3
    var bench = riding(request)
    bench.drop(.trainer, for: .seconds(4))
    bench.run(for: .seconds(15))
    #expect(slopes(bench) == [3, 3] && bench.snapshot.phase == .riding)
  }

  @Test func `slopes that change more often than once a second are written once a second`() {
    var bench = riding(RideRequest(endless: true, free: true))
    for tenth in 1...40 {
      bench.send(.brake(.slope(percent: Double(tenth) / 10)))
      bench.run(for: .milliseconds(100))
    }
    bench.run(for: .seconds(2))
    let written = slopes(bench).dropFirst()
    #expect((4...7).contains(written.count) && written.last == 4)
    #expect(bench.events.filter { $0.kind.name == .slope }.count == 1, "an app that changes it often fills no record")
    bench.run(for: .seconds(10))
    #expect(bench.events.last { $0.kind.name == .slope }?.kind == .braked(.slope(percent: 4)))
  }

  @Test func `a resistance is asked of the machine, and may change`() {
    var request = RideRequest(endless: true, free: true)
    request.resistancePercent = 40
    var bench = riding(request)
    #expect(levels(bench).count == 1 && bench.snapshot.figures?.brake == .resistance(percent: 40))
    let token = bench.send(.changeResistance(-50))
    #expect(bench.replies[token] == .success(.braked(.resistance(percent: 0))))
  }

  @Test func `a bike with levels only that does not pause gets its lowest level while the rider rests`() throws {
    var bench = RideBench()
    bench.trainer.feature.targetSetting = [.resistanceTarget]
    bench.reluctance = [.stopOrPause: .refused]
    var plan = RidePlan.steady(.free, seconds: nil)
    plan.request = RideRequest(endless: true, free: true)
    plan.request?.resistancePercent = 40
    bench.send(.start(RideOrder(plan: plan, trainer: RideBench.trainer, heartRate: nil)))
    bench.run(for: .seconds(20))
    let level = try #require(levels(bench).last)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(30))
    #expect(bench.snapshot.isAutoPaused && levels(bench) == [level, 0])
    bench.cadenceRpm = 88
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .riding && levels(bench) == [level, 0, level])
    #expect(!bench.requests.contains { if case .set(.power) = $0.request { true } else { false } })
  }

  @Test func `a slope lasts until the interval ends, and survives being stored and read`() throws {
    let intervals = [
      RideInterval(end: .timer(seconds: 60), aim: .hold(watts: 200)),
      RideInterval(end: .timer(seconds: 600), aim: .hold(watts: 120)),
    ]
    var run = PlanRun(RidePlan(name: "Two", intervals: intervals))
    run.ask(.slope(percent: 5))
    #expect(run.watts == nil && run.asked == .brake(.slope(percent: 5)))
    let kept = try JSONDecoder().decode(PlanProgress.self, from: JSONEncoder().encode(run.progress))
    #expect(PlanRun(run.plan, progress: kept).asked == .brake(.slope(percent: 5)))
    for second in 1...60 { _ = run.rowEnded(meters: 8, watts: 180, second: second) }
    #expect(run.asked == .watts(120))
  }

  @Test func `a trainer without simulation refuses a slope, and without levels a resistance`() {
    var bench = RideBench()
    bench.trainer.feature.targetSetting = [.powerTarget]
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(20))
    let (slope, resistance) = (bench.send(.brake(.slope(percent: 2))), bench.send(.brake(.resistance(percent: 20))))
    #expect(bench.replies[slope] == .failure(.modeUnsupported(.slope)))
    #expect(bench.replies[resistance] == .failure(.modeUnsupported(.resistance)))
    #expect(bench.trainer.targetWatts == 150 && bench.snapshot.trainer?.modes == [.erg])
  }

  @Test func `a brake is refused without a ride`() {
    var bench = RideBench()
    let token = bench.send(.brake(.slope(percent: 2)))
    #expect(bench.replies[token] == .failure(.noRide))
  }
}

/// A ride on a route with altitudes.
@Suite struct RoadRideTests {
  /// One kilometre level, then a kilometre up and a kilometre down, to the east along the equator.
  private func hill(percent: Double = 5) -> Route {
    let degrees = 360 / 40_030_173.6
    var route = Route(points: [])
    for step in 0...300 {
      let meters = Double(step) * 10
      route.points.append(Place(latitudeDegrees: 0, longitudeDegrees: meters * degrees))
      let climbed = meters < 1000 ? 0 : meters < 2000 ? meters - 1000 : 3000 - meters
      route.altitudes.append(100 + climbed * percent / 100)
    }
    return route
  }

  private func riding(_ difficultyPercent: Int = 100, for duration: Duration) -> RideBench {
    let plan = RidePlan(
      name: "Hill", intervals: [RideInterval(end: .distance(meters: 3000), aim: .free)], route: hill())
    var order = RideOrder(plan: plan, trainer: RideBench.trainer, heartRate: RideBench.strap)
    order.difficultyPercent = difficultyPercent
    var bench = RideBench()
    bench.legWatts = 200
    bench.send(.start(order))
    bench.run(for: duration)
    return bench
  }

  private func greatestSlope(_ bench: RideBench) -> Double {
    bench.requests.reduce(0) { greatest, sent in
      guard case .set(.indoorBikeSimulation(let road)) = sent.request else { return greatest }
      return max(greatest, Double(road.gradeHundredths) / 100)
    }
  }

  @Test func `the trainer gets the slope under the rider, scaled by the difficulty`() {
    #expect((4.7...5.3).contains(greatestSlope(riding(for: .seconds(400)))))
    #expect((2.3...2.7).contains(greatestSlope(riding(50, for: .seconds(400)))))
    #expect(greatestSlope(riding(0, for: .seconds(400))) == 0)
  }

  @Test func `the difficulty changes what the trainer brakes, and the speed stays that of the road`() {
    let meters = [0, 50, 100].map { riding($0, for: .seconds(400)).samples.last?.distanceMeters ?? 0 }
    #expect(meters.allSatisfy { abs($0 - meters[0]) < 1 } && meters[0] > 1500)
  }

  @Test func `rows have the altitude and the position of the road, and the ride ends with it`() throws {
    let bench = riding(for: .seconds(1200))
    let rows = bench.samples
    #expect(rows.allSatisfy { $0.altitudeMeters != nil && $0.position != nil && $0.isVirtual })
    let top = try #require(rows.compactMap(\.altitudeMeters).max())
    #expect((146...150.5).contains(top))
    let last = try #require(rows.last)
    #expect(abs((last.distanceMeters ?? 0) - 3000) < 25 && abs((last.altitudeMeters ?? 0) - 100) < 2)
    #expect(bench.snapshot.phase == .idle)
  }

  @Test func `legs at rest on a descent are no pause`() {
    var bench = riding(for: .seconds(30))
    while (bench.snapshot.figures?.road?.meters ?? 0) < 2200, bench.snapshot.phase == .riding {
      bench.run(for: .seconds(5))
    }
    (bench.legWatts, bench.cadenceRpm) = (0, 0)
    bench.run(for: .seconds(15))
    #expect(bench.snapshot.phase == .riding)
    #expect((bench.samples.last?.speedKmh ?? 0) > 20, "the road carries the rider")
  }

  @Test func `watts hold on a road, whose slope still sets the speed`() {
    var bench = riding(for: .seconds(150))
    bench.send(.setWatts(180))
    bench.run(for: .seconds(20))
    #expect(bench.trainer.targetWatts == 180)
    let road = bench.snapshot.figures?.road
    #expect((road?.slopePercent ?? 0) > 4 && (bench.samples.last?.speedKmh ?? 99) < 20)
  }
}
