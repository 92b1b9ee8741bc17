import Foundation
import Testing

@testable import Rides

extension Place {
  init(_ latitude: Double, _ longitude: Double) { self.init(latitudeDegrees: latitude, longitudeDegrees: longitude) }
}

/// Routes on the equator, where a degree is 111 195 m both ways.
enum EquatorRoute {
  static let degreeMeters = RouteVector.earthMeters * .pi / 180

  static func place(east: Double, north: Double = 0, from longitude: Double = 0) -> Place {
    let east = longitude + east / degreeMeters
    return Place(north / degreeMeters, east > 180 ? east - 360 : east)
  }

  static func course(_ meters: [(east: Double, north: Double)], from longitude: Double = 0) -> RouteCourse {
    RouteCourse(route(meters, from: longitude))
  }

  static func route(_ meters: [(east: Double, north: Double)], from longitude: Double = 0) -> Route {
    Route(points: meters.map { place(east: $0.east, north: $0.north, from: longitude) })
  }

  /// A square of 1000 m a side, counter-clockwise from its south-west corner.
  static let square = course([(0, 0), (1000, 0), (1000, 1000), (0, 1000), (0, 0)])
  /// 1000 m straight to the east.
  static let line = course([(0, 0), (400, 0), (1000, 0)])
}

private func isNear(_ one: Double?, _ other: Double, within tolerance: Double = 0.01) -> Bool {
  one.map { abs($0 - other) <= tolerance } ?? false
}

@Suite struct RouteTests {
  @Test(arguments: [
    (Place(48.2082, 16.3738), Place(47.0707, 15.4395), 144_559.756_735),
    (Place(0, 179.9), Place(0, -179.9), 22_239.016_047), (Place(52.5, 13.4), Place(-33.9, 151.2), 16_097_262.595_326),
    (Place(89.9, 0), Place(89.9, 180), 22_239.016_047), (Place(48.2082, 16.3738), Place(48.2083, 16.3738), 11.119_508),
    (Place(90, 0), Place(-90, 0), 20_015_114.442),
  ])
  func `distances are great-circle distances`(_ one: Place, _ other: Place, _ meters: Double) {
    #expect(isNear(RouteVector(one).meters(to: RouteVector(other)), meters, within: 0.001))
    #expect(isNear(RouteCourse(Route(points: [one, other])).lengthMeters, meters, within: 0.001))
  }

  @Test(arguments: [
    (48.2082, 16.3738), (-33.9, 151.2), (0, 0), (89.9, -179.5), (-89.9, 179.5), (12, -90), (45, 135), (0, -135),
  ])
  func `a place is the same after conversion to a vector and back`(_ latitude: Double, _ longitude: Double) {
    let place = RouteVector(Place(latitude, longitude)).place
    #expect(isNear(place.latitudeDegrees, latitude, within: 1e-9))
    #expect(isNear(place.longitudeDegrees, longitude, within: 1e-9))
  }

  @Test func `every distance gives a place on the route, on a loop and on an open route`() {
    let corner = 0.01
    let points = [Place(0, 0), Place(0, corner), Place(corner, corner)]
    let (loop, way) = (RouteCourse(Route(points: points + [Place(0, 0)])), RouteCourse(Route(points: points)))
    let side = RouteVector(points[0]).meters(to: RouteVector(points[1]))
    // Places are computed on the globe, so they are the same to a millimetre, and not to the last bit.
    func isAt(_ place: Place?, _ other: Place) -> Bool {
      place.map { RouteVector($0).meters(to: RouteVector(other)) < 0.001 } ?? false
    }
    for course in [loop, way] {
      #expect(isAt(course.place(atMeters: 0), points[0]))
      #expect(isAt(course.place(atMeters: side), points[1]))
      #expect(isAt(course.place(atMeters: side / 2), Place(0, corner / 2)))
      #expect(isAt(course.place(atMeters: course.periodMeters + side), points[1]))
    }
    #expect(isAt(way.place(atMeters: way.lengthMeters), points[2]))
    #expect(isAt(way.place(atMeters: 2 * way.lengthMeters - side), points[1]))
    #expect(isAt(loop.place(atMeters: loop.lengthMeters - 1e-6), points[0]))
    #expect(RouteCourse(Route(points: [])).place(atMeters: 0) == nil)
  }

  @Test func `a route with few points is drawn with its own points`() {
    let line = EquatorRoute.line.line(ofAtMost: 3)
    #expect(zip(line, [0, 400, 1000]).allSatisfy { isNear($0.meters, $1) } && line.count == 3)
    #expect(isNear(line[1].place.longitudeDegrees, 400 / EquatorRoute.degreeMeters, within: 1e-9))
  }

