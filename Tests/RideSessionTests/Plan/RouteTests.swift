import Testing

@testable import RideSession

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

  /// A square of 1000 m a side, from its south-west corner against the clock.
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
  func distancesAreThoseOverTheGlobe(_ one: Place, _ other: Place, _ meters: Double) {
    #expect(isNear(RouteVector(one).meters(to: RouteVector(other)), meters, within: 0.001))
    #expect(isNear(RouteCourse(Route(points: [one, other])).lengthMeters, meters, within: 0.001))
  }

  @Test(arguments: [
    (48.2082, 16.3738), (-33.9, 151.2), (0, 0), (89.9, -179.5), (-89.9, 179.5), (12, -90), (45, 135), (0, -135),
  ])
  func aPlaceComesBackFromItsDirection(_ latitude: Double, _ longitude: Double) {
    let place = RouteVector(Place(latitude, longitude)).place
    #expect(isNear(place.latitudeDegrees, latitude, within: 1e-9))
    #expect(isNear(place.longitudeDegrees, longitude, within: 1e-9))
  }

  @Test func aRouteWhoseEndsAreNearIsALoopAndItsGapBelongsToIt() {
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
  func onALoopARiderGoesOnFromItsBeginning(_ meters: Double, _ east: Double, _ north: Double) throws {
    let place = try #require(EquatorRoute.square.place(atMeters: meters))
    #expect(RouteVector(place).meters(to: RouteVector(EquatorRoute.place(east: east, north: north))) < 0.01)
  }

  @Test(arguments: [(0.0, 0.0), (399, 399), (1000, 1000), (1300, 700), (2000, 0), (2100, 100), (3900, 100)])
  func anOpenRouteIsRiddenThereAndBack(_ meters: Double, _ east: Double) throws {
    let place = try #require(EquatorRoute.line.place(atMeters: meters))
    #expect(RouteVector(place).meters(to: RouteVector(EquatorRoute.place(east: east))) < 0.01)
  }

  @Test func theDateLineIsNoPlaceApart() throws {
    let course = EquatorRoute.course([(0, 0), (1000, 0)], from: 179.996)
    #expect(isNear(course.lengthMeters, 1000))
    let place = try #require(course.place(atMeters: 700))
    #expect(place.longitudeDegrees < -179.99)
    #expect(isNear(course.meters(to: place, after: 0), 675))
  }

  @Test func aPlaceIsAsFarAsTheNearestPointOfTheRoute() {
    #expect(isNear(EquatorRoute.line.nearestMeters(to: EquatorRoute.place(east: 700, north: 30)), 30))
    #expect(isNear(EquatorRoute.line.nearestMeters(to: EquatorRoute.place(east: -40, north: 30)), 50))
    #expect(isNear(EquatorRoute.square.nearestMeters(to: EquatorRoute.place(east: 500, north: 400)), 400))
    // The middle of an arc of 1000 km, which is 29 km nearer to the pole than its ends.
    let arc = RouteCourse(Route(points: [Place(60, 0), Place(60, 18)]))
    #expect(isNear(arc.nearestMeters(to: arc.place(atMeters: arc.lengthMeters / 2) ?? Place(0, 0)), 0))
  }

  @Test func aPlaceFartherThanTwoHundredMetresIsRefusedWithItsDistance() throws {
    try EquatorRoute.line.check(EquatorRoute.place(east: 700, north: 199))
    let error = #expect(throws: PlanError.self) {
      try EquatorRoute.line.check(EquatorRoute.place(east: 700, north: 201))
    }
    #expect(error == PlanError(.farFromRoute, detail: "201"))
  }

  @Test(
    arguments: [
      ([(0.0, 0.0)], PlanError.Code.zeroLength), ([(0, 0), (99, 0)], .zeroLength),
      ([(0, 0), (0, 0), (0, 0)], .zeroLength),
      ([(0, 0), (1_000_001, 0)], .tooLong), ([(0, 0), (0, 95 * EquatorRoute.degreeMeters)], .badPlace),
    ] as [([(east: Double, north: Double)], PlanError.Code)])
  func aRouteThatLeadsNowhereIsRefused(_ points: [(east: Double, north: Double)], _ code: PlanError.Code) {
    let error = #expect(throws: PlanError.self) { try EquatorRoute.route(points).check() }
    #expect(error?.code == code)
  }

  @Test func aRouteOfAsManyPointsAsAreTakenIsFoundSoundAndOneMoreIsNot() throws {
    var points = (0..<Limits.routePoints).map { (east: Double($0), north: Double($0 % 2)) }
    try EquatorRoute.route(points).check()
    points.append((0, 0))
    let error = #expect(throws: PlanError.self) { try EquatorRoute.route(points).check() }
    #expect(error?.code == .tooLong)
  }
}
