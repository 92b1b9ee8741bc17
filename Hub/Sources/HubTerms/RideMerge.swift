/// What becomes of a whole ride that a Pi sends: the hub's revision decides, not a clock.
package enum RideMergeOutcome: Hashable, Sendable {
  case created
  /// The hub has the same bytes.
  case unchanged(revision: Int)
  /// The edit is based on what the hub has.
  case updated(revision: Int)
  /// Somebody else's edit came first; this one is kept as a note.
  case superseded(by: Int)

  /// Decides.
  ///
  /// - Parameters:
  ///   - known: The hub's revision, from 1, and whether its bytes are the same; nil if the hub has no such ride.
  ///   - base: The revision that the edit is based on; nil if the Pi never saw one.
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
