import HubLibrary
import HubTerms

/// The whole rides of the rider who asks, as gzip of their JSON, each fetched when it is its turn.
struct OwnRides: AsyncSequence {
  private static let part = 100

  let library: HubLibrary
  let caller: Caller

  struct Iterator: AsyncIteratorProtocol {
    let library: HubLibrary
    let caller: Caller
    private var cursor = Cursor.beginning
    private var uuids: ArraySlice<String> = []
    private var hasMore = true

    init(_ library: HubLibrary, _ caller: Caller) {
      self.library = library
      self.caller = caller
    }

    mutating func next() async throws -> [UInt8]? {
      while uuids.isEmpty {
        guard hasMore else { return nil }
        let page = try await library.rides(since: cursor, limit: OwnRides.part, of: nil, by: caller)
        (uuids, cursor, hasMore) = (page.rides.map(\.uuid)[...], page.cursor, page.hasMore)
      }
      return try await library.ride(uuids.removeFirst(), of: nil, by: caller).packed
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(library, caller) }
}
