package import RideSession

/// What is compared from ride to ride, and so kept with each: Zone 2, and how well the heart held up.
package struct RideTrend: Hashable, Sendable {
  /// Seconds of timer time with the heart rate in the rider's Zone 2 range, whatever the method of the zones.
  package let zone2Seconds: Int
  /// Mean power over those that have one, in watts; nil where none has.
  package let zone2Watts: Double?
  /// Aerobic decoupling (Pw:HR) over the work window, in percent; nil for less than 20 minutes of power and heart rate.
  ///
  /// Of average power, not normalized.
  package let decouplingPercent: Double?

  package init(_ record: RideRecord, settings: RiderSettings) {
    let rows = record.samples.compactMap(TimerRow.init)
    let window = TrimSuggestion(record.samples, rows: rows, settings).workWindow
    self.init(rows, work: rows.filter { window.contains($0.second) }, settings)
  }

  init(_ rows: [TimerRow], work: [TimerRow], _ settings: RiderSettings) {
    var (seconds, watts) = (0, Mean())
    for row in rows where row.beatsPerMinute.map(settings.zone2.contains) ?? false {
      seconds += 1
      row.watts.map { watts.add($0) }
    }
    zone2Seconds = seconds
    zone2Watts = watts.value
    decouplingPercent = AerobicDecoupling.percent(in: work)
  }
}
