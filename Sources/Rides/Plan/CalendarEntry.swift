/// The identity of a workout in a service's calendar, valid while the service keeps it.
package struct CalendarKey: Hashable, Sendable {
  /// The name of the service, such as `intervals`.
  package var source: String
  /// The service's identifier for the workout, unique in that service.
  package var key: String

  package init(source: String, key: String) {
    self.source = source
    self.key = key
  }
}

extension CalendarKey: Tabled, Codable {
  package static let blank = CalendarKey(source: "", key: "")
  package static let members: Members<Self> = [
    .text("source", { $0.source }, { $0.source = $1 }).required,
    .text("key", { $0.key }, { $0.key = $1 }).required,
  ]
}

/// The place of a plan in a service's calendar.
package struct CalendarEntry: Hashable, Sendable {
  package var key: CalendarKey
  /// The day that it is planned for.
  package var day: CalendarDay
  /// Whether the library has a finished ride of it that is not deleted.
  package var isRidden: Bool

  package init(_ key: CalendarKey, on day: CalendarDay, isRidden: Bool = false) {
    self.key = key
    self.day = day
    self.isRidden = isRidden
  }
}
