package import ControlWire

/// Why the scores of a day are what they are: every input, every formula, what was missing, and how good the data are.
///
/// The formulas are those of docs/body.md, and the constants those of `ScoreModel`.
package struct ExplanationText {
  let day: DayScores
  let width: Int

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
      return recovery.calibrating.map { TodayText.calibrating($0, of: recovery.calibratingOf) } ?? "none"
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
    let usual = RecoveryInputName.allCases.map(Self.weight)
    return paragraphs("\(text) The weights \(BodyText.list(usual)) were shared anew: \(BodyText.list(weights)).")
  }

  private var recoveryFormula: String {
    let usual = Figure.short(ScoreModel.usualSubScore)
    let (hrv, resting) = (
      Figure.short(ScoreModel.mostVariabilityPercent), Figure.short(ScoreModel.mostHeartRatePercent)
    )
    let bands = RecoveryCategory.allCases.map { "\(ScoreModel.scores(of: $0).text) is \($0.rawValue)" }
    return paragraphs(
      """
      Points are score times weight; the weights are \(Self.weight(.hrv)) for HRV, \(Self.weight(.restingHeartRate)) \
      for resting heart rate and \(Self.weight(.sleep)) for sleep. What is missing leaves its weight to the others in \
      proportion; there is no recovery for less than \(Self.number(ScoreModel.leastWeight)), or without HRV and resting \
      heart rate.
      """,
      """
      HRV scores \(usual) at its baseline, 100 at +\(hrv) % and 0 at -\(hrv) %. Resting heart rate scores \(usual) at \
      its baseline, 100 at -\(resting) % and 0 at +\(resting) %. Between them it is in proportion.
      """,
      """
      A baseline is the mean of the last up to \(ScoreModel.mostBaselineDays) earlier mornings, at most \
      \(ScoreModel.oldestBaselineDay) days old: \(span(ScoreModel.oldestBaselineDay, 1)). From \
      \(ScoreModel.leastDaysOfOutliers) on, values more than \(Figure.short(ScoreModel.outlierReach)) interquartile \
      ranges outside the middle half do not count. Below \(ScoreModel.leastBaselineDays) there is no score, below \
      \(ScoreModel.mostBaselineDays) it is provisional. \(BodyText.list(bands)), of the rounded score.
      """)
  }

  private static func weight(_ input: RecoveryInputName) -> String { number(ScoreModel.weight(of: input)) }

  /// The days from so many before the day to so many before it: `2026-11-11 to 2026-11-24`.
  private func span(_ first: Int, _ last: Int) -> String {
    "\(day.date.advanced(by: -first)) to \(day.date.advanced(by: -last))"
  }

  // MARK: - Own range

  private var range: String {
    let range = day.range
    let mean = range?.mean7.map { "\(ScoreModel.weekDays)-day mean \(Self.number($0))" }
    let bounds = [range?.low, range?.high].compactMap(\.self).map { Self.number($0) }
    let known = [mean, bounds.isEmpty ? nil : "range \(bounds.joined(separator: " to "))"].compactMap(\.self)
    let place = range?.place.map { "\($0.rawValue): " }
    return paragraphs(
      "OWN RANGE: \(place ?? "")\(known.isEmpty ? "not known yet" : known.joined(separator: ", "))", "",
      """
      Natural logarithms of HRV in ms. The mean is that of \(span(ScoreModel.weekDays - 1, 0)), with \
      \(range?.days7 ?? 0) values of at least \(ScoreModel.leastWeekValues); the range is the mean of \
      \(span(ScoreModel.rangeDays - 1, 0)), with \(range?.days60 ?? 0) values of at least \
      \(ScoreModel.leastRangeValues), less and plus \(Figure.short(ScoreModel.rangeDeviations)) standard deviations. \
      Whether you are inside or outside of it is what studies of training by HRV carry; no study has \
      tested a score from 0 to 100.
      """)
  }

  // MARK: - Sleep

  private var sleep: String {
    guard let sleep = day.sleep else { return "SLEEP: no night of this day" }
    let inBed = sleep.inBedMinutes.map { " of \(BodyText.length(minutes: $0)) in bed" } ?? ""
    let best = ScoreModel.bestDuration
    let good = "recovery of \(ScoreModel.scores(of: .optimal).lowerBound) or more"
    let needs = [ScoreModel.needMinutes.lowerBound, ScoreModel.needMinutes.upperBound].map(BodyText.length(minutes:))
    let need =
      sleep.isNeedPersonal
      ? "the mean of your nights before a \(good), \(needs.joined(separator: " to "))"
      : "the usual one, until \(ScoreModel.goodNights) earlier nights had a \(good)"
    return paragraphs(
      "SLEEP: \(Self.number(sleep.score)) of 100 = \(terms(sleep))", "",
      "Asleep \(BodyText.length(minutes: sleep.asleepMinutes))\(inBed), \(origin(sleep)); needed "
        + "\(BodyText.length(minutes: sleep.needMinutes)), \(need).",
      """
      Duration scores 100 from \(Self.percent(best.lowerBound)) to \(Self.percent(best.upperBound)) % of the need, in \
      proportion below, and \(Figure.short(ScoreModel.pointsOfLongSleep)) less for each percent above, down to \
      \(Figure.short(ScoreModel.leastLongSleep)). Efficiency is the share of the time in bed that was slept: 100 from \
      \(Self.percent(ScoreModel.bestEfficiency)) % on, in proportion below. Stages score 100 at \
      \(Self.percent(ScoreModel.deepShare)) % deep and \(Self.percent(ScoreModel.remShare)) % REM sleep, and lose \
      \(Figure.short(ScoreModel.pointsOfStages / 2)) for each percentage point that either is away. The weights are \
      \(Self.duration), \(Self.efficiency) and \(Self.stages); without stages (\(Self.duration) duration + \
      \(Self.efficiency) efficiency) / \(Self.stageless), with duration alone the duration.
      """)
  }

  private static var duration: String { number(ScoreModel.durationWeight) }
  private static var efficiency: String { number(ScoreModel.efficiencyWeight) }
  private static var stages: String { number(ScoreModel.stagesWeight) }
  private static var stageless: String { number(ScoreModel.durationWeight + ScoreModel.efficiencyWeight) }

  /// A share in percent: `95`.
  private static func percent(_ share: Double) -> String { Figure.short(100 * share) }

  private func terms(_ sleep: SleepScore) -> String {
    let duration = Self.number(sleep.duration)
    guard let efficiency = sleep.efficiency else {
      guard let stages = sleep.stages else { return "duration \(duration) alone" }
      return "of duration \(duration) and stages \(Self.number(stages))"
    }
    let shared = "\(Self.duration) x duration \(duration) + \(Self.efficiency) x efficiency \(Self.number(efficiency))"
    guard let stages = sleep.stages else { return "(\(shared)) / \(Self.stageless); stages are not known" }
    return "\(shared) + \(Self.stages) x stages \(Self.number(stages))"
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
      zip(ScoreModel.zoneWeights, minutes).map { "\(Figure.short($0)) x \(Self.number($1, 1))" }
        .joined(separator: " + ")
    }
    let silent = strain.ridesWithoutHeartRate
    let (highest, scale, reference) = (
      Figure.short(ScoreModel.highestStrain), Figure.short(ScoreModel.strainScale),
      Figure.short(ScoreModel.strainReference)
    )
    return paragraphs(
      "STRAIN: \(Self.number(score)) of \(highest)\(category), from raw \(Self.number(raw, 1))"
        + (minutes.map { " = \($0)" } ?? ""), "",
      """
      The minutes are those in \(Self.zones) of your maximum heart rate, pauses too. Strain is \(highest) \
      ln(1 + raw/\(scale)) / ln(1 + \(reference)/\(scale)), at most \(highest): that is \
      \(BodyText.length(minutes: Self.minutesOfHighest)) in the last zone. Raw is summed over the day's rides first. \
      \(Self.strainBands).
      """,
      strain.ofRides.count > 1 ? "\(rides(strain)). They do not add up, since each is a logarithm." : nil,
      silent == 0 ? nil : "\(silent) of \(strain.rides) rides had no heart rate; the score does not know them.")
  }

  /// The zones: `50-60, 60-70, 70-80, 80-90, and from 90 %`.
  private static var zones: String {
    let starts = ScoreModel.zoneStarts.map(percent)
    let closed = zip(starts, starts.dropFirst()).map { "\($0)-\($1)" }
    return BodyText.list(closed + starts.suffix(1).map { "from \($0) %" })
  }

  /// How long the last zone takes for the highest strain.
  private static var minutesOfHighest: Double { ScoreModel.strainReference / (ScoreModel.zoneWeights.last ?? 1) }

  /// The categories: `Below 10 is light, below 14 moderate, below 18 high, and from there on all-out`.
  private static var strainBands: String {
    let names = StrainCategory.allCases.map(TodayText.name)
    let ends = StrainCategory.allCases.dropFirst().map { Figure.short(ScoreModel.beginning(of: $0)) }
    let bounded = zip(ends, names).enumerated().map { index, band in
      index == 0 ? "Below \(band.0) is \(band.1)" : "below \(band.0) \(band.1)"
    }
    return BodyText.list(bounded + names.suffix(1).map { "from there on \($0)" })
  }

  private func rides(_ strain: StrainScore) -> String {
    BodyText.list(
      strain.ofRides.map { "ride \($0.ride) alone has \(Self.number($0.score)) from raw \(Self.number($0.raw, 1))" }
    ).capitalised
  }

  // MARK: - Data

  private var data: String {
    guard let measurement = day.measurement else { return "DATA: no measurement of this day" }
    let figures = measurement.figures
    let parts = [
      measurement.at.map(BodyText.time) ?? "\(measurement.day)", BodyText.origin(measurement.source),
      measurement.position?.rawValue ?? "position not known",
      figures.seconds.map { "\(Figure.text($0, decimals: 0)) s\($0 < ScoreModel.sdnnSeconds ? " (ultra-short)" : "")" },
      figures.beats.map { "\($0) beats" },
      figures.beats.flatMap { beats in figures.artefacts.map { HRVText.artefacts($0, of: beats) } },
      measurement.lostSeconds.map { "\(Figure.text($0, decimals: 0)) s without the strap" },
    ]
    let good = Figure.short(ScoreModel.goodArtefactPercent)
    let quality =
      switch measurement.quality {
      case .good: "Good: at most \(good) % artefacts."
      case .usable: "Caution: more than \(good) % artefacts, so HRV is uncertain."
      case .unknown: "Nothing is known of the beats, so neither of the artefacts."
      }
    let list = parts.compactMap(\.self).joined(separator: ", ")
    let lengths = ScoreModel.usualMinutes.map(Figure.short)
    return paragraphs(
      "DATA: measurement \(measurement.id)", "", "\(list). \(quality)",
      "Only mornings of the same source, position and length (about \(BodyText.list(lengths, "or")) minutes) are held "
        + "against each other.")
  }

  private var closing: String {
    let unknown =
      day.version == ScoreModel.version
      ? "" : " This jz2ctl tells of version \(ScoreModel.version); the scores are of another, so update it."
    return paragraphs(
      "Formulas of version \(day.version).\(unknown) All of them, with their sources: docs/body.md. Not medical advice."
    )
  }
}
