package import ControlWire

/// The scores of a day as people read them.
package struct TodayText {
  let day: DayScores
  /// Whether something can still be done about what is missing: a measurement is of the same morning.
  let isToday: Bool
  /// Whose heart rate variability counts; nil if that is not known.
  let source: BodySource?

  package init(_ day: DayScores, isToday: Bool, source: BodySource?) {
    (self.day, self.isToday, self.source) = (day, isToday, source)
  }

  /// The short form, for a terminal of so many columns.
  package func text(width: Int) -> String {
    let rows: [(String, String?)] = [
      ("Recovery", recovery), ("", range), ("Strain", Self.strain(day.strain)), ("Sleep", Self.sleep(day.sleep)),
    ]
    let figures = rows.compactMap { name, value in value.map { (name, $0) } }.map { name, value in
      let lines = value.wrapped(to: max(20, width - Self.nameWidth))
      return lines.enumerated().map { ($0 == 0 ? name : "").fitted(to: Self.nameWidth) + $1 }.joined(separator: "\n")
    }
    let remarks = ([sentence] + advice).compactMap(\.self)
    let paragraphs = remarks + ["How it is made: `jz2ctl today\(isToday ? "" : " \(day.date)") --explain`."]
    return "\(day.date)\n\n" + figures.joined(separator: "\n") + "\n\n"
      + paragraphs.map { BodyText.wrapped($0, to: width) }.joined(separator: "\n")
  }

  private static let nameWidth = 10

  private var recovery: String {
    guard let score = day.recovery.score else { return noRecovery }
    let category = day.recovery.category.map { ", \($0.rawValue)" } ?? ""
    return "\(Self.whole(score)) of 100\(category)\(day.recovery.provisional ? ", provisional" : "")"
  }

  private var noRecovery: String {
    if let days = day.recovery.calibrating {
      return Self.calibrating(days, of: day.recovery.calibratingOf)
    }
    return "unknown, for want of \(isToday ? "this morning's" : "that morning's") measurement"
  }

  /// How far a baseline is: `calibrating, 2 of 3 mornings`.
  static func calibrating(_ days: Int, of needed: Int?) -> String {
    "calibrating, \(days) of \(needed ?? ScoreModel.leastBaselineDays) mornings"
  }

  /// Where the mean of the week stands in the rider's own range.
  private var range: String? {
    guard let range = day.range else { return nil }
    guard let mean = range.mean7 else {
      return "own range: \(range.days7) of \(ScoreModel.leastWeekValues) mornings in \(ScoreModel.weekDays) days"
    }
    guard let low = range.low, let high = range.high else {
      return "own range: \(range.days60) of \(ScoreModel.leastRangeValues) mornings in \(ScoreModel.rangeDays) days"
    }
    let bounds = "\(Figure.text(low, decimals: 2)) to \(Figure.text(high, decimals: 2))"
    let week = "\(ScoreModel.weekDays)-day mean \(Figure.text(mean, decimals: 2))"
    return "\(range.place?.rawValue ?? "inside") your own range (\(week), range \(bounds))"
  }

  static func strain(_ strain: StrainScore) -> String {
    guard let score = strain.score else { return "unknown, for want of \(wanting(strain))" }
    let rides = strain.rides == 0 ? "no ride" : strain.rides == 1 ? "1 ride" : "\(strain.rides) rides"
    let silent = strain.ridesWithoutHeartRate
    let without = silent == 0 ? "" : ", \(silent) without heart rate"
    let category = strain.category.map { ", \(name($0))" } ?? ""
    let highest = Figure.short(ScoreModel.highestStrain)
    return "\(Figure.text(score, decimals: 1)) of \(highest)\(strain.rides == 0 ? "" : category): \(rides)\(without)"
  }

  /// What a strain that is unknown lacks.
  static func wanting(_ strain: StrainScore) -> String {
    strain.isSilent ? "a heart rate in \(strain.rides == 1 ? "the ride" : "the rides")" : "your maximum heart rate"
  }

  static func sleep(_ sleep: SleepScore?) -> String {
    guard let sleep else { return "unknown, for want of a night" }
    let lengths = [sleep.asleepMinutes, sleep.needMinutes].map { BodyText.length(minutes: $0) }
    let need = "\(lengths.joined(separator: " of ")) needed"
    let alone = sleep.efficiency == nil && sleep.stages == nil ? ", judged by the duration alone" : ""
    return "\(whole(sleep.score)) of 100: asleep \(need)\(alone)"
  }

  static func name(_ category: StrainCategory) -> String {
    switch category {
    case .light: "light"
    case .moderate: "moderate"
    case .high: "high"
    case .allOut: "all-out"
    }
  }

  /// Rounds a score half up, as the categories do.
  static func whole(_ score: Double) -> String { Figure.text((score + 0.5).rounded(.down), decimals: 0) }

  // MARK: - Sentences

  /// What the inputs say, in one sentence; nil without any.
  var sentence: String? {
    let phrases = day.recovery.inputs.map(Self.phrase)
    guard !phrases.isEmpty else { return nil }
    return BodyText.list(phrases).capitalised + "."
  }

  private static func phrase(_ input: RecoveryInput) -> String {
    let deviation = input.deviationPercent ?? 0
    return switch input.name {
    case .hrv:
      "heart rate variability is \(place(deviation, within: ScoreModel.notableVariabilityPercent)) its baseline"
    case .restingHeartRate:
      "resting heart rate is \(place(deviation, within: ScoreModel.notableHeartRatePercent)) its baseline"
    case .sleep where input.value >= ScoreModel.goodSleep: "you slept well"
    case .sleep where input.value >= ScoreModel.fairSleep: "you slept fairly well"
    case .sleep: "you slept badly"
    }
  }

  private static func place(_ percent: Double, within bound: Double) -> String {
    percent > bound ? "above" : percent < -bound ? "below" : "near"
  }

  /// What is missing, and what to do about it.
  private var advice: [String] {
    let recovery = day.recovery
    var lines: [String] = []
    if let days = recovery.calibrating, let needed = recovery.calibratingOf, recovery.score != nil {
      lines.append("What has too few earlier mornings does not count yet: calibrating, \(days) of \(needed).")
    } else if recovery.calibrating != nil {
      let days = "\(ScoreModel.leastBaselineDays) earlier mornings"
      lines.append("A recovery needs a baseline of \(days); measure alike each morning.")
    } else if recovery.provisional {
      lines.append("Provisional: a baseline has fewer than \(ScoreModel.mostBaselineDays) mornings.")
    }
    if day.measurement == nil { lines.append(measurementAdvice) }
    if day.sleep == nil {
      let date = isToday ? "" : " --date \(day.date)"
      lines.append("Sleep is not known\(shared): `jz2ctl sleep add --from 23:10 --to 6:50\(date)` enters it.")
    }
    if day.strain.score == nil, !day.strain.isSilent {
      lines.append("Strain needs your maximum heart rate: `jz2ctl settings --max-heart-rate BPM`.")
    }
    return lines
  }

  private var shared: String { day.recovery.score == nil ? "" : ", so the other inputs share its weight" }

  private var measurementAdvice: String {
    let remedy =
      switch source {
      case .strap?, nil:
        isToday
          ? "take one: `jz2ctl hrv measure`."
          : "if you have its figures: `jz2ctl hrv add --date \(day.date) --rmssd MS --resting-heart-rate BPM`."
      case .apple?: "import a new export of Apple Health: `jz2ctl health import export.zip`."
      case .intervals?: "fetch it from intervals.icu: `jz2ctl sync`."
      }
    return "There is no measurement \(isToday ? "of this morning" : "on that day"); \(remedy)"
  }
}
