import ControlSocket
import ControlWire
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import TrainerAPI

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ChangeTests {
  /// The cursor after all changes so far.
  private static func cursor(_ bench: DaemonBench) async throws -> String {
    try await bench.call(Changes()).cursor
  }

  @Test func `a follower without a cursor starts anew`() async throws {
    try await withDaemon { bench async throws in
      let first = try await bench.call(Changes())
      #expect(first.startsAnew == true && first.changes.isEmpty && first.more == nil)
      #expect(first.library == (try await bench.parts.store.uuid()))
      let next = try await bench.call(Changes(after: first.cursor))
      #expect(next == ChangeList(library: first.library, changes: [], cursor: first.cursor))
    }
  }

  @Test func `changes after a cursor include only the newest of each subject`() async throws {
    try await withDaemon { bench async throws in
      let cursor = try await Self.cursor(bench)
      try await bench.call(NewPlan(name: "Dawn"))
      try await bench.call(NewPlan(name: "Dusk"))
      try await bench.call(RemovePlan(name: "Dawn"))
      let list = try await bench.call(Changes(after: cursor))
      #expect(list.changes == [LibraryChange.plan("Dusk", .saved), LibraryChange.plan("Dawn", .removed)])
      #expect(list.startsAnew == nil)
      #expect(try await bench.call(Changes(after: list.cursor)).changes.isEmpty)
    }
  }

  @Test func `a follower with a cursor of another library starts anew`() async throws {
    try await withDaemon { bench async throws in
      #expect(try await bench.call(Changes(after: "99999-c0ffee")).startsAnew == true)
      for text in ["", "7", "7-x-9", "-7-1"] {
        await bench.expectRefusal(.invalidParameter, of: Changes(after: text), "cursor")
      }
    }
  }

  @Test func `a follower with the more flag receives each change when it is committed`() async throws {
    try await withDaemon { bench in
      let cursor = try await Self.cursor(bench)
      var names = ["Dawn", "Dusk"]
      var followed: [LibraryChange] = []
      for try await list in bench.stream(Changes(after: cursor)) {
        followed += list.changes
        // A reply without changes is a heartbeat. The first reply is also empty: there are no changes after the cursor
        // yet.
        guard followed.count + names.count == 2 else { continue }
        guard !names.isEmpty else { break }
        try await bench.call(NewPlan(name: names.removeFirst()))
      }
      #expect(followed == [LibraryChange.plan("Dawn", .saved), LibraryChange.plan("Dusk", .saved)])
    }
  }

  @Test func `a follower receives heartbeats while nothing changes`() async throws {
    try await withDaemon { bench async throws in
      let service = ChangeService(access: StoreAccess(store: bench.parts.store))
      let answer = try await service.changes(Changes(), more: true, heartbeat: .milliseconds(20))
      guard case .stream(let lists, _) = answer else { return #expect(Bool(false), "it is a stream") }
      var replies = lists.makeAsyncIterator()
      let first = try #require(try await replies.next())
      for _ in 0..<3 { #expect(try await replies.next()?.cursor == first.cursor) }
    }
  }

  @Test func `a stream of changes ends with an error when the daemon shuts down`() async throws {
    try await withDaemon { bench async throws in
      var replies = bench.stream(Changes()).makeAsyncIterator()
      #expect(try await replies.next()?.startsAnew == true)
      await bench.parts.api.shutDown()
      var later: [ChangeList] = []
      let error = await #expect(throws: ControlError.self) {
        while let list = try await replies.next() { later.append(list) }
      }
      #expect(later.flatMap(\.changes).isEmpty)
      #expect(error?.code == .shuttingDown)
    }
  }
}
