import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct RideListTests {
  private func text(_ rides: [RideSummary], isByMonth: Bool = true, width: Int? = nil) -> String {
    RideListText(rides: rides, isByMonth: isByMonth, page: Page(columns: width, glyphs: .unicode), time: Samples.utc)
      .text
  }

  @Test func `the list of rides is grouped by month`() {
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

  @Test func `the list of rides leaves out columns that no ride needs`() {
    var ride = Samples.ride
    ride.elapsedSeconds = ride.timerSeconds
    #expect(
      text([ride], isByMonth: false) == """
        Ride  Start                Time  Power    Heart    Work  Distance
          12  2026-11-21 06:45  1:00:00  149 W  132 bpm  538 kJ  31.40 km
        """)
  }

  @Test func `the list of rides marks suspended, trimmed, imported and deleted rides`() {
    var ride = Samples.bareRide
    ride.trim = Trim(fromSeconds: 0, toSeconds: 61, wholeSeconds: 90)
    (ride.importedFrom, ride.deletedUntil) = ("fit", "2026-12-20T06:45:12Z")
    #expect(text([ride]).hasSuffix("suspended, trimmed, from fit, until 2026-12-20"))
  }

  @Test func `the list of rides cuts names so that each line fits`() {
    var ride = Samples.ride
    ride.name = "Round the lake and up the hill\u{1B}"
    let lines = text([ride, Samples.bareRide], isByMonth: false, width: 100).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(lines[1].contains("  Round the la…  "))
    #expect(text([ride], width: nil).contains("  Round the lake and up the hill?  "))
  }

  @Test func `the list of rides leaves out columns that a narrow terminal has no room for`() {
    var ride = Samples.ride
    ride.name = "Round the lake and up the hill"
    #expect(
      text([ride], width: 60) == """
        Ride  Start             Name                     Time  Power

        November 2026: 1 ride, 1:00:00, 538 kJ
          12  2026-11-21 06:45  Round the lake and …  1:00:00  149 W
        """)
    #expect(
      text([ride], isByMonth: false, width: 40) == """
        Ride  Start                Time  Power
          12  2026-11-21 06:45  1:00:00  149 W
        """)
  }

  @Test func `a ride without a name shows its plan's name, and a sport other than cycling is shown`() {
    var (named, planned, run) = (Samples.ride, Samples.ride, Samples.ride)
    (named.name, named.plan, planned.plan) = ("Sunday", "Tempo", "Tempo")
    (named.sport, planned.sport, run.sport) = (.cycling, .ebiking, .running)
    let text = RideListText(rides: [named, planned, run], isByMonth: false, page: Samples.pipe, time: Samples.utc).text
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0].contains("Sport    Name"))
    #expect(lines[1].contains("06:45           Sunday  ") && lines[2].contains("06:45           Tempo   "))
    #expect(lines[3].contains("06:45  running          "))
  }

  @Test func `rename reports the changed name and sport`() {
    var ride = Samples.ride
    (ride.name, ride.plan, ride.sport) = ("Sunday", "Tempo", .running)
    #expect(RideLine.renamed(ride, isNamed: true, isOfSport: false) == "Ride 12 is now called Sunday.")
    #expect(RideLine.renamed(ride, isNamed: false, isOfSport: true) == "The sport of ride 12 is running.")
    ride.name = nil
    #expect(
      RideLine.renamed(ride, isNamed: true, isOfSport: true)
        == "Ride 12 has no name now; its plan's name, Tempo, is shown. The sport of ride 12 is running.")
  }
}
