import Glibc
package import Rides

/// The administrator's settings in `/etc/jz2/sync.conf`: a folder and a command for finished rides.
///
/// No call changes them.
///
///     # The rides as files
///     [folder]
///     path=/srv/rides
///     format=fit
///
///     [hook]
///     command=/usr/local/bin/ride-finished
///     format=tcx
package struct SyncConfiguration: Hashable, Sendable {
  /// A folder for the files of finished rides.
  package struct Folder: Hashable, Sendable {
    /// Absolute, without a slash at its end.
    package let path: String
    package let format: ActivityFormat
  }

  /// A command that runs for each finished ride.
  package struct Hook: Hashable, Sendable {
    /// The text for `/bin/sh -c`.
    package let command: String
    package let format: ActivityFormat
  }

  /// The reason that the file is ignored as a whole.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1; nil if the fault is of the whole file.
    package let line: Int?
    /// The reason, without the line number.
    package let reason: String

    package var description: String { (line.map { "line \($0): " } ?? "") + reason }
  }

  /// The path of the file.
  package static let path = "/etc/jz2/sync.conf"
  /// The maximum size of the file, in bytes.
  private static let mostBytes = 65_536

  package let folder: Folder?
  package let hook: Hook?

  package init(folder: Folder? = nil, hook: Hook? = nil) {
    self.folder = folder
    self.hook = hook
  }

  /// Reads the file.
  ///
  /// If it does not exist, both settings are nil.
  ///
  /// The file determines commands to run, so it must belong to root, and only root may have write permission.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - owner: The required owner's user ID.
  /// - Throws: The reason that the file is ignored.
  package init(path: String, owner: UInt32 = 0) throws(Fault) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { self.init(); return }
      throw Fault(line: nil, reason: "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var file = stat()
    guard fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG else {
      throw Fault(line: nil, reason: "\(path) is not a file")
    }
    guard file.st_uid == owner else {
      let reason = "\(path) does not belong to root, but to the user \(file.st_uid): sudo chown root \(path)"
      throw Fault(line: nil, reason: reason)
    }
    guard file.st_mode & 0o022 == 0 else {
      throw Fault(line: nil, reason: "\(path) can be written by users other than root: sudo chmod go-w \(path)")
    }
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes + 1)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard 0...Self.mostBytes ~= count else { throw Fault(line: nil, reason: "\(path) cannot be read, or is too long") }
    try self.init(text: String(decoding: bytes.prefix(count), as: UTF8.self))
  }

  /// Parses the text of the file.
  ///
  /// A line is empty, a comment after `#` or `;`, a section in brackets, or a key and a value. The value is the rest of
  /// the line.
  package init(text: String) throws(Fault) {
    var sections: [Section: (line: Int, values: [SettingKey: (line: Int, value: String)])] = [:]
    var section: Section?
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (line, content) in zip(1..., lines) {
      let content = Self.trimmed(content)
      if content.isEmpty || content.hasPrefix("#") || content.hasPrefix(";") { continue }
      if content.hasPrefix("[") {
        let name = content.dropFirst().prefix { $0 != "]" }
        guard let known = Section(rawValue: String(name)), content == "[\(name)]" else {
          throw Fault(line: line, reason: "unknown section \(content); the sections are [folder] and [hook]")
        }
        if sections[known] != nil { throw Fault(line: line, reason: "[\(name)] appears twice") }
        sections[known] = (line, [:])
        section = known
        continue
      }
      let beforeValue = content.prefix { $0 != "=" }
      let name = Self.trimmed(beforeValue)
      guard content.contains("=") else { throw Fault(line: line, reason: "\(name) has no value; write KEY=VALUE") }
      guard let section else {
        throw Fault(line: line, reason: "\(name) is in no section; write it below [folder] or [hook]")
      }
      guard let key = SettingKey(rawValue: name), section.keys.contains(key) else {
        let keys = section.keys.map(\.rawValue).joined(separator: " and ")
        throw Fault(line: line, reason: "unknown setting \(name) in [\(section.rawValue)]; the settings are \(keys)")
      }
      let value = Self.trimmed(content[beforeValue.endIndex...].dropFirst())
      if value.isEmpty { throw Fault(line: line, reason: "\(name) has no value") }
      if sections[section]?.values.updateValue((line, value), forKey: key) != nil {
        throw Fault(line: line, reason: "\(name) appears twice")
      }
    }
    folder = try sections[.folder].map { part throws(Fault) in
      Folder(path: try Self.path(part.values[.path], part.line), format: try Self.format(part.values[.format]))
    }
    hook = try sections[.hook].map { part throws(Fault) in
      guard let command = part.values[.command] else { throw Fault(line: part.line, reason: "[hook] has no command") }
      return Hook(command: command.value, format: try Self.format(part.values[.format]))
    }
  }

  private enum Section: String {
    case folder, hook

    var keys: [SettingKey] { self == .folder ? [.path, .format] : [.command, .format] }
  }

  private enum SettingKey: String {
    case path, command, format
  }

  private static func path(_ setting: (line: Int, value: String)?, _ section: Int) throws(Fault) -> String {
    guard let setting else { throw Fault(line: section, reason: "[folder] has no path") }
    guard setting.value.hasPrefix("/") else {
      throw Fault(line: setting.line, reason: "path \(setting.value) does not begin with /")
    }
    var path = setting.value
    while path.last == "/" { path.removeLast() }
    return path
  }

  private static func format(_ setting: (line: Int, value: String)?) throws(Fault) -> ActivityFormat {
    let usual = ActivityFormat.fit
    guard let setting else { return usual }
    guard let format = ActivityFormat(rawValue: setting.value) else {
      let others = ActivityFormat.allCases.filter { $0 != usual }
      let formats = ([usual] + others).map(\.rawValue).joined(separator: ", ")
      throw Fault(line: setting.line, reason: "unknown format \(setting.value); the formats are \(formats)")
    }
    return format
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
