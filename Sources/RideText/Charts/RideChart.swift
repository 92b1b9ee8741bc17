package import ControlWire

/// The data of a ride's chart, ready to be drawn.
package struct RideChart {
  /// Measures that share a vertical scale.
  struct Panel {
    /// The name of the first measure: `Power`.
    let title: String
    /// The unit shown at the axis, "W" or "bpm".
    let unit: String
    /// The vertical scale.
    let axis: Axis
    /// The measures; the first one is the panel's subject.
    let traces: [Trace]
    /// The values between which a band is drawn, such as Zone 2.
    var band: ClosedRange<Double>?

    /// The peaks of the first measure above the scale, for a line of at most `count` points.
    func cuts(points count: Int) -> [Trace.Point] {
      traces.first?.peaks(above: axis.highest, points: count) ?? []
    }
  }

  /// What is drawn.
  enum Subject {
    case ride(RideSummary)
    /// An activity at Strava.
    case activity(RemoteActivity)
  }

  let subject: Subject
  /// The horizontal scale.
  let time: TimeAxis
  /// The panels from top to bottom; empty for a ride without power and heart rate.
  let panels: [Panel]
  /// The stretches of at least ten seconds in which the timer was stopped.
  let pauses: [Range<Int>]
  /// Whether the whole ride is shown although it is cut.
  package var isWhole = false
  /// Remarks below the chart.
  let captions: [String]

  /// - Parameters:
  ///   - ride: The ride.
  ///   - rows: Its seconds, one per row.
  ///   - zone2: The heart rates of Zone 2.
  package init(ride: RideSummary, rows: [SampleRow], zone2: ClosedRange<Int>) {
    self.init(.ride(ride), rows, zone2: zone2)
  }

  /// The chart of an activity at Strava, which knows no target; the rider's Zone 2 is not asked for.
  package init(activity: RemoteActivity, samples: [RemoteSample]) {
    self.init(.activity(activity), Self.rows(of: samples), zone2: nil, credit: RemoteListText.credit)
  }

  private init(_ subject: Subject, _ rows: [SampleRow], zone2: ClosedRange<Int>?, credit: String? = nil) {
    let shown = rows.prefix(Self.rowsToShow(of: rows))
    // The limit is far beyond any ride, and sums with it cannot overflow.
    let start = min(max(0, shown.first?.elapsedSeconds ?? 0), 1 << 40)
    self.subject = subject
    time = TimeAxis(seconds: start..<(start + shown.count))
    let band = zone2.map { Double($0.lowerBound)...Double($0.upperBound) }
    panels = [Self.power(shown, start), Self.heartRate(shown, start, band: band)].compactMap(\.self)
    pauses = Self.stretches(of: shown, start) { !$0.timerRunning }.filter { $0.count >= 10 }
    let hidden = rows.count - shown.count
    let ending = "Ends at \(ClockTime(start + shown.count)): for \(ClockTime(hidden)) after that nobody pedalled."
    captions = [hidden > 0 ? ending : nil, credit].compactMap(\.self)
  }

  /// One row per second from points that may lie apart, at most a week of them.
  ///
  /// The timer is taken to have stood where points are more than ten seconds apart.
  static func rows(of samples: [RemoteSample]) -> [SampleRow] {
    var rows: [SampleRow] = []
    for sample in samples where (0..<604_800).contains(sample.elapsedSeconds) {
      let next = (rows.last?.elapsedSeconds).map { $0 + 1 } ?? sample.elapsedSeconds
      guard sample.elapsedSeconds >= next else { continue }
      let isRunning = sample.elapsedSeconds - next < Int(Trace.bridge)
      rows += (next..<sample.elapsedSeconds).map { SampleRow(elapsedSeconds: $0, timerRunning: isRunning) }
      rows.append(
        SampleRow(
          elapsedSeconds: sample.elapsedSeconds, timerRunning: true, powerWatts: sample.powerWatts,
          cadenceRpm: sample.cadenceRpm, beatsPerMinute: sample.beatsPerMinute))
    }
    return rows
  }

  /// Counts the rows to show: up to one minute after the last pedalling if at least five minutes follow it, else all.
  ///
  /// Without this, a forgotten stop would squeeze the ride into the left edge.
  static func rowsToShow(of rows: [SampleRow]) -> Int {
    guard let last = rows.lastIndex(where: { $0.powerWatts ?? 0 >= 20 || $0.cadenceRpm ?? 0 >= 20 }),
      rows.count - last - 1 >= 300
    else { return rows.count }
    return last + 1 + 60
  }

  private static func power(_ rows: ArraySlice<SampleRow>, _ start: Int) -> Panel? {
    let power = Trace(kind: .power, start: start, values: rows.map(\.powerWatts))
    let target = Trace(kind: .target, start: start, values: rows.map { $0.targetWatts.map(Double.init) })
    guard let range = Axis.rangeFromZero(of: power.values, including: target.values) else { return nil }
    let hasTarget = target.values.contains { $0 != nil }
    return Panel(
      title: "Power", unit: "W", axis: Axis(covering: range, ticks: 5), traces: hasTarget ? [power, target] : [power])
  }

  /// The scale always includes Zone 2 if it is known, since the heart rate is compared with it.
  private static func heartRate(_ rows: ArraySlice<SampleRow>, _ start: Int, band: ClosedRange<Double>?) -> Panel? {
    let heartRate = Trace(kind: .heartRate, start: start, values: rows.map { $0.beatsPerMinute.map(Double.init) })
    guard let range = Axis.range(of: heartRate.values, span: 20) else { return nil }
    let whole =
      min(
        range.lowerBound, band?.lowerBound ?? range.lowerBound)...max(
        range.upperBound, band?.upperBound ?? range.upperBound)
    return Panel(
      title: "Heart rate", unit: "bpm", axis: Axis(covering: whole, ticks: 5), traces: [heartRate], band: band)
  }

  private static func stretches(
    of rows: ArraySlice<SampleRow>, _ start: Int, where isIn: (SampleRow) -> Bool
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

extension RideChart {
  /// The title: `Ride 12: Sunday`; a ride without a name shows its plan's.
  var title: String {
    switch subject {
    case .ride(let ride): "Ride \(ride.id)\(ride.title.map { ": \($0.printable)" } ?? "")"
    case .activity(let activity):
      "Strava \(activity.id.printable)\(activity.name.map { ": \($0.printable)" } ?? "")"
    }
  }

  /// The date and the totals.
  func totals(time: LocalTime) -> String {
    switch subject {
    case .ride(let ride):
      [
        time.text(ride.start), "\(ClockTime(ride.timerSeconds))", Figure.watts(ride.averageWatts),
        Figure.heartRate(ride.averageHeartRate), Figure.work(kilojoules: ride.kilojoules),
        Figure.distance(metres: ride.distanceMeters), isWhole ? ride.trim.map(TrimText.whole) : nil,
      ].compactMap(\.self).joined(separator: ", ")
    case .activity(let activity):
      [
        time.text(activity.start), "\(ClockTime(activity.timerSeconds))", Figure.watts(activity.averageWatts),
        Figure.heartRate(activity.averageHeartRate), activity.kilojoules.map { Figure.work(kilojoules: $0) },
        Figure.distance(metres: activity.distanceMeters), activity.ride.map { "ride \($0) here" },
      ].compactMap(\.self).joined(separator: ", ")
    }
  }
}

/// One measure over a ride's time.
struct Trace: Equatable {
  /// The measure.
  enum Kind: String {
    case power
    case target
    case heartRate
  }

  /// A point of the line.
  struct Point: Equatable {
    /// Seconds from the start of the ride.
    let second: Double
    let value: Double
  }

  /// The measure.
  let kind: Kind
  /// The second of the first value.
  let start: Int
  /// One value per second; nil if unknown.
  let values: [Double?]

  /// A gap of up to this many seconds does not break a line: other programs write one row every few seconds.
  static let bridge = 10.0

  /// Averages the values over `count` equal stretches; returns every second if there are fewer.
  func means(_ count: Int) -> [Double?] {
    let count = min(count, values.count)
    return (0..<count).map { index in
      let known = values[(index * values.count / count)..<((index + 1) * values.count / count)].compactMap(\.self)
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
  }

  /// The maximum of each stretch of the drawn line above a limit; the line has at most `count` points.
  func peaks(above limit: Double, points count: Int) -> [Point] {
    let means = means(count)
    var peaks: [Point] = []
    var isAbove = false
    for (index, mean) in means.enumerated() {
      guard let mean, mean > limit else {
        isAbove = false
        continue
      }
      let stretch = (index * values.count / means.count)..<((index + 1) * values.count / means.count)
      let top = values[stretch].enumerated().max { $0.element ?? 0 < $1.element ?? 0 }
      let second = Double(start + stretch.lowerBound + (top?.offset ?? 0)) + 0.5
      let peak = Point(second: second, value: top?.element ?? mean)
      if !isAbove {
        peaks.append(peak)
      } else if let last = peaks.last, peak.value > last.value {
        peaks[peaks.count - 1] = peak
      }
      isAbove = true
    }
    return peaks
  }

  /// The lines with at most `count` points in all; longer gaps in the data separate them.
  func lines(points count: Int) -> [[Point]] {
    let means = means(count)
    guard !means.isEmpty else { return [] }
    let width = Double(values.count) / Double(means.count)
    var lines: [[Point]] = []
    for (index, mean) in means.enumerated() {
      guard let mean else { continue }
      let point = Point(second: Double(start) + (Double(index) + 0.5) * width, value: mean)
      if let last = lines.last?.last, point.second - last.second <= max(Self.bridge, width * 1.5) {
        lines[lines.count - 1].append(point)
      } else {
        lines.append([point])
      }
    }
    return lines
  }
}
