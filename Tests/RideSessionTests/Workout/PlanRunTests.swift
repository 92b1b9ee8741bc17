import Foundation
import Rides
import Testing

@testable import RideSession

@Suite struct PlanRunTests {
  private static func plan(_ intervals: RideInterval...) -> RidePlan { RidePlan(name: "Test", intervals: intervals) }

  /// Rides some rows of timer time at a speed.
  ///
  /// Returns the intervals that ended, in order.
  private static func ride(
    _ run: inout PlanRun, seconds: Int, metersPerSecond: Double = 8, from second: Int = 0
  ) -> [ExpiredInterval] {
    (0..<seconds).compactMap { run.rowEnded(meters: metersPerSecond, second: second + $0 + 1) }
  }

  @Test func `an interval ends with the row that completes its time`() {
    var run = PlanRun(Self.plan(.init(label: "a", end: .timer(seconds: 60), aim: .hold(watts: 100)), .last))
    #expect(Self.ride(&run, seconds: 59).isEmpty)
    #expect(Self.ride(&run, seconds: 1, from: 59).map(\.atSeconds) == [60])
    #expect(run.progress.index == 1 && run.progress.timerSeconds == 0)
  }

  @Test func `an interval ends with the row that covers its distance and carries nothing over`() {
    var run = PlanRun(
      Self.plan(.init(end: .distance(meters: 25), aim: .free), .init(end: .distance(meters: 25), aim: .free)))
    let ended = Self.ride(&run, seconds: 8)
    #expect(ended.map(\.atSeconds) == [4, 8])
    #expect(ended.map(\.meters) == [32, 32])
    #expect(run.isOver)
  }

  @Test func `an interval without a length ends only with the done command`() throws {
    var run = PlanRun(Self.plan(.init(end: .activity, aim: .free), .last))
    #expect(Self.ride(&run, seconds: 5000).isEmpty)
    let ended = try run.take(.done, second: 5000)
    #expect(ended?.outcome == .expired && ended?.timerSeconds == 5000)
    #expect(throws: PlanStepRefusal.notAwaited(2)) { try run.take(.done, second: 5001) }
  }

  @Test func `an interval to a location ends where the route first passes it after the interval's beginning`() throws {
    // A square of about 400 m; the place is its third corner.
    let corner = 0.0009
    let route = Route(points: [
      Place(latitudeDegrees: 0, longitudeDegrees: 0), Place(latitudeDegrees: 0, longitudeDegrees: corner),
      Place(latitudeDegrees: corner, longitudeDegrees: corner), Place(latitudeDegrees: corner, longitudeDegrees: 0),
      Place(latitudeDegrees: 0, longitudeDegrees: 0),
    ])
    let there = IntervalEnd.location(Place(latitudeDegrees: corner, longitudeDegrees: corner))
    var run = PlanRun(
      RidePlan(name: "Loop", intervals: [.init(end: there, aim: .free), .init(end: there, aim: .free)], route: route))
    let first = try #require(run.remainingMeters)
    #expect(abs(first - 175) < 2, "25 m before the corner that is 200 m away")
    let ended = Self.ride(&run, seconds: 200, metersPerSecond: 5)
    #expect(ended.map(\.atSeconds) == [36, 116], "and a lap of 400 m later again")
  }

  @Test func `a ramp has the watts of the middle of each second, so that its mean is exact`() {
    var run = PlanRun(Self.plan(.init(end: .timer(seconds: 100), aim: .ramp(fromWatts: 100, toWatts: 200))))
    var watts: [Int] = []
    for second in 0..<100 {
      watts.append(run.watts ?? 0)
      _ = run.rowEnded(meters: 8, second: second + 1)
    }
    #expect(watts.first == 101 && watts.last == 200)
    #expect(watts == watts.sorted())
    #expect(abs(Double(watts.reduce(0, +)) / 100 - 150) < 0.6)
  }

  @Test func `a bias changes planned watts and leaves watts that the rider requests after it`() throws {
    var run = PlanRun(
      Self.plan(
        .init(end: .timer(seconds: 10), aim: .hold(watts: 200)), .init(end: .timer(seconds: 10), aim: .hold(watts: 100))
      ))
    _ = try run.take(.bias(percent: 10), second: 1)
    #expect(run.watts == 220)
    _ = try run.take(.changeBias(percent: -20), second: 2)
    #expect(run.watts == 180)
    run.ask(watts: 150)
    #expect(run.watts == 150)
    _ = try run.take(.skip, second: 3)
    #expect(run.watts == 90, "what was asked for was the interval's")
    #expect(throws: PlanStepRefusal.biasOutOfRange) { try run.take(.bias(percent: 51), second: 4) }
    #expect(throws: PlanStepRefusal.biasOutOfRange) { try run.take(.changeBias(percent: .max), second: 4) }
  }

