/// The outcome of a whole ride from a Pi.
///
/// The hub's revision decides, not a clock.
package enum RideMergeOutcome: Hashable, Sendable {
  case created
  /// The hub has the same bytes.
  case unchanged(revision: Int)
  /// The edit is based on the hub's revision.
  case updated(revision: Int)
  /// Another edit came first. This one is kept as a note.
  case superseded(by: Int)

  /// Computes the outcome.
  ///
  /// - Parameters:
  ///   - known: The hub's revision, from 1, and whether its bytes are the same; nil if the hub has no such ride.
  ///   - base: The revision that the edit is based on; nil if the Pi does not know one.
  package init(known: (revision: Int, isSame: Bool)?, base: Int?) {
    guard let known else {
      self = .created
      return
    }
    if known.isSame {
      self = .unchanged(revision: known.revision)
    } else if base == known.revision {
      self = .updated(revision: known.revision + 1)
    } else {
      self = .superseded(by: known.revision)
    }
  }
}
