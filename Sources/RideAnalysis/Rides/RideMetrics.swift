package import Rides

/// The metrics of a ride: only timer time counts, except in the elapsed time of `totals`.
package struct RideMetrics: Hashable, Sendable {
  package let totals: RideTotals
  /// The zones in which seconds are counted: the rider's, or those of the Zone 2 range if the chosen method lacks a
  /// value.
  ///
  /// `zones.method` is the method in use.
  package let zones: HeartRateZones
  /// Seconds in each of `zones`, in their order.
  package let secondsInZone: [Int]
  /// The metrics that are compared with other rides.
  package let trend: TrendMetrics
  /// Seconds in the Zone 2 range as a share of all seconds with a heart rate, 0…1; nil without a heart rate.
  package let zone2Share: Double?
  private let load: RideLoad
  /// Normalized Power divided by average power.
  package let variabilityIndex: Double?
  /// The threshold power (FTP) for the ride's figures, in watts: the one at its start, otherwise the rider's current
  /// one; nil if neither is known, and for other sports.
  package let thresholdWatts: Int?
  /// Whether that is the rider's current threshold power, because the ride was stored without one.
  package let isThresholdOfToday: Bool
  /// Normalized Power divided by average heart rate, in watts for each beat a minute.
  package let efficiencyFactor: Double?
  /// The part of the ride from which decoupling and drift are computed.
  package let steadyWork: SteadyWork
  /// The reason why there is neither decoupling nor drift; nil if they are judged, and without heart rate or power.
  package let notJudged: EnduranceRefusal?
  /// The rise of the heart rate at work, in beats a minute each hour; nil for less than 20 minutes, and if the power
  /// is not steady.
  ///
  /// Least squares, without the window's last tenth.
  package let driftBpmPerHour: Double?
  /// The strain of all rows with a heart rate, pauses included, 0…21; nil without a heart rate or a maximum heart rate.
  package let strain: Double?
  /// The weighted minutes from which the strain is computed.
  package let strainRaw: Double?
  /// Banister's training impulse of the same rows; also nil without a resting heart rate.
  package let trimp: Double?
  /// The power zones by `thresholdWatts`; nil without it, and without power.
  package let powerZones: PowerZones?
  /// Seconds in each of `powerZones`, in their order; empty without them.
  package let secondsInPowerZone: [Int]
  /// W′ balance at the end, by today's settings; nil without a critical power, and without power.
  package let wPrime: WPrimeStatus?
  /// The result of the test of FTP; nil for other rides.
  package let test: TestStatus?
  /// Nil without a meter that sent it.
  package let pedalling: Pedalling?

  /// - Parameters:
  ///   - record: The ride.
  ///   - plan: Its plan as ridden; nil without one.
  ///   - settings: The rider's settings.
  package init(_ record: RideRecord, plan: RidePlan? = nil, settings: RiderSettings) {
    let rows = record.samples.compactMap(TimerRow.init)
    totals = record.totals
    zones = HeartRateZones(preferredBy: settings)
    secondsInZone = zones.seconds(of: rows)
    let work = SteadyWork(
      rows, workWindow: TrimAnalysis(record.samples, rows: rows, settings).workWindow, laps: record.laps, plan: plan)
    steadyWork = work
    trend = TrendMetrics(rows, work, settings)
    driftBpmPerHour = work.refusal == nil ? HeartRateDrift.bpmPerHour(in: work.rows) : nil
    let isKnown = totals.averageWatts != nil && totals.averageBeatsPerMinute != nil
    notJudged = isKnown && trend.decouplingPercent == nil ? work.refusal ?? .short : nil
    let beats = secondsInZone.reduce(0, +)
    zone2Share = beats == 0 ? nil : Double(trend.zone2Seconds) / Double(beats)
    // The threshold power applies to cycling, not to a run.
    let isCycling = record.sport.isCycling
    thresholdWatts = isCycling ? record.thresholdWatts ?? settings.thresholdWatts : nil
    isThresholdOfToday = isCycling && record.thresholdWatts == nil && settings.thresholdWatts != nil
    let hasPower = totals.averageWatts != nil
    powerZones = hasPower ? thresholdWatts.map { PowerZones(settings.zoneMethod, thresholdWatts: $0) } : nil
    secondsInPowerZone = powerZones.map { $0.seconds(of: rows) } ?? []
    wPrime = hasPower && isCycling ? WPrimeBalance(settings, over: record.samples)?.status : nil
    test = plan.flatMap { TestStatus(of: record, riding: $0) }
    pedalling = record.samples.meanPedalling
    load = RideLoad(rows, timerSeconds: totals.timerSeconds, thresholdWatts: thresholdWatts)
    variabilityIndex = ratio(load.normalizedWatts, totals.averageWatts)
    efficiencyFactor = ratio(load.normalizedWatts, totals.averageBeatsPerMinute)
    let minutes = settings.maximumHeartRate.flatMap { Strain.zoneMinutes(record.samples, maximumHeartRate: $0) }
    (strain, strainRaw) = Strain.score(minutes).map { ($0.score, $0.raw) } ?? (nil, nil)
    trimp = TrainingImpulse.of(record.samples, settings)?.toFourDecimals
  }

  /// Normalized Power, in watts; nil for less than half a minute, and without power.
  package var normalizedWatts: Double? { load.normalizedWatts }
  /// Normalized Power divided by the threshold power; nil if that is not known.
  package var intensityFactor: Double? { load.intensityFactor }
  /// Training Stress Score, 100 for an hour at threshold power; nil without threshold power.
  package var trainingStressScore: Double? { load.trainingStressScore }

  /// Seconds of timer time with the heart rate in the rider's Zone 2 range, whatever the method of `zones`.
  package var zone2Seconds: Int { trend.zone2Seconds }
  /// Mean power over those seconds that have a power, in watts; nil without power.
  package var zone2Watts: Double? { trend.zone2Watts }
  /// Aerobic decoupling over the work window, in percent, by average power; nil for less than 20 minutes of power and
  /// heart rate, and if the power is not steady.
  package var decouplingPercent: Double? { trend.decouplingPercent }
}

