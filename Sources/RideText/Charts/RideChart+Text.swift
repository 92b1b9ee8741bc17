import ControlWire

// The texts of a ride's chart.

extension RideChart {
  /// A figure of the ride with its name.
  struct Tile: Equatable {
    let name: String
    let value: String
  }

  /// The text in place of a chart without data.
  static var empty: String { String(localized: "The ride has no data for this chart.") }

  /// The title: the ride's name, else its plan's name, else its number.
  var title: String {
    switch subject {
    case .ride(let ride): (ride.name ?? ride.plan)?.printable ?? String(localized: "Ride \(ride.id)")
    case .activity(let activity): activity.name?.printable ?? "Strava \(activity.id.printable)"
    }
  }

  /// The subtitle: the start, the ride's number if the title has a name, and the trim of a whole ride.
  func subtitle(time: LocalTime) -> String {
    switch subject {
    case .ride(let ride):
      [
        time.text(ride.start), ride.name ?? ride.plan == nil ? nil : String(localized: "ride \(ride.id)"),
        isWhole ? ride.trim.map(TrimText.whole) : nil,
      ].compactMap(\.self).joined(separator: ", ")
    case .activity(let activity):
      [
        time.text(activity.start), activity.name == nil ? nil : "Strava \(activity.id.printable)",
        activity.ride.map { String(localized: "ride \($0) in jz2") },
      ].compactMap(\.self).joined(separator: ", ")
    }
  }

  /// The ride's figures, the most important first.
  var tiles: [Tile] {
    switch subject {
    case .ride(let ride):
      Self.tiles(
        seconds: ride.timerSeconds, watts: ride.averageWatts, normalized: normalizedWatts,
        heartRate: ride.averageHeartRate, kilojoules: ride.kilojoules, meters: ride.distanceMeters)
    case .activity(let activity):
      Self.tiles(
        seconds: activity.timerSeconds, watts: activity.averageWatts, normalized: normalizedWatts,
        heartRate: activity.averageHeartRate, kilojoules: activity.kilojoules, meters: activity.distanceMeters)
    }
  }

  private static func tiles(
    seconds: Int, watts: Double?, normalized: Double?, heartRate: Double?, kilojoules: Double?, meters: Double?
  ) -> [Tile] {
    let figures: [(String, String?)] = [
      (String(localized: "Time"), "\(ClockTime(seconds))"),
      (String(localized: "Average power"), Figure.watts(watts)),
      (String(localized: "Normalized"), Figure.watts(normalized)),
      (String(localized: "Average heart rate"), Figure.heartRate(heartRate)),
      (String(localized: "Work"), kilojoules.map { Figure.work(kilojoules: $0) }),
      (String(localized: "Distance"), Figure.distance(metres: meters)),
    ]
    return figures.compactMap { name, value in value.map { Tile(name: name, value: $0) } }
  }

  /// The marks of each kind, described for a legend.
  var legend: [(kind: RideMark.Kind, text: String)] {
    RideMark.Kind.allCases.compactMap { kind in
      let count = marks.count { $0.kind == kind }
      return count > 0 ? (kind, kind.name(count)) : nil
    }
  }

  /// Describes the whole picture for screen readers.
  func description(time: LocalTime) -> String {
    let figures = tiles.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    let panels = panels.compactMap { panel in
      panel.traces.first?.range.map { range in
        let unit = panel.measure.unit.map { " \($0)" } ?? ""
        let (least, greatest) = (panel.measure.text(range.lowerBound), panel.measure.text(range.upperBound))
        return String(localized: "\(panel.measure.title) from \(least) to \(greatest + unit).")
      }
    }
    let laps = laps.prefix(Self.mostShown).enumerated().map { index, lap in
      String(localized: "Lap \(Self.text(of: lap, number: index + 1)).")
    }
    let marks = marks.prefix(Self.mostShown).map { "\($0.explanation)." }
    let zones = shownZones.map { PowerZoneName.text($0, in: powerZones.count) }.joined(separator: ", ")
    let inZones = zones.isEmpty ? [] : [String(localized: "Power zones: \(zones).")]
    return ([subtitle(time: time), "\(figures)."] + panels + inZones + laps + marks + captions).joined(separator: "\n")
  }

  /// The maximum number of laps and of marks in a description.
  private static let mostShown = 40

  /// Describes a lap: `2 Over: 5:00, 214 W planned, 212 W, 151 bpm`.
  static func text(of lap: ReviewedRide.Lap, number: Int) -> String {
    let planned = lap.plannedWatts.map { watts in
      lap.plannedToWatts.map { String(localized: "\(watts) to \($0) W planned") }
        ?? String(localized: "\(watts) W planned")
    }
    let figures = [
      "\(ClockTime(lap.timerSeconds))", planned, Figure.watts(lap.averageWatts), Figure.heartRate(lap.averageHeartRate),
    ]
    return "\(name(of: lap, number: number)): \(figures.compactMap(\.self).joined(separator: ", "))"
  }

  /// Returns `2 Over`, or only the number if the lap has no label.
  static func name(of lap: ReviewedRide.Lap, number: Int) -> String {
    [String(number), lap.label?.printable].compactMap(\.self).joined(separator: " ")
  }

  /// Describes some seconds of the ride: their means, the planned power, and the lap.
  func text(of seconds: Range<Int>) -> String {
    let means = panels.flatMap { panel in
      panel.traces.prefix(1).compactMap { trace in
        trace.mean(of: seconds).map { mean in
          "\(panel.measure.title) \(panel.measure.text(mean))\(panel.measure.unit.map { " \($0)" } ?? "")"
        }
      }
    }
    let middle = seconds.lowerBound + seconds.count / 2
    let planned = plan.first { $0.seconds.contains(middle) }.map {
      String(localized: "Planned \(Figure.text($0.watts(at: middle), decimals: 0)) W")
    }
    let lap = laps.enumerated().first { ($1.fromSeconds..<max($1.fromSeconds, $1.toSeconds)).contains(middle) }.map {
      String(localized: "Lap \(Self.name(of: $1, number: $0 + 1))")
    }
    let range = String(localized: "\(ClockTime(seconds.lowerBound)) to \(ClockTime(seconds.upperBound))")
    return ([range] + means + [planned, lap].compactMap(\.self)).joined(separator: "\n")
  }
}

extension RideChart.Panel {
  /// Describes the smoothing of a line of at most `count` points: `10 s average`; nil if there is almost no smoothing.
  ///
  /// In a long ride, each point is the mean of many seconds.
  func smoothing(points count: Int) -> String? {
    let stretch = ((traces.first?.values.count ?? 0) + count - 1) / max(1, count)
    let seconds = max(smoothedSeconds ?? 0, stretch)
    guard seconds >= Self.leastShown else { return nil }
    return seconds < 120
      ? String(localized: "\(seconds) s average") : String(localized: "\(ClockTime(seconds)) min average")
  }

  /// The minimum of seconds that is mentioned; a shorter mean looks like the unsmoothed line.
  private static let leastShown = 10
}

extension RideChart.Panel.Band {
  /// Returns `Zone 2, 120–140`; for the lowest and the highest zone `Zone 1, to 119` and `Zone 5, from 169`.
  func text(dash: String = "–") -> String {
    switch (lowest, highest) {
    case (let lowest?, let highest?): String(localized: "Zone \(number), \(lowest)\(dash)\(highest)")
    case (let lowest?, nil): String(localized: "Zone \(number), from \(lowest)")
    case (nil, let highest?): String(localized: "Zone \(number), to \(highest)")
    case (nil, nil): String(localized: "Zone \(number)")
    }
  }
}
