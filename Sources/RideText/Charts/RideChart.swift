package import ControlWire
package import Rides

/// The data of a ride's chart, ready for drawing.
package struct RideChart {
  /// A measure with its vertical scale.
  struct Panel {
    /// A named range of values in the background.
    struct Band: Equatable {
      /// The heart-rate zone, from 1.
      let number: Int
      /// The bounds in beats per minute, the upper one excluded; nil for an open end.
      let from: Double?
      let below: Double?

      /// The lowest and the highest whole number of beats per minute in the band.
      var lowest: Int? { from.map { Int($0.rounded(.up)) } }
      var highest: Int? { below.map { Int($0.rounded(.up)) - 1 } }
    }

    let measure: RideMeasure
    /// The vertical scale.
    let axis: Axis
    /// The measures; the first one is the panel's subject.
    let traces: [Trace]
    /// The mean of the first measure over the ride; nil if it is not known.
    var average: Double?
    /// The bands of heart-rate zones, from the lowest.
    var bands: [Band] = []
    /// A reference value, drawn as a line.
    var reference: Double?
    /// The seconds of the running mean in the drawn line; nil for a line without smoothing.
    var smoothedSeconds: Int?

    /// The peaks of the first measure above the scale, for a line of at most `count` points.
    func cuts(points count: Int) -> [Trace.Point] {
      traces.first?.peaks(above: axis.highest, points: count) ?? []
    }

    /// Zone 2; nil in other panels.
    var zone2: Band? { bands.first { $0.number == 2 } }
  }

  /// The subject of the chart.
  enum Subject {
    case ride(RideSummary)
    /// An activity at Strava.
    case activity(RemoteActivity)
  }

  let subject: Subject
  /// Normalized Power, in watts; nil if it is not known.
  let normalizedWatts: Double?
  /// The horizontal scale.
  let time: TimeAxis
  /// The panels from top to bottom; empty for a ride without any of the measures.
  let panels: [Panel]
  /// The laps in the shown time; empty for a ride of one lap.
  let laps: [ReviewedRide.Lap]
  /// The power zones with the seconds in each; empty if they are not known.
  let powerZones: [PowerZones.Zone]
  /// The planned power, drawn behind the power.
  let plan: [PlanBlock]
  /// The marked events, in order of time.
  let marks: [RideMark]
  /// The parts of at least ten seconds in which the timer was stopped.
  let pauses: [Range<Int>]
  /// Whether the whole ride is shown although it is trimmed.
  let isWhole: Bool
  /// The seconds after the shown ones.
  private let hiddenSeconds: Int

  /// - Parameters:
  ///   - reviewed: The ride with its figures, laps and events.
  ///   - rows: Its seconds, one per row.
  ///   - measures: The panels to draw, from top to bottom; a panel without data is left out.
  ///   - isWhole: Whether the data are those of the whole of a trimmed ride.
  package init(
    _ reviewed: ReviewedRide, rows: [RideSample], measures: [RideMeasure] = RideMeasure.usual, isWhole: Bool = false
  ) {
    self.init(
      .ride(reviewed.ride), rows, measures: measures, reviewed: reviewed, isWhole: isWhole,
      smoothedSeconds: reviewed.ride.importedFrom == nil ? nil : Self.smoothing)
  }

  /// Creates the chart of an activity at Strava, which has no target; the rider's Zone 2 is not requested.
  package init(
    activity: RemoteActivity, samples: [RemoteSample], measures: [RideMeasure] = RideMeasure.usual
  ) {
    self.init(
      .activity(activity), Self.rows(of: samples), measures: measures, smoothedSeconds: Self.smoothing)
  }

  /// The seconds of the running mean for power from other programs: it is one unsmoothed value per second, too dense
  /// for a line.
  private static let smoothing = 10

  private init(
    _ subject: Subject, _ rows: [RideSample], measures: [RideMeasure], reviewed: ReviewedRide? = nil,
    isWhole: Bool = false, smoothedSeconds: Int?
  ) {
    let shown = rows.prefix(Self.rowsToShow(of: rows))
    // The limit is far beyond any ride, and prevents overflow in sums.
    let start = min(max(0, shown.first?.second ?? 0), 1 << 40)
    let seconds = start..<(start + shown.count)
    self.subject = subject
    self.isWhole = isWhole
    normalizedWatts =
      switch subject {
      case .ride: reviewed?.review.normalizedWatts
      case .activity(let activity): activity.normalizedWatts
      }
    time = TimeAxis(seconds: seconds)
    let allLaps = reviewed?.laps ?? []
    laps = allLaps.count > 1 ? allLaps.filter { $0.fromSeconds < seconds.upperBound } : []
    powerZones = reviewed?.review.powerZones.flatMap { $0.isOrdered ? $0 : nil } ?? []
    plan = PlanBlock.blocks(of: allLaps, while: Self.stretches(of: shown, start) { $0.timerRunning })
    pauses = Self.stretches(of: shown, start) { !$0.timerRunning }.filter { $0.count >= 10 }
    let events = reviewed.map { RideMark.marks(of: $0.events) } ?? []
    // A ride from another program has no events.
    marks =
      reviewed?.events.isEmpty == false
      ? events.filter { $0.from < Double(seconds.upperBound) }
      : pauses.map { RideMark(happening: .paused, from: Double($0.lowerBound), to: Double($0.upperBound)) }
    let making = PanelMaking(
      rows: shown, start: start, subject: subject, review: reviewed?.review, plan: plan,
      smoothedSeconds: smoothedSeconds)
    panels = measures.compactMap(making.panel)
    hiddenSeconds = rows.count - shown.count
  }

  /// Remarks below the chart.
  var captions: [String] {
    let (end, hidden) = (ClockTime(time.seconds.upperBound), ClockTime(hiddenSeconds))
    let ending = String(localized: "Ends at \(end): nobody pedalled for the next \(hidden).")
    let credit: String? =
      switch subject {
      case .ride: nil
      case .activity: RemoteListText.credit
      }
    return [hiddenSeconds > 0 ? ending : nil, credit].compactMap(\.self)
  }

  /// Returns one row per second from points that may be further apart, at most a week of rows.
  ///
  /// The timer counts as stopped between points that are more than ten seconds apart.
  static func rows(of samples: [RemoteSample]) -> [RideSample] {
    var rows: [RideSample] = []
    for sample in samples where (0..<604_800).contains(sample.elapsedSeconds) {
      let next = (rows.last?.second).map { $0 + 1 } ?? sample.elapsedSeconds
      guard sample.elapsedSeconds >= next else { continue }
      let isRunning = sample.elapsedSeconds - next < Int(Trace.bridge)
      rows += (next..<sample.elapsedSeconds).map { RideSample(second: $0, timerRunning: isRunning) }
      rows.append(
        RideSample(
          second: sample.elapsedSeconds, timerRunning: true, powerWatts: sample.powerWatts,
          cadenceRpm: sample.cadenceRpm, beatsPerMinute: sample.beatsPerMinute, speedKmh: sample.speedKmh))
    }
    return rows
  }

  /// Returns the number of rows to show: up to one minute after the last pedalling if at least five minutes follow it,
  /// else all.
  ///
  /// Without this limit, a forgotten stop would squeeze the ride into the left edge.
  static func rowsToShow(of rows: [RideSample]) -> Int {
    guard let last = rows.lastIndex(where: { $0.powerWatts ?? 0 >= 20 || $0.cadenceRpm ?? 0 >= 20 }),
      rows.count - last - 1 >= 300
    else { return rows.count }
    return last + 1 + 60
  }

  private static func stretches(
    of rows: ArraySlice<RideSample>, _ start: Int, where isIn: (RideSample) -> Bool
  ) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    for (index, row) in rows.enumerated() where isIn(row) {
      let second = start + index
      if let last = stretches.last, last.upperBound == second {
        stretches[stretches.count - 1] = last.lowerBound..<(second + 1)
      } else {
        stretches.append(second..<(second + 1))
      }
    }
    return stretches
  }
}
