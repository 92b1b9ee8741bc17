internal import GRDB
internal import Locks
package import Rides

/// A position in the log of changes: the number of one change, and a random tag.
///
/// The tag shows whether the log still contains that change. It does not if the log was shortened since. In another
/// library, or in an older copy of the same library, the number may belong to another change.
package struct ChangeCursor: Hashable, Sendable, LosslessStringConvertible {
  let number: Int
  let tag: Int

  init(number: Int, tag: Int) {
    self.number = number
    self.tag = tag
  }

  /// A cursor from its `description`; nil for any other text.
  package init?(_ description: String) {
    let words = description.split(separator: "-", omittingEmptySubsequences: false)
    guard words.count == 2, let number = Int(words[0]), number >= 0, let tag = Int(words[1], radix: 16), tag >= 0
    else { return nil }
    self.init(number: number, tag: tag)
  }

  package var description: String { "\(number)-\(String(tag, radix: 16))" }
}

/// The changes after a cursor.
package struct ChangePage: Hashable, Sendable {
  /// The newest change of each subject, in the order of the changes.
  package let changes: [LibraryChange]
  /// The cursor for the next request.
  package let next: ChangeCursor
  /// Whether there are no changes after `next` yet.
  package let isLast: Bool
  /// Whether the log does not reach back to the given cursor.
  ///
  /// The follower then reads the whole library and continues from `next`. A change made meanwhile is reported again.
  package let startsAnew: Bool
}

/// The table `change`.
enum ChangeLog {
  /// The number of newest changes to keep, enough for some hundred rides.
  static let kept = 2000

  static func add(_ change: LibraryChange, _ db: Database) throws {
    let insert = try db.cachedStatement(
      sql: "INSERT INTO change (tag, subject, ride_id, name, kind) VALUES (random() & 4294967295, ?, ?, ?, ?)")
    try insert.execute(arguments: [change.subject.rawValue, change.ride, change.name, change.kind.rawValue])
    let drop = try db.cachedStatement(sql: "DELETE FROM change WHERE number <= ?")
    try drop.execute(arguments: [db.lastInsertedRowID - Int64(kept)])
  }

  /// Returns the changes after a cursor, at most `limit` of them.
  static func page(_ db: Database, after cursor: ChangeCursor?, limit: Int) throws -> ChangePage {
    guard let cursor, try holds(db, cursor) else {
      return ChangePage(changes: [], next: try head(db), isLast: true, startsAnew: true)
    }
    // In SQLite the other columns come from the row with the greatest number.
    let sql = """
      SELECT max(number), tag, subject, ride_id, name, kind FROM change WHERE number > ?
      GROUP BY subject, ride_id, name ORDER BY 1 LIMIT ?
      """
    let rows = try Row.fetchAll(db, sql: sql, arguments: [cursor.number, limit == .max ? limit : limit + 1])
    let page = rows.prefix(limit)
    return ChangePage(
      changes: page.compactMap(LibraryChange.init), next: page.last.flatMap(ChangeCursor.init) ?? cursor,
      isLast: rows.count <= limit, startsAnew: false)
  }

  private static func holds(_ db: Database, _ cursor: ChangeCursor) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM change WHERE number = ? AND tag = ?)"
    return try Bool.fetchOne(db, sql: sql, arguments: [cursor.number, cursor.tag]) ?? false
  }

  /// Returns the cursor of the newest change; if the table was emptied, a cursor that no log contains.
  private static func head(_ db: Database) throws -> ChangeCursor {
    let row = try Row.fetchOne(db, sql: "SELECT number, tag FROM change ORDER BY number DESC LIMIT 1")
    return row.flatMap(ChangeCursor.init) ?? ChangeCursor(number: 0, tag: 0)
  }
}

extension ChangeCursor {
  /// - Parameter row: Number and tag.
  fileprivate init?(_ row: Row) {
    guard let number = row.int(0), let tag = row.int(1) else { return nil }
    self.init(number: number, tag: tag)
  }
}

extension LibraryChange {
  /// The text that distinguishes its subject from others of the same kind.
  fileprivate var name: String? { plan ?? day?.description }

  /// - Parameter row: Number, tag, `subject`, `ride_id`, `name` and `kind`; the result is nil if a value is damaged.
  fileprivate init?(_ row: Row) {
    guard let kind = row.text(5).flatMap(ChangeKind.init) else { return nil }
    switch row.text(2).flatMap(ChangeSubject.init) {
    case .library: self = .library(kind)
    case .settings: self = .settings(kind)
    case .devices: self = .devices(kind)
    case .ride:
      guard let ride = row.int(3) else { return nil }
      self = .ride(ride, kind)
    case .plan:
      guard let name = row.text(4) else { return nil }
      self = .plan(name, kind)
    case .body: self = .body(row.text(4).flatMap { CalendarDay($0) }, kind)
    case nil: return nil
    }
  }
}

/// Wakes the followers of the log.
final class ChangeNews: Sendable {
  private struct Followers {
    var wakings = 0
    var last = 0
    var streams: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let followers = Lock(Followers())

  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = followers.withLock { followers in
      followers.last += 1
      followers.streams[followers.last] = continuation
      return followers.last
    }
    continuation.onTermination = { [weak self] _ in self?.followers.withLock { $0.streams[number] = nil } }
    return stream
  }

  /// How many times followers were woken.
  var count: Int { followers.withLock(\.wakings) }

  func wake() {
    let streams = followers.withLock { followers in
      followers.wakings += 1
      return Array(followers.streams.values)
    }
    for stream in streams { stream.yield() }
  }

  deinit { for stream in followers.withLock({ Array($0.streams.values) }) { stream.finish() } }
}
