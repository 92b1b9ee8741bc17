package import Rides

extension TrainerCalls {
  static let changes: [any TrainerCall.Type] = [Changes.self]
}

/// The changes of the library after a cursor; with `more` also later ones, as they are committed.
///
/// Pages are read outside the ride's thread. A reply without changes is a heartbeat.
package struct Changes: TrainerCall, StreamedCall {
  package static let method = "Changes"
  package static let access = AccessLevel.look
  package typealias Reply = ChangeList

  /// The cursor of the previous reply; absent for a new follower.
  package var cursor: String?

  package init(after cursor: String? = nil) { self.cursor = cursor }

  package var patienceBetween: Duration? { Watch().patienceBetween }

  package func closingReply(after last: ChangeList?) -> ChangeList? {
    last.map { ChangeList(library: $0.library, changes: [], cursor: $0.cursor) }
  }
}

/// The reply to `Changes`.
package struct ChangeList: Codable, Hashable, Sendable {
  /// The identity of the library, a UUID; the numbers of rides are unique within it.
  package var library: String
  /// The newest change of each subject, in order of time.
  package var changes: [LibraryChange]
  /// The cursor for the next request.
  package var cursor: String
  /// True if the log does not reach back to the given cursor, or no cursor was given: the follower reads the whole
  /// library, then continues from `cursor`; else absent.
  package var startsAnew: Bool?
  /// True if there are already more changes; else absent.
  package var more: Bool?

  package init(library: String, changes: [LibraryChange], cursor: String, startsAnew: Bool = false, more: Bool = false)
  {
    self.library = library
    self.changes = changes
    self.cursor = cursor
    self.startsAnew = startsAnew ? true : nil
    self.more = more ? true : nil
  }
}
