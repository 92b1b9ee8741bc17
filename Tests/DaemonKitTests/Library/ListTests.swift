import ControlWire
import RideRuntime
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ListTests {
  /// Three rides on three days, of 300, 100 and 200 seconds.
  private func withRides(_ body: (DaemonBench) async throws -> Void) async throws {
    try await withDaemon { bench async throws in
      for (days, seconds) in [(0, 300), (40, 100), (20, 200)] {
        try await bench.keep(LibraryRide.rows(work: seconds), days: days)
      }
      try await body(bench)
    }
  }

  @Test func `the ride list begins with the newest start`() async throws {
    try await withRides { bench async throws in
      #expect(try await bench.listed(Rides()) == [2, 3, 1])
      #expect(try await bench.listed(Rides(limit: 1, offset: 1)) == [3])
      #expect(try await bench.listed(Rides(offset: 3)) == [])
      let (last, _) = try await bench.show("last")
      #expect(last.id == 2)
    }
  }

  @Test func `the ride list can begin with the longest or the shortest ride`() async throws {
    try await withRides { bench async throws in
      #expect(try await bench.listed(Rides(sort: .longest)) == [1, 3, 2])
      #expect(try await bench.listed(Rides(sort: .shortest)) == [2, 3, 1])
    }
  }

  @Test func `the ride list can be limited to a span of time`() async throws {
    try await withRides { bench async throws in
      let december = Rides(since: "2026-12-01T00:00:00Z", before: "2026-12-12T01:00:00+01:00")
      #expect(try await bench.listed(december) == [3])
      for listing in [Rides(since: "December"), Rides(since: "2026-12")] {
        await bench.expectRefusal(.invalidParameter, of: listing, "since")
      }
      await bench.expectRefusal(.invalidParameter, of: Rides(offset: -1), "offset")
    }
  }

  @Test func `a search finds names and notes regardless of case`() async throws {
    try await withRides { bench async throws in
      try await bench.change(Edit(ride: "1", name: "Grüße aus dem Regen"))
      let noted = try await bench.change(Edit(ride: "2", note: " 100% LEGS\nand _more_ "))
      #expect((noted.name, noted.note) == (nil, "100% LEGS\nand _more_"))
      #expect(try await bench.listed(Rides(search: "GRÜSSE")) == [])
      #expect(try await bench.listed(Rides(search: "GRÜßE")) == [1])
      #expect(try await bench.listed(Rides(search: "legs")) == [2])
      #expect(try await bench.listed(Rides(search: "0% l")) == [2])
      #expect(try await bench.listed(Rides(search: "%")) == [2])
      #expect(try await bench.listed(Rides(search: "")) == [2, 3, 1])
      let cleared = try await bench.change(Edit(ride: "1", name: ""))
      #expect(cleared.name == nil)
      #expect(try await bench.listed(Rides(search: "regen")) == [])
    }
  }

  @Test func `a name or note that is too long or has control characters is refused`() async throws {
    try await withRides { bench async throws in
      for name in [String(repeating: "x", count: 201), "a\u{1B}[2Jb"] {
        await bench.expectRefusal(.invalidParameter, of: Edit(ride: "1", name: name), "name")
      }
      let note = String(repeating: "ß", count: 2001)
      await bench.expectRefusal(.invalidParameter, of: Edit(ride: "1", name: "Dawn", note: note), "note")
      #expect(try await bench.rides.compactMap(\.name) == [])
    }
  }

  @Test func `a ride list too long for one message is returned in parts`() async throws {
    try await withDaemon { bench async throws in
      let note = String(repeating: "\"", count: 4000)
      for day in 0..<130 {
        let id = try await bench.keep(LibraryRide.rows(work: 1), days: day)
        try await bench.parts.store.setTexts(of: id, note: note)
      }
      let first = try await bench.listed(Rides())
      #expect((100..<130).contains(first.count))
      let second = try await bench.listed(Rides(offset: first.count))
      #expect(first + second == Array((1...130).reversed()))
    }
  }

  @Test func `a deleted ride is hidden until it is undeleted`() async throws {
    try await withRides { bench async throws in
      let files = try bench.files
      let deleted = try await bench.change(Delete(ride: "2"))
      #expect(deleted.deletedUntil != nil)
      #expect(try await bench.listed(Rides()) == [3, 1])
      #expect(try await bench.listed(Rides(deleted: true)) == [2])
      #expect(try await bench.show("last").0.id == 3)
      #expect(try bench.files.count == 2)
      let back = try await bench.change(Undelete(ride: "2"))
      #expect(back.deletedUntil == nil)
      #expect(try await bench.listed(Rides()) == [2, 3, 1])
      #expect(try bench.files == files)
      await bench.expectRefusal(.notDeleted, of: Undelete(ride: "2"), "2")
    }
  }

  /// The requests of a program that uploads rides.
  @Test func `a ride's summary can be read without its rows until the ride is removed for good`() async throws {
    try await withDaemon { bench async throws in
      let plan = RidePlan(name: "Dawn", intervals: [RideInterval(end: .timer(seconds: 60), aim: .hold(watts: 150))])
      let store = bench.parts.store
      let order = RideOrder(plan: plan, trainer: simulatedTrainer, heartRate: nil)
      let start = StartTime(LibraryRide.start, isConfirmed: false)
      _ = try await store.begin(NewRide(order, start: start, targetWatts: 150))
      try await store.append(to: 1, samples: LibraryRide.rows(work: 3000))
      _ = try await store.finish(1)
      let summary = Show(ride: "1", fromSeconds: 31_622_400)
      let shown = try await bench.call(summary)
      #expect(shown.samples.isEmpty && shown.ride.elapsedSeconds == 3000)
      #expect(shown.ride.plan == "Dawn" && shown.ride.startConfirmed == false)
      #expect(shown.ride.activity == "2026-11-21T06:45:12.000Z" && shown.ride.importedFrom == nil)
      let listed = try #require(try await bench.rides.first)
      #expect(listed.startConfirmed == false && listed.activity == shown.ride.activity)
      try await bench.change(Delete(ride: "1"))
      #expect(try await bench.call(summary).ride.deletedUntil != nil)
      let deleted = try await bench.call(Rides(deleted: true)).rides
      #expect(deleted.map(\.id) == [1] && deleted.first?.deletedUntil != nil && deleted.first?.startConfirmed == false)
      try await bench.change(Delete(ride: "1", now: true))
      await bench.expectRefusal(.unknownRide, of: summary, "1")
    }
  }

  @Test func `a deleted ride is removed for good after 30 days`() async throws {
    try await withRides { bench async throws in
      try await bench.change(Delete(ride: "2"))
      bench.clock.step(by: .seconds(30 * 86_400 - 60), isSynchronised: true)
      await bench.parts.upkeep.purge()
      #expect(try await bench.listed(Rides(deleted: true)) == [2])
      bench.clock.step(by: .seconds(120), isSynchronised: true)
      await bench.parts.upkeep.purge()
      #expect(try await bench.listed(Rides(deleted: true)) == [])
      await bench.expectRefusal(.unknownRide, of: Undelete(ride: "2"), "2")
    }
  }
}
