import ControlWire

/// What a ride comes to, as people read it; what is not known is left out.
struct ReviewText {
  /// The ride with all that is derived from it.
  let reviewed: ReviewedRide
  /// What befell its links.
  let incidents: [LinkIncident]
  /// The characters at hand.
  let glyphs: Glyphs
  /// The rider's clock.
  let time: LocalTime

  private var ride: RideSummary { reviewed.ride }
  private var review: RideReview { reviewed.review }

  /// The answer to `show`: sections parted by blank lines.
  var text: String {
    let zones = ZoneText(zones: review.zones, method: review.zoneMethod)
    let sections: [String?] = [
      [heading, ride.note?.printable].compactMap(\.self).joined(separator: "\n"), Self.aligned(figures),
      zones.ofRide(glyphs: glyphs), Self.aligned(endurance), laps, LinkText.drops(in: incidents), remarks,
    ]
    return sections.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var heading: String {
    let name = (ride.name ?? ride.plan).map { ", \($0.printable)" } ?? ""
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
      ("Time", Self.list("\(ClockTime(ride.timerSeconds))", elapsed)),
      ("Distance", RideText.distance(metres: ride.distanceMeters)),
      (
        "Power",
        Self.list(
          RideText.watts(ride.averageWatts), RideText.watts(review.maximumWatts).map { "\($0) at most" }, normalized)
      ),
      ("Load", load), ("Work", RideText.work(kilojoules: ride.kilojoules)),
      (
        "Heart rate",
        Self.list(
          RideText.heartRate(ride.averageHeartRate), review.maximumHeartRate.map { "\($0) bpm at most" })
      ),
      (
        "Cadence",
        Self.list(
          RideText.cadence(review.averageCadence), RideText.cadence(review.maximumCadence).map { "\($0) at most" })
      ),
      ("Speed", review.maximumSpeedKmh.map { "\(Figure.text($0, decimals: 1)) km/h at most" }),
    ]
  }

  private var load: String? {
    Self.list(
      review.intensityFactor.map { "IF \(Figure.text($0, decimals: 2))" },
      review.trainingStressScore.map { "TSS \(Figure.text($0, decimals: 0))" },
      review.intensityFactor == nil ? nil : threshold)
  }

  private var threshold: String? {
    review.thresholdWatts.map { "FTP \($0) W\(review.thresholdOfToday == true ? " (today's)" : "")" }
  }

  /// What tells endurance: Zone 2, and how heart rate and power keep together.
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
    let watts = RideText.watts(review.zone2Watts).map { ", at \($0)" } ?? ""
    return "\(range): \(part)\(watts)"
  }

  private var decoupling: String? {
    let window = "\(ClockTime(review.workFromSeconds)) to \(ClockTime(review.workToSeconds))"
    if let percent = review.decouplingPercent {
      return "\(Figure.text(percent, decimals: 1)) % (Pw:HR), \(Self.judgement(ofDecoupling: percent)); of \(window)"
    }
    guard ride.averageHeartRate != nil, ride.averageWatts != nil else { return nil }
    let work = review.workToSeconds &- review.workFromSeconds
    if work < 20 * 60 { return "none: it wants 20 minutes of work, and \(window) is less" }
    return "none: too little of the work, \(window), has both power and heart rate"
  }

  /// What a decoupling says of aerobic fitness, by convention (help.trainingpeaks.com, article 204071724).
  static func judgement(ofDecoupling percent: Double) -> String {
    if percent < 5 { return "coupled" }
    return percent <= 10 ? "moderate" : "poor"
  }

  private var laps: String? {
    guard reviewed.laps.count > 1 else { return nil }
    let columns: [Table.Column] = [
      .init("Lap", .right), .init("From", .right), .init("Time", .right), .init("Power", .right),
      .init("Heart", .right), .init("Cadence", .right), .init("Distance", .right), .init("Ended by"),
    ]
    let hasLabels = reviewed.laps.contains { $0.label != nil }
    let rows = reviewed.laps.enumerated().map { index, lap in
      let cells: [String] = [
        "\(index + 1)", "\(ClockTime(lap.fromSeconds))", "\(ClockTime(lap.timerSeconds))",
        RideText.watts(lap.averageWatts) ?? "-", RideText.heartRate(lap.averageHeartRate) ?? "-",
        RideText.cadence(lap.averageCadence) ?? "-", RideText.distance(metres: lap.distanceMeters) ?? "-",
        lap.trigger.printable,
      ]
      return hasLabels ? cells + [lap.label?.printable ?? "-"] : cells
    }
    return Table(columns: columns + (hasLabels ? [.init("Label")] : []), rows: rows).text
  }

  /// What became of the ride since.
  private var remarks: String {
    let lines = [
      ride.trim.map { TrimText.kept($0, ofRide: ride.id) }, ride.trim.flatMap(TrimText.times),
      ride.importedFrom.map { "Imported from \($0.printable)." },
      ride.deletedUntil.map {
        "Deleted; until \(time.text($0)) `jz2ctl undelete \(ride.id)` brings it back."
      },
    ]
    return (lines.compactMap(\.self) + reviewed.uploads.map { TrimText.upload($0, time: time) }).joined(separator: "\n")
  }

  private static func list(_ parts: String?...) -> String? {
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }

  private static func aligned(_ rows: [(String, String?)]) -> String {
    rows.compactMap { name, value in value.map { "\(name.fitted(to: 10))  \($0)" } }.joined(separator: "\n")
  }
}
