import Rides
import Testing

@testable import RideFiles

@Suite struct GPXRouteTests {
  private static func route(_ text: String) throws -> Route? {
    guard case .route(let route) = try WorkoutFile.decode(Array(text.utf8), fileName: nil) else { return nil }
    return route
  }

  private static func gpx(_ content: String) -> String {
    "<?xml version='1.0'?>\n<gpx version='1.1' xmlns='http://www.topografix.com/GPX/1/1'>\n\(content)\n</gpx>\n"
  }

  private static func points(_ element: String, _ places: [(Double, Double)]) -> String {
    places.map { "<\(element) lat='\($0.0)' lon=\"\($0.1)\"><ele>1</ele></\(element)>" }.joined(separator: "\n")
  }

  private static let first = points("trkpt", [(48, 16), (48, 16), (48.001, 16)])
  private static let second = points("trkpt", [(48.001, 16), (48.002, 16.001)])
  private static let places = [(48, 16), (48.001, 16), (48.002, 16.001)].map {
    Place(latitudeDegrees: $0.0, longitudeDegrees: $0.1)
  }

  @Test func `the segments of a GPX track become one route without repeated points`() throws {
    let text = Self.gpx(
      """
      <metadata><name>All</name></metadata><wpt lat='1' lon='1'><name>Here</name></wpt>
      <trk><name> Danube </name><trkseg>\(Self.first)</trkseg><trkseg>\(Self.second)</trkseg></trk>
      <trk><name>Other</name><trkseg>\(Self.points("trkpt", [(1, 1), (2, 2)]))</trkseg></trk>
      """)
    let here = Waypoint(name: "Here", place: Place(latitudeDegrees: 1, longitudeDegrees: 1))
    #expect(
      try Self.route(text)
        == Route(name: "Danube", points: Self.places, altitudes: [1, 1, 1], waypoints: [here]))
  }

  @Test func `a waypoint without a name or off the globe is left out of the route`() throws {
    let text = Self.gpx(
      """
      <wpt lat='1' lon='1'/><wpt lat='91' lon='1'><name>Beyond</name></wpt><wpt lon='1'><name>Nowhere</name></wpt>
      <wpt lat='2' lon='3'><ele>7</ele><name> Café
      </name></wpt><trk><trkseg>\(Self.first)</trkseg></trk>
      """)
    #expect(
      try Self.route(text)?.waypoints
        == [Waypoint(name: "Café", place: Place(latitudeDegrees: 2, longitudeDegrees: 3))])
  }

  @Test func `a GPX route is read if there is no track`() throws {
    let text = Self.gpx(
      "<metadata><name>All</name></metadata><trk/><rte>\(Self.points("rtept", [(48, 16), (48.001, 16)]))</rte>")
    let places = Array(Self.places.prefix(2))
    #expect(try Self.route(text) == Route(name: "All", points: places, altitudes: [1, 1]))
    let old = "<gpx version='1.0'><rte>\(Self.points("rtept", [(48, 16), (48.001, 16)]))</rte></gpx>"
    #expect(try Self.route(old) == Route(points: places, altitudes: [1, 1]))
  }

  @Test func `a missing or impossible height in GPX is unknown, and a route without any has none`() throws {
    let heights = ["<ele> 372.43210 </ele>", "", "<ele>much</ele>", "<ele>9001</ele>", "<ele>-431.5</ele>"]
    func text(_ heights: [String]) -> String {
      let points = heights.enumerated().map { "<trkpt lat='48' lon='16.00\($0.offset)'>\($0.element)</trkpt>" }
      return Self.gpx("<trk><trkseg>\(points.joined())</trkseg></trk>")
    }
    #expect(try Self.route(text(heights))?.altitudes == [372.432, nil, nil, nil, -431.5])
    #expect(try Self.route(text(Array(heights[1...3])))?.altitudes == [])
  }

  @Test func `a repeated GPX point does not change the height of the point before it`() throws {
    let points = [("48.0", 1), ("48.0", 5), ("48.1", 9)].map {
      "<trkpt lat='\($0.0)' lon='1'><ele>\($0.1)</ele></trkpt>"
    }
    let text = Self.gpx("<trk><trkseg>\(points.joined())</trkseg></trk>")
    #expect(try Self.route(text)?.altitudes == [1, 9])
  }

  @Test(arguments: [
    ("<trkpt lat='91' lon='0'/>", PlanFault.Code.badPlace, 4), ("<trkpt lat='1'/>", .malformed, 4),
    ("<trkpt lat='1,5' lon='0'/>", .malformed, 4), ("<trkpt lat='nan' lon='0'/>", .malformed, 4),
    ("<trkpt lat='1' lon='0'>&eins;</trkpt>", .forbidden, 4), ("<trkpt lat='1' lon='0'/>&", .malformed, 4),
  ])
  func `an invalid GPX route point is refused with its line number`(
    _ point: String, _ code: PlanFault.Code, _ line: Int
  ) {
    let error = #expect(throws: PlanFault.self) {
      try Self.route(Self.gpx("<trk><trkseg>\n\(point)\n</trkseg></trk>"))
    }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.line == line)
  }

  @Test(
    arguments: [
      ("", PlanFault.Code.empty), ("<wpt lat='1' lon='1'/>", .empty),
      ("<trk><trkseg>\(points("trkpt", [(48, 16)]))</trkseg></trk>", .zeroLength),
      ("<trk><trkseg>\(points("trkpt", [(48, 16), (48.0001, 16)]))</trkseg></trk>", .zeroLength),
      ("<trk><trkseg>\(points("trkpt", [(48, 16), (58, 16)]))</trkseg></trk>", .tooLong),
    ] as [(String, PlanFault.Code)])
  func `a GPX route without length is refused`(_ content: String, _ code: PlanFault.Code) {
    let error = #expect(throws: PlanFault.self) { try Self.route(Self.gpx(content)) }
    #expect(error?.code == code)
  }
}
