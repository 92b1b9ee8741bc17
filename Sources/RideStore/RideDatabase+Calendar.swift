internal import GRDB
package import Rides

/// A workout planned by a service.
package struct CalendarPlan: Hashable, Sendable {
  /// The service's identifier of the workout.
  package var key: String
  package var day: CalendarDay
  /// The plan, with the workout's own name, which is not empty; the stored name begins with the day.
  package var plan: Plan

  package init(key: String, day: CalendarDay, plan: Plan) {
    self.key = key
    self.day = day
    self.plan = plan
  }
}

/// When the workouts of a service were last received.
package struct CalendarFetch: Hashable, Sendable {
  package var source: String
  package var at: UnixTime
  /// The days whose workouts were received.
  package var days: ClosedRange<CalendarDay>
}

/// The changes that a service's workouts made in the library.
package struct CalendarChange: Hashable, Sendable {
  /// The number of new or changed workouts.
  package var saved = 0
  /// The number of removed workouts.
  package var removed = 0
  /// The keys of workouts that are larger than a plan may be.
  package var tooLarge: [String] = []
}

extension RideReading {
  /// Returns the workouts of a day in the order of their services' lists, without unreadable ones.
  package func workouts(on day: CalendarDay) throws(StoreError) -> [StoredPlan] {
    let sql = "SELECT \(StoredPlan.columns) FROM plan WHERE day = ? ORDER BY place, source, key"
    return try read { db in
      try Row.fetchAll(db, sql: sql, arguments: [day.description]).compactMap { StoredPlan($0) }
    }
  }

  /// Returns the services that ever delivered workouts, by name.
  package func calendarFetches() throws(StoreError) -> [CalendarFetch] {
    let sql = "SELECT source, fetched_ms, from_day, to_day FROM calendar ORDER BY source"
    return try read { db in try Row.fetchAll(db, sql: sql).compactMap { CalendarFetch($0) } }
  }
}

extension RideDatabase {
  /// Replaces a service's workouts, in one transaction.
  ///
  /// Workouts of these days and of earlier ones are removed unless they are listed. A workout whose key is listed gets
  /// the new content and keeps its name, unless that changed. A workout used by a ride that is not deleted stays as it
  /// is. A workout with the same content is not logged as a change.
  /// - Parameters:
  ///   - source: The name of the service.
  ///   - days: The requested days.
  ///   - workouts: All its workouts of these days, each key once.
  ///   - time: The present.
  /// - Returns: The changes.
  /// - Throws: The reason why they are not stored; the library is then unchanged.
  package func setCalendar(
    of source: String, days: ClosedRange<CalendarDay>, _ workouts: [CalendarPlan], at time: UnixTime
  ) throws(StoreError) -> CalendarChange {
    try write { db in
      var change = CalendarChange()
      let present = try StoredWorkout.all(db, of: source)
      let used = Set(present.filter(\.isUsed).map(\.key))
      var listed: [(place: Int, workout: CalendarPlan)] = []
      for (place, workout) in workouts.enumerated() where !used.contains(workout.key) {
        if try workout.plan.json.utf8.count + Limits.nameLength > Self.mostPlanBytes {
          change.tooLarge.append(workout.key)
        } else {
          listed.append((place, workout))
        }
      }
      let keys = Set(listed.map(\.workout.key))
      for gone in present where !gone.isUsed && !keys.contains(gone.key) && gone.isDue(until: days.upperBound) {
        try self.remove(db, gone)
        change.removed += 1
      }
      try self.save(db, listed, of: source, in: present, at: time, &change)
      let sql = "INSERT OR REPLACE INTO calendar (source, fetched_ms, from_day, to_day) VALUES (?, ?, ?, ?)"
      try db.execute(
        sql: sql,
        arguments: [source, time.milliseconds, days.lowerBound.description, days.upperBound.description])
      return change
    }
  }

  /// Forgets a service: removes its workouts, except those that a ride uses, and the time when they were received.
  ///
  /// - Returns: The number of removed workouts.
  package func endCalendar(of source: String) throws(StoreError) -> Int {
    try write { db in
      let gone = try StoredWorkout.all(db, of: source).filter { !$0.isUsed }
      for workout in gone { try self.remove(db, workout) }
      try db.execute(sql: "DELETE FROM calendar WHERE source = ?", arguments: [source])
      return gone.count
    }
  }

  private func remove(_ db: Database, _ workout: StoredWorkout) throws {
    try db.execute(sql: "DELETE FROM plan WHERE key = ?", arguments: [Self.key(workout.name)])
    try note(db, .plan(workout.name, .removed))
  }

