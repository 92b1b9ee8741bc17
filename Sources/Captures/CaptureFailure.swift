/// Why a capture, or a map for one, could not be read, and where.
public struct CaptureFailure: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The first bytes are those of no format that is read.
    case formatUnknown
    /// The format's version is not one that is read.
    case versionUnsupported
    /// The packets are of a link type that is not read.
    case linkTypeUnsupported
    /// The bytes end inside a header or a record.
    case truncated
    /// A header or a record contradicts itself or its format.
    case malformed
    /// A connection that was recorded from the air is encrypted: what follows of it cannot be read.
    case encrypted
    /// A line is not what the format asks for.
    case lineMalformed
  }

  /// What kind of failure.
  public var code: Code
  /// Where in the file, in bytes: the start of the record or the place in the line that could not be read.
  public var offset: Int
  /// The line, counted from 1; nil for a binary format.
  public var line: Int?
  /// What is wrong, for people.
  public var detail: String

  /// A failure at `offset`.
  public init(_ code: Code, offset: Int, line: Int? = nil, detail: String) {
    self.code = code
    self.offset = offset
    self.line = line
    self.detail = detail
  }
}

extension CaptureFailure: CustomStringConvertible {
  /// `truncated at byte 96 (line 3): …`.
  public var description: String {
    let place = line.map { " (line \($0))" } ?? ""
    return "\(code.rawValue) at byte \(offset)\(place): \(detail)"
  }
}
