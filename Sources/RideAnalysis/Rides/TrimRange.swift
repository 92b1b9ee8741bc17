/// The part of a ride that a rider asked to keep.
package struct TrimRange: Hashable, Sendable {
  /// The shortest ride that a cut may leave.
  package static let leastSeconds = 60

  /// Seconds of the whole ride, without the upper bound.
  package let seconds: Range<Int>

  /// - Parameters:
  ///   - from: The first second that is kept; nil for the ride's first.
  ///   - to: The first second after it that is cut off; nil for the ride's end.
  ///   - elapsedSeconds: The length of the whole ride.
  /// - Throws: The first reason against the cut.
  package init(from: Int?, to: Int?, of elapsedSeconds: Int) throws(TrimError) {
    let (from, to) = (from ?? 0, to ?? elapsedSeconds)
    guard from >= 0 else { throw TrimError(.beforeStart, from, to, of: elapsedSeconds) }
    guard from <= elapsedSeconds, to <= elapsedSeconds else { throw TrimError(.afterEnd, from, to, of: elapsedSeconds) }
    guard from < to else { throw TrimError(.backwards, from, to, of: elapsedSeconds) }
    guard to - from >= Self.leastSeconds else { throw TrimError(.tooShort, from, to, of: elapsedSeconds) }
    guard to - from < elapsedSeconds else { throw TrimError(.nothingToCut, from, to, of: elapsedSeconds) }
    seconds = from..<to
  }
}

/// The reason why a ride cannot be cut as requested.
package struct TrimError: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The part would begin before the ride does.
    case beforeStart
    /// The part would begin or end after the ride has ended.
    case afterEnd
    /// The part would end where it begins, or before.
    case backwards
    /// Less than `TrimRange.leastSeconds` would be left.
    case tooShort
    /// The whole ride would be left.
    case nothingToCut
  }

  package let code: Code
  /// The requested start of the part, in seconds of the ride.
  package let from: Int
  /// The requested end of the part, exclusive, in seconds of the ride.
  package let to: Int
  /// The length of the whole ride.
  package let elapsedSeconds: Int

  fileprivate init(_ code: Code, _ from: Int, _ to: Int, of elapsedSeconds: Int) {
    self.code = code
    self.from = from
    self.to = to
    self.elapsedSeconds = elapsedSeconds
  }
}
