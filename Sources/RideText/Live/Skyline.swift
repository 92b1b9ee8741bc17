import ControlWire
import Rides

/// The plan of a ride as a skyline: the power over time, with the ridden part marked.
struct Skyline {
  /// Every interval of the plan, as the daemon reports them.
  let intervals: [IntervalStatus]
  /// The current interval; nil after the last one.
  let present: IntervalStatus?
  /// Returns the colour of a power's zone; nil without zones.
  var zoneStyle: (Double) -> Style? = { _ in nil }

  /// The assumed speed for a distance, in metres per second; only the picture's proportions depend on it.
  private static let metersPerSecond = 8.0
  /// The length in the picture of an interval without a length, in seconds.
  private static let unknownSeconds = 120.0

  /// Returns the columns and the line with the cursor below them; empty for a plan without a length.
  func lines(width: Int, rows: Int, glyphs: Glyphs) -> [StyledLine] {
    let lengths = intervals.map(Self.seconds)
    let whole = lengths.reduce(0, +)
    let most = Double(intervals.map { max($0.watts ?? 0, $0.toWatts ?? 0) }.max() ?? 0)
    guard whole > 0, whole.isFinite, most > 0, width > 0 else { return [] }
    let cursor = min(width - 1, max(0, Int(ridden(lengths) / whole * Double(width))))
    var (index, end) = (0, lengths[0])
    let columns = (0..<width).map { column in
      let moment = (Double(column) + 0.5) / Double(width) * whole
      while moment > end, index < intervals.count - 1 {
        index += 1
        end += lengths[index]
      }
      let part = lengths[index] > 0 ? 1 - (end - moment) / lengths[index] : 0
      let watts = Self.watts(intervals[index], at: part)
      let plain: Style = column == cursor ? .accent : column < cursor ? .good : .dim
      return ColumnChart.Column(share: watts / most, style: zoneStyle(watts) ?? plain)
    }
    let bars = ColumnChart(columns: columns, rows: rows, glyphs: ChartGlyphs(glyphs)).lines
    return bars + [Self.base(width: width, cursor: cursor, glyphs)]
  }

  /// The seconds of the picture up to the present moment.
  private func ridden(_ lengths: [Double]) -> Double {
    guard let present else { return lengths.reduce(0, +) }
    let index = min(max(0, present.number - 1), lengths.count - 1)
    return lengths[..<index].reduce(0, +) + lengths[index] * min(1, max(0, present.share ?? 0))
  }

  private static func seconds(_ interval: IntervalStatus) -> Double {
    switch interval.end {
    case .timer: Double(max(0, interval.timerSeconds)) + Double(max(0, interval.remainingSeconds ?? 0))
    case .distance, .location:
      max(
        Double(max(0, interval.timerSeconds)),
        interval.remainingMeters.map { (interval.meters + $0) / metersPerSecond } ?? unknownSeconds)
    case .activity: max(Double(max(0, interval.timerSeconds)), unknownSeconds)
    }
  }

  /// The power at a share of an interval; 0 for free riding.
  private static func watts(_ interval: IntervalStatus, at part: Double) -> Double {
    let from = interval.handFree == true ? 0 : Double(interval.handWatts ?? interval.watts ?? 0)
    guard interval.handWatts == nil, let to = interval.toWatts else { return from }
    return from + (Double(to) - from) * min(1, max(0, part))
  }

  /// Returns the line below, which shows the cursor even without colours.
  static func base(width: Int, cursor: Int, _ glyphs: Glyphs) -> StyledLine {
    StyledLine(String(repeating: glyphs.ridden, count: cursor), .good) + StyledLine(glyphs.cursor, .accent)
      + StyledLine(String(repeating: glyphs.line, count: width - cursor - 1), .dim)
  }
}
