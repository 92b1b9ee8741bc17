/// The heights along a route, smoothed, and the grades that follow from them.
///
/// The heights of a file are noisy, in steps, or wrong at single points, so the grade from one point to the next is
/// unusable. The profile is therefore measured by distance: nodes at equal distances of about `spacing`, cleaned and
/// smoothed by `HeightSmoothing`, with a quadratic B-spline through them. Its slope is continuous, and its height is the
/// exact integral of the slope.
///
/// A loop continues smoothly from its end to its beginning. Another route is level at both ends, where it turns.
package struct RouteProfile: Sendable {
  /// The greatest grade either way, as a share; no more is held by trainers.
  package static let steepest = 0.2
  /// The distance between two nodes, in metres, of a route that is not very long.
  static let spacing = 10.0
  /// The number of parts between the nodes.
  private static let parts = 10...100_000

  /// The smoothed height of each node, in metres, with one more node at either end.
  private let nodes: [Double]
  /// The climb up to each node, in metres.
  private let ascents: [Double]
  /// The distance between two nodes, in metres.
  private let step: Double
  /// A height and a slope that are added, so that smoothing keeps the heights of both ends.
  private let (lift, tilt): (Double, Double)

  /// Measures a route; nil if fewer than two heights are known, or if the route is shorter than a metre.
  ///
  /// - Parameters:
  ///   - altitudes: The height of each point, nil where it is unknown. The height of such a point is interpolated.
  ///   - meters: The distance of each point from the first, in metres. A loop has one more: the first point again.
  ///   - isLoop: Whether the last distance is that of the first point.
  init?(_ altitudes: [Double?], atMeters meters: [Double], isLoop: Bool) {
    guard let length = meters.last, length.isFinite, length >= 1,
      let track = HeightTrack(altitudes, atMeters: meters, isLoop: isLoop)
    else { return nil }
    let wanted = (min(length, 1e9) / Self.spacing).rounded(.up)
    let parts = min(max(Int(wanted), Self.parts.lowerBound), Self.parts.upperBound)
    let step = length / Double(parts)
    let smoothing = HeightSmoothing(track.withoutStairs.means(of: parts, step: step), step: step, isLoop: isLoop)
    let (nodes, ends) = (smoothing.smoothed, smoothing.ends)
    let first = Self.height(nodes, at: 0)
    let last = Self.height(nodes, at: Double(parts))
    let tilt = isLoop ? 0 : ((ends.last - ends.first) - (last - first)) / length
    let lift = isLoop ? 0 : ends.first - first
    var (ascents, before) = ([0.0], first)
    ascents.reserveCapacity(parts + 1)
    for part in 1...parts {
      let height = Self.height(nodes, at: Double(part)) + tilt * step * Double(part)
      ascents.append(ascents[part - 1] + max(0, height - before))
      before = height
    }
    (self.nodes, self.step, self.lift, self.tilt, self.ascents) = (nodes, step, lift, tilt, ascents)
  }

  /// Returns the height at a distance within the length, in metres above sea level.
  func altitude(atMeters meters: Double) -> Double {
    let meters = within(meters)
    return Self.height(nodes, at: meters / step) + lift + tilt * meters
  }

  /// Returns the slope at a distance within the length, as a share, positive uphill.
  func grade(atMeters meters: Double) -> Double {
    let (index, rest) = Self.node(of: within(meters) / step, in: nodes)
    let slope = nodes[index + 2] * (0.5 + rest) - 2 * nodes[index + 1] * rest - nodes[index] * (0.5 - rest)
    return min(max(slope / step + tilt, -Self.steepest), Self.steepest)
  }

  /// Returns the climb from the first point to a distance within the length, in metres.
  func ascent(toMeters meters: Double) -> Double {
    let meters = within(meters)
    let index = min(Int(meters / step), ascents.count - 1)
    return ascents[index] + max(0, altitude(atMeters: meters) - altitude(atMeters: Double(index) * step))
  }

  /// Returns the descent from the first point to a distance within the length, in metres, never negative.
  func descent(toMeters meters: Double) -> Double {
    max(0, ascent(toMeters: meters) - (altitude(atMeters: meters) - altitude(atMeters: 0)))
  }

  /// Returns the nearest distance within the length; 0 for not a number.
  private func within(_ meters: Double) -> Double {
    meters.isNaN ? 0 : min(max(meters, 0), step * Double(ascents.count - 1))
  }

  /// Returns the height of the spline at a distance in steps.
  private static func height(_ nodes: [Double], at steps: Double) -> Double {
    let (index, rest) = node(of: steps, in: nodes)
    let (before, after) = (0.5 - rest, 0.5 + rest)
    return nodes[index] * before * before / 2 + nodes[index + 1] * (0.75 - rest * rest)
      + nodes[index + 2] * after * after / 2
  }

  /// Returns the nearest node to a distance in steps, and the rest, -0.5…0.5.
  private static func node(of steps: Double, in nodes: [Double]) -> (index: Int, rest: Double) {
    let steps = min(max(steps, 0), Double(nodes.count - 3))
    let nearest = steps.rounded()
    return (Int(nearest), steps - nearest)
  }
}
