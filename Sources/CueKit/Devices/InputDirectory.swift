import Glibc
package import RideCues

/// The input devices of this computer.
package struct InputDirectory: Sendable {
  package struct Entry: Hashable, Sendable {
    /// The name that the device reports.
    package let name: String
    /// `/dev/input/event3`.
    package let path: String
  }

  /// The folder of the device nodes.
  private let nodes: String
  /// The folder of the device names, which all users may read, so that no device is opened only to read its name.
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

  /// The paths of the devices that match a choice now; for a link, the path of its target.
  package func paths(of choice: CueConfiguration.Device.Choice) -> [String] {
    switch choice {
    case .name(let pattern): entries.filter { pattern.matches($0.name) }.map(\.path)
    case .path(let path): Self.target(of: path).map { [$0] } ?? []
    }
  }

  /// The folders that change when one of these devices comes or goes.
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
