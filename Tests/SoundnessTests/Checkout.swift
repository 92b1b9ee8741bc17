import Foundation
import Testing

/// The files of this package as they are checked out.
enum Checkout {
  /// The package's root.
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath().appending(path: "../../..").standardizedFileURL

  /// A source file.
  struct Source: Sendable {
    /// From the root: `Sources/DBus/BusMessage.swift`.
    let path: String
    /// `DBus`.
    let module: String
    let lines: [Substring]
    /// The lines without comments and with empty string literals; no other Swift syntax is parsed.
    let code: [Substring]

    init(path: String, module: String, lines: [Substring]) {
      self.path = path
      self.module = module
      self.lines = lines
      code = lines.map { line in
        let unquoted = line.contains("\"") ? line.replacing(/"(\\.|[^"\\])*"/, with: "\"\"") : line
        return unquoted.prefix(before: "//")
      }
    }

    /// The imported modules, each once.
    var imports: Set<String> {
      let lines = code.filter { $0.contains("import ") }
      // Only lines that begin with `import`; lines of a multi-line string are indented.
      return Set(
        lines.compactMap { $0.firstMatch(of: /^(?:@?\w+(?:\(\w+\))?\s+)*import\s+(?:\w+\s+)?(\w+)/)?.output.1 }
          .map(String.init))
    }
  }

  /// Every Swift file below `Sources`.
  static let sources = files(below: "Sources")

  /// Every Swift file of the hub.
  static let hub = files(below: "Hub/Sources")

  /// Every Swift file below `Tests`.
  static let tests = files(below: "Tests")

  private static func files(below top: String) -> [Source] {
    let folder = root.appending(path: top)
    let paths = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      guard let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8) else { return nil }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return Source(path: "\(top)/\(path)", module: String(path.prefix { $0 != "/" }), lines: lines)
    }
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path())
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The names in a folder, sorted.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path()).sorted()
  }

  /// The paths of all systemd units, including the hub's.
  static var units: [String] {
    get throws {
      try ["systemd", "packaging/hub/systemd"].flatMap { folder in try names(in: folder).map { "\(folder)/\($0)" } }
    }
  }

  /// The values of a directive in the text of a unit, one for each line.
  static func values(of directive: String, of unit: String) -> [String] {
    unit.split(separator: "\n").filter { $0.hasPrefix("\(directive)=") }
      .map { String($0.dropFirst(directive.count + 1)) }
  }

  /// The directory of the built programs and of this test; nil if there is no build.
  static var products: URL? {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let beside = own.map { URL(filePath: $0).deletingLastPathComponent() }
    let usual = root.appending(path: ".build/debug")
    return [beside, usual].compactMap { $0 }.first {
      FileManager.default.isExecutableFile(atPath: $0.appending(path: "jz2ctl").path())
    }
  }
}

extension Substring {
  /// The part before a text; the whole substring if the text is missing.
  fileprivate func prefix(before text: String) -> Substring {
    firstRange(of: text).map { self[..<$0.lowerBound] } ?? self
  }
}
