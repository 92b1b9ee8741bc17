/// Joins the scripts of the first view into one: each request of a page costs a round trip, and a browser has only six
/// connections.
///
/// The scripts are ES modules that import each other by name. In the bundle, each one is a function whose exports are in
/// `jz2["dom.js"]`. The scripts that are loaded on demand take them from there.
struct PageBundle {
  private let sources: [String: String]
  private let main: String
  /// The bundled scripts, each after those that it imports.
  private(set) var names: [String] = []

  init(_ files: [PageFile], main: String) {
    let scripts = files.filter { $0.name.hasSuffix(".js") }
    sources = Dictionary(scripts.map { ($0.name, Self.code(of: String(decoding: $0.bytes, as: UTF8.self))) }) {
      first, _ in first
    }
    self.main = main
    guard sources[main] != nil else { return }
    var seen: Set<String> = []
    add(main, &seen)
  }

  /// Removes comments that have lines of their own, such as types: a fifth of the bytes.
  private static func code(of source: String) -> String {
    var isComment = false
    return source.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> Substring? in
      let text = line.drop { $0 == " " }
      guard isComment || text.starts(with: /\/\*\*/) else { return text.starts(with: /\/\//) ? nil : line }
      guard let end = line.firstRange(of: "*/") else {
        isComment = true
        return nil
      }
      isComment = false
      // A cast is followed by code.
      let rest = line[end.upperBound...]
      return rest.isEmpty ? nil : rest
    }.joined(separator: "\n")
  }

  private mutating func add(_ name: String, _ seen: inout Set<String>) {
    guard let source = sources[name], seen.insert(name).inserted else { return }
    for line in source.split(separator: "\n") {
      if let script = Self.imported(by: line) { add(script, &seen) }
    }
    names.append(name)
  }

  /// Returns a script as it is sent: the main one with all that it imports, any other with its imports from the bundle;
  /// nil for a file that is no script, or that is in the bundle.
  func text(of name: String) -> String? {
    guard let source = sources[name] else { return nil }
    guard name == main else { return names.contains(name) ? nil : linked(source) }
    let parts = names.compactMap { name in
      sources[name].map { source in
        "jz2[\"\(name)\"] = (() => {\n\(linked(Self.withoutExports(source)))\nreturn { "
          + "\(Self.exports(of: source).joined(separator: ", ")) };\n})();\n"
      }
    }
    return "const jz2 = globalThis.jz2 = {};\n" + parts.joined()
  }

  /// Replaces the imports of bundled scripts: `import { a, b as c } from "./x.js";` is `const { a, b: c } = jz2["x.js"];`.
  private func linked(_ source: String) -> String {
    var (lines, names): ([String], String?) = ([], nil)
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      // The names may take several lines.
      let start = names.map { $0 + " " } ?? (line.hasPrefix("import {") ? "" : nil)
      guard let start else {
        lines.append(String(line))
        continue
      }
      guard let script = Self.imported(by: line), let end = line.firstRange(of: "} from ") else {
        names = start + line
        continue
      }
      let statement = start + line
      names = nil
      guard self.names.contains(script) else {
        lines.append(statement)
        continue
      }
      let listed = (start + line[..<end.lowerBound]).replacing("import {", with: "").replacing(" as ", with: ": ")
      lines.append("const {\(listed)} = globalThis.jz2[\"\(script)\"];")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the script that the last line of an import names; nil for any other line.
  private static func imported(by line: Substring) -> String? {
    guard let start = line.firstRange(of: "} from \"./"), line.hasSuffix(".js\";") else { return nil }
    return String(line[start.upperBound...].dropLast(2))
  }

  private static func exports(of source: String) -> [Substring] {
    source.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("export ") else { return nil }
      if line.hasPrefix("export {") { return line.dropFirst("export {".count).prefix { $0 != "}" } }
      let words = line.split(separator: " ").dropFirst().drop { $0 == "async" }
      return words.dropFirst().first?.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }

  /// Removes the keyword; an export from another script, `export { a } from "./x.js"`, becomes an import.
  private static func withoutExports(_ source: String) -> String {
    source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("export {")
        ? "import" + line.dropFirst("export".count)
        : String(line.hasPrefix("export ") ? line.dropFirst("export ".count) : line)
    }.joined(separator: "\n")
  }
}
