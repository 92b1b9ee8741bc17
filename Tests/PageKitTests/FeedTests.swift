import ControlWire
import PageKit
import Rides
import Testing

@Suite struct RideFeedTests {
  private let start = ContinuousClock.now

  private func riding(_ second: Int, bias: Int? = nil, watts: Int = 150) -> Status {
    var ride = RideStatus(
      id: 7, targetWatts: watts, timerSeconds: second, elapsedSeconds: second, remainingSeconds: 600 - second,
      wantedWatts: watts)
    ride.biasPercent = bias
    return Status(phase: .riding, ride: ride)
  }

  private func asks(_ effects: [RideFeed.Effect]) -> [RideFeed.Effect] {
    effects.filter { if case .publish = $0 { false } else { true } }
  }

  @Test func `each status is published unchanged`() {
    var feed = RideFeed()
    func handle(_ input: RideFeed.Input, at now: ContinuousClock.Instant) -> [RideFeed.Effect] {
      feed.handle(input, at: now)
    }
    let status = Status(phase: .idle)
    #expect(handle(.status(status, at: "t"), at: start) == [.publish(.status(status, at: "t"))])
    #expect(feed.status == .status(status, at: "t"))
  }

  @Test func `two seconds of silence during a ride are reported once, until the next status`() {
    var feed = RideFeed()
    func handle(_ input: RideFeed.Input, at now: ContinuousClock.Instant) -> [RideFeed.Effect] {
      feed.handle(input, at: now)
    }
    _ = handle(.status(riding(1), at: "1"), at: start)
    #expect(handle(.timePassed(at: "2"), at: start + .milliseconds(1999)) == [])
    let lost = FeedEvent.lost(ControlError(.noAnswer), since: "1")
    #expect(handle(.timePassed(at: "3"), at: start + .seconds(2)) == [.publish(lost)])
    #expect(handle(.timePassed(at: "4"), at: start + .seconds(3)) == [])
    #expect(handle(.status(riding(4), at: "5"), at: start + .seconds(4)).first == .publish(.status(riding(4), at: "5")))
  }

  @Test func `library changes are published, and a gap is published as a replaced library`() {
    var feed = RideFeed()
    func handle(_ list: ChangeList) -> [RideFeed.Effect] { feed.handle(.changes(list), at: start) }
    #expect(handle(ChangeList(library: "l", changes: [], cursor: "1")) == [])
    let changes = [LibraryChange.ride(3, .trimmed)]
    #expect(handle(ChangeList(library: "l", changes: changes, cursor: "2")) == [.publish(.changes(changes))])
    #expect(
      handle(ChangeList(library: "l", changes: [], cursor: "9", startsAnew: true))
        == [.publish(.changes([.library(.replaced)]))])
  }

  @Test func `silence without a ride is reported after seven seconds`() {
    var feed = RideFeed()
    func handle(_ input: RideFeed.Input, at now: ContinuousClock.Instant) -> [RideFeed.Effect] {
      feed.handle(input, at: now)
    }
    _ = handle(.status(Status(phase: .idle), at: "1"), at: start)
    #expect(handle(.timePassed(at: "2"), at: start + .milliseconds(6999)) == [])
    #expect(handle(.timePassed(at: "3"), at: start + .seconds(7)).count == 1)
  }

  @Test func `a lost daemon is reported once per error, with the time of its last status`() {
    var feed = RideFeed()
    func handle(_ input: RideFeed.Input, at now: ContinuousClock.Instant) -> [RideFeed.Effect] {
      feed.handle(input, at: now)
    }
    _ = handle(.status(riding(1), at: "1"), at: start)
    let gone = ControlError(.noDaemon)
    #expect(handle(.lost(gone, at: "9"), at: start) == [.publish(.lost(gone, since: "1"))])
    #expect(handle(.lost(gone, at: "10"), at: start) == [])
    let other = ControlError(.connectionLost)
    #expect(handle(.lost(other, at: "11"), at: start) == [.publish(.lost(other, since: "1"))])
  }

  @Test func `intervals are requested when a ride begins and after each change`() {
    var feed = RideFeed()
    func handle(_ input: RideFeed.Input, at now: ContinuousClock.Instant) -> [RideFeed.Effect] {
      feed.handle(input, at: now)
    }
    #expect(asks(handle(.status(riding(1), at: ""), at: start)) == [.askIntervals(ride: 7)])
    #expect(asks(handle(.status(riding(2), at: ""), at: start)) == [])
    #expect(asks(handle(.status(riding(3, bias: 5), at: ""), at: start)) == [.askIntervals(ride: 7)])
    #expect(asks(handle(.status(riding(4, bias: 5, watts: 155), at: ""), at: start)) == [.askIntervals(ride: 7)])
    let intervals = [IntervalStatus(number: 1, end: .timer)]
    #expect(handle(.intervals(ride: 7, intervals), at: start) == [.publish(.plan(ride: 7, intervals))])
    #expect(handle(.intervals(ride: 6, intervals), at: start) == [], "of another ride")
    _ = handle(.status(Status(phase: .idle), at: ""), at: start)
    #expect(feed.plan == nil)
  }

  @Test func `the route of a plan is requested once`() {
    var feed = RideFeed()
    func handle(_ input: RideFeed.Input, at now: ContinuousClock.Instant) -> [RideFeed.Effect] {
      feed.handle(input, at: now)
    }
    var status = riding(1)
    status.ride?.plan = "Hills"
    #expect(asks(handle(.status(status, at: ""), at: start)).contains(.askRoute(ride: 7, plan: "Hills")))
    #expect(asks(handle(.status(status, at: ""), at: start)) == [])
    let line = RouteLine(meters: 100, loop: true, points: [])
    #expect(handle(.route(ride: 7, line), at: start) == [.publish(.route(ride: 7, line))])
  }
}

