package import RideSession

/// What a ride comes to: timer time alone counts, except for what `totals` says of elapsed time.
package struct RideReview: Hashable, Sendable {
  package let totals: RideTotals
  /// The zones that were counted in: the rider's, or by the Zone 2 range where the chosen method lacks a value.
  ///
  /// `zones.method` tells which.
  package let zones: HeartRateZones
  /// Seconds in each of `zones`, in their order.
  package let secondsInZone: [Int]
  /// What is compared with other rides.
  package let trend: RideTrend
  /// Seconds in the Zone 2 range of those that have a heart rate, 0…1; nil where none has.
  package let zone2Share: Double?
  private let load: RideLoad
  /// Normalized Power by average power.
  package let variabilityIndex: Double?
  /// The threshold power that the ride is judged by, in watts (FTP): that of its start; nil where none is known.
  package let thresholdWatts: Int?
  /// Whether that is the rider's of today, since none was kept with the ride.
  package let isThresholdOfToday: Bool
  /// Normalized Power by average heart rate, in watts a beat a minute.
  package let efficiencyFactor: Double?
  /// The part that is work, in seconds of the ride; decoupling and drift are taken of it.
  package let workWindow: Range<Int>
  /// How fast the heart rate rises at work, in beats a minute each hour; nil for less than 20 minutes.
  ///
  /// Least squares, without the window's last tenth.
  package let driftBpmPerHour: Double?

  package init(_ record: RideRecord, settings: RiderSettings) {
    let rows = record.samples.compactMap(TimerRow.init)
    totals = record.totals
    zones = HeartRateZones(preferredBy: settings)
    secondsInZone = zones.seconds(of: rows)
    workWindow = TrimSuggestion(record.samples, rows: rows, settings).workWindow
    let work = rows.filter { [workWindow] in workWindow.contains($0.second) }
    trend = RideTrend(rows, work: work, settings)
    driftBpmPerHour = HeartRateDrift.bpmPerHour(in: work)
    let beats = secondsInZone.reduce(0, +)
    zone2Share = beats == 0 ? nil : Double(trend.zone2Seconds) / Double(beats)
    thresholdWatts = record.thresholdWatts ?? settings.thresholdWatts
    isThresholdOfToday = record.thresholdWatts == nil && settings.thresholdWatts != nil
    load = RideLoad(rows, timerSeconds: totals.timerSeconds, thresholdWatts: thresholdWatts)
    variabilityIndex = ratio(load.normalizedWatts, totals.averageWatts)
    efficiencyFactor = ratio(load.normalizedWatts, totals.averageBeatsPerMinute)
  }

  /// Normalized Power, in watts; nil for less than half a minute, and without power.
  package var normalizedWatts: Double? { load.normalizedWatts }
  /// Normalized Power by the threshold power; nil where none is known.
  package var intensityFactor: Double? { load.intensityFactor }
  /// Load, of which an hour at threshold power is 100; nil without threshold power.
  package var trainingStressScore: Double? { load.trainingStressScore }

  /// Seconds of timer time with the heart rate in the rider's Zone 2 range, whatever the method of `zones`.
  package var zone2Seconds: Int { trend.zone2Seconds }
  /// Mean power over those that have one, in watts; nil where none has.
  package var zone2Watts: Double? { trend.zone2Watts }
  /// Aerobic decoupling over the work window, in percent, by average power; nil for less than 20 minutes of both.
  package var decouplingPercent: Double? { trend.decouplingPercent }
}

/// Nil where either is not known, or the second is none that can be divided by.
func ratio(_ value: Double?, _ divisor: Double?) -> Double? {
  guard let value, let divisor, divisor.isFinite, divisor > 0 else { return nil }
  return value / divisor
}

extension HeartRateZones {
  /// How many rows are in each zone.
  fileprivate func seconds(of rows: [TimerRow]) -> [Int] {
    var seconds = [Int](repeating: 0, count: zones.count)
    for beats in rows.lazy.compactMap(\.beatsPerMinute) {
      if let index = index(of: beats) { seconds[index] += 1 }
    }
    return seconds
  }
}
