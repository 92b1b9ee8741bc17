internal import GRDB

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
  /// - Returns: The path of the file.
  package func writeFile(_ bytes: [UInt8], of id: Int) throws(StoreError) -> String {
    let ride = try ride(id)
    let name = try fixedName(of: ride)
    if ride.deletedAt == nil {
      try folder.write(bytes, to: name)
      try write { try $0.execute(sql: "UPDATE ride SET is_file_due = 0 WHERE id = ?", arguments: [id]) }
    }
    return "\(folder.path)/\(name)"
  }

  private func fixedName(of ride: StoredRide) throws(StoreError) -> String {
    if let name = ride.fileName { return name }
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
