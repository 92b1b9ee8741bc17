import Testing

@testable import RideSession

/// When a rider reaches a place: as the circle of 25 m around the route's nearest point is entered.
@Suite struct RoutePassingTests {
  /// The distances at which a place is reached one after the other.
  private func passings(
    _ course: RouteCourse, _ place: Place, after begin: Double = 0, count: Int = 3
  ) throws -> [Double] {
    var (passings, distance) = ([Double](), begin)
    for _ in 0..<count {
      let next = try #require(course.meters(to: place, after: distance))
      try #require(next > distance)
      (distance, passings) = (next, passings + [next])
    }
    return passings
  }

  private func expect(_ found: [Double], _ expected: [Double]) {
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.05 } && found.count == expected.count, "\(found)")
  }

  @Test func onALoopAPlaceIsReachedOnceALap() throws {
    let place = EquatorRoute.place(east: 1000, north: 500)
    expect(try passings(EquatorRoute.square, place), [1475, 5475, 9475])
    expect(try passings(EquatorRoute.square, place, after: 1474), [1475, 5475, 9475])
  }

  @Test func onAnOpenRouteAPlaceIsReachedThereAndBack() throws {
    expect(try passings(EquatorRoute.line, EquatorRoute.place(east: 700)), [675, 1275, 2675])
  }

  @Test func aPlaceBesideTheRouteIsReachedAtTheNearestPoint() throws {
    expect(try passings(EquatorRoute.line, EquatorRoute.place(east: 700, north: 150)), [675, 1275, 2675])
  }

  @Test func whoBeginsWithinLeavesFirst() throws {
    let place = EquatorRoute.place(east: 1000, north: 500)
    for begin in [1475.5, 1500, 1524.9] {
      expect(try passings(EquatorRoute.square, place, after: begin, count: 1), [5475])
    }
    expect(try passings(EquatorRoute.square, EquatorRoute.place(east: 0)), [3975, 7975, 11_975])
    expect(try passings(EquatorRoute.line, EquatorRoute.place(east: 0)), [1975, 3975, 5975])
    expect(try passings(EquatorRoute.line, EquatorRoute.place(east: 1000)), [975, 2975, 4975])
  }

  @Test func aPlaceThatALoopPassesTwiceIsReachedTwiceALap() throws {
    // Two squares that share a corner in the middle.
    let eight = EquatorRoute.course([
      (0, 0), (200, 0), (200, 200), (0, 200), (0, 0), (-200, 0), (-200, -200), (0, -200), (0, 0),
    ])
    expect(try passings(eight, EquatorRoute.place(east: 0), count: 4), [775, 1575, 2375, 3175])
  }

  @Test func onARouteThatNeverLeavesAPlaceIsReachedAtItself() throws {
    let small = EquatorRoute.course([(0, 0), (20, 0), (20, 20), (0, 20), (0, 0)])
    expect(try passings(small, EquatorRoute.place(east: 20, north: 10)), [30, 110, 190])
    let short = EquatorRoute.course([(0, 0), (24, 0)])
    expect(try passings(short, EquatorRoute.place(east: 20)), [20, 28, 68])
  }

  @Test func pointsThatAreThereTwiceChangeNothing() throws {
    let course = EquatorRoute.course([(0, 0), (0, 0), (700, 0), (700, 0), (700, 0), (1000, 0), (1000, 0)])
    expect(try passings(course, EquatorRoute.place(east: 700)), [675, 1275, 2675])
  }

  @Test func twoPointsAreARoute() throws {
    expect(try passings(EquatorRoute.course([(0, 0), (1000, 0)]), EquatorRoute.place(east: 500)), [475, 1475, 2475])
  }

  @Test func withoutLengthNothingIsReached() {
    let place = EquatorRoute.place(east: 0)
    for points in [[], [place], [place, place], [place, place, place]] {
      let course = RouteCourse(Route(points: points))
      #expect(course.meters(to: place, after: 0) == nil)
      #expect(course.place(atMeters: 100) == points.first)
    }
    #expect(EquatorRoute.line.meters(to: place, after: .infinity) == nil)
    #expect(EquatorRoute.line.meters(to: place, after: .nan) == nil)
  }

  @Test func aLongRouteIsSearchedOnceAPlace() throws {
    // A zigzag of 1 m steps; its teeth do not leave the circle.
    let points = (0..<Limits.routePoints).map { (east: Double($0) * 0.9, north: Double($0 % 2)) }
    let course = EquatorRoute.course(points)
    let first = try #require(course.meters(to: EquatorRoute.place(east: 90_000), after: 0))
    let place = try #require(course.place(atMeters: first))
    #expect(abs(RouteVector(place).meters(to: RouteVector(EquatorRoute.place(east: 90_000))) - 25) < 1.5)
  }
}
