package import ControlWire
package import Rides

/// The text of a ride's review; unknown values are left out.
package struct ReviewText {
  /// The ride with its derived values.
  let reviewed: ReviewedRide
  /// The incidents on its links.
  let incidents: [LinkIncident]
  let page: Page
  /// The rider's local time.
  let time: LocalTime

  package init(reviewed: ReviewedRide, incidents: [LinkIncident], page: Page, time: LocalTime) {
    (self.reviewed, self.incidents, self.page, self.time) = (reviewed, incidents, page, time)
  }

  private var ride: RideSummary { reviewed.ride }
  private var review: RideReview { reviewed.review }

  /// The answer to `show`: sections separated by blank lines.
  package var text: String {
    let zones = ZoneText(zones: review.zones, method: review.zoneMethod)
    let sections: [String?] = [
      [heading, note].compactMap(\.self).joined(separator: "\n"), Self.aligned(figures),
      powerZones, zones.ofRide(glyphs: page.glyphs), Self.aligned(endurance), laps, LinkText.drops(in: incidents, page),
      remarks,
    ]
    return sections.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The note, with its line breaks.
  private var note: String? {
    ride.note?.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0).printable }
      .joined(separator: "\n")
  }

  private var heading: String {
    let name = ride.title.map { ", \($0.printable)" } ?? ""
    let state = ride.state == .finished ? "" : ", \(ride.state.title)"
    return String(localized: "Ride \(ride.id)\(name), started \(time.text(ride.start))\(state)")
  }

  private var figures: [(String, String?)] {
    let elapsed =
      ride.elapsedSeconds > ride.timerSeconds ? String(localized: "\(ClockTime(ride.elapsedSeconds)) elapsed") : nil
    let normalized = review.normalizedWatts.map { watts in
      let index = review.variabilityIndex.map { " (VI \(Figure.text($0, decimals: 2)))" } ?? ""
      return String(localized: "\(Figure.text(watts, decimals: 0)) W normalized\(index)")
    }
    return [
      (String(localized: "Sport"), ride.sport == .cycling ? nil : ride.sport?.title),
      (String(localized: "Time"), Self.list("\(ClockTime(ride.timerSeconds))", elapsed)),
      (String(localized: "Distance"), Figure.distance(metres: ride.distanceMeters)),
      (
        String(localized: "Power"),
        Self.list(
          Figure.watts(ride.averageWatts).map { String(localized: "\($0) average") },
          Figure.watts(review.maximumWatts).map { String(localized: "\($0) maximum") }, normalized)
      ),
      (String(localized: "Load"), load), ("W′", review.wPrime.map(PowerZoneText.wPrime)),
      (String(localized: "FTP test"), review.test.flatMap(TestText.result)),
      (String(localized: "Strain"), strain),
      (String(localized: "Work"), Figure.work(kilojoules: ride.kilojoules)),
      (
        String(localized: "Heart rate"),
        Self.list(
          Figure.heartRate(ride.averageHeartRate).map { String(localized: "\($0) average") },
          review.maximumHeartRate.map { String(localized: "\($0) bpm maximum") })
      ),
      (
        String(localized: "Cadence"),
        Self.list(
          Figure.cadence(review.averageCadence).map { String(localized: "\($0) average") },
          Figure.cadence(review.maximumCadence).map { String(localized: "\($0) maximum") })
      ),
      (String(localized: "Pedalling"), review.pedalling.flatMap(PowerZoneText.pedalling)),
      (
        String(localized: "Speed"), Figure.speed(kmh: review.maximumSpeedKmh).map { String(localized: "\($0) maximum") }
      ),
    ]
  }

  /// The time in power zones; for a bicycle ride with power but without FTP, how to get them.
  private var powerZones: String? {
    if let zones = review.powerZones, let threshold = review.thresholdWatts {
      return PowerZoneText.ofRide(zones, thresholdWatts: threshold, glyphs: page.glyphs)
    }
    let needsThreshold = ride.averageWatts != nil && review.thresholdWatts == nil && ride.sport?.isCycling ?? true
    return needsThreshold ? PowerZoneText.withoutThreshold : nil
  }

  private var load: String? {
    Self.list(
      review.intensityFactor.map { "IF \(Figure.text($0, decimals: 2))" },
      review.trainingStressScore.map { "TSS \(Figure.text($0, decimals: 0))" },
      review.intensityFactor == nil ? nil : threshold)
  }

  private var strain: String? {
    Self.list(
      review.strain.map { String(localized: "\(Figure.text($0, decimals: 1)) of 21") },
      review.trimp.map { "TRIMP \(Figure.text($0, decimals: 0))" })
  }

  private var threshold: String? {
    review.thresholdWatts.map { watts in
      review.thresholdOfToday == true ? String(localized: "FTP \(watts) W (today's)") : "FTP \(watts) W"
    }
  }

  /// The figures of endurance: Zone 2, and the relation of heart rate and power over time.
  private var endurance: [(String, String?)] {
    let efficiency = review.efficiencyFactor.map {
      String(localized: "\(Figure.text($0, decimals: 2)) W/bpm, normalized")
    }
    let drift = review.driftBpmPerHour.map { drift in
      let text = (drift >= 0.05 ? "+" : "") + Figure.text(drift, decimals: 1)
      return String(localized: "\(text) bpm an hour")
    }
    return [
      (String(localized: "Zone 2"), zone2), (String(localized: "Decoupling"), decoupling),
      (String(localized: "Drift"), drift), (String(localized: "Efficiency"), efficiency),
    ]
  }

  private var zone2: String? {
    guard let share = review.zone2Share else { return nil }
    let range = String(localized: "\(review.zone2From) to \(review.zone2To) bpm")
    let part = String(
      localized: "\(ClockTime(review.zone2Seconds)), \(Figure.text(share * 100, decimals: 0)) % of the time")
    let watts = Figure.watts(review.zone2Watts).map { String(localized: ", at \($0)") } ?? ""
    return String(localized: "\(range): \(part + watts)")
  }

  private var decoupling: String? {
    let (from, to) = (ClockTime(review.workFromSeconds), ClockTime(review.workToSeconds))
    let window = String(localized: "\(from) to \(to)")
    if let percent = review.decouplingPercent {
      let share = Figure.text(percent, decimals: 1)
      return String(localized: "\(share) % (Pw:HR), \(Self.judgement(ofDecoupling: percent)); from \(window)")
    }
    return switch review.notJudged {
    case .intervals: String(localized: "not judged: intervals")
    case .unsteady:
      review.workVariabilityIndex.map { index in
        String(localized: "not judged: the power is not steady (VI \(Figure.text(index, decimals: 2)) from \(window))")
      }
    case .short: String(localized: "not judged: less than 20 minutes of steady power and heart rate")
    case nil: nil
    }
  }

  /// Judges a decoupling by convention: `coupled` below 5 %, `moderate` up to 10 %, `high` above
  /// (help.trainingpeaks.com, article 204071724).
  ///
  /// A heart rate that falls at steady power shows a late warm-up or a warm beginning, not endurance.
  static func judgement(ofDecoupling percent: Double) -> String {
    if percent < -5 { return String(localized: "the heart rate fell") }
    if percent < 5 { return String(localized: "coupled") }
    return percent <= 10 ? String(localized: "moderate") : String(localized: "high")
  }

  private var laps: String? {
    guard reviewed.laps.count > 1 else { return nil }
    let hasLabels = reviewed.laps.contains { $0.label != nil }
    let hasPlan = reviewed.laps.contains { $0.plannedWatts != nil }
    let columns: [Table.Column] =
      [
        .init(String(localized: "Lap"), .right), .init(String(localized: "From"), .right, drop: 3),
        .init(String(localized: "Time"), .right),
      ]
      + (hasPlan ? [.init(String(localized: "Planned"), .right, drop: 7)] : [])
      + [
        .init(String(localized: "Power"), .right), .init(String(localized: "Heart"), .right, drop: 6),
        .init(String(localized: "Cadence"), .right, drop: 2),
        .init(String(localized: "Distance"), .right, drop: 1), .init(String(localized: "Ended by"), drop: 4),
      ]
    let rows = reviewed.laps.enumerated().map { index, lap in
      let cells: [String] =
        ["\(index + 1)", "\(ClockTime(lap.fromSeconds))", "\(ClockTime(lap.timerSeconds))"]
        + (hasPlan ? [Self.planned(lap, dash: page.glyphs == .unicode ? "–" : "-")] : [])
        + [
          Figure.watts(lap.averageWatts) ?? "-", Figure.heartRate(lap.averageHeartRate) ?? "-",
          Figure.cadence(lap.averageCadence) ?? "-", Figure.distance(metres: lap.distanceMeters) ?? "-",
          trigger(lap.trigger),
        ]
      return hasLabels ? cells + [lap.label?.printable ?? "-"] : cells
    }
    return Table(
      columns: columns + (hasLabels ? [.init(String(localized: "Label"), cutTo: 8, drop: 5)] : []), rows: rows
    ).text(on: page)
  }

  /// Returns the cause of a lap's end; an unknown word is unchanged.
  private func trigger(_ word: String) -> String {
    switch word {
    case "manual": String(localized: "manual")
    case "time": String(localized: "time")
    case "distance": String(localized: "distance")
    case "location": String(localized: "location")
    case "heartRate": String(localized: "heart rate")
    case "end": String(localized: "end")
    default: word.printable
    }
  }

  /// Formats the planned power of a lap: `214 W`, `100–200 W` for a ramp.
  private static func planned(_ lap: ReviewedRide.Lap, dash: String) -> String {
    guard let watts = lap.plannedWatts else { return "-" }
    return lap.plannedToWatts.map { "\(watts)\(dash)\($0) W" } ?? "\(watts) W"
  }

  /// Later changes of the ride: trimmed, imported, deleted, uploaded.
  private var remarks: String {
    let lines = [
      ride.trim.map { TrimText.kept($0, ofRide: ride.id) }, ride.trim.flatMap(TrimText.times),
      ride.importedFrom.map { String(localized: "Imported from \($0.printable).") },
      ride.deletedUntil.map {
        String(localized: "Deleted; `jz2ctl undo \(ride.id)` restores it until \(time.text($0)).")
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
    let known = rows.compactMap { name, value in value.map { (name, $0) } }
    let width = max(10, known.map(\.0.count).max() ?? 0)
    return known.map { "\($0.fitted(to: width))  \($1)" }.joined(separator: "\n")
  }
}