  @Test func `a step back restarts the interval, or in its first seconds the interval before`() throws {
    var run = PlanRun(Self.plan(.init(label: "a", end: .timer(seconds: 60), aim: .hold(watts: 100)), .last))
    _ = Self.ride(&run, seconds: 70)
    #expect(run.progress.index == 1)
    #expect(try run.take(.back, second: 70)?.outcome == .left)
    #expect(run.progress.index == 1 && run.progress.timerSeconds == 0)
    _ = Self.ride(&run, seconds: 4, from: 70)
    _ = try run.take(.back, second: 74)
    #expect(run.progress.index == 0 && run.progress.timerSeconds == 0)
  }

  @Test func `an interval can be extended only by its own kind of length`() throws {
    var run = PlanRun(
      Self.plan(.init(end: .timer(seconds: 60), aim: .hold(watts: 100)), .init(end: .distance(meters: 100), aim: .free))
    )
    _ = try run.take(.extend(.seconds(30)), second: 0)
    #expect(run.remainingSeconds == 90)
    #expect(throws: PlanStepRefusal.notExtensible(1)) { try run.take(.extend(.meters(30)), second: 0) }
    #expect(throws: PlanStepRefusal.notExtensible(1)) { try run.take(.extend(.seconds(.max)), second: 0) }
    _ = try run.take(.skip, second: 0)
    _ = try run.take(.extend(.meters(50)), second: 0)
    #expect(run.remainingMeters == 150)
  }

  @Test func `an interval that is shortened to less than was ridden has no time left`() throws {
    var run = PlanRun(Self.plan(.init(end: .timer(seconds: 60), aim: .hold(watts: 100)), .last))
    _ = try run.take(.extend(.seconds(-20)), second: 0)
    #expect(run.remainingSeconds == 40)
    _ = Self.ride(&run, seconds: 30, metersPerSecond: 0)
    _ = try run.take(.extend(.seconds(-20)), second: 30)
    #expect(run.remainingSeconds == 0)
    #expect(throws: PlanStepRefusal.notExtensible(1)) { try run.take(.extend(.seconds(-20)), second: 30) }
    #expect(throws: PlanStepRefusal.notExtensible(1)) { try run.take(.extend(.seconds(.min)), second: 30) }
    #expect(run.progress.isSound)
  }

  @Test(arguments: [IntervalExtension.seconds(600), .meters(6000)])
  func `an extended ramp keeps its watts and then leads straight to its end`(by length: IntervalExtension) throws {
    let isTimed = length == .seconds(600)
    let end: IntervalEnd = isTimed ? .timer(seconds: 600) : .distance(meters: 6000)
    var run = PlanRun(Self.plan(.init(end: end, aim: .ramp(fromWatts: 100, toWatts: 200)), .last))
    _ = Self.ride(&run, seconds: 480, metersPerSecond: 10)
    let before = try #require(run.watts)
    _ = try run.take(.extend(length), second: 480)
    #expect(run.watts == before)
    _ = Self.ride(&run, seconds: 360, metersPerSecond: 10, from: 480)
    #expect(abs(try #require(run.watts) - 190) <= 1, "half of the way that is left")
    _ = try run.take(.extend(length), second: 840)
    #expect(abs(try #require(run.watts) - 190) <= 1)
    _ = Self.ride(&run, seconds: 959, metersPerSecond: 10, from: 840)
    #expect(abs(try #require(run.watts) - 200) <= 1)
    #expect(Self.ride(&run, seconds: 1, metersPerSecond: 10, from: 1799).count == 1)
  }

  @Test func `a resumed ramp continues from the point of its extension`() throws {
    let plan = Self.plan(.init(end: .timer(seconds: 600), aim: .ramp(fromWatts: 100, toWatts: 200)))
    var run = PlanRun(plan)
    _ = Self.ride(&run, seconds: 480)
    _ = try run.take(.extend(.seconds(600)), second: 480)
    let kept = try JSONDecoder().decode(PlanProgress.self, from: JSONEncoder().encode(run.progress))
    #expect(PlanRun(plan, progress: kept).watts == run.watts)
    #expect(PlanRun(plan, progress: kept) == run)
  }

