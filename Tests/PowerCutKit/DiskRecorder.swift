import CDiskWatch
import FuzzKit
import Glibc
import Synchronization

/// Records every change that this process makes to files below a directory.
///
/// The C library's functions for such changes are replaced (`CDiskWatch`), for SQLite and for Swift.
package final class DiskRecorder: Sendable {
  fileprivate struct State {
    let root: String
    var changes: [DiskChange] = []
    /// The numbers of the files in the recording, by inode.
    var files: [UInt64: Int]
    var nextFile: Int
  }

  private let root: String
  private let image: DiskImage

  /// Whether this build can record; a build for ThreadSanitizer cannot.
  package static let isPossible = disk_watch_is_possible() != 0

  /// The current recording.
  ///
  /// There is only one at a time, since the functions belong to the process.
  private static let state = Mutex<State?>(nil)

  /// Starts with the files of an image, which exist already; `Disk` numbers them in the same order.
  package init(below root: String, image: DiskImage) throws {
    (self.root, self.image) = (root, image)
    var state = State(root: root, files: [:], nextFile: image.entries.count)
    for (number, path) in image.paths.enumerated() { state.files[try Self.inode(of: "\(root)/\(path)")] = number }
    let isFree = Self.state.withLock { current in
      guard current == nil else { return false }
      current = state
      return true
    }
    try promise("nothing else is recorded", isFree)
    disk_watch(root) { change in
      guard let change = change?.pointee else { return }
      DiskRecorder.state.withLock { $0?.take(change) }
    }
  }

  deinit {
    disk_watch(nil, nil)
    Self.state.withLock { $0 = nil }
  }

  /// The changes so far.
  package var changes: [DiskChange] { Self.state.withLock { $0?.changes ?? [] } }

  /// A disk with the recorded changes.
  var disk: Disk { changes.reduce(into: Disk(image)) { $0.make($1) } }

  /// Throws unless the recorded changes produce the present files, byte by byte; otherwise some changes were missed.
  package func proveWhole() throws {
    try promise("the recorded changes make the files that are there", try disk.image == DiskImage(of: root))
  }

  private static func inode(of path: String) throws -> UInt64 {
    var status = stat()
    try promise("\(path) is there", lstat(path, &status) == 0)
    return UInt64(status.st_ino)
  }
}

extension DiskRecorder.State {
  mutating func take(_ change: disk_change) {
    guard let path = relative(change.path), !DiskImage.isMemory(path) else { return }
    let file = files[change.file] ?? -1
    switch change.call {
    case .created:
      files[change.file] = nextFile
      changes.append(.create(path, file: nextFile))
      nextFile += 1
    case .made_directory: changes.append(.makeDirectory(path))
    case .written:
      let bytes = UnsafeRawBufferPointer(start: change.bytes, count: Int(change.count))
      changes.append(.write(file: file, at: Int(change.offset), Array(bytes)))
    case .resized: changes.append(.resize(file: file, to: Int(change.offset)))
    case .synced: changes.append(.sync(file: file))
    case .synced_directory: changes.append(.syncDirectory(path))
    case .renamed: if let target = relative(change.target) { changes.append(.rename(path, to: target)) }
    case .removed: changes.append(.remove(path))
    }
  }

  private func relative(_ path: UnsafePointer<CChar>?) -> String? {
    path.map { String(String(cString: $0).dropFirst(root.utf8.count + 1)) }
  }
}
