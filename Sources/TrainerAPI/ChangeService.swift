import ControlSocket
import ControlWire
import Locks
import Loop
import RideStore

/// Sends the changes of the library to its followers, on the library's thread.
final class ChangeService: Sendable {
  private struct Followers {
    var last = 0
    var wakes: [Int: AsyncStream<Void>.Continuation] = [:]
    var isEnded = false
  }

  private let access: StoreAccess
  private let followers = Lock(Followers())

  /// The most changes in one message; a change is at most 600 bytes of JSON.
  static let changesInMessage = 500

  init(access: StoreAccess) { self.access = access }

  /// Returns the changes after a cursor; with `more` also later ones, as they occur.
  ///
  /// - Throws: `invalidParameter` for a malformed cursor.
  func changes(
    _ call: Changes, more: Bool, heartbeat: Duration = Watch.heartbeat
  ) async throws(ControlError) -> ControlAnswer<ChangeList> {
    let cursor = try call.cursor.map { text throws(ControlError) in
      guard let cursor = ChangeCursor(text) else { throw ControlError(.invalidParameter, subject: "cursor") }
      return cursor
    }
    guard more else { return .reply(try await page(after: cursor).list) }
    let feed = ChangeFeed(of: self, after: cursor, wakes: wakes(every: heartbeat))
    return .stream(AsyncThrowingStream { try await feed.next() }, answering: call)
  }

  fileprivate func page(after cursor: ChangeCursor?) async throws(ControlError) -> (
    list: ChangeList, next: ChangeCursor
  ) {
    let (library, page) = try await access.read { library throws(StoreError) in
      (try await library.uuid(), try await library.changes(after: cursor, limit: Self.changesInMessage))
    }
    let list = ChangeList(
      library: library, changes: page.changes, cursor: page.next.description,
      startsAnew: page.startsAnew, more: !page.isLast)
    return (list, page.next)
  }

  /// Returns a stream that yields after each transaction that logged changes and at each heartbeat, until the daemon
  /// shuts down.
  private func wakes(every heartbeat: Duration) -> AsyncStream<Void> {
    let (wakes, waking) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let news = access.store.changeNews()
    let forwarding = Task { for await _ in news { waking.yield() } }
    let beating = Heartbeat(every: heartbeat) { waking.yield() }
    let number = followers.withLock { followers in
      followers.last += 1
      if !followers.isEnded { followers.wakes[followers.last] = waking }
      return followers.isEnded ? nil : followers.last
    }
    waking.onTermination = { [weak self] _ in
      forwarding.cancel()
      beating.end()
      if let number { self?.followers.withLock { $0.wakes[number] = nil } }
    }
    if number == nil { waking.finish() }
    return wakes
  }

  /// Ends all streams because the daemon is shutting down.
  func end() {
    let wakes = followers.withLock { followers in
      followers.isEnded = true
      return Array(followers.wakes.values)
    }
    for waking in wakes { waking.finish() }
  }
}

extension ChangeService: CallService {
  func setHandlers(in router: inout CallRouter) {
    router.stream(Changes.self) { call, _, more throws(ControlError) in try await self.changes(call, more: more) }
  }
}

/// The changes for one follower.
private actor ChangeFeed {
  private let service: ChangeService
  private let wakes: AsyncStream<Void>
  private var cursor: ChangeCursor?
  /// Whether the log may already have changes after the cursor.
  private var isBehind = true

  init(of service: ChangeService, after cursor: ChangeCursor?, wakes: AsyncStream<Void>) {
    self.service = service
    self.wakes = wakes
    self.cursor = cursor
  }

  /// Returns the next page, which may be empty at a heartbeat.
  ///
  /// - Throws: `shuttingDown` when the daemon shuts down; the error of a library that cannot be read.
  func next() async throws -> ChangeList? {
    if !isBehind {
      var wakes = wakes.makeAsyncIterator()
      guard await wakes.next() != nil else { throw ControlError(.shuttingDown) }
    }
    let page = try await service.page(after: cursor)
    cursor = page.next
    isBehind = page.list.more ?? false
    return page.list
  }
}
