import CPage
import Compression

/// A file of the page, embedded in the program.
package struct PageFile: Sendable {
  /// The name without a folder: `index.html`.
  package let name: String
  package let bytes: [UInt8]
  /// The gzip-compressed bytes, a third of the size; nil if compression does not help.
  package let packed: [UInt8]?
  /// Changes with the content (RFC 9110, section 8.8.3).
  package let tag: String

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    packed = Gzip.packed(bytes, .most).flatMap { $0.count < bytes.count ? $0 : nil }
    tag = "\"\(Self.digest(of: bytes))\""
  }

  /// Distinguishes contents by FNV-1a, in 16 hexadecimal digits; it protects against no attack.
  fileprivate static func digest(of bytes: some Sequence<UInt8>) -> String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The media type for the name's suffix.
  package var type: String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "webmanifest": "application/manifest+json"
    case "png": "image/png"
    default: "application/octet-stream"
    }
  }
}

/// The files of the page.
package struct PageFiles: Sendable {
  /// The files by name.
  private let files: [String: PageFile]
  /// A folder in the addresses of scripts and style sheets; it changes with any file, so that browsers can keep these.
  private let version: String
  /// The scripts and style sheets in that folder.
  private let kept: [String: PageFile]
  /// The page itself, with the addresses of this version.
  private let index: PageFile?

  package init(_ files: [PageFile]) {
    self.files = Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    let version = PageFile.digest(of: files.sorted { $0.name < $1.name }.flatMap { $0.tag.utf8 })
    let bundle = PageBundle(files, main: "app.js")
    let kept = files.compactMap { file in
      file.name.hasSuffix(".css")
        ? file
        : bundle.text(of: file.name).map { PageFile(name: file.name, bytes: Array($0.utf8)) }
    }
    self.version = version
    self.kept = Dictionary(kept.map { ($0.name, $0) }) { first, _ in first }
    index = self.files["index.html"].map { index in
      let text = kept.reduce(String(decoding: index.bytes, as: UTF8.self)) { text, file in
        text.replacing("=\"\(file.name)\"", with: "=\"/\(version)/\(file.name)\"")
      }
      return PageFile(name: index.name, bytes: Array(text.utf8))
    }
  }

  /// The files embedded in the program.
  package static var own: PageFiles {
    PageFiles(
      (0..<page_file_count()).compactMap { index in
        guard let file = page_file_at(index)?.pointee else { return nil }
        return PageFile(
          name: String(cString: file.name), bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
      })
  }

  package var all: [PageFile] { files.values.sorted { $0.name < $1.name } }

  /// Returns the file at a path, `/` for the page itself, and whether the path names this version; nil for any other
  /// path.
  ///
  /// A page of another version gets the file, too: it was opened before an update.
  package func file(at path: Substring) -> (file: PageFile, isVersioned: Bool)? {
    guard path.first == "/" else { return nil }
    let name = path.dropFirst()
    if name.isEmpty { return index.map { ($0, false) } }
    let steps = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard steps.count == 2, steps[0].utf8.count == 16, UInt64(steps[0], radix: 16) != nil else {
      return files[String(name)].map { ($0, false) }
    }
    return kept[String(steps[1])].map { ($0, steps[0] == version) }
  }

  /// Returns the response to a request for a file; nil if there is no such file.
  package func response(to request: PageRequest) -> PageResponse? {
    guard let (file, isVersioned) = file(at: request.path) else { return nil }
    // A browser keeps a file of a version. It asks for all others each time, and downloads only a changed one again.
    let caching = isVersioned ? "max-age=31536000, immutable" : "no-cache"
    var fields = [("ETag", file.tag), ("Cache-Control", caching), ("Vary", "Accept-Encoding")]
    let known = request.values(of: "if-none-match").flatMap { $0.split(separator: ",") }
    // The tag identifies the content, compressed or not.
    if known.contains(where: { $0.filter { $0 != " " } == file.tag }) {
      return PageResponse(status: 304, type: file.type, fields: fields)
    }
    guard request.takesGzip, let packed = file.packed else {
      return PageResponse(type: file.type, fields: fields, body: file.bytes)
    }
    fields.append(("Content-Encoding", "gzip"))
    return PageResponse(type: file.type, fields: fields, body: packed)
  }

  /// The messages of the page in English: the literals that its scripts pass to `t(…)` and `counted(…)`.
  package var messages: [PageMessage] {
    let scripts = files.values.filter { $0.name.hasSuffix(".js") }
    return Array(Set(scripts.flatMap { PageMessage.all(inScript: String(decoding: $0.bytes, as: UTF8.self)) }))
  }
}

/// A message of the page.
package struct PageMessage: Hashable, Sendable {
  package let text: String
  /// The plural of a message that depends on a number.
  package let plural: String?

  package init(_ text: String, plural: String? = nil) {
    self.text = text
    self.plural = plural
  }

  /// Returns the literals that a script passes to `t(`, also on the next line, and to `counted(` after the number.
  package static func all(inScript text: String) -> [PageMessage] {
    let plain = calls(of: "t(", in: text).compactMap { joinedLiterals($0).map { PageMessage($0.text) } }
    let counted = calls(of: "counted(", in: text).compactMap { arguments -> PageMessage? in
      guard let one = joinedLiterals(arguments.drop { $0 != "\"" && $0 != "\n" }),
        let other = joinedLiterals(one.rest.drop { $0 == "," })
      else { return nil }
      return PageMessage(one.text, plural: other.text)
    }
    return plain + counted
  }

  /// Returns the text after each call of a function by its bare name.
  private static func calls(of name: String, in text: String) -> [Substring] {
    var (found, rest): ([Substring], Substring) = ([], text[...])
    while let call = rest.firstRange(of: name) {
      let before = rest[..<call.lowerBound].last
      rest = rest[call.upperBound...]
      if before.map({ !$0.isLetter && !$0.isNumber && !"_$.".contains($0) }) ?? true { found.append(rest) }
    }
    return found
  }

  /// Returns the literal at the start of a text, joined with those that follow after `+`, and the text after it; nil if
  /// it starts with no literal.
  private static func joinedLiterals(_ text: Substring) -> (text: String, rest: Substring)? {
    var found: (text: String, rest: Substring)?
    var rest = text
    while true {
      let literal = rest.drop(while: \.isWhitespace)
      guard literal.first == "\"", let (content, after) = self.literal(literal.dropFirst()) else { return found }
      let next = after.drop(while: \.isWhitespace)
      found = ((found?.text ?? "") + content, next)
      guard next.first == "+" else { return found }
      rest = next.dropFirst()
    }
  }

  /// Returns a literal's content up to its quotation mark, and the text after it; nil if the literal does not end.
  private static func literal(_ text: Substring) -> (String, Substring)? {
    var message = ""
    var isEscaped = false
    for (index, character) in zip(text.indices, text) {
      if isEscaped {
        message.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return (message, text[text.index(after: index)...])
      } else {
        message.append(character)
      }
    }
    return nil
  }
}
