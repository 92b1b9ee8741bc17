import ControlWire
import Rides

/// The heights of a route, with the part up to the rider marked.
struct RoadProfile {
  let route: RouteLine
  let road: RoadStatus

  /// The part of the picture's height that the lowest place has, so that a level road is visible.
  private static let ground = 0.15
  /// The least difference of heights that fills the picture, in metres; smaller ones are drawn smaller.
  private static let leastClimbMeters = 30.0

  /// Returns the columns and the line with the rider's place below them; empty for a route without heights.
  func lines(width: Int, rows: Int, glyphs: Glyphs) -> [StyledLine] {
    let heights = route.points.compactMap { point in point.altitudeMeters.map { (point.meters, $0) } }
    guard let lowest = heights.map(\.1).min(), let highest = heights.map(\.1).max(), width > 0, route.meters > 0
    else { return [] }
    let span = max(highest - lowest, Self.leastClimbMeters)
    let cursor = min(width - 1, max(0, Int(along / route.meters * Double(width))))
    var next = heights.startIndex
    let columns = (0..<width).map { column in
      let meters = (Double(column) + 0.5) / Double(width) * route.meters
      while next < heights.endIndex - 1, heights[next].0 < meters { next += 1 }
      let share = Self.ground + (1 - Self.ground) * (heights[next].1 - lowest) / span
      let style: Style = column == cursor ? .accent : column < cursor ? .good : .dim
      return ColumnChart.Column(share: share, style: style)
    }
    let bars = ColumnChart(columns: columns, rows: rows, glyphs: ChartGlyphs(glyphs)).lines
    return bars + [Skyline.base(width: width, cursor: cursor, glyphs)]
  }

  /// The rider's metres along the drawn route: again from its beginning in each lap, and back from its end.
  private var along: Double {
    let period = route.loop ? route.meters : 2 * route.meters
    let meters = road.meters.truncatingRemainder(dividingBy: max(1, period))
    return meters > route.meters ? period - meters : meters
  }
}