  @Test func `a route with many points is drawn with equally spaced points, including its ends`() {
    let line = EquatorRoute.square.line(ofAtMost: 4)
    let third = EquatorRoute.square.lengthMeters / 3
    #expect(line.count == 4)
    #expect(zip(line, [0, third, 2 * third, 3 * third]).allSatisfy { isNear($0.meters, $1) })
    for point in line {
      let place = EquatorRoute.square.place(atMeters: point.meters)
      #expect(place.map { RouteVector($0).meters(to: RouteVector(point.place)) < 0.1 } == true)
    }
  }

  @Test func `a route whose ends are close together is a loop that includes the gap`() {
    #expect(EquatorRoute.square.isLoop)
    #expect(isNear(EquatorRoute.square.lengthMeters, 4000))
    #expect(isNear(EquatorRoute.square.periodMeters, 4000))
    let open = EquatorRoute.course([(0, 0), (1000, 0), (1000, 1000), (0, 1000), (0, 24)])
    #expect(open.isLoop)
    #expect(isNear(open.lengthMeters, 4000))
    #expect(!EquatorRoute.course([(0, 0), (1000, 0), (1000, 1000), (0, 1000), (0, 26)]).isLoop)
    #expect(!EquatorRoute.line.isLoop)
    #expect(isNear(EquatorRoute.line.periodMeters, 2000))
  }

  @Test(arguments: [
    (0.0, 0.0, 0.0), (250, 250, 0), (1500, 1000, 500), (3750, 0, 250), (4000, 0, 0), (4250, 250, 0), (40_250, 250, 0),
  ])
  func `a rider on a loop continues from its beginning`(_ meters: Double, _ east: Double, _ north: Double) throws {
    let place = try #require(EquatorRoute.square.place(atMeters: meters))
    #expect(RouteVector(place).meters(to: RouteVector(EquatorRoute.place(east: east, north: north))) < 0.01)
  }

  @Test(arguments: [(0.0, 0.0), (399, 399), (1000, 1000), (1300, 700), (2000, 0), (2100, 100), (3900, 100)])
  func `an open route is ridden there and back`(_ meters: Double, _ east: Double) throws {
    let place = try #require(EquatorRoute.line.place(atMeters: meters))
    #expect(RouteVector(place).meters(to: RouteVector(EquatorRoute.place(east: east))) < 0.01)
  }

  @Test func `a route across the date line has its true length`() throws {
    let course = EquatorRoute.course([(0, 0), (1000, 0)], from: 179.996)
    #expect(isNear(course.lengthMeters, 1000))
    let place = try #require(course.place(atMeters: 700))
    #expect(place.longitudeDegrees < -179.99)
    #expect(isNear(course.meters(to: place, after: 0), 675))
  }

  @Test func `the distance of a place is measured to the nearest point of the route`() {
    #expect(isNear(EquatorRoute.line.nearestMeters(to: EquatorRoute.place(east: 700, north: 30)), 30))
    #expect(isNear(EquatorRoute.line.nearestMeters(to: EquatorRoute.place(east: -40, north: 30)), 50))
    #expect(isNear(EquatorRoute.square.nearestMeters(to: EquatorRoute.place(east: 500, north: 400)), 400))
    // The middle of an arc of 1000 km, 29 km nearer to the pole than its ends.
    let arc = RouteCourse(Route(points: [Place(60, 0), Place(60, 18)]))
    #expect(isNear(arc.nearestMeters(to: arc.place(atMeters: arc.lengthMeters / 2) ?? Place(0, 0)), 0))
  }

  @Test func `a place more than 200 m from the route is refused with its distance`() throws {
    try EquatorRoute.line.check(EquatorRoute.place(east: 700, north: 199))
    let error = #expect(throws: PlanFault.self) {
      try EquatorRoute.line.check(EquatorRoute.place(east: 700, north: 201))
    }
    #expect(error == PlanFault(.farFromRoute, detail: "201"))
  }

  @Test(
    arguments: [
      ([(0.0, 0.0)], PlanFault.Code.zeroLength), ([(0, 0), (99, 0)], .zeroLength),
      ([(0, 0), (0, 0), (0, 0)], .zeroLength),
      ([(0, 0), (1_000_001, 0)], .tooLong), ([(0, 0), (0, 95 * EquatorRoute.degreeMeters)], .badPlace),
    ] as [([(east: Double, north: Double)], PlanFault.Code)])
  func `a route outside the limits is refused`(_ points: [(east: Double, north: Double)], _ code: PlanFault.Code) {
    let error = #expect(throws: PlanFault.self) { try EquatorRoute.route(points).check() }
    #expect(error?.code == code)
  }

  @Test func `a route may have 200000 points and no more`() throws {
    var points = (0..<Limits.routePoints).map { (east: Double($0), north: Double($0 % 2)) }
    try EquatorRoute.route(points).check()
    points.append((0, 0))
    let error = #expect(throws: PlanFault.self) { try EquatorRoute.route(points).check() }
    #expect(error?.code == .tooLong)
  }
}

