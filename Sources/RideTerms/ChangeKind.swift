/// What happened last to a ride, a plan or another part of the library, as its log of changes says.
///
/// Only the last is said, so a reader looks at the present state: a ride that was finished and then edited is `edited`.
public enum ChangeKind: String, Codable, Hashable, Sendable, CaseIterable {
  // Of a ride.
  /// It was begun.
  case began
  /// It went down with the process and may resume.
  case suspended
  /// It resumed.
  case resumed
  /// The time at which it began was set, corrected or confirmed.
  case placed
  /// It is over.
  case finished
  /// It came in from another program's file.
  case imported
  /// It, or a part of it, came in from a damaged library or from what a former process could not store.
  case recovered
  /// It has another name or note.
  case edited
  /// Another part of it is kept, or all of it again.
  case trimmed
  /// It was deleted, and can be undeleted.
  case deleted
  case undeleted
  /// It is gone for good.
  case dropped
  /// An upload of it was noted.
  case uploaded

  // Of a plan.
  /// It was made, replaced or changed.
  case saved
  /// It is gone, or has another name.
  case removed

  // Of the settings, of the devices.
  case changed

  // Of the library: everything in it may be different.
  /// The log begins here.
  case made
  /// Another library took its place.
  case replaced
}
