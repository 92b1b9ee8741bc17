internal import GRDB
package import RideSession

extension RideStore {
  /// The name of a ride's file in `rides`; nil until the first was written.
  package func fileName(of id: Int) throws(StoreError) -> String? {
    try ride(id).fileName
  }

  /// Writes a ride's file, over an earlier one of the same ride but never over another's.
  ///
  /// Its name, after the ride's start, is fixed by the first call, whatever becomes of the start or of the write; it is
  /// stored before the file is there, so that a write that was cut off is repeated under the same name. The file of a
  /// ride that was deleted is not written, and stays due.
  ///
  /// The library writes it, and the store takes other calls meanwhile: of a ride that was cut since, the file is due
  /// again, and of one that was deleted there is none.
  /// - Parameters:
  ///   - bytes: The file.
  ///   - id: The ride.
  ///   - activityID: What the ride was known by when the file was made; nil for what it is known by now.
  /// - Returns: The path of the file.
  /// - Throws: `noSuchRide`; what the system says where the file cannot be written.
  package func writeFile(
    _ bytes: [UInt8], of id: Int, activityID: UnixTime? = nil
  ) async throws(StoreError) -> String {
    let ride = try rideInShort(id)
    let name = try fixedName(of: ride)
    guard ride.deletedAt == nil else { return "\(folder.path)/\(name)" }
    try await library.writeFile(bytes, to: name)
    try noteFile(name, of: id, activityID: activityID ?? ride.activityID)
    return "\(folder.path)/\(name)"
  }

  /// Whether the ride has more to say than its file.
  package func isFileDue(_ id: Int) throws(StoreError) -> Bool {
    let sql = "SELECT is_file_due FROM ride WHERE id = ? AND deleted_ms IS NULL"
    return try read { try Int.fetchOne($0, sql: sql, arguments: [id]) == 1 }
  }

  private func noteFile(_ name: String, of id: Int, activityID: UnixTime) throws(StoreError) {
    do throws(StoreError) {
      guard try rideInShort(id).deletedAt == nil else { return try folder.remove(name) }
    } catch {
      if error.code == .noSuchRide { try folder.remove(name) }
      throw error
    }
    try change(id) { db, ride in
      let isDue = ride.activityID == activityID ? 0 : 1
      try db.execute(sql: "UPDATE ride SET is_file_due = ? WHERE id = ?", arguments: [isDue, id])
    }
  }

  /// A ride without the totals of one that is not finished.
  private func rideInShort(_ id: Int) throws(StoreError) -> StoredRide {
    try read { db in try self.present(db, id: id, live: RideTotals()) }
  }

  private func fixedName(of ride: StoredRide) throws(StoreError) -> String {
    if let name = ride.fileName, RideFolder.isName(name) { return name }
    let folder = folder
    return try write { db in
      let name = try folder.freeName(start: ride.plan.start) { name in
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM ride WHERE file_name = ?)", arguments: [name]) ?? false
      }
      try db.execute(sql: "UPDATE ride SET file_name = ? WHERE id = ?", arguments: [name, ride.id])
      return name
    }
  }
}
