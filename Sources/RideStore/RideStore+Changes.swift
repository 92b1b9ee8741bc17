internal import GRDB
package import RideTerms
internal import Synchronization

/// A change of the library, as its log tells it.
package struct LibraryChange: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    /// Everything: it is to be read again.
    case library
    case ride(Int)
    /// A plan, by its name.
    case plan(String)
    case settings
    case devices
  }

  package let subject: Subject
  package let kind: ChangeKind

  package init(_ subject: Subject, _ kind: ChangeKind) {
    self.subject = subject
    self.kind = kind
  }
}

/// A place in the log of changes: that of one change, by its number and a random tag.
///
/// The tag tells whether the log still has that very change. It has not once the log is cut short, nor in another
/// library, nor in an older copy of the same, which may give the number to another change.
package struct ChangeCursor: Hashable, Sendable, LosslessStringConvertible {
  let number: Int
  let tag: Int

  init(number: Int, tag: Int) {
    self.number = number
    self.tag = tag
  }

  /// A cursor as `description` wrote it; nil for any other text.
  package init?(_ description: String) {
    let words = description.split(separator: "-", omittingEmptySubsequences: false)
    guard words.count == 2, let number = Int(words[0]), number >= 0, let tag = Int(words[1], radix: 16), tag >= 0
    else { return nil }
    self.init(number: number, tag: tag)
  }

  package var description: String { "\(number)-\(String(tag, radix: 16))" }
}

/// The changes behind a cursor.
package struct ChangePage: Hashable, Sendable {
  /// The newest change of each subject, in the order in which they happened.
  package let changes: [LibraryChange]
  /// The cursor to ask with next.
  package let next: ChangeCursor
  /// Whether there is nothing behind `next` yet.
  package let isLast: Bool
  /// Whether the log does not reach back to the cursor that was asked with.
  ///
  /// The follower reads the whole library and goes on from `next`; a change that happens meanwhile is told again.
  package let startsAnew: Bool
}

extension RideReading {
  /// The identity of the library, a UUID in lower case: numbers of rides are its own.
  ///
  /// It is made once and stays: in later versions, in backups and in what is restored from one, and in a new library that
  /// takes over from a damaged one, as long as it can be read there. A library that another takes the place of takes its
  /// identity along.
  package func uuid() throws(StoreError) -> String {
    let uuid = try read { try String.fetchOne($0, sql: "SELECT uuid FROM library") }
    guard let uuid else { throw StoreError(.damaged, path: databasePath, detail: "it has no identity") }
    return uuid
  }

  /// The changes behind a cursor, at most `limit` of them.
  ///
  /// A follower without a cursor, nil, starts anew. Changes are logged in the transaction that makes them: whoever reads
  /// the library after a page sees at least its changes. Rows of a ride under way are not logged.
  package func changes(after cursor: ChangeCursor?, limit: Int) throws(StoreError) -> ChangePage {
    try read { db in try ChangeLog.page(db, after: cursor, limit: max(1, limit)) }
  }
}

extension RideStore {
  /// Yields after each transaction that logged changes, also in bursts: a reader that is slow gets one for several.
  package nonisolated func changeNews() -> AsyncStream<Void> { news.stream() }

  /// Logs a change in the transaction that makes it.
  nonisolated func note(_ db: Database, _ subject: LibraryChange.Subject, _ kind: ChangeKind) throws {
    try ChangeLog.add(LibraryChange(subject, kind), db)
    db.afterNextTransaction { [news] _ in news.tell() }
  }
}

/// The table `change`.
enum ChangeLog {
  /// How many changes it keeps, the newest: some hundred rides.
  static let kept = 2000

  static func add(_ change: LibraryChange, _ db: Database) throws {
    let (subject, ride, name) = change.subject.columns
    let insert = try db.cachedStatement(
      sql: "INSERT INTO change (tag, subject, ride_id, name, kind) VALUES (random() & 4294967295, ?, ?, ?, ?)")
    try insert.execute(arguments: [subject, ride, name, change.kind.rawValue])
    let drop = try db.cachedStatement(sql: "DELETE FROM change WHERE number <= ?")
    try drop.execute(arguments: [db.lastInsertedRowID - Int64(kept)])
  }

  fileprivate static func page(_ db: Database, after cursor: ChangeCursor?, limit: Int) throws -> ChangePage {
    guard let cursor, try holds(db, cursor) else {
      return ChangePage(changes: [], next: try head(db), isLast: true, startsAnew: true)
    }
    // SQLite takes the other columns from the row with the greatest number.
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

  /// The cursor of the newest change; one that no log holds where somebody emptied the table.
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
  /// - Parameter row: Number, tag, `subject`, `ride_id`, `name` and `kind`; nil results where damage leaves no change.
  fileprivate init?(_ row: Row) {
    guard let kind = row.text(5).flatMap(ChangeKind.init) else { return nil }
    switch row.text(2) {
    case "library": self.init(.library, kind)
    case "settings": self.init(.settings, kind)
    case "devices": self.init(.devices, kind)
    case "ride":
      guard let ride = row.int(3) else { return nil }
      self.init(.ride(ride), kind)
    case "plan":
      guard let name = row.text(4) else { return nil }
      self.init(.plan(name), kind)
    default: return nil
    }
  }
}

extension LibraryChange.Subject {
  fileprivate var columns: (subject: String, ride: Int?, name: String?) {
    switch self {
    case .library: ("library", nil, nil)
    case .ride(let id): ("ride", id, nil)
    case .plan(let name): ("plan", nil, name)
    case .settings: ("settings", nil, nil)
    case .devices: ("devices", nil, nil)
    }
  }
}

/// Wakes those who follow the log.
final class ChangeNews: Sendable {
  private struct Followers {
    var last = 0
    var streams: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let followers = Mutex(Followers())

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

  func tell() {
    for stream in followers.withLock({ Array($0.streams.values) }) { stream.yield() }
  }

  deinit { for stream in followers.withLock({ Array($0.streams.values) }) { stream.finish() } }
}
