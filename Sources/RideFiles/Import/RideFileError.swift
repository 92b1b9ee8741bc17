/// The reason why a file cannot be read as a ride, and the place in the file.
package struct RideFileError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The file begins like another format.
    case notThisFormat
    /// The file ends too early.
    case cut
    /// The checksum does not match the bytes.
    case wrongChecksum
    /// The file contradicts itself or violates its format.
    case malformed
    /// The format permits it, but it has no place in a ride: a document type, an entity.
    case forbidden
    /// A number that no ride can have.
    case outOfRange
    /// The file has no activity, or none with a point.
    case noActivity
    /// The file has points, but no point has a time: it is a route.
    case noTimes
    /// The file has more than one activity.
    case severalActivities
    /// The ride exceeds the longest accepted duration.
    case tooLong
    /// The file exceeds the largest accepted size.
    case tooLarge
  }

  /// A place in a file.
  package struct Place: Hashable, Sendable {
    /// The bytes before it.
    package var byte: Int
    /// The line, from 1; nil for a binary format.
    package var line: Int?

    package init(byte: Int, line: Int? = nil) {
      self.byte = byte
      self.line = line
    }
  }

  package var code: Code
  package var place: Place
  /// The error in words.
  package var detail: String

  package init(_ code: Code, at place: Place, _ detail: String) {
    self.code = code
    self.place = place
    self.detail = detail
  }
}

extension RideFileError: CustomStringConvertible {
  /// `malformed at byte 96 (line 3): …`.
  package var description: String {
    let line = place.line.map { " (line \($0))" } ?? ""
    return "\(code.rawValue) at byte \(place.byte)\(line): \(detail)"
  }
}
