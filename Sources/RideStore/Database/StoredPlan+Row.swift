internal import FoundationEssentials
internal import GRDB
internal import RideSession

extension StoredPlan {
  static let columns = "name, document, route_meters, changed_ms"
  static let columnCount = 4

  /// The plan of a row that has the values of `columns`, or begins with them; nil where damage leaves none.
  init?(_ row: Row) {
    guard let name = row.text(0), let document = row.text(1), var plan = try? Plan(json: document),
      let changed = row.int(3)
    else { return nil }
    // The document has the name that the plan began with.
    plan.name = name
    self.init(
      plan: plan, routeMeters: plan.route == nil ? nil : row.real(2), changed: UnixTime(milliseconds: Int64(changed)))
  }

  /// The plan with its route's points; nil where they cannot be read.
  func whole(points: Data?) -> Plan? {
    var whole = plan
    do { whole.route = try plan.route.map { try Route($0, points: points) } } catch { return nil }
    return whole
  }
}
