internal import GRDB
internal import Glibc
package import Rides

extension RideDatabase {
  /// Returns the name of a ride's file in `rides`; nil until the first one was written.
  package func fileName(of id: Int) throws(StoreError) -> String? {
    try ride(id).fileName
  }

  /// The folder of the rides' files.
  package nonisolated var fileFolder: String { folder.path }

  private func path(ofFile name: String) -> String { "\(folder.path)/\(name)" }

  /// Writes a ride's file; replaces an earlier one of the same ride but never that of another ride.
  ///
  /// The first call makes the name from the ride's start and stores it before the file is written, so an interrupted
  /// write is repeated under the same name. The file of a deleted ride is not written and stays due.
  ///
  /// The library writes the file while the store takes other calls. If the ride is trimmed meanwhile, the file is due
  /// again; if it is deleted, the file is removed.
  /// - Parameters:
  ///   - bytes: The file.
  ///   - id: The ride.
  ///   - activityID: The ride's activity ID when the file was made; nil for the present one.
  /// - Returns: The path of the file.
  /// - Throws: `noSuchRide`; the system's error if the file cannot be written.
  package func writeFile(
    _ bytes: [UInt8], of id: Int, activityID: UnixTime? = nil
  ) async throws(StoreError) -> String {
    let ride = try rideInShort(id)
    let name = try fixedName(of: ride)
    guard ride.deletedAt == nil else { return path(ofFile: name) }
    try await library.writeFile(bytes, to: name)
    try noteFile(name, of: id, activityID: activityID ?? ride.activityID)
    return path(ofFile: name)
  }

  /// Whether the ride has changed since its file was written.
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

  /// Returns a ride, whose totals are only valid if it is finished.
  private func rideInShort(_ id: Int) throws(StoreError) -> StoredRide {
    try read { db in try self.present(db, id: id, live: RideTotals()) }
  }

  private func fixedName(of ride: StoredRide) throws(StoreError) -> String {
    if let name = ride.fileName, RideFolder.isName(name) { return name }
    let folder = folder
    return try write { db in
      let name = try folder.freeName(start: ride.begun.time) { name in
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM ride WHERE file_name = ?)", arguments: [name]) ?? false
      }
      try db.execute(sql: "UPDATE ride SET file_name = ? WHERE id = ?", arguments: [name, ride.id])
      return name
    }
  }
}

/// The directory `rides` with the finished rides' files.
struct RideFolder: Sendable {
  let path: String

  /// Creates the folder if needed, and removes the remains of an interrupted write.
  init(in directory: StateDirectory) throws(StoreError) {
    path = directory.path(of: "rides")
    try StateDirectory.make(path, mode: 0o755)
    try directory.synchronize()
    unlink(temporary)
  }

  /// Returns the first of `<start>.tcx`, `<start>-2.tcx`, … that is neither taken nor in the folder.
  func freeName(start: UnixTime, isTaken: (String) throws -> Bool) rethrows -> String {
    var count = 1
    while true {
      let name = start.fileStem + (count == 1 ? "" : "-\(count)") + ".tcx"
      if try !isTaken(name), !contains(name) { return name }
      count += 1
    }
  }

  /// Whether a name may be that of a ride's file; false for a damaged or edited name that leads elsewhere.
  static func isName(_ name: String) -> Bool { !name.isEmpty && !name.contains("/") && !name.hasPrefix(".") }

  /// Writes a file; replaces one of the same name.
  ///
  /// A reader sees one of the two complete, even after a power cut.
  func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    guard Self.isName(name) else {
      throw StoreError(.damaged, path: path, detail: "\(name) is not the name of a ride file")
    }
    do throws(StoreError) {
      let file = try File(temporary, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
      try file.writeInTurns(bytes)
      try file.synchronize()
      guard rename(temporary, "\(path)/\(name)") == 0 else { throw StoreError(call: "rename", path: "\(path)/\(name)") }
    } catch {
      unlink(temporary)
      throw error
    }
    try File(path, flags: O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// Removes a file if it exists.
  func remove(_ name: String) throws(StoreError) {
    guard Self.isName(name) else { return }
    guard unlink("\(path)/\(name)") == 0 || errno == ENOENT else {
      throw StoreError(call: "unlink", path: "\(path)/\(name)")
    }
    try File(path, flags: O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// One name is enough: only this process uses the directory, and it writes one file at a time.
  private var temporary: String { "\(path)/.unfinished.tmp" }

  func contains(_ name: String) -> Bool {
    guard Self.isName(name) else { return false }
    var status = stat()
    return lstat("\(path)/\(name)", &status) == 0
  }
}
