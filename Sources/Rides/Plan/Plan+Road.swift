extension Plan {
  /// Creates the plan of a road: one interval without a target, as long as the route in one direction, or as one lap,
  /// to a centimetre.
  package static func road(_ route: Route, name: String) -> Plan {
    let meters = (RouteCourse(route).lengthMeters * 100).rounded(.down) / 100
    return Plan(
      name: name, groups: [PlanGroup([PlanInterval(end: .distance(meters: meters), target: .free)])], route: route)
  }

  /// Whether it has the form of a road, so that another version of its route may replace it.
  package var isRoad: Bool {
    guard route != nil, intervals.count == 1, case .distance = intervals.first?.end else { return false }
    return intervals.first?.target == .free
  }
}
