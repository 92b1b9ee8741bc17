import ControlWire
package import Rides

/// The text about the scores of a day.
package struct TodayText {
  let day: DayScores
  /// Whether missing data can still be added: a measurement belongs to the morning of its day.
  let isToday: Bool
  /// The source of the heart rate variability that counts; nil if it is not known.
  let source: BodySource?

  package init(_ day: DayScores, isToday: Bool, source: BodySource?) {
    (self.day, self.isToday, self.source) = (day, isToday, source)
  }

  /// Returns the short form, for a terminal of `width` columns.
  package func text(width: Int) -> String {
    let rows: [(String, String?)] = [
      (String(localized: "Recovery"), recovery), (String(localized: "Strain"), Self.strain(day.strain)),
      (String(localized: "Sleep"), Self.sleep(day.sleep)),
    ]
    let nameWidth = 2 + (rows.map { $0.0.count }.max() ?? 0)
    let figures = rows.compactMap { name, value in value.map { (name, $0) } }.map { name, value in
      let lines = value.wrapped(to: max(20, width - nameWidth))
      return lines.enumerated().map { ($0 == 0 ? name : "").fitted(to: nameWidth) + $1 }.joined(separator: "\n")
    }
    let date = isToday ? "" : " \(day.date)"
    let paragraphs =
      ([explanation] + advice).compactMap(\.self)
      + [String(localized: "How the scores are calculated: `jz2ctl today\(date) --explain`.")]
    let opening = variability.map { BodyText.wrapped($0, to: width) + "\n\n" } ?? ""
    return "\(day.date.dateText)\n\n" + opening + figures.joined(separator: "\n") + "\n\n"
      + paragraphs.map { BodyText.wrapped($0, to: width) }.joined(separator: "\n")
  }

  private var recovery: String {
    guard let score = day.recovery.score else { return noRecovery }
    return Self.recovery(Self.whole(score), day.recovery)
  }

  /// A recovery with its category: `69 of 100, optimal, provisional`.
  static func recovery(_ score: String, _ recovery: RecoveryScore) -> String {
    let parts = [
      String(localized: "\(score) of 100"), recovery.category?.title,
      recovery.provisional ? String(localized: "provisional") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private var noRecovery: String {
    if let days = day.recovery.calibrating { return Self.calibrating(days, of: day.recovery.calibratingOf) }
    return isToday
      ? String(localized: "unknown: not measured this morning")
      : String(localized: "unknown: not measured that morning")
  }

  /// Describes the progress of a baseline: `calibrating, 2 of 3 mornings`.
  static func calibrating(_ days: Int, of needed: Int?) -> String {
    String(localized: "calibrating, \(days) of \(needed ?? ScoreModel.leastBaselineDays) mornings")
  }

  // MARK: - Heart rate variability

  /// The mean of the week compared with the rider's usual range, and the morning compared with it; nil without a
  /// measurement.
  private var variability: String? {
    guard let range = day.range else { return nil }
    let shown = range.inMilliseconds
    let morning = shown.today.map { Figure.text($0, decimals: 0) }.map { today in
      isToday ? String(localized: "Today \(today) ms") : String(localized: "That morning \(today) ms")
    }
    guard let place = range.place, let mean = shown.mean7, let low = shown.low, let high = shown.high else {
      return BodyText.explanations(Self.calibrating(range), morning.map { "\($0)." })
    }
    let mean7 = Figure.text(mean, decimals: 0)
    let week = isToday ? String(localized: "this week \(mean7) ms") : String(localized: "that week \(mean7) ms")
    let bounds = Self.span([low, high].map { Figure.text($0, decimals: 0) })
    let usual = String(localized: "usual \(bounds) ms")
    return BodyText.explanations(
      Self.week(place, week, usual), morning.map { Self.morning(range.placeOfToday, $0) })
  }

  private static func week(_ place: NormalRange.Place, _ week: String, _ usual: String) -> String {
    switch place {
    case .below: String(localized: "Your heart rate variability is below its usual range (\(week), \(usual)).")
    case .inside: String(localized: "Your heart rate variability is in its usual range (\(week), \(usual)).")
    case .above: String(localized: "Your heart rate variability is above its usual range (\(week), \(usual)).")
    }
  }

  private static func morning(_ place: NormalRange.Place?, _ morning: String) -> String {
    switch place {
    case .below: String(localized: "\(morning): lower than usual.")
    case .above: String(localized: "\(morning): higher than usual.")
    case .inside, nil: String(localized: "\(morning): as usual.")
    }
  }

  /// Counts the mornings for the week's mean; if that is known, for the range.
  private static func calibrating(_ range: NormalRange) -> String {
    let (known, needed, days) =
      range.mean7 == nil
      ? (range.days7, ScoreModel.leastWeekValues, ScoreModel.weekDays)
      : (range.days60, ScoreModel.leastRangeValues, ScoreModel.rangeDays)
    return String(
      localized: "Your usual heart rate variability is not known yet: "
        + "\(known) of \(needed) mornings in \(days) days.")
  }

  /// The mean of a week: `7-day mean 41.3 ms`.
  static func weekMean(_ mean: String) -> String { String(localized: "\(ScoreModel.weekDays)-day mean \(mean) ms") }

  /// The rider's own range: `range 36.6 to 50.0 ms`; with a single bound, only that one.
  static func range(_ bounds: [String]) -> String {
    String(localized: "range \(span(bounds)) ms")
  }

  private static func span(_ bounds: [String]) -> String {
    bounds.dropFirst().reduce(bounds.first ?? "") { String(localized: "\($0) to \($1)") }
  }

  // MARK: - Strain and sleep

  static func strain(_ strain: StrainScore) -> String {
    guard let score = strain.score else { return unknown(strain) }
    let rides = strain.rides == 0 ? String(localized: "no ride") : strain.rides.rides
    let silent = strain.ridesWithoutHeartRate
    let without = silent == 0 ? nil : String(localized: "\(silent) without heart rate")
    let about = [rides, without].compactMap(\.self).joined(separator: ", ")
    return String(localized: "\(self.strain(Figure.text(score, decimals: 1), strain)): \(about)")
  }

  /// Formats a strain with its category: `9.4 of 21, light`; a day without a ride has no category.
  static func strain(_ score: String, _ strain: StrainScore) -> String {
    let figure = String(localized: "\(score) of \(Figure.short(ScoreModel.highestStrain))")
    let category = strain.rides == 0 ? nil : strain.category?.title
    return [figure, category].compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the reason why a strain is unknown.
  static func unknown(_ strain: StrainScore) -> String {
    guard strain.isSilent else { return String(localized: "unknown: your maximum heart rate is not set") }
    return strain.rides == 1
      ? String(localized: "unknown: the ride has no heart rate")
      : String(localized: "unknown: the rides have no heart rate")
  }

  static func sleep(_ sleep: SleepScore?) -> String {
    guard let sleep else { return String(localized: "unknown: no night entered") }
    let (score, asleep) = (whole(sleep.score), BodyText.length(minutes: sleep.asleepMinutes))
    let need = BodyText.length(minutes: sleep.needMinutes)
    return sleep.efficiency == nil && sleep.stages == nil
      ? String(localized: "\(score) of 100: asleep \(asleep) of \(need) needed, judged by the duration alone")
      : String(localized: "\(score) of 100: asleep \(asleep) of \(need) needed")
  }

  /// Rounds a score half up, as the categories do.
  static func whole(_ score: Double) -> String { Figure.text((score + 0.5).rounded(.down), decimals: 0) }

  // MARK: - Sentences

  /// The inputs in one sentence; nil without any.
  ///
  /// Variability with a known usual range has a sentence of its own.
  var explanation: String? {
    let messages = day.recovery.inputs.filter { $0.name != .hrv || day.range?.place == nil }.map(Self.message)
    guard !messages.isEmpty else { return nil }
    return BodyText.list(messages).capitalised + "."
  }

  private static func message(_ input: RecoveryInput) -> String {
    switch input.name {
    case .hrv:
      switch place(input, within: ScoreModel.notableVariabilityPercent) {
      case .below: String(localized: "heart rate variability is below its baseline")
      case .inside: String(localized: "heart rate variability is near its baseline")
      case .above: String(localized: "heart rate variability is above its baseline")
      }
    case .restingHeartRate:
      switch place(input, within: ScoreModel.notableHeartRatePercent) {
      case .below: String(localized: "resting heart rate is below its baseline")
      case .inside: String(localized: "resting heart rate is near its baseline")
      case .above: String(localized: "resting heart rate is above its baseline")
      }
    case .sleep where input.value >= ScoreModel.goodSleep: String(localized: "you slept well")
    case .sleep where input.value >= ScoreModel.fairSleep: String(localized: "you slept fairly well")
    case .sleep: String(localized: "you slept badly")
    }
  }

  private static func place(_ input: RecoveryInput, within bound: Double) -> NormalRange.Place {
    let percent = input.deviationPercent ?? 0
    return percent > bound ? .above : percent < -bound ? .below : .inside
  }

  /// Missing data, and how to add them.
  private var advice: [String] {
    [recoveryAdvice, day.measurement == nil ? measurementAdvice : nil, sleepAdvice, strainAdvice].compactMap(\.self)
  }

  private var recoveryAdvice: String? {
    let recovery = day.recovery
    if let days = recovery.calibrating, let needed = recovery.calibratingOf, recovery.score != nil {
      return String(
        localized: "An input with too few earlier mornings does not count yet: \(days) of \(needed).")
    }
    if recovery.calibrating != nil {
      return String(
        localized: "Recovery needs a baseline of \(ScoreModel.leastBaselineDays) earlier mornings: "
          + "measure every morning in the same way.")
    }
    return recovery.provisional
      ? String(localized: "Provisional: a baseline has fewer than \(ScoreModel.mostBaselineDays) mornings.") : nil
  }

  private var sleepAdvice: String? {
    guard day.sleep == nil else { return nil }
    let date = isToday ? "" : " --date \(day.date)"
    return day.recovery.score == nil
      ? String(localized: "Sleep is not known. Enter it: `jz2ctl sleep add --from 23:10 --to 6:50\(date)`.")
      : String(
        localized: "Sleep is not known, so the other inputs share its weight. Enter it: "
          + "`jz2ctl sleep add --from 23:10 --to 6:50\(date)`.")
  }

  private var strainAdvice: String? {
    day.strain.score == nil && !day.strain.isSilent
      ? String(localized: "Strain needs your maximum heart rate: `jz2ctl settings --max-heart-rate BPM`.") : nil
  }

  private var measurementAdvice: String {
    let remedy =
      switch source {
      case .strap?, nil:
        isToday
          ? String(localized: "Take one: `jz2ctl hrv measure`.")
          : String(
            localized: "If you have its figures, enter them: "
              + "`jz2ctl hrv add --date \(day.date) --rmssd MS --resting-heart-rate BPM`.")
      case .apple?:
        String(localized: "Import a new export of Apple Health: `jz2ctl import export.zip`.")
      case .intervals?: String(localized: "Fetch it from intervals.icu: `jz2ctl sync`.")
      }
    return isToday
      ? String(localized: "There is no measurement from this morning. \(remedy)")
      : String(localized: "There is no measurement from that day. \(remedy)")
  }
}
