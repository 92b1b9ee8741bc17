import ControlWire
import Rides
import Testing

@testable import RideText

/// A route with the rider on it.
@Suite struct RoadFrameTests {
  private func status(atMeters meters: Double) -> Status {
    var ride = RideStatus(
      id: 4, targetWatts: nil, timerSeconds: 600, elapsedSeconds: 600, remainingSeconds: nil, distanceMeters: meters)
    ride.slopePercent = 6.1
    ride.road = RoadStatus(
      meters: meters, lengthMeters: 8000, slopePercent: 6.1, altitudeMeters: 812.4, ascentMeters: 214.2)
    return Status(phase: .riding, ride: ride)
  }

  /// Up for the first half, and down for the second one.
  private let route = RouteLine(
    meters: 8000, loop: false, ascentMeters: 300,
    points: (0...80).map { step in
      let climbed = step <= 40 ? Double(step) : 80 - Double(step)
      return RoutePoint(
        meters: Double(step) * 100, latitudeDegrees: 47, longitudeDegrees: 11, altitudeMeters: 500 + climbed * 7.5)
    })

  private func lines(atMeters meters: Double, columns: Int = 41, glyphs: Glyphs = .ascii) -> [String] {
    var frame = LiveFrame(status: status(atMeters: meters), news: .fresh, columns: columns, glyphs: glyphs)
    frame.route = route
    return frame.lines.map(\.plain)
  }

  @Test func `the profile rises and falls as the route does, with a mark below the rider`() throws {
    let picture = RoadProfile(route: route, road: try #require(status(atMeters: 2000).ride?.road))
      .lines(width: 40, rows: 4, glyphs: .unicode).map(\.plain)
    #expect(picture.count == 5)
    let top = picture[0]
    #expect(top.prefix(12).allSatisfy { $0 == " " } && top.dropFirst(18).prefix(4).allSatisfy { $0 != " " })
    #expect(picture[3].allSatisfy { $0 != " " }, "the lowest place is drawn, too")
    let mark = try #require(picture[4].firstIndex(of: Character(Glyphs.unicode.cursor)))
    #expect(picture[4].distance(from: picture[4].startIndex, to: mark) == 10)
  }

  @Test func `on the way back, the mark moves back`() throws {
    let back = RoadProfile(route: route, road: try #require(status(atMeters: 14_000).ride?.road))
      .lines(width: 40, rows: 2, glyphs: .unicode).map(\.plain)
    let mark = try #require(back[2].firstIndex(of: Character(Glyphs.unicode.cursor)))
    #expect(back[2].distance(from: back[2].startIndex, to: mark) == 10)
  }

  @Test func `the view states the place, the slope and the climb`() {
    let text = lines(atMeters: 3200, columns: 100).joined(separator: "\n")
    #expect(text.contains("3.20 km of 8.00 km, slope 6.1 %, 812 m above sea level, 214 m climbed"))
    #expect(text.contains("slope 6.1 %"))
  }

  @Test func `a route without heights has no profile`() throws {
    var flat = route
    for index in flat.points.indices { flat.points[index].altitudeMeters = nil }
    let road = try #require(status(atMeters: 10).ride?.road)
    #expect(RoadProfile(route: flat, road: road).lines(width: 40, rows: 3, glyphs: .ascii).isEmpty)
  }
}
