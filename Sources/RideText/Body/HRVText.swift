package import ControlWire

/// Measurements of heart rate variability as people read them.
package enum HRVText {
  /// A measurement in full: a heading, its figures, and what is to be known about them.
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
      measurement.restingHeartRate.map { "\(Figure.text($0, decimals: 0)) bpm at rest" },
    ]
    let known = values.compactMap(\.self).joined(separator: ", ")
    return "\(heading(measurement))\(known.isEmpty ? "" : ": \(known)")."
  }

  /// Says that a measurement is deleted.
  package static func deleted(_ measurement: HRVMeasurement) -> String { "Deleted. \(line(measurement))" }

  private static func heading(_ measurement: HRVMeasurement) -> String {
    let place = [
      measurement.at.map(BodyText.time) ?? "\(measurement.day)", BodyText.name(measurement.source),
      measurement.position?.rawValue,
    ]
    return "Measurement \(measurement.id): \(place.compactMap(\.self).joined(separator: ", "))"
  }

  private static func figures(_ measurement: HRVMeasurement) -> [(String, String?)] {
    let figures = measurement.figures
    let logarithm = figures.lnRmssd.map { " (lnRMSSD \(Figure.text($0, decimals: 2)))" } ?? ""
    let resting = measurement.restingHeartRate.map { "\(Figure.text($0, decimals: 1)) bpm" }
    let mean = figures.meanHeartRate.map { "\(Figure.text($0, decimals: 1)) bpm" }
    return [
      ("RMSSD", figures.rmssd.map { BodyText.milliseconds($0) + logarithm }),
      ("SDNN", figures.sdnn.map(BodyText.milliseconds)),
      ("NN50", figures.nn50.map { nn50 in "\(nn50)\(figures.pairs.map { " of \($0) pairs" } ?? "")" }),
      ("Mean heart rate", resting == mean ? mean.map { "\($0), taken as resting heart rate" } : mean),
      ("Resting heart rate", resting == mean ? nil : resting), ("Beats", beats(figures)),
      ("Quality", quality(measurement)),
    ]
  }

  private static func beats(_ figures: HRVFigures) -> String? {
    guard let beats = figures.beats else { return nil }
    let seconds = figures.seconds.map { " in \(Figure.text($0, decimals: 0)) s" } ?? ""
    return "\(beats)\(seconds)\(figures.artefacts.map { ", \(artefacts($0, of: beats))" } ?? "")"
  }

  /// Counts artefacts: `no artefacts`, `2 artefacts (3.0 %)`.
  static func artefacts(_ count: Int, of beats: Int) -> String {
    guard count > 0 else { return "no artefacts" }
    let share = HRVFigures.artefactPercent(count, of: beats).map { " (\(BodyText.percent($0)))" } ?? ""
    return "\(count == 1 ? "1 artefact" : "\(count) artefacts")\(share)"
  }

  private static func quality(_ measurement: HRVMeasurement) -> String {
    switch measurement.quality {
    case .good: "good"
    case .usable: "usable"
    case .unknown: "unknown: only the figures are there, not the beats"
    }
  }

  private static func remarks(_ measurement: HRVMeasurement) -> String {
    let lost = measurement.lostSeconds.map { seconds in
      "The strap was gone for \(Figure.text(seconds, decimals: 0)) s; the measurement went on after it."
    }
    return [artefactWarning(measurement), lost, length(measurement)].compactMap(\.self).joined(separator: "\n")
  }

  private static func artefactWarning(_ measurement: HRVMeasurement) -> String? {
    guard measurement.quality == .usable, let percent = measurement.figures.artefactPercent else { return nil }
    return """
      Caution: \(BodyText.percent(percent)) of the beats are artefacts, more than \(Figure.short(ScoreModel.goodArtefactPercent)) %: RMSSD is uncertain.
      Wet the electrodes and lie or sit still next time.
      """
  }

  private static func length(_ measurement: HRVMeasurement) -> String? {
    guard let seconds = measurement.figures.seconds, seconds < ScoreModel.sdnnSeconds, measurement.source != .apple
    else { return nil }
    return """
      \(Figure.text(seconds, decimals: 0)) s is ultra-short: good for comparing your own mornings, measured alike; not
      for comparing with figures of 5 minutes. SDNN needs \(Figure.short(ScoreModel.sdnnSeconds)) s.
      """
  }
}

extension HRVText {
  /// The answer to `hrv list`: one row per measurement, without columns that are empty for every one.
  package static func list(_ measurements: [HRVMeasurement], hasMore: Bool, page: Page) -> String {
    guard !measurements.isEmpty else { return "No measurements yet. Measure in the morning: `jz2ctl hrv measure`." }
    let table = MonthTable<HRVMeasurement>(columns: columns, rows: measurements, page: page).text
    return table + (hasMore ? "\n\nThere are older ones; `--limit` takes a higher number." : "")
  }

  private static var columns: [MonthTable<HRVMeasurement>.Column] {
    [
      .init(layout: .init("ID", .right)) { "\($0.id)" },
      .init(layout: .init("When")) { $0.at.map(BodyText.time) ?? "\($0.day)" },
      .init(layout: .init("Source", drop: 3)) { BodyText.name($0.source) },
      .init(layout: .init("Position", drop: 1), isAlways: false) { $0.position?.rawValue ?? "" },
      .init(layout: .init("RMSSD", .right)) { $0.figures.rmssd.map(BodyText.milliseconds) ?? "-" },
      .init(layout: .init("SDNN", .right, drop: 5), isAlways: false) {
        $0.figures.sdnn.map(BodyText.milliseconds) ?? ""
      },
      .init(layout: .init("Resting", .right, drop: 4)) { Figure.heartRate($0.restingHeartRate) ?? "-" },
      .init(layout: .init("Artefacts", .right, drop: 2), isAlways: false) {
        $0.figures.artefactPercent.map(BodyText.percent) ?? ""
      },
    ]
  }
}
