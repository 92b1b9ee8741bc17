/// A road that the virtual distance of a ride travels.
///
/// A route whose ends lie within `closingMeters` of each other is a loop and goes on from its beginning; any other is
/// ridden there and back, so that whoever rides on comes by each place again.
package struct Route: Hashable, Sendable, Codable {
  /// What its file calls it; nil where it does not.
  package var name: String?
  /// Its points in order, two at least.
  package var points: [Place]

  package init(name: String? = nil, points: [Place]) {
    self.name = name
    self.points = points
  }
}

extension Route {
  /// How near to a place a rider is there, in metres.
  package static let radiusMeters = 25.0
  /// How near to each other the ends of a loop are, in metres.
  package static let closingMeters = 25.0
  /// How far from a route a place may lie that is to be reached on it, in metres.
  package static let farMeters = 200.0
  /// How long a route may be, in metres; a shorter one leads nowhere.
  package static let lengthMeters = 100.0...1_000_000.0

  /// Says what no ride could make of it.
  ///
  /// - Throws: `badPlace` with the point's number from 1, `zeroLength`, `tooLong`.
  package func check() throws(PlanError) {
    guard points.count >= 2 else { throw PlanError(.zeroLength, detail: "\(points.count) points") }
    guard points.count <= PlanLimits.routePoints else { throw PlanError(.tooLong, detail: "\(points.count) points") }
    for (index, point) in points.enumerated() {
      do throws(PlanError) {
        try point.check()
      } catch {
        throw PlanError(error.code, detail: "point \(index + 1): \(error.detail)")
      }
    }
    let meters = RouteCourse(self).lengthMeters
    guard meters > Self.lengthMeters.lowerBound else { throw PlanError(.zeroLength, detail: "\(meters.inMeters) m") }
    guard meters <= Self.lengthMeters.upperBound else { throw PlanError(.tooLong, detail: "\(meters.inMeters) m") }
  }
}

extension Double {
  /// Whole metres, for people; of what is not finite or beyond any globe the nearest.
  var inMeters: Int { isNaN ? 0 : Int(Swift.min(Swift.max(self, -1e12), 1e12).rounded()) }
}
