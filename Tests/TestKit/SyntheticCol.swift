package import Rides

/// A mountain road made for tests: from a valley over steep and gentle parts to a summit, and down on the other side.
///
/// It goes straight north, so that the distance of each point is known exactly.
package enum SyntheticCol {
  /// A fault that heights of real files have.
  package enum Flaw: CaseIterable, Sendable {
    /// Random errors of up to a metre either way.
    case noise
    /// Heights in whole metres.
    case wholeMeters
    /// Heights in steps of 10 m, like those of a coarse map.
    case stairs
    /// Single points hundreds of metres above or below the road, one of them the first.
    case spikes
    /// Stretches of 300 m without heights.
    case gaps
  }

  /// The parts of the road: metres, and the grade as a share.
  package static let parts: [(meters: Double, grade: Double)] = [
    (800, 0), (1500, 0.06), (1200, 0.09), (600, 0.03), (1400, 0.11), (500, 0), (2000, -0.06),
  ]
  package static let lengthMeters = 8000.0
  /// The height of the valley, in metres.
  package static let valleyMeters = 372.0
  /// The climb to the summit, in metres.
  package static let ascentMeters = 370.0
  /// The descent behind the summit, in metres.
  package static let descentMeters = 120.0

  private static let degreeMeters = 6_371_008.8 * Double.pi / 180
  private static let spacing = 10.0

  /// Returns the true height at a distance, in metres.
  package static func height(atMeters meters: Double) -> Double {
    var (rest, height) = (meters, valleyMeters)
    for part in parts {
      height += min(max(0, rest), part.meters) * part.grade
      rest -= part.meters
    }
    return height
  }

  /// Returns the road with some faults in its heights.
  package static func route(_ flaws: [Flaw] = []) -> Route {
    var (altitudes, random): ([Double?], UInt64) = ([], 88_172_645_463_325_252)
    let points = (0...Int(lengthMeters / spacing)).map { index in
      let meters = Double(index) * spacing
      altitudes.append(flawed(height(atMeters: meters), index, flaws, &random))
      return Place(latitudeDegrees: 47 + meters / degreeMeters, longitudeDegrees: 11)
    }
    return Route(name: "Col", points: points, altitudes: altitudes)
  }

  private static func flawed(_ height: Double, _ index: Int, _ flaws: [Flaw], _ random: inout UInt64) -> Double? {
    // Marsaglia's xorshift.
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    var height = height
    if flaws.contains(.noise) { height += Double(random % 2001) / 1000 - 1 }
    if flaws.contains(.wholeMeters) { height = height.rounded() }
    if flaws.contains(.stairs) { height = (height / 10).rounded() * 10 }
    if flaws.contains(.spikes) {
      if index == 0 { return 0 }
      if index % 150 == 75 { height += index % 300 == 75 ? 400 : -300 }
    }
    if flaws.contains(.gaps), index % 200 > 100, index % 200 < 131 { return nil }
    return (height * 1000).rounded() / 1000
  }

  /// The road as a GPX file.
  package static func gpx(_ flaws: [Flaw] = []) -> String {
    let route = route(flaws)
    let points = zip(route.points, route.altitudes).map { place, altitude in
      "<trkpt lat=\"\(place.latitudeDegrees)\" lon=\"\(place.longitudeDegrees)\">"
        + (altitude.map { "<ele>\($0)</ele>" } ?? "") + "</trkpt>"
    }
    return """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="jz2" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Col</name><trkseg>
      \(points.joined(separator: "\n"))
      </trkseg></trk></gpx>
      """
  }
}
