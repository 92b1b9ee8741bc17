import ControlWire
import HealthExport
import Rides

/// The kind of a file for `import`, recognised by its beginning.
enum FileKind: Equatable {
  /// An activity or a workout.
  case fit
  /// A whole ride or nights.
  case json
  /// TCX or GPX, or an unknown kind, which the daemon rejects.
  case activity
  /// ZWO, ERG, MRC or plan text.
  case workout
  /// The XML of an Apple Health export.
  case health
  /// Intervals between beats, or daily values of an HRV app.
  case variability
  /// A library of `backup`.
  case backup
  /// A table or the radio traffic of `export`, which cannot be imported.
  case ownExport

  /// The number of bytes that decide the kind: Apple's document type takes some 10 KB before the root element.
  static let decisiveBytes = 64 * 1024

  /// Recognises a file.
  ///
  /// - Parameter bytes: The first `decisiveBytes`, or the whole file if it is shorter.
  init(beginning bytes: [UInt8]) {
    let text = Self.text(bytes.prefix(Self.decisiveBytes))
    let sign = text.first { !$0.isWhitespace }
    if bytes.dropFirst(8).starts(with: ".FIT".utf8) {
      self = .fit
    } else if bytes.starts(with: "SQLite format 3\0".utf8) {
      self = .backup
    } else if bytes.starts(with: "btsnoop\0".utf8) || text.hasPrefix("elapsed_seconds,time,") {
      self = .ownExport
    } else if sign == nil || text.unicodeScalars.contains(where: { $0.value < 9 }) {
      self = .activity
    } else if sign == "<" {
      self =
        switch Self.rootName(in: text) {
        case "HealthData": .health
        case "workout_file": .workout
        default: .activity
        }
    } else {
      self = Self.kind(ofText: text, beginningWith: sign)
    }
  }

  private static func kind(ofText text: String, beginningWith sign: Character?) -> FileKind {
    let lines = text.split(whereSeparator: \.isNewline).lazy.map { $0.filter { !$0.isWhitespace } }
    if lines.contains(where: { $0.uppercased() == "[COURSEHEADER]" }) { return .workout }
    if sign == "{" || sign == "[" { return .json }
    let isInterval = lines.first { !$0.isEmpty && !$0.hasPrefix("#") }.map { Double($0) != nil } ?? false
    let isDaily = DailyMornings(csv: text) { _, _ in LocalMoment(milliseconds: 0, utcOffsetSeconds: 0) } != nil
    return isInterval || isDaily ? .variability : .workout
  }

  /// Decodes the start of a file as text, without its byte order mark; from UTF-16, only ASCII characters are kept.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return String(decoding: bytes.dropFirst(2).filter { $0 != 0 }, as: UTF8.self)
    }
    return String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes, as: UTF8.self)
  }

  /// Returns the root element's name without its prefix; comments, instructions and a document type may precede it.
  private static func rootName(in text: String) -> Substring? {
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...].dropFirst()
      if let end = rest.hasPrefix("!--") ? "-->" : rest.hasPrefix("?") ? "?>" : nil {
        guard let range = rest.firstRange(of: end) else { return nil }
        rest = rest[range.upperBound...]
      } else if rest.first?.isLetter == true {
        return rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }.split(separator: ":").last
      }
    }
    return nil
  }
}

/// An unpacked file of a known kind.
///
/// FIT and JSON of normal size can be read a second time, because their start is ambiguous.
final class OpenedFile {
  let kind: FileKind
  /// The size in bytes; nil if it is unknown.
  let bytes: Int?
  private let source: Pieces
  /// The pieces so far; nil for kinds that are read only once, and when the pieces are too large to keep.
  private var read: [[UInt8]]?
  private var upcoming: ArraySlice<[UInt8]>

  private static let mostKeptBytes = 4 << 20

  /// Reads as many bytes as the kind requires.
  init(_ source: @escaping Pieces, beginning first: [UInt8], bytes: Int?) throws(ImportFailure) {
    (self.source, self.bytes) = (source, bytes)
    var pieces = [first]
    var beginning = first
    while beginning.count < FileKind.decisiveBytes, case let piece = try source(), !piece.isEmpty {
      beginning += piece
      pieces.append(piece)
    }
    kind = FileKind(beginning: beginning)
    upcoming = pieces[...]
    read = kind == .fit || kind == .json ? [] : nil
  }

  /// Returns the next piece; an empty one marks the end.
  func next() throws(ImportFailure) -> [UInt8] {
    let piece = if let first = upcoming.popFirst() { first } else { try source() }
    read?.append(piece)
    if let read, read.reduce(0, { $0 + $1.count }) > Self.mostKeptBytes { self.read = nil }
    return piece
  }

  /// Restarts at the beginning; false if the beginning was not kept.
  func rewind() -> Bool {
    guard let read else { return false }
    upcoming = read.filter { !$0.isEmpty } + upcoming
    self.read = []
    return true
  }
}
