internal import Glibc
internal import RideSession

/// The directory `rides` with the finished rides' files.
struct RideFolder: Sendable {
  let path: String

  /// Makes the folder where it is missing and clears away what a write left behind that was cut off.
  init(in directory: StateDirectory) throws(StoreError) {
    path = directory.path(of: "rides")
    try StateDirectory.make(path, mode: 0o755)
    try directory.synchronize()
    unlink(temporary)
  }

  /// The first of `<start>.tcx`, `<start>-2.tcx`, … that is neither taken nor in the folder.
  func freeName(start: UnixTime, isTaken: (String) throws -> Bool) rethrows -> String {
    var count = 1
    while true {
      let name = start.fileStem + (count == 1 ? "" : "-\(count)") + ".tcx"
      if try !isTaken(name), !contains(name) { return name }
      count += 1
    }
  }

  /// Whether a name is one of a ride's file: one that damage, or a hand, has made lead elsewhere is not.
  static func isName(_ name: String) -> Bool { !name.isEmpty && !name.contains("/") && !name.hasPrefix(".") }

  /// Writes a file, replacing one of the same name: whoever looks sees either whole, also after a pulled plug.
  func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    guard Self.isName(name) else {
      throw StoreError(.damaged, path: path, detail: "\(name) is no name of a ride's file")
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

  /// Removes a file, if it is there.
  func remove(_ name: String) throws(StoreError) {
    guard Self.isName(name) else { return }
    guard unlink("\(path)/\(name)") == 0 || errno == ENOENT else {
      throw StoreError(call: "unlink", path: "\(path)/\(name)")
    }
    try File(path, flags: O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// One name is enough: the directory is this process's alone, and its store writes one file at a time.
  private var temporary: String { "\(path)/.unfinished.tmp" }

  func contains(_ name: String) -> Bool {
    guard Self.isName(name) else { return false }
    var status = stat()
    return lstat("\(path)/\(name)", &status) == 0
  }
}
