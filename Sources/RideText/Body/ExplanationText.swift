package import ControlWire

/// Why the scores of a day are what they are: every input, every formula, what was missing, and how good the data are.
///
/// The formulas are those of docs/body.md, version 1.
package struct ExplanationText {
  let day: DayScores
  let width: Int

  /// The version of the formulas that the words below tell.
  private static let version = 1

  /// - Parameters:
  ///   - day: The scores.
  ///   - width: The columns of the terminal.
  package init(_ day: DayScores, width: Int) {
    self.day = day
    self.width = min(100, max(40, width))
  }

  package var text: String {
    let sections = [recovery, range, sleep, strain, data, closing]
    return "Scores of \(day.date)\n\n" + sections.joined(separator: "\n\n")
  }

  private func paragraphs(_ texts: String?...) -> String {
    texts.compactMap(\.self).map { BodyText.wrapped($0, to: width) }.joined(separator: "\n")
  }

  private static func number(_ value: Double?, _ decimals: Int = 2) -> String {
    value.map { Figure.text($0, decimals: decimals) } ?? "-"
  }

  // MARK: - Recovery

  private var recovery: String {
    let table = day.recovery.inputs.isEmpty ? nil : inputs
    let parts = ["RECOVERY: \(recoveryValue)", table, missing, recoveryFormula]
    return parts.compactMap(\.self).joined(separator: "\n\n")
  }

  private var recoveryValue: String {
    let recovery = day.recovery
    guard let score = recovery.score else {
      return recovery.calibrating.map { "calibrating, \($0) of \(recovery.calibratingOf ?? 3) mornings" } ?? "none"
    }
    let category = recovery.category.map { ", \($0.rawValue)" } ?? ""
    return "\(Self.number(score)) of 100\(category)\(recovery.provisional ? ", provisional" : "")"
  }

  private var inputs: String {
    let columns: [Table.Column] = [
      .init("Input"), .init("Value", .right), .init("Baseline", .right), .init("Days", .right),
      .init("Deviation", .right), .init("Score", .right), .init("Weight", .right), .init("Points", .right),
    ]
    let rows = day.recovery.inputs.map { input in
      [
        name(input.name), value(input, input.value), input.baseline.map { value(input, $0) } ?? "-",
        input.days.map(String.init) ?? "-", input.deviationPercent.map(Self.signed) ?? "-",
        Self.number(input.subScore, 1), Self.number(input.weight), Self.number(input.points),
      ]
    }
    let sum = day.recovery.score.map { [["Sum", "", "", "", "", "", "", Self.number($0)]] } ?? []
    return Table(columns: columns, rows: rows + sum).text
  }

  private static func signed(_ percent: Double) -> String {
    (percent >= 0.05 ? "+" : "") + BodyText.percent(percent)
  }

  private func name(_ name: RecoveryInputName) -> String {
    switch name {
    case .hrv: day.measurement?.source == .apple ? "HRV (SDNN)" : "HRV (RMSSD)"
    case .restingHeartRate: "Resting HR"
    case .sleep: "Sleep score"
    }
  }

  private func value(_ input: RecoveryInput, _ value: Double) -> String {
    switch input.name {
    case .hrv: BodyText.milliseconds(value)
    case .restingHeartRate: "\(Figure.text(value, decimals: 1)) bpm"
    case .sleep: Figure.text(value, decimals: 1)
    }
  }

  private var missing: String? {
    let names = day.recovery.missing.map { name in
      switch name {
      case .hrv where day.measurement?.figures.rmssd != nil || day.measurement?.figures.sdnn != nil:
        "a baseline of heart rate variability"
      case .hrv: "heart rate variability"
      case .restingHeartRate where day.measurement?.restingHeartRate != nil: "a baseline of resting heart rate"
      case .restingHeartRate: "resting heart rate"
      case .sleep: "sleep"
      }
    }
    guard !names.isEmpty else { return nil }
    let text = "Missing: \(BodyText.list(names))."
    guard day.recovery.score != nil else { return paragraphs(text) }
    let weights = day.recovery.inputs.map { "\(name($0.name)) \(Self.number($0.weight))" }
    return paragraphs("\(text) The weights 0.50, 0.30 and 0.20 were shared anew: \(BodyText.list(weights)).")
  }

  private var recoveryFormula: String {
    paragraphs(
      """
      Points are score times weight; the weights are 0.50 for HRV, 0.30 for resting heart rate and 0.20 for sleep. What \
      is missing leaves its weight to the others in proportion; there is no recovery for less than 0.50, or without HRV \
      and resting heart rate.
      """,
      """
      HRV scores 50 at its baseline, and 2 more for each percent above it: 0 at -25 %, 100 at +25 %. Resting heart rate \
      scores 50 at its baseline, and 10/3 less for each percent above it: 0 at +15 %, 100 at -15 %.
      """,
      """
      A baseline is the mean of the last up to seven earlier mornings, at most 14 days old: \(span(14, 1)). From four \
      on, values more than 1.5 interquartile ranges outside the middle half do not count. Below three there is no score, \
      below seven it is provisional. 0 to 33 is poor, 34 to 66 moderate, 67 to 100 optimal, of the rounded score.
      """)
  }

  /// The days from so many before the day to so many before it: `2026-11-11 to 2026-11-24`.
  private func span(_ first: Int, _ last: Int) -> String {
    "\(day.date.advanced(by: -first)) to \(day.date.advanced(by: -last))"
  }

  // MARK: - Own range

  private var range: String {
    let range = day.range
    let mean = range?.mean7.map { "7-day mean \(Self.number($0))" }
    let bounds = [range?.low, range?.high].compactMap(\.self).map { Self.number($0) }
    let known = [mean, bounds.isEmpty ? nil : "range \(bounds.joined(separator: " to "))"].compactMap(\.self)
    let place = range?.place.map { "\($0.rawValue): " }
    return paragraphs(
      "OWN RANGE: \(place ?? "")\(known.isEmpty ? "not known yet" : known.joined(separator: ", "))", "",
      """
      Natural logarithms of HRV in ms. The mean is that of \(span(6, 0)), with \(range?.days7 ?? 0) values of at least 3; \
      the range is the mean of \(span(59, 0)), with \(range?.days60 ?? 0) values of at least 14, less and plus half a \
      standard deviation. Whether you are inside or outside of it is what studies of training by HRV carry; no study has \
      tested a score from 0 to 100.
      """)
  }

  // MARK: - Sleep

  private var sleep: String {
    guard let sleep = day.sleep else { return "SLEEP: no night of this day" }
    let inBed = sleep.inBedMinutes.map { " of \(BodyText.length(minutes: $0)) in bed" } ?? ""
    let need =
      sleep.isNeedPersonal
      ? "the mean of your nights before recoveries of 67 or more, 6 to 10 h"
      : "the usual one, until seven earlier nights had a recovery of 67 or more"
    return paragraphs(
      "SLEEP: \(Self.number(sleep.score)) of 100 = \(terms(sleep))", "",
      "Asleep \(BodyText.length(minutes: sleep.asleepMinutes))\(inBed), \(origin(sleep)); needed "
        + "\(BodyText.length(minutes: sleep.needMinutes)), \(need).",
      """
      Duration scores 100 from 95 to 110 % of the need, in proportion below, and 0.5 less for each percent above, down to \
      70. Efficiency is the share of the time in bed that was slept: 100 from 90 % on, in proportion below. Stages score \
      100 at 20 % deep and 25 % REM sleep, and lose 1 for each percentage point that either is away. The weights are \
      0.40, 0.35 and 0.25; without stages (0.40 duration + 0.35 efficiency) / 0.75, with duration alone the duration.
      """)
  }

  private func terms(_ sleep: SleepScore) -> String {
    let duration = Self.number(sleep.duration)
    guard let efficiency = sleep.efficiency else {
      guard let stages = sleep.stages else { return "duration \(duration) alone" }
      return "of duration \(duration) and stages \(Self.number(stages))"
    }
    let shared = "0.40 x duration \(duration) + 0.35 x efficiency \(Self.number(efficiency))"
    guard let stages = sleep.stages else { return "(\(shared)) / 0.75; stages are not known" }
    return "\(shared) + 0.25 x stages \(Self.number(stages))"
  }

  private func origin(_ sleep: SleepScore) -> String {
    switch sleep.source {
    case .entered: "as you entered it"
    case .apple: "from Apple Health"
    case .intervals: "from intervals.icu"
    }
  }

  // MARK: - Strain

  private var strain: String {
    let strain = day.strain
    guard let score = strain.score, let raw = strain.raw else {
      let remedy = strain.isSilent ? "" : " (`jz2ctl settings --max-heart-rate BPM`)"
      return paragraphs("STRAIN: unknown, for want of \(TodayText.wanting(strain))\(remedy)")
    }
    let category = strain.rides == 0 ? "" : strain.category.map { ", \(TodayText.name($0))" } ?? ""
    let minutes = strain.zoneMinutes.map { minutes in
      zip(["0.5", "1", "2", "4", "8"], minutes).map { "\($0) x \(Self.number($1, 1))" }.joined(separator: " + ")
    }
    let silent = strain.ridesWithoutHeartRate
    return paragraphs(
      "STRAIN: \(Self.number(score)) of 21\(category), from raw \(Self.number(raw, 1))"
        + (minutes.map { " = \($0)" } ?? ""), "",
      """
      The minutes are those in 50-60, 60-70, 70-80, 80-90 and from 90 % of your maximum heart rate, pauses too. Strain is \
      21 ln(1 + raw/20) / ln(1 + 960/20), at most 21: two hours above 90 %. Raw is summed over the day's rides first. \
      Below 10 is light, below 14 moderate, below 18 high, from there on all-out.
      """,
      silent == 0 ? nil : "\(silent) of \(strain.rides) rides had no heart rate; the score does not know them.")
  }

  // MARK: - Data

  private var data: String {
    guard let measurement = day.measurement else { return "DATA: no measurement of this day" }
    let figures = measurement.figures
    let parts = [
      measurement.at.map(BodyText.time) ?? "\(measurement.day)", BodyText.origin(measurement.source),
      measurement.position?.rawValue ?? "position not known",
      figures.seconds.map { "\(Figure.text($0, decimals: 0)) s\($0 < 120 ? " (ultra-short)" : "")" },
      figures.beats.map { "\($0) beats" },
      figures.beats.flatMap { beats in figures.artefacts.map { HRVText.artefacts($0, of: beats) } },
      measurement.lostSeconds.map { "\(Figure.text($0, decimals: 0)) s without the strap" },
    ]
    let quality =
      switch measurement.quality {
      case .good: "Good: at most 5 % artefacts."
      case .usable: "Caution: more than 5 % artefacts, so HRV is uncertain."
      case .unknown: "Nothing is known of the beats, so neither of the artefacts."
      }
    let list = parts.compactMap(\.self).joined(separator: ", ")
    return paragraphs(
      "DATA: measurement \(measurement.id)", "", "\(list). \(quality)",
      "Only mornings of the same source, position and length (about 1, 3 or 5 minutes) are held against each other.")
  }

  private var closing: String {
    let unknown =
      day.version == Self.version
      ? "" : " This jz2ctl tells of version \(Self.version); the scores are of another, so update it."
    return paragraphs(
      "Formulas of version \(day.version).\(unknown) All of them, with their sources: docs/body.md. Not medical advice."
    )
  }
}
