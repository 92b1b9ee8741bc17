import ControlWire
package import Rides

/// The reasons for the scores of a day: every input, every formula, missing data, and the quality of the data.
///
/// The formulas are those of docs/body.md, and the constants are those of `ScoreModel`.
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
    return ([String(localized: "Scores of \(day.date.dateText)")] + sections).joined(separator: "\n\n")
  }

  func paragraphs(_ texts: String?...) -> String {
    texts.compactMap(\.self).map { BodyText.wrapped($0, to: width) }.joined(separator: "\n")
  }

  static func number(_ value: Double?, _ decimals: Int = 2) -> String {
    value.map { Figure.text($0, decimals: decimals) } ?? "-"
  }

  /// A share in percent: `95`.
  static func percent(_ share: Double) -> String { Figure.short(100 * share) }

  // MARK: - Recovery

  private var recovery: String {
    let table = day.recovery.inputs.isEmpty ? nil : inputs
    let heading = String(localized: "RECOVERY: \(recoveryValue)")
    return [heading, table, missing, recoveryFormula].compactMap(\.self).joined(separator: "\n\n")
  }

  private var recoveryValue: String {
    let recovery = day.recovery
    guard let score = recovery.score else {
      return recovery.calibrating.map { TodayText.calibrating($0, of: recovery.calibratingOf) }
        ?? String(localized: "none")
    }
    return TodayText.recovery(Self.number(score), recovery)
  }

  private var inputs: String {
    let columns: [Table.Column] = [
      .init(String(localized: "Input")), .init(String(localized: "Value"), .right),
      .init(String(localized: "Baseline"), .right), .init(String(localized: "Days"), .right),
      .init(String(localized: "Deviation"), .right), .init(String(localized: "Score"), .right),
      .init(String(localized: "Weight"), .right), .init(String(localized: "Points"), .right),
    ]
    let rows = day.recovery.inputs.map { input in
      [
        name(input.name), value(input, input.value), input.baseline.map { value(input, $0) } ?? "-",
        input.days.map(String.init) ?? "-", input.deviationPercent.map(Self.signed) ?? "-",
        Self.number(input.subScore, 1), Self.number(input.weight), Self.number(input.points),
      ]
    }
    let total = String(localized: "Sum")
    let sum = day.recovery.score.map { [[total, "", "", "", "", "", "", Self.number($0)]] } ?? []
    return Table(columns: columns, rows: rows + sum).text
  }

  private static func signed(_ percent: Double) -> String {
    (percent >= 0.05 ? "+" : "") + BodyText.percent(percent)
  }

  private func name(_ name: RecoveryInputName) -> String {
    switch name {
    case .hrv: day.measurement?.source == .apple ? String(localized: "HRV (SDNN)") : String(localized: "HRV (RMSSD)")
    case .restingHeartRate: String(localized: "Resting HR")
    case .sleep: String(localized: "Sleep score")
    }
  }

  private func value(_ input: RecoveryInput, _ value: Double) -> String {
    switch input.name {
    case .hrv: BodyText.milliseconds(value)
    case .restingHeartRate: "\(Figure.text(value, decimals: 1)) \(Figure.heartRateUnit)"
    case .sleep: Figure.text(value, decimals: 1)
    }
  }

  private var missing: String? {
    let names = day.recovery.missing.map { name in
      switch name {
      case .hrv where day.measurement?.figures.rmssd != nil || day.measurement?.figures.sdnn != nil:
        String(localized: "a baseline of heart rate variability")
      case .hrv: String(localized: "heart rate variability")
      case .restingHeartRate where day.measurement?.restingHeartRate != nil:
        String(localized: "a baseline of resting heart rate")
      case .restingHeartRate: String(localized: "resting heart rate")
      case .sleep: String(localized: "sleep")
      }
    }
    guard !names.isEmpty else { return nil }
    let text = String(localized: "Missing: \(BodyText.list(names)).")
    guard day.recovery.score != nil else { return paragraphs(text) }
    let weights = BodyText.list(day.recovery.inputs.map { "\(name($0.name)) \(Self.number($0.weight))" })
    let usual = BodyText.list(RecoveryInputName.allCases.map(Self.weight))
    return paragraphs(
      BodyText.explanations(text, String(localized: "The weights \(usual) were redistributed: \(weights).")))
  }

  private var recoveryFormula: String { paragraphs(pointsFormula, inputFormula, baselineFormula) }

  private var pointsFormula: String {
    BodyText.explanations(
      String(
        localized: "Points are score times weight; the weights are \(Self.weight(.hrv)) for HRV, "
          + "\(Self.weight(.restingHeartRate)) for resting heart rate and \(Self.weight(.sleep)) for sleep."),
      String(
        localized: "A missing input passes its weight to the others in proportion. If the weights of the known "
          + "inputs add up to less than \(Self.number(ScoreModel.leastWeight)), there is no recovery."))
  }

  private var inputFormula: String {
    let usual = Figure.short(ScoreModel.usualSubScore)
    let (hrv, resting) = (
      Figure.short(ScoreModel.mostVariabilityPercent), Figure.short(ScoreModel.mostHeartRatePercent)
    )
    return BodyText.explanations(
      String(localized: "HRV scores \(usual) at its baseline, 100 at +\(hrv) % and 0 at -\(hrv) %."),
      String(
        localized: "Resting heart rate scores \(usual) at its baseline, 100 at -\(resting) % and 0 at "
          + "+\(resting) %."), String(localized: "In between, the score is in proportion."))
  }

  private var baselineFormula: String {
    let bands = RecoveryCategory.allCases.map { category in
      let scores = ScoreModel.scores(of: category)
      let span = String(localized: "\(scores.lowerBound) to \(scores.upperBound)")
      return String(localized: "\(span) is \(category.title)")
    }
    let reach = Figure.short(ScoreModel.outlierReach)
    return BodyText.explanations(
      String(
        localized: "A baseline is the mean of the latest mornings, at most \(ScoreModel.mostBaselineDays), from the "
          + "\(ScoreModel.oldestBaselineDay) days before: \(span(ScoreModel.oldestBaselineDay, 1))."),
      String(
        localized: "With \(ScoreModel.leastDaysOfOutliers) mornings or more, values more than \(reach) "
          + "interquartile ranges outside the middle half do not count."),
      String(
        localized: "With fewer than \(ScoreModel.leastBaselineDays) mornings there is no score; with fewer than "
          + "\(ScoreModel.mostBaselineDays) it is provisional."),
      String(localized: "Rounded scores: \(BodyText.list(bands))."))
  }

  private static func weight(_ input: RecoveryInputName) -> String { number(ScoreModel.weight(of: input)) }

  /// Formats the days between two numbers of days before the day: `2026-11-11 to 2026-11-24`.
  private func span(_ first: Int, _ last: Int) -> String {
    String(localized: "\(day.date.advanced(by: -first)) to \(day.date.advanced(by: -last))")
  }

  // MARK: - Own range

  private var range: String {
    let (range, shown) = (day.range, day.range?.inMilliseconds)
    let bounds = [shown?.low, shown?.high].compactMap(\.self).map { Self.number($0, 1) }
    let known = [
      shown?.mean7.map { TodayText.weekMean(Self.number($0, 1)) }, bounds.isEmpty ? nil : TodayText.range(bounds),
    ].compactMap(\.self)
    let value = known.isEmpty ? String(localized: "not known yet") : known.joined(separator: ", ")
    let standing = range?.place.map { String(localized: "\($0.title): \(value)") } ?? value
    return paragraphs(String(localized: "OWN RANGE: \(standing)"), "", rangeFormula)
  }

  private var rangeFormula: String {
    let (week, days) = (span(ScoreModel.weekDays - 1, 0), span(ScoreModel.rangeDays - 1, 0))
    let (known7, known60) = (day.range?.days7 ?? 0, day.range?.days60 ?? 0)
    let deviations = Figure.short(ScoreModel.rangeDeviations)
    return BodyText.explanations(
      String(localized: "Means and deviations are computed from the natural logarithm of HRV and shown in ms."),
      String(
        localized: "The mean covers \(week), with \(known7) values (at least \(ScoreModel.leastWeekValues) needed). "
          + "The range is the mean of \(days), with \(known60) values (at least \(ScoreModel.leastRangeValues) "
          + "needed), minus and plus \(deviations) standard deviations."),
      String(
        localized: "Studies of training by HRV support this range; "
          + "no study has tested a score from 0 to 100."))
  }

  // MARK: - Strain

  private var strain: String {
    let strain = day.strain
    guard let score = strain.score, let raw = strain.raw else {
      return paragraphs(withoutStrain)
    }
    let minutes = strain.zoneMinutes.map { minutes in
      zip(ScoreModel.zoneWeights, minutes).map { "\(Figure.short($0)) x \(Self.minutesAndSeconds($1))" }
        .joined(separator: " + ")
    }
    let source = String(localized: "from raw \(Self.number(raw, 1))")
    let value = "\(TodayText.strain(Self.number(score), strain)), \(source)"
    let silent = strain.ridesWithoutHeartRate
    return paragraphs(
      String(localized: "STRAIN: \(value)") + (minutes.map { " = \($0)" } ?? ""), "", Self.strainFormula,
      strain.ofRides.count > 1
        ? BodyText.explanations(
          "\(rides(strain)).", String(localized: "These scores cannot be added, because each is a logarithm.")) : nil,
      silent == 0
        ? nil
        : String(
          localized: "Not counted, for lack of a heart rate: \(silent) of \(strain.rides) rides."))
  }

  /// Formats minutes in whole seconds, `17:32`, so that the terms add up to the raw value.
  private static func minutesAndSeconds(_ minutes: Double) -> String {
    guard minutes.isFinite, minutes >= 0, minutes < 1e6 else { return "?" }
    let seconds = Int((60 * minutes).rounded())
    return "\(seconds / 60):\(BodyText.twoDigits(seconds % 60))"
  }

  private var withoutStrain: String {
    let reason = TodayText.unknown(day.strain)
    return day.strain.isSilent
      ? String(localized: "STRAIN: \(reason)")
      : String(localized: "STRAIN: \(reason) (`jz2ctl settings --max-heart-rate BPM`)")
  }

  private static var strainFormula: String {
    let (highest, scale, reference) = (
      Figure.short(ScoreModel.highestStrain), Figure.short(ScoreModel.strainScale),
      Figure.short(ScoreModel.strainReference)
    )
    let length = BodyText.length(minutes: minutesOfHighest)
    return BodyText.explanations(
      String(localized: "The minutes are those at \(zones) of your maximum heart rate, including pauses."),
      String(
        localized: "Strain is \(highest) ln(1 + raw/\(scale)) / ln(1 + \(reference)/\(scale)), at most \(highest): "
          + "that takes \(length) in the highest zone."),
      String(localized: "The raw values of the day's rides are added first."), "\(strainBands).")
  }

  /// The zones: `50-60, 60-70, 70-80, 80-90, and from 90 %`.
  private static var zones: String {
    let starts = ScoreModel.zoneStarts.map(percent)
    let closed = zip(starts, starts.dropFirst()).map { "\($0)-\($1)" }
    return BodyText.list(closed + starts.suffix(1).map { String(localized: "from \($0) %") })
  }

  /// The minutes in the highest zone that give the highest strain.
  private static var minutesOfHighest: Double { ScoreModel.strainReference / (ScoreModel.zoneWeights.last ?? 1) }

  /// The categories: `Below 10 is light, below 14 moderate, below 18 high, and from there on all-out`.
  private static var strainBands: String {
    let names = StrainCategory.allCases.map(\.title)
    let ends = StrainCategory.allCases.dropFirst().map { Figure.short(ScoreModel.beginning(of: $0)) }
    let bounded = zip(ends, names).enumerated().map { index, band in
      index == 0
        ? String(localized: "Below \(band.0) is \(band.1)") : String(localized: "below \(band.0) \(band.1)")
    }
    return BodyText.list(bounded + names.suffix(1).map { String(localized: "from there on \($0)") })
  }

  private func rides(_ strain: StrainScore) -> String {
    BodyText.list(
      strain.ofRides.map { part in
        let (score, raw) = (Self.number(part.score), Self.number(part.raw, 1))
        return String(localized: "ride \(part.ride) alone scores \(score) from raw \(raw)")
      }
    ).capitalised
  }

  // MARK: - Data

  private var data: String {
    guard let measurement = day.measurement else { return String(localized: "DATA: no measurement on this day") }
    let figures = measurement.figures
    let parts = [
      measurement.at.map(BodyText.time) ?? measurement.day.dateText, BodyText.origin(measurement.source),
      measurement.position?.title ?? String(localized: "position not known"), figures.seconds.map(Self.length),
      figures.beats.map { String(localized: "\($0) beats") },
      figures.beats.flatMap { beats in figures.artefacts.map { HRVText.artefacts($0, of: beats) } },
      measurement.lostSeconds.map { String(localized: "\(Figure.text($0, decimals: 0)) s without the strap") },
    ]
    let list = parts.compactMap(\.self).joined(separator: ", ")
    let lengths = BodyText.list(ScoreModel.usualMinutes.map(Figure.short), .or)
    return paragraphs(
      String(localized: "DATA: measurement \(measurement.id)"), "",
      BodyText.explanations("\(list).", Self.quality(measurement)),
      String(
        localized: "Only mornings with the same source, position and length (about \(lengths) minutes) are "
          + "compared."))
  }

  private static func length(_ seconds: Double) -> String {
    let length = Figure.text(seconds, decimals: 0)
    return seconds < ScoreModel.sdnnSeconds ? String(localized: "\(length) s (ultra-short)") : "\(length) s"
  }

  private static func quality(_ measurement: HRVMeasurement) -> String {
    let good = Figure.short(ScoreModel.goodArtefactPercent)
    return switch measurement.quality {
    case .good: String(localized: "Good: at most \(good) % artefacts.")
    case .usable: String(localized: "Caution: more than \(good) % artefacts, so HRV is uncertain.")
    case .unknown: String(localized: "The individual beats are missing, so the artefacts are unknown.")
    }
  }

  private var closing: String {
    let isKnown = day.version == ScoreModel.version
    return paragraphs(
      BodyText.explanations(
        String(localized: "Formulas of version \(day.version)."),
        isKnown
          ? nil
          : String(
            localized: "This jz2ctl explains version \(ScoreModel.version), but the scores are of another one: "
              + "update jz2ctl."),
        String(localized: "All formulas, with their sources: docs/body.md."),
        String(localized: "Not medical advice.")))
  }
}
