package import Rides

/// The figures that compare a ride with others; they are computed together, because reading the rows costs the most.
package struct RideFigures: Hashable, Sendable {
  package let trend: TrendMetrics
  /// Normalized Power, in watts; nil for less than half a minute of timer time, and without power.
  package let normalizedWatts: Double?
  /// The minutes in the zones of strain; nil without a heart rate or the rider's maximum.
  package let zoneMinutes: [Double]?
  /// Banister's training impulse; nil without a heart rate, the rider's maximum or the resting heart rate.
  package let trimp: Double?
  package let curve: PowerCurve
  /// Seconds in each power zone; nil without power, and without the ride's or the rider's FTP.
  package let powerZoneSeconds: [Int]?

  package init(_ ride: ComparedRide, settings: RiderSettings) {
    let samples = ride.samples
    let rows = samples.compactMap(TimerRow.init)
    trend = TrendMetrics(ride, rows, settings)
    let hasPower = rows.contains { $0.watts != nil }
    powerZoneSeconds = hasPower ? PowerZones(settings, thresholdWatts: ride.thresholdWatts)?.seconds(of: rows) : nil
    normalizedWatts = RideLoad(rows, timerSeconds: rows.count, thresholdWatts: nil).normalizedWatts
    let heartRates = samples.knownHeartRates
    zoneMinutes = settings.maximumHeartRate.flatMap { Strain.zoneMinutes(heartRates: heartRates, maximumHeartRate: $0) }
    trimp = TrainingImpulse.of(heartRates: heartRates, settings)
    curve = PowerCurve(samples)
  }
}
