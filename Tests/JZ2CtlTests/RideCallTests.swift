import ArgumentParser
import ClientTestKit
import ControlWire
import RideText
import Rides
import Testing
import TrainerClient

@testable import jz2ctl

/// The requests of `rides` and `show --link`.
@Suite struct RideCallTests {
  @Test func `one call returns the links of a ride`() throws {
    let incident = LinkIncident(kind: .silence, atSeconds: 1)
    let daemon = ScriptedDaemon(
      .init(RideLinks(ride: Samples.ride, incidents: [incident], intervals: [Samples.intervals])))
    let answer = try daemon.call(Links(ride: "last"))
    #expect(answer.ride == Samples.ride && answer.incidents == [incident])
    #expect(answer.intervals == [Samples.intervals])
    #expect(daemon.requests == [Links(ride: "last")])
  }

  @Test func `a partly listed month is requested in full for its totals`() throws {
    let november = [Samples.ride, Samples.bareRide, Samples.ride]
    let daemon = ScriptedDaemon(
      .init(RideList(rides: [Samples.ride])), .init(RideList(rides: november)), .init(RideList(rides: [])))
    let command = try #require(try JZ2Ctl.parseAsRoot(["rides", "--limit", "1"]) as? RidesCommand)
    let rides = try daemon.rides(command.listing(at: Samples.utc))
    let months = try command.months(of: rides, daemon, Samples.utc)
    #expect(
      daemon.requests[1] == AnyHashable(Rides(since: "2026-11-01T00:00:00Z", before: "2026-12-01T00:00:00Z")))
    let text = RideListText(rides: rides, isByMonth: true, page: Samples.pipe, time: Samples.utc, months: months).text
    #expect(text.contains("\nNovember 2026: 1 of 3 rides, in all 2:01:01, 1076 kJ\n"))
  }

  @Test func `a list of all rides requests no months`() throws {
    let daemon = ScriptedDaemon()
    let command = try #require(try JZ2Ctl.parseAsRoot(["rides"]) as? RidesCommand)
    #expect(try command.months(of: [Samples.ride], daemon, Samples.utc) == [:])
  }

  @Test func `a long list of rides is requested page by page`() throws {
    let (first, second) = ([Samples.ride, Samples.bareRide], [Samples.ride])
    let daemon = ScriptedDaemon(
      .init(RideList(rides: first, more: true)), .init(RideList(rides: second)))
    #expect(try daemon.rides(Rides(offset: 10, search: "spin")) == first + second)
    let offsets = daemon.requests.map { request -> Int? in
      guard let listing = request.base as? Rides, listing.search == "spin", listing.limit == nil else { return nil }
      return listing.offset
    }
    #expect(offsets == [10, 12])
  }

  @Test func `a list of rides requests no more rides than its limit`() throws {
    let daemon = ScriptedDaemon(
      .init(RideList(rides: [Samples.ride], more: true)), .init(RideList(rides: [Samples.bareRide], more: true)))
    #expect(try daemon.rides(Rides(limit: 2)).map(\.id) == [12, 3])
    #expect(daemon.requests == [Rides(limit: 2), Rides(limit: 1, offset: 1)])
  }

  /// In March and October summer time begins or ends, so the two ends of the month have different offsets.
  @Test(arguments: [
    ("2026-03", "2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z"),
    ("2026-10", "2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z"),
    ("2026-12", "2026-11-30T23:00:00Z", "2026-12-31T23:00:00Z"),
  ])
  func `a month is requested from local midnight to local midnight`(month: String, since: String, before: String) throws
  {
    let command = try #require(try JZ2Ctl.parseAsRoot(["rides", "--month", month]) as? RidesCommand)
    let listing = command.listing(at: Samples.berlin)
    #expect(listing.since == since)
    #expect(listing.before == before)
  }
}
