package import Rides

/// A rider's body data, and the scores that follow from it.
///
/// The scores depend on the data, never on the order in which it arrived: a night that is imported late counts as if it
/// had always been present.
package struct BodyHistory: Sendable {
  private let source: BodySource
  private let isMaximumKnown: Bool
  private let measurements: [CalendarDay: [HRVMeasurement]]
  private let restingHeartRates: [CalendarDay: Double]
  private let nights: [CalendarDay: Night]
  private let efforts: [CalendarDay: [RideEffort]]

  /// - Parameters:
  ///   - measurements: The measurements of all sources; those of a heart that was not at rest (`RestingRule`) are left
  ///     out.
  ///   - nights: The nights of all sources; of several on a day the entered one counts, otherwise Apple's.
  ///   - values: The values of all sources.
  ///   - efforts: The rides.
  ///   - settings: The current settings, which apply to all days.
  package init(
    measurements: [HRVMeasurement] = [], nights: [Night] = [], values: [WellnessValue] = [],
    efforts: [RideEffort] = [], settings: RiderSettings
  ) {
    source = settings.hrvSource
    isMaximumKnown = settings.maximumHeartRate != nil
    let rule = RestingRule(measurements: measurements, rides: efforts.compactMap(\.span))
    let ofSource = measurements.filter { $0.source == settings.hrvSource && rule.marked($0).unrest == nil }
    self.measurements = Dictionary(grouping: ofSource, by: \.day).mapValues { $0.sorted(by: HRVMeasurement.isEarlier) }
    let resting = values.filter {
      $0.kind == .restingHeartRate && $0.source == settings.hrvSource && $0.value.isFinite && $0.value > 0
    }
    restingHeartRates = Dictionary(resting.map { ($0.day, $0.value) }, uniquingKeysWith: min)
    self.nights = Dictionary(nights.map { ($0.date, $0) }) { Self.counts($0, before: $1) ? $0 : $1 }
    // The sum of floating-point numbers depends on their order.
    self.efforts = Dictionary(grouping: efforts, by: \.day).mapValues { $0.sorted(by: RideEffort.isLess) }
  }

  /// Whether the first of two nights of a day counts: by source, and within one source by length.
  private static func counts(_ first: Night, before second: Night) -> Bool {
    func key(_ night: Night) -> (Int, Double, Int64, Double, Double, Double) {
      let place =
        switch night.source {
        case .entered: 0
        case .apple: 1
        case .intervals: 2
        }
      return (
        place, -(SleepQuality.asleepMinutes(night) ?? 0), night.from?.milliseconds ?? .max, night.awakeMinutes ?? -1,
        night.deepMinutes ?? -1, night.remMinutes ?? -1
      )
    }
    return key(first) < key(second)
  }

  /// Returns the scores of some days, the earliest first.
  package func scores(_ days: ClosedRange<CalendarDay>) -> [DayScores] {
    // A recovery depends on the need of sleep, which depends on the recoveries after earlier nights.
    let earlier = nights.keys.filter { $0 < days.lowerBound }.sorted()
    let wanted = (days.lowerBound.daysSince1970...days.upperBound.daysSince1970).lazy.map(CalendarDay.init)
    var goodNights: [NightSource: [Double]] = [:]
    var scores: [DayScores] = []
    for day in [AnySequence(earlier), AnySequence(wanted)].joined() {
      let night = nights[day]
      let sleep = night.flatMap { night in
        SleepQuality.score(night, need: SleepQuality.need(after: goodNights[night.source] ?? []))
      }
      let measurement = measurement(of: day)
      let recovery = recovery(of: day, measurement, sleep: sleep?.score)
      if let night, recovery.category == .optimal, let asleep = SleepQuality.asleepMinutes(night) {
        goodNights[night.source, default: []].append(asleep)
      }
      if day >= days.lowerBound {
        scores.append(
          DayScores(
            date: day, version: ScoreModel.version, recovery: recovery,
            strain: Strain.score(of: efforts[day] ?? [], isMaximumKnown: isMaximumKnown), sleep: sleep,
            range: range(of: day), measurement: measurement))
      }
    }
    return scores
  }

  /// Returns the load of some days, the earliest first.
  package func loads(_ days: ClosedRange<CalendarDay>) -> [DayLoad] {
    TrainingLoad.loads(days, of: efforts, isMaximumKnown: isMaximumKnown)
  }
}

