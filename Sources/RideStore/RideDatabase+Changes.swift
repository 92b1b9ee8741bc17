internal import GRDB
internal import Rides

extension RideReading {
  /// Returns the identity of the library, a UUID in lower case; the numbers of rides are unique within it.
  ///
  /// The identity is made once and kept in later versions, in backups and in restored libraries. A new library that
  /// takes over from a damaged one keeps it too, if it can be read there. A library that replaces another has its own
  /// identity.
  package func uuid() throws(StoreError) -> String {
    let uuid = try read { try String.fetchOne($0, sql: "SELECT uuid FROM library") }
    guard let uuid else { throw StoreError(.damaged, path: databasePath, detail: "it has no identity") }
    return uuid
  }

  /// Returns the changes after a cursor, at most `limit` of them.
  ///
  /// A follower without a cursor passes nil and starts anew. Changes are logged in the transaction that makes them, so
  /// a read after a page sees at least the changes of that page. Rows of a ride in progress are not logged.
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
    db.afterNextTransaction { [news] _ in news.wake() }
  }
}
