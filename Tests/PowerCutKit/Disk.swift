/// A disk with durable contents, and with changes that a power cut may lose.
package struct Disk: Sendable {
  enum Node: Hashable, Sendable {
    case directory
    case file(Int)
  }

  /// A change of a file's contents.
  enum Edit: Hashable, Sendable {
    case write(at: Int, [UInt8])
    case resize(to: Int)
  }

  enum NameEdit: Hashable, Sendable {
    case add(String, Node)
    case move(String, to: String, Node)
    case remove(String)

    /// The directory whose sync makes the change durable.
    var directory: Substring {
      switch self {
      case .add(let path, _), .remove(let path), .move(_, let path, _): path.parent
      }
    }
  }

  /// Durable contents, by file.
  private(set) var files: [Int: [UInt8]] = [:]
  /// Durable names.
  private(set) var names: [String: Node] = [:]
  /// Changes of files since their last sync, in order.
  private(set) var edits: [(file: Int, edit: Edit)] = []
  /// Changes of directories since their last sync, in order.
  private(set) var nameEdits: [NameEdit] = []

  /// A disk with the durable contents of an image.
  package init(_ image: DiskImage) {
    for (number, path) in image.paths.enumerated() {
      switch image.entries[path] {
      case .file(let bytes): (names[path], files[number]) = (.file(number), bytes)
      case .directory, nil: names[path] = .directory
      }
    }
  }

  /// Whether everything is durable, so that a cut now cannot lose or tear anything.
  package var isAtRest: Bool { edits.isEmpty && nameEdits.isEmpty }

  package mutating func make(_ change: DiskChange) {
    switch change {
    case .makeDirectory(let path): nameEdits.append(.add(path, .directory))
    case .create(let path, let file):
      files[file] = []
      nameEdits.append(.add(path, .file(file)))
    case .write(let file, let offset, let bytes): edits.append((file, .write(at: offset, bytes)))
    case .resize(let file, let size): edits.append((file, .resize(to: size)))
    case .sync(let file): synchronize(file)
    case .syncDirectory(let path):
      for edit in nameEdits where edit.directory == path { names.make(edit) }
      nameEdits.removeAll { $0.directory == path }
    case .rename(let path, let target):
      if let node = node(at: path) { nameEdits.append(.move(path, to: target, node)) }
    case .remove(let path): nameEdits.append(.remove(path))
    }
  }

  private mutating func synchronize(_ file: Int) {
    var bytes = files.removeValue(forKey: file) ?? []
    for (edited, edit) in edits where edited == file { bytes.make(edit) }
    files[file] = bytes
    edits.removeAll { $0.file == file }
  }

  /// Returns the node at a path at the moment.
  private func node(at path: String) -> Node? {
    var names = names
    for edit in nameEdits { names.make(edit) }
    return names[path]
  }
}

extension [String: Disk.Node] {
  mutating func make(_ edit: Disk.NameEdit) {
    switch edit {
    case .add(let path, let node): self[path] = node
    case .remove(let path): self[path] = nil
    case .move(let path, let target, let node): (self[path], self[target]) = (nil, node)
    }
  }
}

extension [UInt8] {
  mutating func make(_ edit: Disk.Edit) {
    switch edit {
    case .write(let offset, let bytes):
      resize(to: Swift.max(count, offset + bytes.count))
      withUnsafeMutableBytes { $0[offset..<offset + bytes.count].copyBytes(from: bytes) }
    case .resize(let size): resize(to: size)
    }
  }

  mutating func resize(to size: Int) {
    if size < count { removeLast(count - size) } else { self += [UInt8](repeating: 0, count: size - count) }
  }
}

extension String {
  /// The path of the parent directory; empty for the topmost.
  var parent: Substring { lastIndex(of: "/").map { self[..<$0] } ?? "" }
}