// MARK: - Recovery

extension BodyHistory {
  private func recovery(of day: CalendarDay, _ measurement: HRVMeasurement?, sleep: Double?) -> RecoveryScore {
    let comparability = measurement.map(Comparability.init)
    let observed = comparability.flatMap { kind -> Recovery.Observation? in
      let (days, baseline) = Baseline.before(day, in: series(around: day, of: kind, \.variabilityMilliseconds))
      return Recovery.Observation(measurement?.variabilityMilliseconds, days: days, baseline: baseline)
    }
    var restingDays = series(around: day, of: comparability) { $0.restingHeartRate }
    for past in (1...ScoreModel.oldestBaselineDay).map({ day.advanced(by: -$0) }) {
      restingDays[past] = restingHeartRates[past] ?? restingDays[past]
    }
    let (days, baseline) = Baseline.before(day, in: restingDays)
    let heartRate = Recovery.Observation(
      restingHeartRates[day] ?? measurement?.restingHeartRate, days: days, baseline: baseline)
    return Recovery.score(variability: observed, heartRate: heartRate, sleep: sleep)
  }

  private func measurement(of day: CalendarDay) -> HRVMeasurement? { measurements[day]?.counting }

  /// Returns one value a day from measurements of one kind, for the days that a baseline of `day` can have.
  private func series(
    around day: CalendarDay, of kind: Comparability?, length: Int = ScoreModel.oldestBaselineDay,
    _ value: (HRVMeasurement) -> Double?
  ) -> [CalendarDay: Double] {
    guard let kind else { return [:] }
    var values: [CalendarDay: Double] = [:]
    for past in (0...length).map({ day.advanced(by: -$0) }) {
      for measurement in measurements[past] ?? [] where values[past] == nil && Comparability(measurement) == kind {
        values[past] = value(measurement).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
      }
    }
    return values
  }
}

/// The properties that measurements must share to be compared.
private struct Comparability: Hashable {
  let position: MeasurementPosition?
  /// The usual length that is nearest in proportion, in minutes; an unknown length counts as the usual one.
  let minutes: Double?

  init(_ measurement: HRVMeasurement) {
    position = measurement.position
    let seconds = measurement.figures.seconds ?? Double(Limits.usualMeasurementSeconds)
    func distance(_ minutes: Double) -> Double {
      let ratio = seconds / (60 * minutes)
      return max(ratio, 1 / ratio)
    }
    minutes = ScoreModel.usualMinutes.min { distance($0) < distance($1) }
  }
}

// MARK: - The rider's own range

extension BodyHistory {
  /// Returns the mean of the week that ends with a day, and the range of the 60 days that end with it; nil without any
  /// value.
  ///
  /// Only measurements of the latest one's kind count. Values are natural logarithms, because those of a rider are
  /// distributed evenly. Half a standard deviation is the smallest change that deserves attention (Buchheit 2014;
  /// HRV4Training).
  private func range(of day: CalendarDay) -> NormalRange? {
    let counting = (0..<ScoreModel.rangeDays).lazy.compactMap { measurement(of: day.advanced(by: -$0)) }
    guard let latest = counting.first(where: { $0.variabilityMilliseconds != nil }) else { return nil }
    let series = series(
      around: day, of: Comparability(latest), length: ScoreModel.rangeDays - 1, \.variabilityMilliseconds)
    let logarithms = series.mapValues(\.naturalLogarithm).sorted { $0.key < $1.key }
    let week = logarithms.filter { $0.key.distance(to: day) < ScoreModel.weekDays }.map(\.value)
    let all = logarithms.map(\.value)
    guard !all.isEmpty else { return nil }
    let deviation = all.count >= ScoreModel.leastRangeValues ? all.standardDeviation : nil
    let reach = deviation.map { ScoreModel.rangeDeviations * $0 }
    return NormalRange(
      today: logarithms.last.flatMap { $0.key == day ? $0.value.toFourDecimals : nil },
      mean7: week.count >= ScoreModel.leastWeekValues ? week.mean.toFourDecimals : nil,
      low: reach.map { (all.mean - $0).toFourDecimals }, high: reach.map { (all.mean + $0).toFourDecimals },
      days7: week.count, days60: all.count)
  }
}
