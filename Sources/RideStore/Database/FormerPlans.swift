internal import FoundationEssentials
internal import GRDB
internal import Rides

// The former form of stored plans, with each choice as an object in an object. Files and the wire use the present form.

extension Plan {
  /// Nil for a text that is not a plan in that form.
  fileprivate init?(formerJSON text: String) {
    guard let former = try? JSONDecoder().decode(FormerPlan.self, from: Data(text.utf8)) else { return nil }
    self.init(
      name: former.name, summary: former.summary, author: former.author, thresholdWatts: former.thresholdWatts,
      groups: former.groups.map { group in
        PlanGroup(
          repeats: group.repeats,
          group.intervals.map {
            PlanInterval(label: $0.label, end: $0.end, target: $0.target, cadence: $0.cadence, cues: $0.cues)
          })
      }, route: former.route.map(Route.init))
  }
}

extension RidePlan {
  /// Nil for a text that is not a plan in that form.
  fileprivate init?(formerJSON text: String) {
    guard let former = try? JSONDecoder().decode(FormerRidePlan.self, from: Data(text.utf8)) else { return nil }
    self.init(
      name: former.name,
      intervals: former.intervals.map {
        RideInterval(label: $0.label, end: $0.end, aim: $0.aim, cadence: $0.cadence, cues: $0.cues)
      }, route: former.route.map(Route.init))
    request = former.request
  }
}

extension Route {
  fileprivate init(_ former: FormerRoute) {
    self.init(
      name: former.name, points: former.points,
      waypoints: (former.waypoints ?? []).map { Waypoint(name: $0.name, place: $0.place) })
  }
}

private struct FormerPlan: Decodable {
  struct Group: Decodable {
    var repeats: Int
    var intervals: [Interval]
  }

  struct Interval: Decodable {
    var label: String?
    var end: IntervalEnd
    var target: IntervalTarget
    var cadence: ClosedRange<Int>?
    var cues: [PlanCue]
  }

  var name: String
  var summary: String?
  var author: String?
  var thresholdWatts: Int?
  var groups: [Group]
  var route: FormerRoute?
}

private struct FormerRidePlan: Decodable {
  struct Interval: Decodable {
    var label: String?
    var end: IntervalEnd
    var aim: IntervalAim
    var cadence: ClosedRange<Int>?
    var cues: [PlanCue]
  }

  var name: String?
  var intervals: [Interval]
  var route: FormerRoute?
  var request: RideRequest?
}

private struct FormerRoute: Decodable {
  struct Waypoint: Decodable {
    var name: String
    var place: Place
  }

  var name: String?
  var points: [Place]
  var waypoints: [Waypoint]?
}

extension Database {
  /// Rewrites the plans and the origins of a library in the form of files and the wire.
  ///
  /// A text that cannot be read stays as it is, so that a later version may still read it.
  func rewriteFormerPlans() throws {
    try rewrite("plan", "document") { try Plan(formerJSON: $0)?.json }
    try rewrite("deleted_plan", "document") { try Plan(formerJSON: $0)?.json }
    try rewrite("ridden", "plan") { try RidePlan(formerJSON: $0)?.json }
    try moveReadable {
      try execute(
        sql: """
          UPDATE ride SET origin = json_set(
              json_remove(origin, '$.name', '$.manufacturer', '$.product', '$.serial', '$.version'),
              '$.device', json_object(
                'name', json_extract(origin, '$.name'), 'manufacturer', json_extract(origin, '$.manufacturer'),
                'product', json_extract(origin, '$.product'), 'serial', json_extract(origin, '$.serial'),
                'version', json(coalesce(json_extract(origin, '$.version'), '[]'))))
            WHERE json_valid(origin) AND json_type(origin, '$.device') IS NULL
          """)
    }
  }

  private func rewrite(_ table: String, _ column: String, _ anew: (String) throws -> String?) throws {
    try moveReadable {
      let rows = try Row.fetchAll(self, sql: "SELECT rowid, \(column) FROM \(table)")
      for row in rows {
        guard let text = row.text(1), let document = try anew(text) else { continue }
        try execute(sql: "UPDATE \(table) SET \(column) = ? WHERE rowid = ?", arguments: [document, row[0] as Int64])
      }
    }
  }

  /// Runs a change of readable data; an unreadable page loses its contents, but the library is kept.
  private func moveReadable(_ move: () throws -> Void) throws {
    do {
      try inSavepoint {
        try move()
        return .commit
      }
    } catch {
      // A full disk has ended the transaction, and with it the migration.
      guard isInsideTransaction else { throw error }
    }
  }
}
