/// The part of a ride that is to be left of it, as a rider asked for it.
package struct TrimRange: Hashable, Sendable {
  /// The shortest ride that a cut may leave.
  package static let leastSeconds = 60

  /// Seconds of the whole ride, the upper bound left out.
  package let seconds: Range<Int>

  /// - Parameters:
  ///   - from: The first second that is kept; nil for the ride's first.
  ///   - to: The first second after it that is not; nil for the ride's end.
  ///   - elapsedSeconds: How long the whole ride is.
  /// - Throws: The first reason there is against it.
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
