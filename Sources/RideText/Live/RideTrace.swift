package import ControlWire
package import Rides

/// The last five minutes of a ride, second by second, for the traces of the live view.
package struct RideTrace: Equatable {
  /// The number of seconds that are stored.
  package static let seconds = 300

  /// A second of the ride; unknown values are nil.
  struct Point: Equatable {
    let second: Int
    let watts: Int?
    let beatsPerMinute: Int?
  }

  /// The points in order of time, at most one per second.
  private(set) var points: [Point] = []
  /// The ride of the points.
  private var ride: Int?

  package init() {}

  /// Adds the second of a status; another ride begins another trace.
  package mutating func add(_ status: Status) {
    guard let ride = status.ride else { return }
    if ride.id != self.ride { (self.ride, points) = (ride.id, []) }
    let isRiding = status.phase == .riding
    let point = Point(
      second: ride.elapsedSeconds, watts: isRiding ? status.powerWatts : nil,
      beatsPerMinute: status.heartRate?.beatsPerMinute)
    if points.last?.second == point.second { points.removeLast() }
    guard points.last.map({ $0.second < point.second }) ?? true else { return }
    points.append(point)
    points.removeFirst(max(0, points.count - Self.seconds))
  }

  /// Inserts the stored seconds of a ride before the received ones.
  package mutating func precede(with rows: [RideSample], ofRide ride: Int) {
    guard ride == self.ride else { return }
    let first = points.first?.second ?? .max
    let earlier = rows.filter { $0.second < first }.map { row in
      let watts = row.timerRunning ? row.powerWatts.flatMap { Int(exactly: $0.rounded()) } : nil
      return Point(second: row.second, watts: watts, beatsPerMinute: row.beatsPerMinute)
    }
    points = Array((earlier + points).suffix(Self.seconds))
  }

  /// Returns the mean of a value in each of `count` equal parts of the last five minutes; nil for parts without a
  /// value.
  func means(_ value: (Point) -> Int?, in count: Int) -> [Double?] {
    guard count > 0, let last = points.last?.second else { return [] }
    var sums = Array(repeating: (sum: 0.0, count: 0), count: count)
    for point in points {
      let age = last - point.second
      guard age < Self.seconds, let value = value(point) else { continue }
      let index = count - 1 - age * count / Self.seconds
      sums[index].sum += Double(value)
      sums[index].count += 1
    }
    return sums.map { $0.count == 0 ? nil : $0.sum / Double($0.count) }
  }
}

/// A chart of columns, for the skyline and the traces.
struct ColumnChart {
  /// A column: its height as a share of the whole, nil for an empty column, and its style.
  struct Column {
    let share: Double?
    let style: Style
  }

  let columns: [Column]
  let rows: Int
  let glyphs: ChartGlyphs

  /// The lines, from the top; a column that is not empty has at least the lowest part of a cell.
  var lines: [StyledLine] {
    let steps = glyphs.fill.count
    return (0..<max(0, rows)).map { row in
      let below = rows - 1 - row
      var line = StyledLine("")
      for column in columns {
        let height = column.share.map { max(1, Int((min(1, max(0, $0)) * Double(rows * steps)).rounded())) } ?? 0
        let filled = min(steps, max(0, height - below * steps))
        line.append(StyledLine.Span(filled == 0 ? " " : glyphs.fill[filled - 1], column.style))
      }
      return line
    }
  }
}
