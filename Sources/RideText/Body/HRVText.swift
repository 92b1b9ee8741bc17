import ControlWire
package import Rides

/// Texts about measurements of heart rate variability.
package enum HRVText {
  /// A measurement in full: a heading, its figures, and remarks about them.
  package static func full(_ measurement: HRVMeasurement) -> String {
    let sections = [heading(measurement), BodyText.aligned(figures(measurement)), remarks(measurement)]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Summarises a measurement in one line.
  ///
  /// `Measurement 12: 2026-11-25 06:45, strap, lying: RMSSD 43.1 ms, 58 bpm.`
  package static func line(_ measurement: HRVMeasurement) -> String {
    let figures = measurement.figures
    let values = [
      figures.rmssd.map { "RMSSD \(BodyText.milliseconds($0))" },
      figures.rmssd == nil ? figures.sdnn.map { "SDNN \(BodyText.milliseconds($0))" } : nil,
      measurement.shownRestingHeartRate.map { String(localized: "\(Figure.text($0, decimals: 0)) bpm at rest") },
    ]
    let known = values.compactMap(\.self).joined(separator: ", ")
    let heading = heading(measurement)
    return known.isEmpty ? "\(heading)." : String(localized: "\(heading): \(known).")
  }

  /// Returns the counts of mornings in another program's daily values.
  package static func imported(added: Int, known: Int, leftOut: Int) -> String {
    String(localized: "New mornings: \(added), already known: \(known), left out: \(leftOut).")
  }

  /// Confirms that a measurement was deleted.
  package static func deleted(_ measurement: HRVMeasurement) -> String {
    String(localized: "Deleted. \(line(measurement))")
  }

  private static func heading(_ measurement: HRVMeasurement) -> String {
    let place = [
      measurement.at.map(BodyText.time) ?? measurement.day.dateText, BodyText.name(measurement.source),
      measurement.position?.title,
    ]
    return String(localized: "Measurement \(measurement.id): \(place.compactMap(\.self).joined(separator: ", "))")
  }

  private static func figures(_ measurement: HRVMeasurement) -> [(String, String?)] {
    let figures = measurement.figures
    let resting = measurement.shownRestingHeartRate.map { "\(Figure.text($0, decimals: 1)) \(Figure.heartRateUnit)" }
    let mean = figures.meanHeartRate.map { "\(Figure.text($0, decimals: 1)) \(Figure.heartRateUnit)" }
    return [
      ("RMSSD", figures.rmssd.map(BodyText.milliseconds)),
      ("SDNN", figures.sdnn.map(BodyText.milliseconds)),
      (
        "NN50",
        figures.nn50.map { nn50 in
          figures.pairs.map { String(localized: "\(nn50) of \($0) pairs") } ?? "\(nn50)"
        }
      ),
      (
        String(localized: "Mean heart rate"),
        resting == mean ? mean.map { String(localized: "\($0), taken as resting heart rate") } : mean
      ),
      (String(localized: "Resting heart rate"), resting == mean ? nil : resting),
      (String(localized: "Beats"), beats(figures)), (String(localized: "Quality"), quality(measurement)),
    ]
  }

  private static func beats(_ figures: HRVFigures) -> String? {
    guard let beats = figures.beats else { return nil }
    let count = figures.seconds.map { String(localized: "\(beats) in \(Figure.text($0, decimals: 0)) s") }
    let parts = [count ?? "\(beats)", figures.artefacts.map { artefacts($0, of: beats) }]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// Counts artefacts: `no artefacts`, `2 artefacts (3.0 %)`.
  static func artefacts(_ count: Int, of beats: Int) -> String {
    guard count > 0 else { return String(localized: "no artefacts") }
    let share = HRVFigures.artefactPercent(count, of: beats).map { " (\(BodyText.percent($0)))" } ?? ""
    return String(counting: count, one: "\(count) artefact", other: "\(count) artefacts") + share
  }

  private static func quality(_ measurement: HRVMeasurement) -> String {
    switch measurement.quality {
    case .good: String(localized: "good")
    case .usable: String(localized: "usable")
    case .unknown: String(localized: "unknown: the individual beats are missing")
    }
  }

  private static func remarks(_ measurement: HRVMeasurement) -> String {
    let lost = measurement.lostSeconds.map { seconds in
      String(
        localized: "The strap was lost for \(Figure.text(seconds, decimals: 0)) s; "
          + "then the measurement continued.")
    }
    return [unrest(measurement), artefactWarning(measurement), lost, length(measurement)].compactMap(\.self).joined(
      separator: "\n")
  }

  /// Returns the reason why a measurement does not count as a morning, and how to delete it; nil if it counts.
  private static func unrest(_ measurement: HRVMeasurement) -> String? {
    let reason: String? =
      switch measurement.unrest {
      case .afterRide: String(localized: "Not counted as a morning: it began within an hour after a ride.")
      case .fastHeart:
        String(
          localized: "Not counted as a morning: the heart rate was "
            + "\(Figure.short(ScoreModel.unrestBeats)) bpm or more above the usual one.")
      case nil: nil
      }
    return reason.map { reason in
      [reason, String(localized: "Measure again later, and delete this one: `jz2ctl hrv delete \(measurement.id)`.")]
        .joined(separator: "\n")
    }
  }

  private static func artefactWarning(_ measurement: HRVMeasurement) -> String? {
    guard measurement.quality == .usable, let percent = measurement.figures.artefactPercent else { return nil }
    let (share, limit) = (BodyText.percent(percent), Figure.short(ScoreModel.goodArtefactPercent))
    return [
      String(
        localized: "Caution: \(share) of the beats are artefacts, more than \(limit) %, so RMSSD is uncertain."),
      String(localized: "Wet the electrodes and lie or sit still next time."),
    ].joined(separator: "\n")
  }

  private static func length(_ measurement: HRVMeasurement) -> String? {
    guard let seconds = measurement.figures.seconds, seconds < ScoreModel.sdnnSeconds, measurement.source != .apple
    else { return nil }
    let (length, needed) = (Figure.text(seconds, decimals: 0), Figure.short(ScoreModel.sdnnSeconds))
    let text = BodyText.explanations(
      String(
        localized: "\(length) s is ultra-short: compare it with your own mornings of the same length, "
          + "not with 5-minute figures."),
      String(localized: "SDNN needs \(needed) s."))
    return BodyText.wrapped(text, to: 80)
  }
}

extension HRVText {
  /// The answer to `hrv list`: one row per measurement, without columns that are empty for every one.
  package static func list(_ measurements: [HRVMeasurement], hasMore: Bool, page: Page) -> String {
    guard !measurements.isEmpty else {
      return String(localized: "No measurements yet. Measure in the morning: `jz2ctl hrv measure`.")
    }
    let table = MonthTable<HRVMeasurement>(columns: columns, rows: measurements, page: page).text
    return hasMore
      ? "\(table)\n\n\(String(localized: "There are older ones: raise `--limit`."))" : table
  }

  private static var columns: [MonthTable<HRVMeasurement>.Column] {
    [
      .init(layout: .init("ID", .right)) { "\($0.id)" },
      .init(layout: .init(String(localized: "When"))) { $0.at.map(BodyText.time) ?? $0.day.dateText },
      .init(layout: .init(String(localized: "Source"), drop: 3)) { BodyText.name($0.source) },
      .init(layout: .init(String(localized: "Position"), drop: 1), isAlways: false) { $0.position?.title ?? "" },
      .init(layout: .init("RMSSD", .right)) { $0.figures.rmssd.map(BodyText.milliseconds) ?? "-" },
      .init(layout: .init("SDNN", .right, drop: 5), isAlways: false) {
        $0.figures.sdnn.map(BodyText.milliseconds) ?? ""
      },
      .init(layout: .init(String(localized: "Resting"), .right, drop: 4)) {
        Figure.heartRate($0.shownRestingHeartRate) ?? "-"
      },
      .init(layout: .init(String(localized: "Artefacts"), .right, drop: 2), isAlways: false) {
        $0.figures.artefactPercent.map(BodyText.percent) ?? ""
      },
    ]
  }
}

extension HRVMeasurement {
  /// The resting heart rate, if the heart was at rest.
  fileprivate var shownRestingHeartRate: Double? { unrest == nil ? restingHeartRate : nil }
}