@Suite struct RideTrailTests {
  private func status(_ second: Int, ride: Int = 1, phase: RidePhase = .riding) -> Status {
    Status(
      phase: phase,
      ride: RideStatus(
        id: ride, targetWatts: 150, timerSeconds: second, elapsedSeconds: second, remainingSeconds: nil))
  }

  @Test func `the trail keeps each second of the last five minutes once`() {
    var trail = RideTrail()
    for second in 0..<400 {
      trail.append(status(second))
      trail.append(status(second))
    }
    #expect(trail.points.map(\.elapsedSeconds) == Array(100..<400))
  }

  @Test func `another ride clears the trail, which stays empty until the first pedal stroke`() {
    var trail = RideTrail()
    trail.append(status(5))
    trail.append(status(0, ride: 2, phase: .ready))
    #expect(trail.ride == 2 && trail.points.isEmpty)
    trail.append(Status(phase: .idle))
    #expect(trail.ride == 2)
  }
}

@Suite struct FeedEventTests {
  private let paired = Audience(.english, isPaired: true)
  private let passer = Audience(.english, isPaired: false)

  private func text(_ event: FeedEvent, _ audience: Audience, id: String? = nil) -> String? {
    event.text(id: id, for: audience).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `an event has id, name and one line of JSON`() {
    let status = Status(phase: .idle, problems: [Problem(code: "x", message: "a\nb", remedy: "c")])
    #expect(
      text(.status(status, at: "now"), paired, id: "r-1")
        == "id: r-1\nevent: status\ndata: {\"at\":\"now\",\"phase\":\"idle\",\"problems\":"
        + "[{\"code\":\"x\",\"message\":\"a\\nb\",\"remedy\":\"c\"}]}\n\n")
    #expect(text(.beat, paired) == "event: beat\ndata: {}\n\n")
  }

  @Test func `an unpaired phone receives numbers but no name, address or problem`() {
    var status = Status(phase: .riding, problems: [Problem(code: "x", message: "secret", remedy: "secret")])
    status.ride = RideStatus(id: 7, targetWatts: 150, timerSeconds: 1, elapsedSeconds: 2, remainingSeconds: 3)
    status.ride?.name = "secret"
    status.trainer = DeviceStatus(address: "secret", name: "secret", state: .connected)
    #expect(
      text(.status(status, at: "now"), passer)
        == "event: status\ndata: {\"at\":\"now\",\"phase\":\"riding\",\"ride\":{\"remainingSeconds\":3,\"targetWatts\":150,"
        + "\"timerSeconds\":1},\"trainer\":{}}\n\n")
    for event in [
      FeedEvent.plan(ride: 1, []), .trace(RideTrail()), .route(ride: 1, RouteLine(meters: 1, loop: false, points: [])),
      .changes([.ride(1, .edited)]),
    ] {
      #expect(text(event, passer) == nil)
    }
  }

  @Test func `a trace has a list for each second, with null for unknown values`() {
    var trail = RideTrail()
    trail.append(
      Status(
        phase: .riding,
        ride: RideStatus(id: 3, targetWatts: 150, timerSeconds: 9, elapsedSeconds: 9, remainingSeconds: nil)))
    #expect(text(.trace(trail), paired) == "event: trace\ndata: {\"points\":[[9,null,150,null,null]],\"ride\":3}\n\n")
  }
}
