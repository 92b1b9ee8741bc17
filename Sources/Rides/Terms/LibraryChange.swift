/// The last change of a ride, a plan or another part of the library, from the log of changes.
///
/// The log has only the last change, so a reader must read the current state: a ride that was finished and then edited
/// is `edited`.
public enum ChangeKind: String, Codable, Hashable, Sendable, CaseIterable {
  // For a ride.
  /// The ride started.
  case began
  /// The process ended during the ride, which may be resumed.
  case suspended
  /// The ride was resumed.
  case resumed
  /// The start time was set, corrected or confirmed.
  case placed
  /// The ride is over.
  case finished
  /// The ride was imported from another program's file.
  case imported
  /// The ride, or a part of it, was recovered from a damaged library or from data that an earlier process could not
  /// store.
  case recovered
  /// The name, the note or the sport was changed.
  case edited
  /// Another part of the ride is kept, or the whole ride again.
  case trimmed
  /// The ride was deleted, and can be undeleted.
  case deleted
  case undeleted
  /// The ride was deleted permanently.
  case dropped
  /// An upload was recorded.
  case uploaded

  // For a plan.
  /// The plan was created, replaced or changed.
  case saved
  /// The plan was removed or renamed.
  case removed

  // For the settings, the devices and the data of a day.
  case changed

  // For the library: everything in it may be different.
  /// The log begins here.
  case made
  /// Another library replaced it.
  case replaced
}

/// The subject of a change.
package enum ChangeSubject: String, Codable, Hashable, Sendable, CaseIterable {
  /// Everything: a follower must read all data again.
  case library
  case ride
  case plan
  case settings
  case devices
  /// The measurements, nights and values of a day.
  case body
}

extension ChangeSubject: OpenEnum {
  /// A follower that does not know the subject reads everything again.
  package static var unrecognized: Self { .library }
}

extension ChangeKind: OpenEnum {
  /// The kind that claims least.
  package static var unrecognized: Self { .changed }
}

/// A change of the library, as recorded in its log.
package struct LibraryChange: Codable, Hashable, Sendable {
  @OpenValue package var subject: ChangeSubject
  @OpenValue package var kind: ChangeKind
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
