internal import GRDB
internal import Rides

extension RideReading {
  /// The identity of the library, a UUID in lower case; the numbers of rides are unique within it.
  ///
  /// It is made once and kept: by later versions, in backups, in what is restored from them, and by a new library that
  /// takes over from a damaged one, if it can be read there. A library that is put in the place of another brings its
  /// own identity.
  package func uuid() throws(StoreError) -> String {
    let uuid = try read { try String.fetchOne($0, sql: "SELECT uuid FROM library") }
    guard let uuid else { throw StoreError(.damaged, path: databasePath, detail: "it has no identity") }
    return uuid
  }

  /// The changes after a cursor, at most `limit` of them.
  ///
  /// Nil stands for a follower without a cursor, which starts anew. Changes are logged in the transaction that makes
  /// them, so a read that follows a page sees at least the changes of that page. Rows of a ride under way are not
  /// logged.
  package func changes(after cursor: ChangeCursor?, limit: Int) throws(StoreError) -> ChangePage {
    try read { db in try ChangeLog.page(db, after: cursor, limit: max(1, limit)) }
  }
}

extension RideDatabase {
  /// Yields after each transaction that logged changes; a slow reader gets one element for several.
  package nonisolated func changeNews() -> AsyncStream<Void> { news.stream() }

  /// How many transactions have logged changes since the library was opened.
  package nonisolated var changeCount: Int { news.count }

  /// Logs a change in the transaction that makes it.
  nonisolated func note(_ db: Database, _ change: LibraryChange) throws {
    try ChangeLog.add(change, db)
    db.afterNextTransaction { [news] _ in news.tell() }
  }
}