  @Test func `a cue is shown for its time`() {
    let cue = PlanCue(atSeconds: 3, seconds: 2, text: "Ease off")
    var run = PlanRun(Self.plan(.init(end: .timer(seconds: 60), aim: .hold(watts: 100), cues: [cue])))
    var heard: [String?] = []
    for second in 0..<6 {
      heard.append(run.current?.cue)
      _ = run.rowEnded(meters: 8, second: second + 1)
    }
    #expect(heard == [nil, nil, nil, "Ease off", "Ease off", nil])
  }

  @Test func `a run with a damaged ramp point starts from the beginning`() {
    var progress = PlanProgress()
    (progress.timerSeconds, progress.rampPoint) = (30, RampPoint(ridden: .nan, watts: 150))
    let plan = Self.plan(.init(end: .timer(seconds: 600), aim: .ramp(fromWatts: 100, toWatts: 200)))
    #expect(PlanRun(plan, progress: progress).progress.timerSeconds == 0)
  }

  @Test func `a zone start that an earlier version stored is read as the usual start`() throws {
    let kept = #"{"zone":2,"beatsPerMinute":[120,140],"startWatts":145,"watts":[50,250]}"#
    let target = try JSONDecoder().decode(HeartRateTarget.self, from: Data(kept.utf8))
    #expect(target.start == .usual(watts: 145))
    var planned = target
    planned.start = .planned(watts: 145)
    #expect(try JSONDecoder().decode(HeartRateTarget.self, from: JSONEncoder().encode(planned)) == planned)
    #expect(try JSONDecoder().decode(HeartRateTarget.self, from: JSONEncoder().encode(target)) == target)
  }

  @Test func `a run continues from progress that an earlier version stored`() throws {
    let kept = """
      {"second":480,"index":0,"timerSeconds":480,"meters":4800,"routeMeters":4800,"extraSeconds":600,"extraMeters":0,
      "biasPercent":0,"labels":{},"ended":[],"endedCount":0,"learntWatts":{"2":150}}
      """
    let progress = try JSONDecoder().decode(PlanProgress.self, from: Data(kept.utf8))
    let plan = Self.plan(.init(end: .timer(seconds: 600), aim: .ramp(fromWatts: 100, toWatts: 200)))
    let run = PlanRun(plan, progress: progress)
    #expect(run.progress.timerSeconds == 480 && run.remainingSeconds == 720)
    #expect(run.watts == 140)
  }

  @Test func `cues at the same time are shown together until a later one replaces them`() {
    let cues = [
      PlanCue(atSeconds: 1, seconds: 3, text: "Time to get warmed up and"),
      PlanCue(atSeconds: 1, seconds: 3, text: "get your cadence up"), PlanCue(atSeconds: 3, seconds: 2, text: "Go"),
    ]
    var run = PlanRun(Self.plan(.init(end: .timer(seconds: 60), aim: .hold(watts: 100), cues: cues)))
    var heard: [String?] = []
    for second in 0..<6 {
      heard.append(run.current?.cue)
      _ = run.rowEnded(meters: 8, second: second + 1)
    }
    let both = "Time to get warmed up and get your cadence up"
    #expect(heard == [nil, both, both, "Go", "Go", nil])
  }

  @Test func `cues that are shown together are cut to the length of one cue`() throws {
    let text = String(repeating: "x", count: Limits.textLength)
    let cues = (0..<Limits.cues).map { _ in PlanCue(atSeconds: 0, text: text) }
    let run = PlanRun(Self.plan(.init(end: .timer(seconds: 60), aim: .hold(watts: 100), cues: cues)))
    #expect(try #require(run.current?.cue).count == Limits.textLength)
  }

  @Test func `rows bring stored progress up to date`() {
    let plan = Self.plan(
      .init(end: .timer(seconds: 20), aim: .hold(watts: 100)),
      .init(
        end: .timer(seconds: 600),
        aim: .heartRate(.init(zone: 2, beatsPerMinute: 120...140, start: .usual(watts: 140), watts: 50...250))))
    var run = PlanRun(plan)
    var rows: [RideSample] = []
    var kept: PlanProgress?
    for second in 0..<400 {
      let isRunning = !(100..<130).contains(second)
      let row = RideSample(
        second: second, timerRunning: isRunning, beatsPerMinute: 100 + second / 20, distanceMeters: Double(second) * 8)
      if isRunning {
        _ = run.heartRate(row.beatsPerMinute, mostWatts: nil)
        _ = run.rowEnded(meters: 8, second: second + 1)
      }
      rows.append(row)
      if second == 250 { kept = run.progress }
    }
    var next = PlanRun(plan, progress: kept)
    next.catchUp(with: rows)
    #expect(next.progress == run.progress)
  }

