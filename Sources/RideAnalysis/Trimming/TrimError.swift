/// Why a ride is not cut so.
package struct TrimError: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// It would begin before the ride does.
    case beforeStart
    /// It would begin or end after the ride has ended.
    case afterEnd
    /// It would end where it begins, or before.
    case backwards
    /// Less than `TrimRange.leastSeconds` would be left.
    case tooShort
    /// The whole ride would be left.
    case nothingToCut
  }

  package let code: Code
  /// Where it was to begin, in seconds of the ride.
  package let from: Int
  /// Where it was to end, in seconds of the ride, itself left out.
  package let to: Int
  /// How long the whole ride is.
  package let elapsedSeconds: Int

  init(_ code: Code, _ from: Int, _ to: Int, of elapsedSeconds: Int) {
    self.code = code
    self.from = from
    self.to = to
    self.elapsedSeconds = elapsedSeconds
  }
}
