package import ControlWire

/// The review of a ride as people read it; unknown values are left out.
package struct ReviewText {
  /// The ride with its derived values.
  let reviewed: ReviewedRide
  /// The incidents on its links.
  let incidents: [RideLinks.Incident]
  let page: Page
  /// The rider's local time.
  let time: LocalTime

  package init(reviewed: ReviewedRide, incidents: [RideLinks.Incident], page: Page, time: LocalTime) {
    (self.reviewed, self.incidents, self.page, self.time) = (reviewed, incidents, page, time)
  }

  private var ride: RideSummary { reviewed.ride }
  private var review: RideReview { reviewed.review }

  /// The answer to `show`: sections separated by blank lines.
  package var text: String {
    let zones = ZoneText(zones: review.zones, method: review.zoneMethod)
    let sections: [String?] = [
      [heading, ride.note?.printable].compactMap(\.self).joined(separator: "\n"), Self.aligned(figures),
      zones.ofRide(glyphs: page.glyphs), Self.aligned(endurance), laps, LinkText.drops(in: incidents, page), remarks,
    ]
    return sections.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var heading: String {
    let name = ride.title.map { ", \($0.printable)" } ?? ""
    let state = ride.state == .finished ? "" : ", \(ride.state.rawValue)"
    return "Ride \(ride.id)\(name), begun \(time.text(ride.start))\(state)"
  }

  private var figures: [(String, String?)] {
    let elapsed = ride.elapsedSeconds > ride.timerSeconds ? "\(ClockTime(ride.elapsedSeconds)) elapsed" : nil
    let normalized = review.normalizedWatts.map { watts in
      let index = review.variabilityIndex.map { " (VI \(Figure.text($0, decimals: 2)))" } ?? ""
      return "\(Figure.text(watts, decimals: 0)) W normalized\(index)"
    }
    return [
      ("Sport", ride.sport == .cycling ? nil : ride.sport?.rawValue),
      ("Time", Self.list("\(ClockTime(ride.timerSeconds))", elapsed)),
      ("Distance", Figure.distance(metres: ride.distanceMeters)),
      (
        "Power",
        Self.list(
          Figure.watts(ride.averageWatts).map { "\($0) average" },
          Figure.watts(review.maximumWatts).map { "\($0) maximum" }, normalized)
      ),
      ("Load", load), ("Strain", strain), ("Work", Figure.work(kilojoules: ride.kilojoules)),
      (
        "Heart rate",
        Self.list(
          Figure.heartRate(ride.averageHeartRate).map { "\($0) average" },
          review.maximumHeartRate.map { "\($0) bpm maximum" })
      ),
      (
        "Cadence",
        Self.list(
          Figure.cadence(review.averageCadence).map { "\($0) average" },
          Figure.cadence(review.maximumCadence).map { "\($0) maximum" })
      ),
      ("Speed", Figure.speed(kmh: review.maximumSpeedKmh).map { "\($0) maximum" }),
    ]
  }

  private var load: String? {
    Self.list(
      review.intensityFactor.map { "IF \(Figure.text($0, decimals: 2))" },
      review.trainingStressScore.map { "TSS \(Figure.text($0, decimals: 0))" },
      review.intensityFactor == nil ? nil : threshold)
  }

  private var strain: String? {
    Self.list(
      review.strain.map { "\(Figure.text($0, decimals: 1)) of 21" },
      review.trimp.map { "TRIMP \(Figure.text($0, decimals: 0))" })
  }

  private var threshold: String? {
    review.thresholdWatts.map { "FTP \($0) W\(review.thresholdOfToday == true ? " (today's)" : "")" }
  }

  /// The figures of endurance: Zone 2, and how steadily heart rate follows power.
  private var endurance: [(String, String?)] {
    let efficiency = review.efficiencyFactor.map { "\(Figure.text($0, decimals: 2)) W/bpm, normalized" }
    let drift = review.driftBpmPerHour.map { drift in
      (drift >= 0.05 ? "+" : "") + "\(Figure.text(drift, decimals: 1)) bpm an hour"
    }
    return [("Zone 2", zone2), ("Decoupling", decoupling), ("Drift", drift), ("Efficiency", efficiency)]
  }

  private var zone2: String? {
    guard let share = review.zone2Share else { return nil }
    let range = "\(review.zone2From) to \(review.zone2To) bpm"
    let part = "\(ClockTime(review.zone2Seconds)), \(Figure.text(share * 100, decimals: 0)) % of the time"
    let watts = Figure.watts(review.zone2Watts).map { ", at \($0)" } ?? ""
    return "\(range): \(part)\(watts)"
  }

  private var decoupling: String? {
    let window = "\(ClockTime(review.workFromSeconds)) to \(ClockTime(review.workToSeconds))"
    if let percent = review.decouplingPercent {
      return "\(Figure.text(percent, decimals: 1)) % (Pw:HR), \(Self.judgement(ofDecoupling: percent)); of \(window)"
    }
    guard ride.averageHeartRate != nil, ride.averageWatts != nil else { return nil }
    let work = review.workToSeconds &- review.workFromSeconds
    if let index = review.workVariabilityIndex, index > Limits.steadyVariabilityIndex {
      return "not steady enough (VI \(Figure.text(index, decimals: 2)) from \(window))"
    }
    if work < 20 * 60 { return "none (needs 20 minutes of steady riding; \(window) is less)" }
    return "none (too little of \(window) has both power and heart rate)"
  }

  /// Judges a decoupling by convention: `coupled` below 5 %, `moderate` up to 10 %, `poor` above
  /// (help.trainingpeaks.com, article 204071724).
  static func judgement(ofDecoupling percent: Double) -> String {
    if percent < 5 { return "coupled" }
    return percent <= 10 ? "moderate" : "poor"
  }

  private var laps: String? {
    guard reviewed.laps.count > 1 else { return nil }
    let hasLabels = reviewed.laps.contains { $0.label != nil }
    let hasPlan = reviewed.laps.contains { $0.plannedWatts != nil }
    let columns: [Table.Column] =
      [.init("Lap", .right), .init("From", .right, drop: 3), .init("Time", .right)]
      + (hasPlan ? [.init("Planned", .right, drop: 7)] : [])
      + [
        .init("Power", .right), .init("Heart", .right, drop: 6), .init("Cadence", .right, drop: 2),
        .init("Distance", .right, drop: 1), .init("Ended by", drop: 4),
      ]
    let rows = reviewed.laps.enumerated().map { index, lap in
      let cells: [String] =
        ["\(index + 1)", "\(ClockTime(lap.fromSeconds))", "\(ClockTime(lap.timerSeconds))"]
        + (hasPlan ? [Self.planned(lap, dash: page.glyphs == .unicode ? "–" : "-")] : [])
        + [
          Figure.watts(lap.averageWatts) ?? "-", Figure.heartRate(lap.averageHeartRate) ?? "-",
          Figure.cadence(lap.averageCadence) ?? "-", Figure.distance(metres: lap.distanceMeters) ?? "-",
          lap.trigger.printable,
        ]
      return hasLabels ? cells + [lap.label?.printable ?? "-"] : cells
    }
    return Table(columns: columns + (hasLabels ? [.init("Label", cutTo: 8, drop: 5)] : []), rows: rows).text(on: page)
  }

  /// The planned power of a lap: `214 W`, of a ramp `100–200 W`.
  private static func planned(_ lap: ReviewedRide.Lap, dash: String) -> String {
    guard let watts = lap.plannedWatts else { return "-" }
    return lap.plannedToWatts.map { "\(watts)\(dash)\($0) W" } ?? "\(watts) W"
  }

  /// What happened to the ride afterwards: trimmed, imported, deleted, uploaded.
  private var remarks: String {
    let lines = [
      ride.trim.map { TrimText.kept($0, ofRide: ride.id) }, ride.trim.flatMap(TrimText.times),
      ride.importedFrom.map { "Imported from \($0.printable)." },
      ride.deletedUntil.map {
        "Deleted; `jz2ctl undelete \(ride.id)` restores it until \(time.text($0))."
      },
    ]
    let uploads = reviewed.uploads.map { UploadText.line($0, ofRide: ride.id, time: time) }
    return (lines.compactMap(\.self) + uploads).joined(separator: "\n")
  }

  private static func list(_ parts: String?...) -> String? {
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }

  private static func aligned(_ rows: [(String, String?)]) -> String {
    rows.compactMap { name, value in value.map { "\(name.fitted(to: 10))  \($0)" } }.joined(separator: "\n")
  }
}

/// The seconds of a ride as people read them.
package enum SampleText {
  /// The most rows in the table.
  private static let rowsToRead = 60

  private static let columns: [Table.Column] = [
    .init("Elapsed", .right), .init("Timer", drop: 1), .init("Power", .right), .init("Target", .right, drop: 5),
    .init("Cadence", .right, drop: 4), .init("Heart", .right), .init("Speed", .right, drop: 3),
    .init("Distance", .right, drop: 2),
  ]

  /// The answer to `show --samples`: the ride in one line, then a table of its seconds, thinned out for a long ride.
  package static func shown(_ ride: RideSummary, samples: [SampleRow], page: Page, time: LocalTime) -> String {
    let heading = "\(RideLine.summary(ride)) Begun \(time.text(ride.start))."
    guard !samples.isEmpty else { return heading }
    let interval = interval(forRows: samples.count)
    let shown = samples.filter { $0.elapsedSeconds.isMultiple(of: interval) }
    let alpha1 = Alpha1Text.summary(samples)
    let columns = columns + (alpha1 == nil ? [] : [.init("Alpha-1", .right, drop: 6)])
    let table = heading + "\n\n" + Table(columns: columns, rows: shown.map(cells)).text(on: page)
    let remarks = [
      interval == 1 ? nil : "Every \(ClockTime(interval)); `--json` shows each second.",
      alpha1.map { "DFA alpha-1: \($0)." },
      samples.contains { $0.virtual == true } ? "Speed and distance are virtual: computed from power." : nil,
    ]
    return ([table] + remarks.compactMap(\.self)).joined(separator: "\n\n")
  }

  /// The interval between the table's rows in seconds, so that `count` seconds fit into the table.
  private static func interval(forRows count: Int) -> Int {
    [1, 5, 10, 30, 60, 300].first { count <= rowsToRead * $0 } ?? 600
  }

  /// In whole metres, since the seconds are few metres apart.
  private static func distance(_ sample: SampleRow) -> String? {
    switch Figure.units {
    case .metric: sample.distanceMeters.map { "\(Figure.text($0, decimals: 0)) m" }
    case .imperial: Figure.distance(metres: sample.distanceMeters)
    }
  }

  private static func cells(of sample: SampleRow) -> [String] {
    [
      "\(ClockTime(sample.elapsedSeconds))", sample.timerRunning ? "runs" : "stands",
      Figure.watts(sample.powerWatts) ?? "-", sample.targetWatts.map { "\($0) W" } ?? "-",
      Figure.cadence(sample.cadenceRpm) ?? "-", sample.beatsPerMinute.map { "\($0) bpm" } ?? "-",
      Figure.speed(kmh: sample.speedKmh) ?? "-", distance(sample) ?? "-",
      sample.alpha1.map { Figure.text($0, decimals: 2) } ?? "-",
    ]
  }
}
