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

  // Of the settings, of the devices, of what is known of a day.
  case changed

  // Of the library: everything in it may be different.
  /// The log begins here.
  case made
  /// Another library took its place.
  case replaced
}

/// The kind of thing that changed.
package enum ChangeSubject: String, Codable, Hashable, Sendable, CaseIterable {
  /// Everything: a follower reads all of it again.
  case library
  case ride
  case plan
  case settings
  case devices
  /// The measurements, nights and values of a day.
  case body
}

extension ChangeSubject: WireWord {
  /// A follower that does not know what changed reads everything again.
  package static var unknownWord: Self { .library }
}

extension ChangeKind: WireWord {
  /// Says least.
  package static var unknownWord: Self { .changed }
}

/// A change of the library, as its log tells it.
package struct LibraryChange: Codable, Hashable, Sendable {
  @Word package var subject: ChangeSubject
  @Word package var kind: ChangeKind
  /// The number of the ride; nil for other subjects.
  package let ride: Int?
  /// The name of the plan; nil for other subjects.
  package let plan: String?
  /// The day; nil for other subjects, and if many days changed at once.
  package let day: CalendarDay?

  private init(
    _ subject: ChangeSubject, _ kind: ChangeKind, ride: Int? = nil, plan: String? = nil, day: CalendarDay? = nil
  ) {
    self.ride = ride
    self.plan = plan
    self.day = day
    self.subject = subject
    self.kind = kind
  }

  package static func library(_ kind: ChangeKind) -> LibraryChange { LibraryChange(.library, kind) }
  package static func ride(_ id: Int, _ kind: ChangeKind) -> LibraryChange { LibraryChange(.ride, kind, ride: id) }
  package static func plan(_ name: String, _ kind: ChangeKind) -> LibraryChange {
    LibraryChange(.plan, kind, plan: name)
  }
  package static func settings(_ kind: ChangeKind) -> LibraryChange { LibraryChange(.settings, kind) }
  package static func devices(_ kind: ChangeKind) -> LibraryChange { LibraryChange(.devices, kind) }
  package static func body(_ day: CalendarDay?, _ kind: ChangeKind) -> LibraryChange {
    LibraryChange(.body, kind, day: day)
  }
}
