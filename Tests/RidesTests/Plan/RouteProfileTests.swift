import TestKit
import Testing

@testable import Rides

@Suite struct RouteProfileTests {
  private static let flaws: [[SyntheticCol.Flaw]] =
    SyntheticCol.Flaw.allCases.map { [$0] } + [[], [.noise, .wholeMeters, .spikes, .gaps]]

  /// A square loop of 4 km, which climbs to its second corner and descends to its fourth.
  private static func loop(_ altitudes: [Double?] = [100, 150, 180, 120, 100]) -> RouteCourse {
    var route = EquatorRoute.route([(0, 0), (1000, 0), (1000, 1000), (0, 1000), (0, 0)])
    route.altitudes = altitudes
    return RouteCourse(route)
  }

  @Test func `a route without heights, or with a single one, has no profile`() {
    for altitudes in [[], [nil, nil, nil], [nil, 5, nil], [.nan, 5, .infinity]] as [[Double?]] {
      var route = EquatorRoute.route([(0, 0), (400, 0), (1000, 0)])
      route.altitudes = altitudes
      let course = RouteCourse(route)
      #expect(course.altitude(atMeters: 500) == nil && course.gradePercent(atMeters: 500) == nil)
      #expect(course.ascentMeters == nil && course.ascentMeters(toMeters: 500) == nil)
    }
  }

  @Test(arguments: flaws)
  func `the heights of a file with flaws are those of the road`(_ flaws: [SyntheticCol.Flaw]) throws {
    let course = RouteCourse(SyntheticCol.route(flaws))
    // A coarse map knows no height better than half of its steps.
    let tolerance = flaws.contains(.stairs) ? 11.0 : 4
    for meters in stride(from: 200.0, through: 7800, by: 5) {
      let altitude = try #require(course.altitude(atMeters: meters))
      #expect(abs(altitude - SyntheticCol.height(atMeters: meters)) < tolerance, "at \(meters) m")
    }
    let ascent = try #require(course.ascentMeters)
    #expect(abs(ascent - SyntheticCol.ascentMeters) < (flaws.contains(.stairs) ? 12 : 6), "\(ascent)")
  }

  @Test(arguments: flaws.filter { !$0.contains(.stairs) })
  func `the grade in the middle of each part of the road is that of the part`(_ flaws: [SyntheticCol.Flaw]) throws {
    let course = RouteCourse(SyntheticCol.route(flaws))
    var begin = 0.0
    for part in SyntheticCol.parts {
      // The mean over 200 m in the middle of the part.
      let middle = begin + part.meters / 2
      let grades = try stride(from: -100.0, through: 100, by: 1).map {
        try #require(course.gradePercent(atMeters: middle + $0))
      }
      let mean = grades.reduce(0, +) / Double(grades.count)
      #expect(abs(mean - 100 * part.grade) < 1, "\(mean) instead of \(100 * part.grade) at \(middle) m")
      begin += part.meters
    }
  }

  @Test(arguments: flaws)
  func `the integral of the grade is the difference of the heights`(_ flaws: [SyntheticCol.Flaw]) throws {
    let course = RouteCourse(SyntheticCol.route(flaws))
    let first = try #require(course.altitude(atMeters: 0))
    let step = 0.5
    var height = first
    for index in 0..<Int(course.periodMeters / step) {
      height += (course.gradePercent(atMeters: (Double(index) + 0.5) * step) ?? .nan) / 100 * step
      guard index % 200 == 199 else { continue }
      let altitude = try #require(course.altitude(atMeters: Double(index + 1) * step))
      #expect(abs(height - altitude) < 0.02, "after \(Double(index + 1) * step) m")
    }
    #expect(abs(height - first) < 0.05, "there and back")
  }

  @Test(arguments: flaws)
  func `the grade never jumps and is never steeper than a trainer holds`(_ flaws: [SyntheticCol.Flaw]) throws {
    let course = RouteCourse(SyntheticCol.route(flaws))
    // Twice there and back, over both turning points.
    let grades = stride(from: 0.0, through: 2 * course.periodMeters, by: 1).compactMap {
      course.gradePercent(atMeters: $0)
    }
    #expect(grades.count > 30_000)
    #expect(grades.allSatisfy { abs($0) <= 20 })
    let jump = zip(grades, grades.dropFirst()).map { abs($0 - $1) }.max()
    #expect(try #require(jump) < 0.45)
  }

  @Test func `smoothing keeps the height of both ends`() throws {
    let course = RouteCourse(SyntheticCol.route())
    #expect(abs(try #require(course.altitude(atMeters: 0)) - SyntheticCol.valleyMeters) < 0.5)
    let end = SyntheticCol.valleyMeters + SyntheticCol.ascentMeters - SyntheticCol.descentMeters
    #expect(abs(try #require(course.altitude(atMeters: course.lengthMeters)) - end) < 0.5)
  }