/// A rider reaches a place on entering the circle of 25 m around the route's nearest point.
@Suite struct RoutePassingTests {
  /// Returns the distances at which a place is reached, in order.
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

  @Test func `a place on a loop is reached once a lap`() throws {
    let place = EquatorRoute.place(east: 1000, north: 500)
    expect(try passings(EquatorRoute.square, place), [1475, 5475, 9475])
    expect(try passings(EquatorRoute.square, place, after: 1474), [1475, 5475, 9475])
  }

  @Test func `a place on an open route is reached on the way there and on the way back`() throws {
    expect(try passings(EquatorRoute.line, EquatorRoute.place(east: 700)), [675, 1275, 2675])
  }

  @Test func `a place next to the route is reached at the nearest point`() throws {
    expect(try passings(EquatorRoute.line, EquatorRoute.place(east: 700, north: 150)), [675, 1275, 2675])
  }

  @Test func `a rider who begins within the circle must leave it before reaching the place`() throws {
    let place = EquatorRoute.place(east: 1000, north: 500)
    for begin in [1475.5, 1500, 1524.9] {
      expect(try passings(EquatorRoute.square, place, after: begin, count: 1), [5475])
    }
    expect(try passings(EquatorRoute.square, EquatorRoute.place(east: 0)), [3975, 7975, 11_975])
    expect(try passings(EquatorRoute.line, EquatorRoute.place(east: 0)), [1975, 3975, 5975])
    expect(try passings(EquatorRoute.line, EquatorRoute.place(east: 1000)), [975, 2975, 4975])
  }

  @Test func `a place that a loop passes twice is reached twice a lap`() throws {
    // Two squares that share a corner in the middle.
    let eight = EquatorRoute.course([
      (0, 0), (200, 0), (200, 200), (0, 200), (0, 0), (-200, 0), (-200, -200), (0, -200), (0, 0),
    ])
    expect(try passings(eight, EquatorRoute.place(east: 0), count: 4), [775, 1575, 2375, 3175])
  }

  @Test func `a place is reached at its own position on a route that never leaves its circle`() throws {
    let small = EquatorRoute.course([(0, 0), (20, 0), (20, 20), (0, 20), (0, 0)])
    expect(try passings(small, EquatorRoute.place(east: 20, north: 10)), [30, 110, 190])
    let short = EquatorRoute.course([(0, 0), (24, 0)])
    expect(try passings(short, EquatorRoute.place(east: 20)), [20, 28, 68])
  }

  @Test func `repeated points do not change when a place is reached`() throws {
    let course = EquatorRoute.course([(0, 0), (0, 0), (700, 0), (700, 0), (700, 0), (1000, 0), (1000, 0)])
    expect(try passings(course, EquatorRoute.place(east: 700)), [675, 1275, 2675])
  }

  @Test func `two points are enough for a route`() throws {
    expect(try passings(EquatorRoute.course([(0, 0), (1000, 0)]), EquatorRoute.place(east: 500)), [475, 1475, 2475])
  }

  @Test func `no place is reached on a route without length`() {
    let place = EquatorRoute.place(east: 0)
    for points in [[], [place], [place, place], [place, place, place]] {
      let course = RouteCourse(Route(points: points))
      #expect(course.meters(to: place, after: 0) == nil)
      #expect(course.place(atMeters: 100) == points.first)
    }
    #expect(EquatorRoute.line.meters(to: place, after: .infinity) == nil)
    #expect(EquatorRoute.line.meters(to: place, after: .nan) == nil)
  }

  @Test func `a place on the longest route is reached at the edge of its circle`() throws {
    // A zigzag of 1 m steps; its teeth do not leave the circle.
    let points = (0..<Limits.routePoints).map { (east: Double($0) * 0.9, north: Double($0 % 2)) }
    let course = EquatorRoute.course(points)
    let first = try #require(course.meters(to: EquatorRoute.place(east: 90_000), after: 0))
    let place = try #require(course.place(atMeters: first))
    #expect(abs(RouteVector(place).meters(to: RouteVector(EquatorRoute.place(east: 90_000))) - 25) < 1.5)
  }
}

extension RouteCourse {
  /// Returns the place after a virtual distance, walked from the route's first point; nil without points.
  func place(atMeters distance: Double) -> Place? {
    guard let first = points.first, lengthMeters > 0 else { return points.first?.place }
    var rest = distance.truncatingRemainder(dividingBy: periodMeters)
    if rest > lengthMeters { rest = periodMeters - rest }
    for index in points.indices.dropLast() {
      let length = meters[index + 1] - meters[index]
      if rest <= length { return arc(index).point(atMeters: rest).place }
      rest -= length
    }
    return isLoop ? first.place : points.last?.place
  }
}
