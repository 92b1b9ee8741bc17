/// Why a file is not taken for a ride, and where in it.
package struct RideFileError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The first bytes are those of another format.
    case notThisFormat
    /// The file ends before it is complete.
    case cut
    /// The bytes are not those that the checksum was made of.
    case wrongChecksum
    /// The file contradicts itself or its format.
    case malformed
    /// Something that the format permits and that has no place in a ride: a document type, an entity.
    case forbidden
    /// A number is none that a ride can have.
    case outOfRange
    /// The file holds no activity, or one without a single point.
    case noActivity
    /// The file holds points, and not one of them has a time: it is a route.
    case noTimes
    /// The file holds more than one activity.
    case severalActivities
    /// The ride is longer than is taken.
    case tooLong
    /// The file is larger than is taken.
    case tooLarge
  }

  /// A place in a file.
  package struct Place: Hashable, Sendable {
    /// Bytes before it.
    package var byte: Int
    /// The line, counted from 1; nil for a binary format.
    package var line: Int?

    package init(byte: Int, line: Int? = nil) {
      self.byte = byte
      self.line = line
    }
  }

  package var code: Code
  package var place: Place
  /// What is wrong, for people.
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