  @Test func `the way back has the heights of the way there and the opposite grades`() throws {
    let course = RouteCourse(SyntheticCol.route([.noise]))
    for meters in stride(from: 10.0, to: 8000, by: 333) {
      let back = course.periodMeters - meters
      #expect(course.altitude(atMeters: meters) == course.altitude(atMeters: back))
      let (there, again) = (course.gradePercent(atMeters: meters), course.gradePercent(atMeters: back))
      #expect(abs(try #require(there) + (try #require(again))) < 1e-9)
    }
  }

  @Test func `a loop continues over its seam without a jump of height or grade`() throws {
    let course = Self.loop()
    #expect(course.isLoop)
    for lap in [course.lengthMeters, 2 * course.lengthMeters] {
      let (before, after) = (course.altitude(atMeters: lap - 0.01), course.altitude(atMeters: lap + 0.01))
      #expect(abs(try #require(before) - (try #require(after))) < 0.01)
      let (steep, again) = (course.gradePercent(atMeters: lap - 0.01), course.gradePercent(atMeters: lap + 0.01))
      #expect(abs(try #require(steep) - (try #require(again))) < 0.01)
    }
    #expect(abs(try #require(course.ascentMeters) - 80) < 3)
  }

  @Test func `a missing height at the seam of a loop is interpolated over the seam`() throws {
    let course = Self.loop([nil, 150, 180, 120, nil])
    #expect(abs(try #require(course.altitude(atMeters: 0)) - 135) < 2)
  }

  @Test func `the climb adds up over laps, and over the way there and back`() throws {
    let loop = Self.loop()
    let lap = try #require(loop.ascentMeters)
    #expect(abs(try #require(loop.ascentMeters(toMeters: 3 * loop.lengthMeters)) - 3 * lap) < 0.01)
    #expect(loop.ascentMeters(toMeters: -5) == 0)
    #expect(loop.ascentMeters(toMeters: .nan) == 0)
    let line = RouteCourse(SyntheticCol.route())
    let there = try #require(line.ascentMeters)
    let both = try #require(line.ascentMeters(toMeters: line.periodMeters))
    #expect(abs(both - there - SyntheticCol.descentMeters) < 3)
    var before = 0.0
    for meters in stride(from: 0.0, through: 2.5 * line.periodMeters, by: 20) {
      let climbed = try #require(line.ascentMeters(toMeters: meters))
      #expect(climbed >= before - 0.05, "at \(meters) m")
      before = climbed
    }
  }

  @Test func `a level road in whole metres stays level before a climb`() throws {
    let altitudes = (0...400).map { Double?(372 + max(0, 0.07 * (Double($0) * 10 - 2000)).rounded()) }
    let meters = (0...400).map { Double($0) * 10 }
    let profile = try #require(RouteProfile(altitudes, atMeters: meters, isLoop: false))
    for place in stride(from: 100.0, to: 1800, by: 10) { #expect(abs(profile.grade(atMeters: place)) < 0.002) }
    for place in stride(from: 2200.0, to: 3800, by: 10) { #expect(abs(profile.grade(atMeters: place) - 0.07) < 0.01) }
  }

  @Test func `a cliff in the heights becomes the steepest road`() throws {
    let altitudes = (0...400).map { Double?($0 < 200 ? 100 : 400) }
    let meters = (0...400).map { Double($0) * 10 }
    let profile = try #require(RouteProfile(altitudes, atMeters: meters, isLoop: false))
    #expect(abs(profile.altitude(atMeters: 4000) - profile.altitude(atMeters: 0) - 300) < 0.01)
    #expect(abs(profile.altitude(atMeters: 100) - 100) < 1 && abs(profile.altitude(atMeters: 3900) - 400) < 1)
  }

  @Test(
    arguments: [
      ([100, 108], [0.0, 100]), ([0, 9000, -500, 9000], [0, 1, 2, 3]), ([5, 5], [0, 1_000_000]),
      ([1, 2, 3], [0, 0, 150]), ([7, 8], [0, 0]), ([1, 2], [0, .infinity]), ([1, 2], [0, .nan]),
      ([100, 200], [0, 1e-9]),
    ] as [([Double?], [Double])])
  func `any heights give finite grades within the limit, or no profile`(_ heights: [Double?], _ meters: [Double]) {
    for isLoop in [false, true] {
      guard let profile = RouteProfile(heights, atMeters: meters, isLoop: isLoop) else { continue }
      for place in [-1e300, -1, 0, 1, 50, 99.9, 1e6, 1e300, .nan, .infinity] {
        #expect(abs(profile.grade(atMeters: place)) <= RouteProfile.steepest)
        #expect(profile.altitude(atMeters: place).isFinite)
        #expect(profile.ascent(toMeters: place) >= 0)
      }
    }
  }
}
