import ArgumentParser
import ControlWire
import Testing

@testable import jz2ctl

@Suite struct RideListTests {
  private func text(_ rides: [RideSummary], isByMonth: Bool = true, width: Int? = nil) -> String {
    RideListText(rides: rides, isByMonth: isByMonth, width: width, time: Samples.utc).text
  }

  @Test func ridesStandByMonth() {
    var earlier = Samples.ride
    (earlier.id, earlier.start, earlier.elapsedSeconds) = (2, "2026-10-31T23:59:59Z", 3600)
    #expect(
      text([Samples.ride, Samples.bareRide, earlier]) == """
        Ride  Start                Time  Elapsed  Power    Heart    Work  Distance  State

        November 2026: 2 rides, 1:01:01, 538 kJ
          12  2026-11-21 06:45  1:00:00  1:02:05  149 W  132 bpm  538 kJ  31.40 km
           3  2026-11-20 06:45     1:01               -        -    0 kJ         -  suspended

        October 2026: 1 ride, 1:00:00, 538 kJ
           2  2026-10-31 23:59  1:00:00           149 W  132 bpm  538 kJ  31.40 km
        """)
  }

  @Test func aMonthHasItsOwnTotalsThoughTheListLacksSomeOfIt() throws {
    let november = [Samples.ride, Samples.bareRide, Samples.ride]
    let daemon = ScriptedDaemon(
      .init(.rides([Samples.ride])), .init(.rides(november)), .init(.rides([])))
    let command = try #require(try JZ2Ctl.parseAsRoot(["rides", "--limit", "1"]) as? RidesCommand)
    let rides = try daemon.rides(command.listing(at: Samples.utc))
    let months = try command.months(of: rides, daemon, Samples.utc)
    #expect(
      daemon.requests[1] == .rides(RideListing(since: "2026-11-01T00:00:00Z", before: "2026-12-01T00:00:00Z")))
    let text = RideListText(rides: rides, isByMonth: true, width: nil, time: Samples.utc, months: months).text
    #expect(text.contains("\nNovember 2026: 1 of 3 rides, in all 2:01:01, 1076 kJ\n"))
  }

  @Test func aListOfAllAsksForNothingMore() throws {
    let daemon = ScriptedDaemon()
    let command = try #require(try JZ2Ctl.parseAsRoot(["rides"]) as? RidesCommand)
    #expect(try command.months(of: [Samples.ride], daemon, Samples.utc) == [:])
  }

  @Test func columnsThatNoRideNeedsAreLeftOut() {
    var ride = Samples.ride
    ride.elapsedSeconds = ride.timerSeconds
    #expect(
      text([ride], isByMonth: false) == """
        Ride  Start                Time  Power    Heart    Work  Distance
          12  2026-11-21 06:45  1:00:00  149 W  132 bpm  538 kJ  31.40 km
        """)
  }

  @Test func whatIsUnusualIsMarked() {
    var ride = Samples.bareRide
    ride.trim = Trim(fromSeconds: 0, toSeconds: 61, wholeSeconds: 90)
    (ride.importedFrom, ride.deletedUntil) = ("fit", "2026-12-20T06:45:12Z")
    #expect(text([ride]).hasSuffix("suspended, trimmed, from fit, until 2026-12-20"))
  }

  @Test func namesAreCutSoThatALineFits() {
    var ride = Samples.ride
    ride.name = "Round the lake and up the hill\u{1B}"
    let lines = text([ride, Samples.bareRide], isByMonth: false, width: 100).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(lines[1].contains("  Round the la.  "))
    #expect(text([ride], width: nil).contains("  Round the lake and up the hill?  "))
    #expect(text([ride], width: 20).contains("  Round t.  "))
  }

  @Test func moreThanAMessageHoldsIsAskedForAgain() throws {
    let (first, second) = ([Samples.ride, Samples.bareRide], [Samples.ride])
    let daemon = ScriptedDaemon(.init(.rides(first)), .init(.rides(second)), .init(.rides([])))
    #expect(try daemon.rides(RideListing(offset: 10, search: "spin")) == first + second)
    let offsets = daemon.requests.map { request -> Int? in
      guard case .rides(let listing) = request, listing.search == "spin", listing.limit == nil else { return nil }
      return listing.offset
    }
    #expect(offsets == [10, 12, 13])
  }

  @Test func nothingIsAskedForBeyondTheLimit() throws {
    let daemon = ScriptedDaemon(.init(.rides([Samples.ride])), .init(.rides([Samples.bareRide])))
    #expect(try daemon.rides(RideListing(limit: 2)).map(\.id) == [12, 3])
    #expect(daemon.requests == [.rides(limit: 2), .rides(RideListing(limit: 1, offset: 1))])
  }
}
