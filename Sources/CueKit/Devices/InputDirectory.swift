import Glibc
package import RideCues

/// The input devices of this computer.
package struct InputDirectory: Sendable {
  /// A device.
  package struct Entry: Hashable, Sendable {
    /// The name that it gives itself.
    package let name: String
    /// `/dev/input/event3`.
    package let path: String
  }

  /// Where the kernel has the nodes of devices.
  private let nodes: String
  /// Where it has their names, which everybody may read: what is not ours is not opened.
  private let names: String

  package init(nodes: String = "/dev/input", names: String = "/sys/class/input") {
    self.nodes = nodes
    self.names = names
  }

  /// All devices, in the order of their numbers.
  package var entries: [Entry] {
    let numbers = Self.contents(of: names).compactMap { Self.number(ofNode: $0) }.sorted()
    return numbers.compactMap { number in
      let name = Self.line(of: "\(names)/event\(number)/device/name")
      return name.map { Entry(name: $0, path: "\(nodes)/event\(number)") }
    }
  }

  private static func number(ofNode name: String) -> Int? {
    name.hasPrefix("event") ? Int(name.dropFirst(5)) : nil
  }

  /// The paths of what a choice means now; of a link the path that it leads to.
  package func paths(of choice: CueConfiguration.Device.Choice) -> [String] {
    switch choice {
    case .name(let pattern): entries.filter { pattern.matches($0.name) }.map(\.path)
    case .path(let path): Self.target(of: path).map { [$0] } ?? []
    }
  }

  /// The folders in which something changes when a device of these comes or goes.
  package func folders(of choices: [CueConfiguration.Device.Choice]) -> [String] {
    var folders = [nodes]
    for case .path(let path) in choices {
      guard let slash = path.lastIndex(of: "/") else { continue }
      let folder = slash == path.startIndex ? "/" : String(path[..<slash])
      if !folders.contains(folder) { folders.append(folder) }
    }
    return folders
  }

  private static func target(of path: String) -> String? {
    guard let target = realpath(path, nil) else { return nil }
    defer { free(target) }
    return String(cString: target)
  }

  private static func contents(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names
  }

  private static func line(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
