import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct FindingTests {
  let state = TemporaryState()

  /// Rides a day apart, with starts in another order than their numbers: 2, 3, 1, of which 1 is the newest.
  private func store(seconds: [Int] = [100, 300, 200]) async throws -> RideDatabase {
    let store = try state.open()
    for (day, seconds) in zip([2, 0, 1], seconds) {
      try await finishedRide(in: store, start: start.advanced(by: .seconds(day * 86_400)), seconds: seconds)
    }
    return store
  }

  private func ids(_ store: RideDatabase, _ query: RideQuery) async throws -> [Int] {
    let ids = try await store.rides(query).map(\.id)
    let count = try await store.count(query)
    #expect(count == ids.count || query.limit != .max || query.offset != 0)
    return ids
  }

  @Test(
    arguments: [(.date, [1, 3, 2]), (.longest, [2, 3, 1]), (.shortest, [1, 3, 2])] as [(RideSort, [Int])])
  func `rides are sorted by start or length`(_ sort: RideSort, _ sorted: [Int]) async throws {
    let store = try await store()
    #expect(try await ids(store, RideQuery(sort: sort)) == sorted)
    #expect(try await ids(store, RideQuery(sort: sort, limit: 2)) == Array(sorted.prefix(2)))
    #expect(try await ids(store, RideQuery(sort: sort, limit: 2, offset: 1)) == Array(sorted.suffix(2)))
    #expect(try await ids(store, RideQuery(sort: sort, limit: 2, offset: 3)) == [])
    #expect(try await store.count(RideQuery(sort: sort, limit: 1, offset: 2)) == 3)
    #expect(try await ids(store, RideQuery(sort: sort, limit: -1, offset: -1)) == [])
  }

  @Test func `of two rides with equal sort values the later one is listed first`() async throws {
    let store = try state.open()
    for _ in 1...3 { try await finishedRide(in: store) }
    #expect(try await ids(store, RideQuery()) == [3, 2, 1])
    #expect(try await ids(store, RideQuery(sort: .longest)) == [3, 2, 1])
  }

  @Test func `a ride under way sorts as the shortest and has its totals`() async throws {
    let store = try await store()
    let id = try await store.begin(newRide(start: start.advanced(by: .seconds(9 * 86_400))))
    try await store.append(to: id, samples: steady(0..<1000))
    #expect(try await ids(store, RideQuery()).first == id)
    #expect(try await ids(store, RideQuery(sort: .longest)).last == id)
    #expect(try await store.rides(RideQuery(limit: 1)).map(\.totals.timerSeconds) == [1000])
    #expect(try await store.resolve("last") == id)
  }

  /// `before` is the first start that is too late.
  @Test func `a range of time excludes its end`() async throws {
    let store = try await store()
    let day = start.advanced(by: .seconds(86_400))
    let next = UnixTime(milliseconds: day.milliseconds + 1)
    #expect(try await ids(store, RideQuery(since: day)) == [1, 3])
    #expect(try await ids(store, RideQuery(since: next)) == [1])
    #expect(try await ids(store, RideQuery(before: day)) == [2])
    #expect(try await ids(store, RideQuery(since: day, before: next)) == [3])
    #expect(try await ids(store, RideQuery(since: next, before: day)) == [])
  }

  /// A ride whose beginning was trimmed belongs to the day on which the rest began.
  @Test func `a cut ride is found by the start of its cut`() async throws {
    let store = try await store()
    _ = try await store.cut(2, to: 200..<300)
    let later = start.advanced(by: .seconds(200))
    #expect(try await store.ride(2).start == later)
    #expect(try await ids(store, RideQuery(before: later)) == [])
    #expect(try await ids(store, RideQuery(since: later)) == [1, 3, 2])
    #expect(try await ids(store, RideQuery(sort: .shortest)) == [2, 1, 3], "100 s, that began before the other 100 s")
  }

  @Test(
    arguments: [
      ("ärger", [1]), ("ÄRGER", [1]), ("grundlage", [2, 1]), ("GRUNDLAGE\nmit", [1]), ("%", [2]), ("_", []), ("*", []),
      ("ride", []), ("Straße", [3]), ("", [1, 3, 2]), ("'", []),
    ] as [(String, [Int])])
  func `a search in names and notes ignores case`(_ search: String, _ found: [Int]) async throws {
    let store = try await store()
    try await store.setTexts(of: 1, name: "Grundlage")
    try await store.setTexts(of: 1, note: "mit Ärger")
    try await store.setTexts(of: 2, note: "100 % grundlage")
    try await store.setTexts(of: 3, name: "Auf der STRAßE")
    for sort in [RideSort.date, .longest, .shortest] {
      #expect(Set(try await ids(store, RideQuery(search: search, sort: sort))) == Set(found))
    }
    let start = try await store.ride(1).start
    #expect(try await ids(store, RideQuery(search: search, since: start)) == found.filter { $0 == 1 })
  }

  @Test func `a search is sorted and paged like any list`() async throws {
    let store = try await store()
    for id in 1...3 { try await store.setTexts(of: id, name: "Ride \(id)") }
    #expect(try await ids(store, RideQuery(search: "ride")) == [1, 3, 2])
    #expect(try await ids(store, RideQuery(search: "ride", sort: .longest)) == [2, 3, 1])
    #expect(try await ids(store, RideQuery(search: "ride", sort: .shortest, limit: 1, offset: 1)) == [3])
    #expect(try await store.count(RideQuery(search: "ride", limit: 1, offset: 1)) == 3)
  }

  /// A list uses an index, however many rides there are, and a search only reads the rides that it returns.
  @Test func `no list of rides scans the whole table`() async throws {
    let store = try state.open()
    for sort in RideSort.allCases {
      for search in [nil, "x"] {
        for query in [RideQuery(search: search, sort: sort, limit: 50), RideQuery(search: search, deleted: true)] {
          let (source, arguments) = query.source
          let plan = try await store.queue.read { db in
            try Row.fetchAll(
              db, sql: "EXPLAIN QUERY PLAN SELECT id FROM \(source) ORDER BY \(query.order) LIMIT 50",
              arguments: arguments
            ).map { $0["detail"] as String }
          }
          #expect(plan.allSatisfy { $0.contains("USING") || $0.contains("USE TEMP B-TREE") }, "\(plan)")
          #expect(plan.first?.contains("INDEX ride_search") == (search != nil && !query.deleted), "\(plan)")
          if search == nil, !query.deleted { #expect(plan.count == 1, "it is sorted already: \(plan)") }
        }
      }
    }
  }
}