  @Test func `a zone begins with the power learnt for it, not for another zone`() throws {
    func interval(_ zone: Int, _ heart: ClosedRange<Int>, _ start: Int) -> RideInterval {
      let target = HeartRateTarget(zone: zone, beatsPerMinute: heart, start: .usual(watts: start), watts: 50...250)
      return RideInterval(end: .timer(seconds: 1200), aim: .heartRate(target))
    }
    let rest = RideInterval(end: .timer(seconds: 60), aim: .hold(watts: 100))
    var run = PlanRun(
      Self.plan(interval(2, 120...140, 150), rest, interval(1, 100...119, 110), rest, interval(2, 120...140, 150)))
    for second in 0..<1200 {
      _ = run.heartRate(124, mostWatts: nil)
      _ = run.rowEnded(meters: 8, second: second + 1)
    }
    let learnt = try #require(run.progress.learntZone2Watts)
    #expect(learnt > 160, "this heart wants more than 150 W")
    _ = try run.take(.skip, second: 1200)
    #expect(run.watts == 55, "half of the start that was planned for Zone 1")
    _ = try run.take(.skip, second: 1201)
    _ = try run.take(.skip, second: 1202)
    #expect(run.watts == (learnt + 1) / 2)
  }

  @Test func `a range of heart rates begins with the power learnt for it, not for a zone`() throws {
    func interval(_ zone: Int?, _ heart: ClosedRange<Int>) -> RideInterval {
      let target = HeartRateTarget(zone: zone, beatsPerMinute: heart, start: .usual(watts: 150), watts: 50...250)
      return RideInterval(end: .timer(seconds: 1200), aim: .heartRate(target))
    }
    let rest = RideInterval(end: .timer(seconds: 60), aim: .hold(watts: 100))
    var run = PlanRun(Self.plan(interval(nil, 120...140), rest, interval(2, 120...140), rest, interval(nil, 120...140)))
    for second in 0..<1200 {
      _ = run.heartRate(124, mostWatts: nil)
      _ = run.rowEnded(meters: 8, second: second + 1)
    }
    let learnt = try #require(run.progress.learntWatts.values.first)
    #expect(learnt > 160, "this heart wants more than 150 W")
    #expect(run.progress.learntZone2Watts == nil, "it is not said to be Zone 2")
    _ = try run.take(.skip, second: 1200)
    #expect(run.watts == 75, "half of the start that was planned for the zone")
    _ = try run.take(.skip, second: 1201)
    _ = try run.take(.skip, second: 1202)
    #expect(run.watts == (learnt + 1) / 2)
  }

  @Test(arguments: [-1, 1_000_000_000])
  func `a run with damaged progress starts from the beginning`(index: Int) {
    var progress = PlanProgress()
    progress.index = index
    let run = PlanRun(Self.plan(.last), progress: progress)
    #expect(run.progress.index == 0 && run.remainingSecondsInAll == 60)
  }

  @Test func `the remaining time is known only if the timer ends every interval`() throws {
    var run = PlanRun(Self.plan(.init(end: .activity, aim: .free), .last))
    #expect(run.remainingSecondsInAll == nil)
    #expect(run.shareInAll(riddenSeconds: 9) == 0)
    _ = try run.take(.done, second: 10)
    #expect(run.remainingSecondsInAll == 60)
    #expect(run.shareInAll(riddenSeconds: 60) == 0.5)
  }

  @Test func `the next interval is reported with its length`() throws {
    let sprint = RideInterval(end: .distance(meters: 500), aim: .free)
    var run = PlanRun(Self.plan(.last, .last, sprint, .init(end: .activity, aim: .free)))
    #expect(run.standing(riddenSeconds: 0).next?.remainingSeconds == 60)
    _ = try run.take(.skip, second: 0)
    #expect(run.standing(riddenSeconds: 0).next?.remainingMeters == 500)
    _ = try run.take(.skip, second: 0)
    let nod = run.standing(riddenSeconds: 0).next
    #expect(nod != nil && nod?.remainingSeconds == nil && nod?.remainingMeters == nil)
  }
}

extension RideInterval {
  fileprivate static let last = RideInterval(end: .timer(seconds: 60), aim: .hold(watts: 120))
}
