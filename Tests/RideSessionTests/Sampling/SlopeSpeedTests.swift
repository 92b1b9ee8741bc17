import Rides
import TestKit
import Testing

@testable import RideSession

@Suite struct SlopeSpeedTests {
  /// The share of the power that reaches the road.
  private static let efficiency = 0.976
  /// Of a rider of 77 kg and the bike.
  private static let kilograms = 85.0

  /// Solutions of P = v · (m g (Crr cos β + sin β) + ½ CdA ρ v²), with 85 kg, Crr 0.004 and ½ CdA ρ 0.196; the last one
  /// coasts.
  @Test(arguments: [
    (200.0, 0.0, 9.5049), (200, 5, 4.1395), (200, 10, 2.2912), (250, 8, 3.4650), (150, -2, 11.5809), (0, -5, 13.9781),
  ])
  func `virtual speed on a slope settles where power equals all resistances`(
    watts: Double, gradePercent: Double, metersPerSecond: Double
  ) {
    var speed = VirtualSpeed(riderKilograms: Self.kilograms - 8)
    _ = speed.second(watts: 100)
    var last = 0.0
    for _ in 0..<2000 { last = speed.second(watts: watts / Self.efficiency, gradePercent: gradePercent).meters }
    #expect(abs(last - metersPerSecond) < 0.001, "\(last)")
  }

  @Test(arguments: [(20.0, 40.0), (10, 20), (100, 20), (3, 5)])
  func `a slow bike on a steep road settles without swinging`(watts: Double, gradePercent: Double) {
    var speed = VirtualSpeed()
    let ride = (0..<300).map { _ in speed.second(watts: watts, gradePercent: gradePercent).meters }
    let last = ride.last ?? 0
    #expect(last > 0)
    // The first second has no rolling resistance yet.
    #expect(ride.allSatisfy { $0 < 1.02 * last })
    #expect(ride.dropFirst(60).allSatisfy { abs($0 - last) < 1e-6 })
  }

  @Test func `a bike without power stops uphill and does not roll back`() {
    var speed = VirtualSpeed()
    for _ in 0..<120 { _ = speed.second(watts: 250) }
    let rolled = (0..<60).map { _ in speed.second(watts: 0, gradePercent: 8) }
    #expect(rolled.allSatisfy { $0.meters >= 0 })
    #expect(rolled.last.map { $0.meters == 0 && $0.speedKmh == 0 } == true)
  }

  @Test func `a bike coasts downhill, and waits at a standstill for the first power`() {
    var speed = VirtualSpeed()
    #expect(speed.second(watts: 0, gradePercent: -8).meters == 0)
    _ = speed.second(watts: 50, gradePercent: -8)
    let coasted = (0..<60).map { _ in speed.second(watts: 0, gradePercent: -8).meters }
    #expect(zip(coasted, coasted.dropFirst()).allSatisfy { $0 < $1 + 1e-9 })
    #expect((coasted.last ?? 0) > 15)
  }

  @Test func `the rider brakes downhill at 25 m a second`() {
    var speed = VirtualSpeed(riderKilograms: 100)
    for _ in 0..<600 { #expect(speed.second(watts: 400, gradePercent: -20).meters <= 25) }
    #expect(speed.second(watts: 400, gradePercent: -20).meters == 25)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `an extreme grade does not break the model`(gradePercent: Double) {
    var speed = VirtualSpeed()
    for _ in 0..<60 {
      let second = speed.second(watts: 200, gradePercent: gradePercent)
      #expect(second.meters.isFinite && (0...42).contains(second.meters))
    }
  }
}

@Suite struct SlopeEnergyTests {
  private static let (efficiency, kilograms, gravity, rolling, halfDrag) = (0.976, 83.0, 9.80665, 0.004, 0.196)
  /// With the inertia of the wheels.
  private static let inertia = 83.9

  private static func watts(atSecond second: Int) -> Double {
    [180, 240, 0, 210, 320, 150][second / 97 % 6]
  }

  /// Rides a course once, row by row; each row has its watts, its grade and its metres.
  private static func ride(_ course: RouteCourse) throws -> [(watts: Double, grade: Double, meters: Double)] {
    var (speed, distance) = (VirtualSpeed(), 0.0)
    var rows: [(watts: Double, grade: Double, meters: Double)] = []
    while distance < course.lengthMeters, rows.count < 20_000 {
      let watts = watts(atSecond: rows.count)
      let grade = try #require(course.gradePercent(atMeters: distance))
      let meters = speed.second(watts: watts, gradePercent: grade).meters
      distance += meters
      rows.append((watts, grade / 100, meters))
    }
    return rows
  }

  @Test(arguments: [[], [.noise, .wholeMeters, .spikes, .gaps]] as [[SyntheticCol.Flaw]])
  func `the energy of a ride over a col is that of height, rolling, air and motion`(
    _ flaws: [SyntheticCol.Flaw]
  ) throws {
    let course = RouteCourse(SyntheticCol.route(flaws))
    let rows = try Self.ride(course)
    let distance = rows.reduce(0) { $0 + $1.meters }
    let work = rows.reduce(0) { $0 + $1.watts * Self.efficiency }
    let height = try #require(course.altitude(atMeters: distance)) - (try #require(course.altitude(atMeters: 0)))
    var (losses, before) = (0.0, 0.0)
    for row in rows {
      let cosine = 1 / (1 + row.grade * row.grade).squareRoot()
      losses += Self.kilograms * Self.gravity * Self.rolling * cosine * row.meters
      // The mean of v³ while the speed changes in a straight line.
      let (from, to) = (before, row.meters)
      losses += Self.halfDrag * (from * from * from + from * from * to + from * to * to + to * to * to) / 4
      before = row.meters
    }
    let motion = Self.inertia * before * before / 2
    let needed = Self.kilograms * Self.gravity * height + losses + motion
    #expect(abs(work - needed) < 0.01 * needed, "\(work) J instead of \(needed) J")
  }

  /// An integration in steps of 10 ms, by the midpoint rule, of the same road and the same power.
  @Test func `a ride over a col takes the time of an exact integration`() throws {
    let course = RouteCourse(SyntheticCol.route())
    let rows = try Self.ride(course)
    func acceleration(_ speed: Double, _ distance: Double, _ watts: Double) -> Double {
      let grade = (course.gradePercent(atMeters: distance) ?? 0) / 100
      let cosine = 1 / (1 + grade * grade).squareRoot()
      let weight = Self.kilograms * Self.gravity * cosine
      let force = weight * (Self.rolling + grade) + Self.halfDrag * speed * speed
      return (watts * Self.efficiency / max(speed, 0.5) - force) / Self.inertia
    }
    var (speed, distance, steps) = (0.0, 0.0, 0)
    while distance < course.lengthMeters, steps < 2_000_000 {
      let watts = Self.watts(atSecond: steps / 100)
      let middle = max(0, speed + 0.005 * acceleration(speed, distance, watts))
      let change = acceleration(middle, distance + 0.005 * speed, watts)
      distance += 0.01 * middle
      speed = max(0, speed + 0.01 * change)
      steps += 1
    }
    #expect(abs(Double(rows.count) - Double(steps) / 100) < 0.01 * Double(rows.count), "\(rows.count) s, \(steps)")
  }
}
