import ControlSocket
import ControlWire
import RideSession
import RideStore

extension TrainerService {
  /// How many rows go into one message; a row is at most 600 bytes of JSON.
  private static let rowsInMessage = 1500
  /// How many rides go into one message at most.
  private static let ridesInMessage = 3000
  /// How many bytes of rides go into one message.
  private static let listInMessage = 960 * 1024

  /// The rides that are meant, as many as fit into one message.
  @concurrent
  nonisolated func rides(_ listing: RideListing) async throws(ControlError) -> ControlReply {
    let query = try RideQuery(listing, atMost: Self.ridesInMessage)
    let rides = try await read { library throws(StoreError) in try await library.rides(query) }
    var room = Self.listInMessage
    let told = Array(
      rides.lazy.map(RideSummary.init).prefix { ride in
        room -= ride.mostBytes
        return room >= 0
      })
    // As many as a message takes at most were asked of the store: there may be others.
    let isCut = rides.count == Self.ridesInMessage && query.limit == Self.ridesInMessage
    return .rides(told, more: told.count < rides.count || isCut)
  }

  nonisolated func summary(_ id: Int) async throws(ControlError) -> RideSummary {
    RideSummary(try await stored { store throws(StoreError) in try await store.ride(id) })
  }

  /// A ride in the figures that it had before it was cut.
  @concurrent
  private nonisolated func wholeSummary(_ id: Int) async throws(ControlError) -> RideSummary {
    let ride = try await read { library throws(StoreError) in try await library.ride(id) }
    let record = try await read { library throws(StoreError) in try await library.record(id, whole: true) }
    return RideSummary(ride, whole: record)
  }

  nonisolated func resolve(_ name: String) async throws(ControlError) -> Int {
    let id = try await stored { store throws(StoreError) in try await store.resolve(name) }
    guard let id else { throw ControlError(.unknownRide, subject: name) }
    return id
  }

  /// The ride and its rows; with `more` some at a time, without only if they fit into one message.
  @concurrent
  nonisolated func show(_ name: String, whole: Bool, more: Bool) async throws(ControlError) -> ControlAnswer {
    let id = try await resolve(name)
    var summary = RideSummary(try await read { library throws(StoreError) in try await library.ride(id) })
    if whole, summary.trim != nil { summary = try await wholeSummary(id) }
    let seconds = summary.elapsedSeconds
    guard !more, seconds <= Self.rowsInMessage else {
      return .stream(pieces(of: id, summary, seconds: seconds, whole: whole))
    }
    let rows = try await read { library throws(StoreError) in
      try await library.samples(of: id, from: 0, limit: Self.rowsInMessage, whole: whole)
    }
    return .reply(.ride(summary, samples: rows.map(SampleRow.init)))
  }

  nonisolated private func pieces(
    of id: Int, _ summary: RideSummary, seconds: Int, whole: Bool
  ) -> AsyncThrowingStream<ControlReply, any Error> {
    let library = store.library
    // No rows are a piece too: the ride itself.
    let starts = PieceStarts(upTo: max(1, seconds), by: Self.rowsInMessage)
    return AsyncThrowingStream {
      guard let start = await starts.next() else { return nil }
      let rows = try await library.samples(of: id, from: start, limit: Self.rowsInMessage, whole: whole)
      return .ride(summary, samples: rows.map(SampleRow.init))
    }
  }
}

extension RideQuery {
  /// The rides that a caller means.
  ///
  /// - Throws: `invalidParameter` for a count below 0 and for a time that is none.
  fileprivate init(_ listing: RideListing, atMost most: Int) throws(ControlError) {
    let (limit, offset) = (listing.limit ?? 0, listing.offset ?? 0)
    guard limit >= 0 else { throw ControlError(.invalidParameter, subject: "limit") }
    guard offset >= 0 else { throw ControlError(.invalidParameter, subject: "offset") }
    self.init(limit: limit == 0 ? most : min(limit, most), offset: offset)
    search = listing.search.flatMap { $0.isEmpty ? nil : $0 }
    sort = listing.sort ?? .date
    since = try listing.since.map { text throws(ControlError) in try UnixTime(parameter: "since", text) }
    before = try listing.before.map { text throws(ControlError) in try UnixTime(parameter: "before", text) }
    deleted = listing.deleted ?? false
  }
}

extension RideSummary {
  /// The most bytes of JSON that it takes: a character of the texts may be escaped by another.
  fileprivate var mostBytes: Int { 600 + 2 * ((name?.utf8.count ?? 0) + (note?.utf8.count ?? 0)) }
}