/// The metrics that are compared from ride to ride, and therefore stored with each: Zone 2, and aerobic decoupling.
package struct TrendMetrics: Hashable, Sendable {
  /// Seconds of timer time with the heart rate in the rider's Zone 2 range, whatever the method of the zones.
  package let zone2Seconds: Int
  /// Mean power over those seconds that have a power, in watts; nil without power.
  package let zone2Watts: Double?
  /// Aerobic decoupling (Pw:HR) over the work window, in percent; nil for less than 20 minutes of power and heart rate,
  /// and if the power is not steady.
  ///
  /// By average power, not normalized.
  package let decouplingPercent: Double?

  init(_ ride: ComparedRide, _ rows: [TimerRow], _ settings: RiderSettings) {
    let window = TrimAnalysis(ride.samples, rows: rows, settings).workWindow
    self.init(rows, SteadyWork(rows, workWindow: window, laps: ride.laps, plan: ride.plan), settings)
  }

  fileprivate init(_ rows: [TimerRow], _ work: SteadyWork, _ settings: RiderSettings) {
    var (seconds, watts) = (0, Mean())
    for row in rows where row.beatsPerMinute.map(settings.zone2.contains) ?? false {
      seconds += 1
      row.watts.map { watts.add($0) }
    }
    zone2Seconds = seconds
    zone2Watts = watts.value
    decouplingPercent = work.refusal == nil ? AerobicDecoupling.percent(in: work.rows) : nil
  }
}

/// Returns the quotient; nil if either number is not known, or the divisor is not finite or not positive.
func ratio(_ value: Double?, _ divisor: Double?) -> Double? {
  guard let value, let divisor, divisor.isFinite, divisor > 0 else { return nil }
  return value / divisor
}

extension HeartRateZones {
  /// Counts the rows in each zone.
  func seconds(of rows: [TimerRow]) -> [Int] {
    var seconds = [Int](repeating: 0, count: zones.count)
    for beats in rows.lazy.compactMap(\.beatsPerMinute) {
      if let index = index(of: beats) { seconds[index] += 1 }
    }
    return seconds
  }
}

extension PowerZones {
  /// Counts the rows of timer time in each zone; rows without power are left out.
  package func seconds(in samples: some Sequence<RideSample>) -> [Int] {
    seconds(of: samples.compactMap(TimerRow.init))
  }

  /// Counts the rows in each zone; rows without power are left out.
  func seconds(of rows: [TimerRow]) -> [Int] {
    var seconds = [Int](repeating: 0, count: count)
    for watts in rows.lazy.compactMap(\.watts) { seconds[number(ofWatts: watts) - 1] += 1 }
    return seconds
  }
}

extension WPrimeBalance {
  /// The balance at the end of rows; nil without a critical power.
  fileprivate init?(_ settings: RiderSettings, over samples: [RideSample]) {
    self.init(settings)
    for sample in samples { add(sample) }
  }
}
