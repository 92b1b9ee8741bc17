package import RideSession

/// A plan of the library in short: without its route's points.
package struct StoredPlan: Hashable, Sendable {
  /// The plan; its route, where it has one, has no points.
  package let plan: Plan
  /// The length of its route, in metres; nil where it has none.
  package let routeMeters: Double?
  /// When it was last changed, by the wall clock of that moment.
  package let changed: UnixTime

  package init(plan: Plan, routeMeters: Double?, changed: UnixTime) {
    self.plan = plan
    self.routeMeters = routeMeters
    self.changed = changed
  }
}
