package import Rides

// Calls about nights, and about the scores and the load of days.

/// The nights of some days, the latest first.
package struct Nights: BodyCall {
  package static let method = "Nights"
  package static let access = AccessLevel.look
  package typealias Reply = NightList

  /// The first day of waking; absent for no bound.
  package var from: CalendarDay?
  /// The last day; absent for no bound.
  package var to: CalendarDay?

  package init(from: CalendarDay? = nil, to: CalendarDay? = nil) {
    self.from = from
    self.to = to
  }
}

/// The reply to `Nights`.
package struct NightList: Codable, Hashable, Sendable {
  package var nights: [Night]
  /// True if there are earlier ones; else absent.
  package var more: Bool?

  package init(nights: [Night], more: Bool = false) {
    self.nights = nights
    self.more = more ? true : nil
  }
}

/// Stores a night that the rider entered.
package struct SetNight: BodyCall {
  package static let method = "SetNight"
  package static let access = AccessLevel.library
  package typealias Reply = StoredNight

  package var night: Night
  /// Whether it replaces the night that was entered for the day.
  package var replace: Bool?

  package init(_ night: Night, replace: Bool = false) {
    self.night = night
    self.replace = replace ? true : nil
  }
}

/// The reply to `SetNight`.
package struct StoredNight: Codable, Hashable, Sendable {
  package var night: Night

  package init(_ night: Night) { self.night = night }
}

/// Deletes the night of a day.
package struct DeleteNight: BodyCall {
  package static let method = "DeleteNight"
  package static let access = AccessLevel.library
  package typealias Reply = EmptyReply

  package var date: CalendarDay
  /// The source of the night; absent for the entered one.
  package var source: NightSource?

  package init(date: CalendarDay, source: NightSource? = nil) {
    self.date = date
    self.source = source
  }
}

/// The scores of some days, the earliest first.
package struct Scores: BodyCall, ComparingCall {
  package static let method = "Scores"
  package static let access = AccessLevel.look
  package typealias Reply = ScoreList

  /// The first day; absent for the last one.
  package var from: CalendarDay?
  /// The last day; absent for today.
  package var to: CalendarDay?

  package init(from: CalendarDay? = nil, to: CalendarDay? = nil) {
    self.from = from
    self.to = to
  }
}

/// The reply to `Scores`.
package struct ScoreList: Codable, Hashable, Sendable {
  package var days: [DayScores]
  /// True if later days do not fit into the message; else absent.
  package var more: Bool?

  package init(days: [DayScores], more: Bool = false) {
    self.days = days
    self.more = more ? true : nil
  }
}

/// The load of some days, the earliest first.
package struct Load: BodyCall, ComparingCall {
  package static let method = "Load"
  package static let access = AccessLevel.look
  package typealias Reply = LoadList

  /// The first day; absent for the first of `Limits.usualLoadDays`.
  package var from: CalendarDay?
  /// The last day; absent for today.
  package var to: CalendarDay?

  package init(from: CalendarDay? = nil, to: CalendarDay? = nil) {
    self.from = from
    self.to = to
  }
}

/// The reply to `Load`.
package struct LoadList: Codable, Hashable, Sendable {
  package var days: [DayLoad]
  /// True if later days do not fit into the message; else absent.
  package var more: Bool?

  package init(days: [DayLoad], more: Bool = false) {
    self.days = days
    self.more = more ? true : nil
  }
}
