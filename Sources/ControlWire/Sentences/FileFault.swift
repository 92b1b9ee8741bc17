/// Why a file cannot be imported, and where that shows; the detail of a `badFile`.
public struct FileFault: Hashable, Sendable {
  /// The reasons.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// It is neither FIT, TCX nor GPX.
    case notThisFormat
    /// It ends too early.
    case cut
    /// Its checksum is not that of its bytes.
    case wrongChecksum
    /// It is not built as its format wants it.
    case malformed
    /// It has a document type or entities, by which a small file can grow without end.
    case forbidden
    /// It has a number that cannot be.
    case outOfRange
    /// It holds no activity.
    case noActivity
    /// It is a route: its points have no times.
    case noTimes
    /// It holds several activities.
    case severalActivities
    /// The ride is longer than is taken.
    case tooLong
    /// The file is larger than is taken.
    case tooLarge
  }

  /// The reason.
  public var code: Code
  /// Where, in bytes from the file's beginning.
  public var byte: Int
  /// Where, as a line from 1; nil for a file without lines.
  public var line: Int?
  /// What is known beyond that.
  public var detail: String

  /// A fault.
  public init(_ code: Code, byte: Int, line: Int?, detail: String) {
    self.code = code
    self.byte = byte
    self.line = line
    self.detail = detail
  }

  /// The fault as the detail of an error: `malformed 1234 17 the element is not closed`, the line 0 where there is none.
  public var text: String { "\(code.rawValue) \(byte) \(line ?? 0) \(detail)" }

  /// A fault from the detail of an error; nil where it is none.
  public init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, let code = Code(rawValue: String(words[0])), let byte = Int(words[1]),
      let line = Int(words[2])
    else { return nil }
    self.init(code, byte: byte, line: line > 0 ? line : nil, detail: String(words[3]))
  }

  /// What to tell a person.
  var sentence: Sentence {
    let place = line.map { "line \($0), byte \(byte)" } ?? "byte \(byte)"
    let known = detail.isEmpty ? place : "\(place): \(detail)"
    return switch code {
    case .notThisFormat:
      Sentence("The file is neither FIT, TCX nor GPX.", remedy: "Export the activity as FIT, TCX or GPX.")
    case .cut:
      Sentence("The file ends too early (\(known)).", remedy: "Copy or download it again; nothing was imported.")
    case .wrongChecksum:
      Sentence("The file's checksum is wrong (\(known)).", remedy: "Copy or download it again; nothing was imported.")
    case .malformed:
      Sentence("The file is broken (\(known)).", remedy: "Export the activity again; nothing was imported.")
    case .forbidden:
      Sentence(
        "The file has what an activity never has (\(known)).",
        remedy: "Take it from where you trust; nothing was imported."
      )
    case .outOfRange:
      Sentence(
        "The file has a number that cannot be (\(known)).", remedy: "Export the activity again, in the other format.")
    case .noActivity:
      Sentence(
        "The file holds no activity (\(known)).", remedy: "Export the activity itself, not a course or a workout.")
    case .noTimes:
      Sentence(
        "The file is a route: its points have no times (\(known)).",
        remedy: "To ride along it, give it to a plan with `jz2ctl plan import FILE --name PLAN`."
      )
    case .severalActivities:
      Sentence("The file holds several activities (\(known)).", remedy: "Export them one by one.")
    case .tooLong:
      Sentence("The ride is longer than four days (\(known)).", remedy: "Split it where you have it from.")
    case .tooLarge:
      Sentence("The file is larger than 100 MB.", remedy: "Export a single activity, or as FIT, which is smaller.")
    }
  }
}
