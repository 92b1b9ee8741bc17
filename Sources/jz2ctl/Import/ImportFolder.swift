import ControlWire
import FoundationEssentials
import Glibc

/// The files below a folder.
enum ImportFolder {
  /// Returns whether a path is that of a folder.
  static func isFolder(_ path: String) -> Bool { path != "-" && kind(of: path, stat) == S_IFDIR }

  /// Returns the files in a folder and below it, ordered by name; links to folders are not followed.
  ///
  /// - Throws: `unreadable` for the folder itself, `tooLargePacked` beyond the limits; `skip` receives unreadable
  ///   folders below it.
  static func files(
    in folder: String, _ limits: UnpackingLimits, skip: (String, ImportFailure) -> Void
  ) throws(ImportFailure) -> [String] {
    var found: [String] = []
    try add(folder, depth: 0, to: &found, limits, skip)
    return found
  }

  private static func add(
    _ folder: String, depth: Int, to found: inout [String], _ limits: UnpackingLimits,
    _ skip: (String, ImportFailure) -> Void
  ) throws(ImportFailure) {
    guard depth < limits.folders else {
      throw .tooLargePacked(String(localized: "more than \(limits.folders) nested folders"))
    }
    for name in try names(in: folder) {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      switch kind(of: path, lstat) {
      case S_IFDIR:
        do throws(ImportFailure) {
          try add(path, depth: depth + 1, to: &found, limits, skip)
        } catch {
          guard case .unreadable = error else { throw error }
          skip(path, error)
        }
      case S_IFREG: found.append(path)
      case S_IFLNK where kind(of: path, stat) == S_IFREG: found.append(path)
      default: continue
      }
      guard found.count <= limits.entries else {
        throw .tooLargePacked(String(localized: "more than \(limits.entries) files"))
      }
    }
  }

  private static func names(in folder: String) throws(ImportFailure) -> [String] {
    guard access(folder, R_OK | X_OK) == 0 else { throw .unreadable(SystemError.text) }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw .unreadable(String(localized: "the folder cannot be listed"))
    }
  }

  private static func kind(
    of path: String, _ look: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> Int32
  ) -> mode_t? {
    var status = stat()
    return look(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}

/// The check of a file's name in a folder or an archive.
enum ImportName {
  /// Returns whether a name is that of an activity, a workout or an archive that may contain some: `123.fit.gz`,
  /// `part-1.zip`.
  static func isPromising(_ path: String) -> Bool {
    let parts = path.lowercased().split(separator: "/")
    // macOS adds metadata files to archives and disks, with the names of the files that they describe.
    guard var name = parts.last, name.first != ".", !parts.contains("__macosx") else { return false }
    if name.hasSuffix(".zip") { return true }
    if name.hasSuffix(".gz") { name = name.dropLast(3) }
    return [".fit", ".tcx", ".gpx", ".json", ".zwo", ".erg", ".mrc"].contains(where: name.hasSuffix)
  }
}
