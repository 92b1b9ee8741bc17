import ControlWire

/// A ride over its time, ready to be drawn.
struct RideChart {
  /// Figures that share a scale.
  struct Panel {
    /// What it shows: `Power`.
    let title: String
    /// In what.
    let unit: String
    /// The scale.
    let axis: Axis
    /// The figures; the first is the one that it is about.
    let traces: [Trace]
    /// The values between which a band is drawn.
    var band: ClosedRange<Double>?

    /// Where the figure that it is about is cut by the scale, of a line of so many points at most.
    func cuts(points count: Int) -> [Trace.Point] {
      traces.first?.peaks(above: axis.highest, points: count) ?? []
    }
  }

  /// The ride.
  let ride: RideSummary
  /// The seconds that are shown.
  let time: TimeAxis
  /// What is shown, from the top; empty for a ride without power and heart rate.
  let panels: [Panel]
  /// Where the timer stood, ten seconds at least.
  let pauses: [Range<Int>]
  /// Whether it is the whole ride, though that is cut.
  var isWhole = false
  /// What has to be said about it.
  let captions: [String]

  /// - Parameters:
  ///   - ride: The ride.
  ///   - rows: Its seconds, one a row.
  ///   - zone2: The heart rates of Zone 2.
  init(ride: RideSummary, rows: [SampleRow], zone2: ClosedRange<Int>) {
    let shown = rows.prefix(Self.rowsToShow(of: rows))
    // Far beyond any ride, and far from where sums overflow.
    let start = min(max(0, shown.first?.elapsedSeconds ?? 0), 1 << 40)
    self.ride = ride
    time = TimeAxis(seconds: start..<(start + shown.count))
    let band = Double(zone2.lowerBound)...Double(zone2.upperBound)
    panels = [Self.power(shown, start), Self.heartRate(shown, start, band: band)].compactMap(\.self)
    pauses = Self.stretches(of: shown, start) { !$0.timerRunning }.filter { $0.count >= 10 }
    let hidden = rows.count - shown.count
    captions =
      hidden > 0
      ? ["Ends at \(ClockTime(start + shown.count)): for \(ClockTime(hidden)) after that nobody pedalled."] : []
  }

  /// How many rows are worth showing: up to a minute after the last pedalling, where five and more follow it.
  ///
  /// A forgotten stop would squeeze the ride at the left edge otherwise.
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

  /// Zone 2 is always in view: the heart rate is read against it.
  private static func heartRate(_ rows: ArraySlice<SampleRow>, _ start: Int, band: ClosedRange<Double>) -> Panel? {
    let heartRate = Trace(kind: .heartRate, start: start, values: rows.map { $0.beatsPerMinute.map(Double.init) })
    guard let range = Axis.range(of: heartRate.values, span: 20) else { return nil }
    let whole = min(range.lowerBound, band.lowerBound)...max(range.upperBound, band.upperBound)
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
  /// What it is of: `Ride 12: Sunday`; without a name, by the plan's.
  var title: String {
    "Ride \(ride.id)\((ride.name ?? ride.plan).map { ": \($0.printable)" } ?? "")"
  }

  /// When it was, and what it comes to.
  func totals(time: LocalTime) -> String {
    [
      time.text(ride.start), "\(ClockTime(ride.timerSeconds))", RideText.watts(ride.averageWatts),
      RideText.heartRate(ride.averageHeartRate), RideText.work(kilojoules: ride.kilojoules),
      RideText.distance(metres: ride.distanceMeters), isWhole ? ride.trim.map(TrimText.whole) : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }
}