  /// Saves workouts; existing ones only if they differ.
  private func save(
    _ db: Database, _ listed: [(place: Int, workout: CalendarPlan)], of source: String, in present: [StoredWorkout],
    at time: UnixTime, _ change: inout CalendarChange
  ) throws {
    let former = Dictionary(present.map { ($0.key, $0) }) { first, _ in first }
    let renewed = Set(listed.compactMap { former[$0.workout.key].map { Self.key($0.name) } })
    var names = WorkoutNames(taken: Set(try String.fetchAll(db, sql: "SELECT key FROM plan")).subtracting(renewed))
    for (_, workout) in listed { names.keep(former[workout.key]?.name, for: workout) }
    var changed: [(place: Int, workout: CalendarPlan)] = []
    for (place, workout) in listed {
      var workout = workout
      workout.plan.name = names.name(for: workout)
      if let stored = former[workout.key], stored.plan == workout.plan, stored.day == workout.day {
        let sql = "UPDATE plan SET place = ?1 WHERE key = ?2 AND place IS NOT ?1"
        try db.execute(sql: sql, arguments: [place, Self.key(stored.name)])
      } else {
        changed.append((place, workout))
      }
    }
    // All changed workouts are deleted before one is inserted: two may have swapped their names.
    for (_, workout) in changed {
      guard let stored = former[workout.key] else { continue }
      try db.execute(sql: "DELETE FROM plan WHERE key = ?", arguments: [Self.key(stored.name)])
      if stored.name != workout.plan.name { try note(db, .plan(stored.name, .removed)) }
    }
    let sql = """
      INSERT INTO plan (key, name, made_ms, changed_ms, document, source, source_key, day, place)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    for (place, workout) in changed {
      let name = workout.plan.name
      let arguments: StatementArguments = [
        Self.key(name), name, time.milliseconds, time.milliseconds, try workout.plan.json, source, workout.key,
        workout.day.description, place,
      ]
      try db.execute(sql: sql, arguments: arguments)
      try note(db, .plan(name, .saved))
    }
    change.saved = changed.count
  }
}

/// A workout of a service, stored in the library.
private struct StoredWorkout {
  let key: String
  let name: String
  /// Nil if it cannot be read.
  let plan: Plan?
  /// Nil if it cannot be read.
  let day: CalendarDay?
  /// Whether a ride that is not deleted uses it.
  let isUsed: Bool

  static func all(_ db: Database, of source: String) throws -> [StoredWorkout] {
    let sql = """
      SELECT \(StoredPlan.columns), EXISTS (
        SELECT 1 FROM ridden JOIN ride ON ride.id = ridden.ride_id WHERE ridden.source = plan.source
        AND ridden.source_key = plan.source_key AND ride.deleted_ms IS NULL)
      FROM plan WHERE source = ? ORDER BY key
      """
    return try Row.fetchAll(db, sql: sql, arguments: [source]).compactMap { row in
      guard let name = row.text(0), let key = row.text(5) else { return nil }
      return StoredWorkout(
        key: key, name: name, plan: StoredPlan(row)?.plan, day: row.text(6).flatMap { CalendarDay($0) },
        isUsed: row.int(StoredPlan.columnCount) == 1)
    }
  }

  /// Whether the service would list the workout, or its day is over; also true without a day.
  func isDue(until last: CalendarDay) -> Bool { day.map { $0 <= last } ?? true }
}

/// Names for workouts: `2026-11-25 Sweet Spot`, followed by a number if the name is taken.
private struct WorkoutNames {
  /// The names of other plans, in lower case.
  var taken: Set<String>
  private var kept: [String: String] = [:]

  init(taken: Set<String>) { self.taken = taken }

  /// Keeps the present name of a workout, if it is still one of its possible names.
  mutating func keep(_ name: String?, for workout: CalendarPlan) {
    guard let name, (1...99).contains(where: { Self.candidate($0, for: workout) == name }),
      taken.insert(RideDatabase.key(name)).inserted
    else { return }
    kept[workout.key] = name
  }

  mutating func name(for workout: CalendarPlan) -> String {
    if let name = kept[workout.key] { return name }
    var number = 1
    while true {
      let name = Self.candidate(number, for: workout)
      if taken.insert(RideDatabase.key(name)).inserted { return name }
      number += 1
    }
  }

  private static func candidate(_ number: Int, for workout: CalendarPlan) -> String {
    let suffix = number == 1 ? "" : " \(number)"
    let name = "\(workout.day) \(workout.plan.name)".prefix(Limits.nameLength - suffix.count)
    return (name.last == " " ? name.dropLast() : name) + suffix
  }
}

extension CalendarFetch {
  /// - Parameter row: `source`, `fetched_ms`, `from_day` and `to_day`; the result is nil if a value is damaged.
  fileprivate init?(_ row: Row) {
    guard let source = row.text(0), let at = row.int(1), let from = row.text(2).flatMap({ CalendarDay($0) }),
      let to = row.text(3).flatMap({ CalendarDay($0) }), from <= to
    else { return nil }
    self.init(source: source, at: UnixTime(milliseconds: Int64(at)), days: from...to)
  }
}
